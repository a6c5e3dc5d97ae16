#!/usr/bin/env python3
"""Jobs compiled by a server of the Remote Execution API: buildbox-casd, and one that lies, stalls, breaks and refuses. The
package is the same as without it, byte for byte, and so is what the cache keeps; trouble is told once.

usage: execution_test.py --clc PROGRAM
"""
import argparse
import contextlib
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from concurrent import futures

import farm
from farm import Casd, Tunnel, api
from farm_execution import ExecutionFarm, operations
from servers import free_port, sha256
from clc_testing import compile, environment, finish, run, run_tests, skip_all  # pylint: disable=redefined-builtin

SECRET = "hunter2-of-the-environment"
SLACK = 60  # seconds of a busy machine
FAMILIES = ["spirv64", "spirv32", "nvptx:sm_90", "amdgcn:gfx90a", "r600:cypress"]
SOURCES = {
    "scale.cl": '#include "shared/factor.h"\n#include "../work/shared/once.h"\n#if __has_include("absent.h")\n#error no\n#endif\n'
                "kernel void scale(global float* o, float f) { size_t i = get_global_id(0); o[i] = sin(o[i]) * f * FACTOR + ONCE; }\n"
                "constant int table[] = {1, 2, 3};\nkernel void put(global int* o) { o[0] = table[get_local_id(0)]; }\n",
    "embeds.cl": '__constant char text[] = {\n#embed "shared/data"\n};\nkernel void put(global char* o) { o[0] = text[get_local_id(0)]; }\n',
    "warns.cl": "#warning look here\nkernel void warns(global int* o) { int unused = 1; o[0] = __LINE__; }\n",
    "shared/factor.h": "#pragma once\n#define FACTOR 3.0f\n",
    "shared/once.h": "#ifndef ONCE\n#define ONCE 1.0f\n#endif\n",
    "shared/data": "embedded",
}


class Work:
    """A folder with sources, and clc in it."""

    def __init__(self, options, **sources):
        self.clc, self.folder = options.clc, tempfile.mkdtemp(prefix="clc-execution-")
        self.place = os.path.join(self.folder, "work")
        self.number = 0
        for name, text in {**SOURCES, **sources}.items():
            path = os.path.join(self.place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        run("rm", "-rf", self.folder)

    def variables(self, server, cache=None):
        """Without a server that CLC_REMOTE_EXECUTION names, and with an empty cache."""
        self.number += 1
        cache = cache or os.path.join(self.folder, f"cache-{self.number}")
        more = {"CLC_REMOTE_EXECUTION": server} if server else {}
        return environment("CLC_", CLC_CACHE_DIR=cache, CLC_TEST_SECRET=SECRET, **more)

    def compile(self, server, *arguments, targets=("spirv64",), expected=0, cache=None):
        """(bytes of the package or none, standard error, the cache's folder, seconds)"""
        variables = self.variables(server, cache)
        package = os.path.join(self.folder, f"package-{self.number}.clcpack")
        begin = time.monotonic()
        done = compile(self.clc, *arguments, output=package, targets=targets, expected=expected, env=variables, cwd=self.place)
        took = time.monotonic() - begin
        data = None
        if os.path.exists(package):
            with open(package, "rb") as file:
                data = file.read()
        return data, done.stderr, variables["CLC_CACHE_DIR"], took


def kept(folder):
    """{name: bytes} of the entries that others could use."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".action", ".artifact")):
                with open(os.path.join(where, name), "rb") as file:
                    found[name] = file.read()[32:-64]  # without its time and the digest over it
    return found


def same(work, server, *arguments, warnings=0, more=(), **options):
    """Compiles without the server and with it. Returns what only the second call said."""
    wanted, said, cache, _ = work.compile(None, *arguments, **options)
    got, heard, remote_cache, took = work.compile(server, *arguments, *more, **options)
    assert got == wanted, "another package: " + heard
    assert kept(cache) == kept(remote_cache), "the cache keeps other entries"
    lines = [line for line in heard.splitlines() if line not in said.splitlines()]
    told = [line for line in lines if "CLC_REMOTE_EXECUTION: " in line]
    assert len(told) == warnings, (warnings, lines)
    assert not [line for line in said.splitlines() if line not in heard.splitlines()], (said, heard)
    assert took < SLACK, took
    return lines


def patient(server):
    """With times that no busy machine needs."""
    return server + "|connect-timeout=20000|timeout=20000|race-after=60000"


def at(server, lines):
    return sum(line.endswith(" at " + server.split("|", maxsplit=1)[0]) for line in lines)


def every_family_there_as_here(options):
    with Casd(executes=True) as casd, Work(options) as work:
        for arguments in (["scale.cl", "warns.cl"], ["scale.cl", "-g", "-O0", "-DFACTOR=2"], ["--module", "both=scale.cl,warns.cl"]):
            lines = same(work, patient(casd.url), *arguments, targets=FAMILIES, more=["--verbose", "-j", "8"])
            assert at(casd.url, lines) == len(FAMILIES) * (2 if arguments[0] != "--module" and arguments[-1] == "warns.cl" else 1), lines
        same(work, patient(casd.url), "embeds.cl")

def wrong_exit(_, result):
    result.exit_code = 1


def other_digest(_, result):
    result.output_files[0].digest.hash = sha256(b"other")


def other_size(_, result):
    result.output_files[0].digest.size_bytes += 1


def negative_size(_, result):
    result.output_files[0].contents = b""
    result.output_files[0].digest.size_bytes = -1


def huge_size(_, result):
    result.output_files[0].contents = b""
    result.output_files[0].digest.size_bytes = 1 << 40


def no_output(_, result):
    del result.output_files[:]


def replaced(change):
    """A result with other contents and the right digest of these."""
    def lie(server, result):
        data = change(server, result.output_files[0].contents)
        result.output_files[0].contents = data
        result.output_files[0].digest.hash, result.output_files[0].digest.size_bytes = sha256(data), len(data)
    lie.__name__ = change.__name__
    return lie


def garbage(_, data):
    return bytes(range(256)) * 100


def nothing(_, data):
    return b""


def cut(_, data):
    return data[:-1]


def twice(_, data):
    return data * 2


def flipped(_, data):
    """In the artifact, whose own digests find it."""
    return data[:-40] + bytes([data[-40] ^ 1]) + data[-39:]


def of_another_source(server, data):
    return server.stranger


def of_another_number(_, data):
    at = data.index(b'"id":') + 5
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def says_it_failed(_, data):
    """Of a good source. The header is a frame in the reply's frame."""
    size, = struct.unpack_from("<Q", data, 8)
    header, rest = data[16:16 + size].replace(b'"done"', b'"failed"'), data[16 + size:]
    assert b'"failed"' in header
    message = struct.pack("<Q", len(header)) + header + rest
    return struct.pack("<Q", len(message)) + message


LIES = [wrong_exit, other_digest, other_size, negative_size, huge_size, no_output,
        *map(replaced, [garbage, nothing, cut, twice, of_another_source, of_another_number])]


def stranger_of(options, work, libexec):
    """What a server answers for another source."""
    with ExecutionFarm(libexec) as server:
        work.compile(patient(server.url), "warns.cl")
        data, = server.results_of.values()
        return data


def lies_are_found(options):
    with Work(options) as work:
        stranger = stranger_of(options, work, options.libexec)
        for lie in LIES:
            with ExecutionFarm(options.libexec, lie=lie) as server:
                server.stranger = stranger
                try:
                    same(work, patient(server.url), "scale.cl", warnings=1)
                except AssertionError as error:
                    raise AssertionError(lie.__name__) from error
                assert server.executed, lie.__name__


def aborts(code):
    def fault(_server, _request, context, _right):
        context.abort(getattr(farm.grpc.StatusCode, code), "no: " + SECRET)
    return fault


def aborts_in_stream(code):
    def fault(_server, _request, context, _right):
        yield operations.Operation(name="begun")
        context.abort(getattr(farm.grpc.StatusCode, code), "no")
    return fault


def answers_an_error(server, request, context, _right):
    done = operations.Operation(name="failed", done=True)
    response = api.ExecuteResponse()
    response.status.code = 8
    done.response.Pack(response)
    yield done


def answers_nothing(*_):
    yield operations.Operation(name="ends", done=True)


def ends_without_end(*_):
    yield operations.Operation(name="ends")


def refusals_and_faults(options):
    """A full disk, a server that executes nothing, one that breaks: all of it compiles here."""
    faults = [("BatchUpdateBlobs", aborts("RESOURCE_EXHAUSTED")), ("FindMissingBlobs", aborts("INTERNAL")),
              ("GetCapabilities", aborts("UNAUTHENTICATED")), ("Execute", aborts("PERMISSION_DENIED")),
              ("Execute", aborts("FAILED_PRECONDITION")), ("Execute", aborts_in_stream("UNAVAILABLE")),
              ("Execute", answers_an_error), ("Execute", answers_nothing), ("Execute", ends_without_end)]
    with Work(options) as work:
        for call, fault in faults:
            with ExecutionFarm(options.libexec, wrong={call: fault}) as server:
                same(work, patient(server.url), "scale.cl", "warns.cl", warnings=1)
                assert call in server.calls, call
        with ExecutionFarm(options.libexec, executes=False) as server:
            same(work, patient(server.url), "scale.cl", warnings=1)
        same(work, f"grpc://127.0.0.1:{free_port()}|connect-timeout=500", "scale.cl", warnings=1)
        same(work, "grpc://bob@127.0.0.1:1|password=CLC_TEST_NO_SUCH", "scale.cl", warnings=1)


def stalls(server, _request, context, _right):
    context.add_callback(server.cancelled.set)
    yield operations.Operation(name="begun")
    server.ended.wait(60)


def slow_servers_are_raced(options):
    with Work(options) as work:
        for call, fault in (("Execute", stalls), ("BatchUpdateBlobs", lambda server, *_: server.ended.wait(60))):
            with ExecutionFarm(options.libexec, wrong={call: fault}) as server:
                same(work, server.url, "scale.cl", "warns.cl", targets=("spirv64", "spirv32"), warnings=1)
                assert call != "Execute" or server.cancelled.wait(5), "the call was not given up"


def interrupted(options):
    """Ends soon, tells the server, and leaves nothing."""
    with Work(options, **{"long.cl": "#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n"
                                     "kernel void k(global int* o) { B(B(o[0]++;)) }\n"}) as work, \
            ExecutionFarm(options.libexec, wrong={"Execute": stalls}) as server:
        package = os.path.join(work.folder, "package.clcpack")
        with subprocess.Popen([work.clc, "compile", "long.cl", "-t", "spirv64", "-o", package], cwd=work.place,
                              env=work.variables(patient(server.url)), stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + SLACK
            while "Execute" not in server.calls and time.monotonic() < deadline:
                time.sleep(0.02)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        assert "interrupted" in errors and process.returncode != 0 and time.monotonic() - begin < 5, (errors, process.returncode)
        assert server.cancelled.wait(5) and not os.path.exists(package)


def wrong_sources_are_told_as_here(options):
    """An error is compiled again here before it is believed; a server that calls a good source wrong is found out."""
    with Work(options, **{"wrong.cl": "kernel void k(global int* o) { o[0] = missing; }\n"}) as work:
        with ExecutionFarm(options.libexec) as server:
            same(work, patient(server.url), "wrong.cl", "scale.cl", "-k", expected=1)
            assert len(server.executed) == 2, server.executed
        with ExecutionFarm(options.libexec, lie=replaced(says_it_failed)) as server:
            same(work, patient(server.url), "scale.cl")
            assert server.executed


def misspelt_servers_are_errors(options):
    with Work(options) as work:
        for text, reason in (("http://a", "jobs go by grpc"), ("a:80", "begins with grpc://"), ("grpc://a grpc://b", "one server only"),
                             ("grpc://a|read-only", "no attribute"), ("grpc://u:" + SECRET + "@a", "a password does not belong"),
                             ("grpc://a|property=OS", "property takes NAME=VALUE"), ("grpc://a:0", "the port is none")):
            _, errors, _, _ = work.compile(text, "scale.cl", expected=2)
            assert errors.startswith("clc: error: CLC_REMOTE_EXECUTION") and reason in errors and SECRET not in errors, errors


def nothing_of_the_environment_travels(options):
    with Work(options) as work, ExecutionFarm(options.libexec, token="Bearer " + SECRET) as server:
        variables = work.variables(patient(server.url) + "|token=CLC_TEST_SECRET|property=OSFamily=Linux|property=cpu=x86%20one")
        compile(work.clc, "scale.cl", output=os.path.join(work.folder, "p.clcpack"), targets=["spirv64"], env=variables, cwd=work.place)
        assert server.executed and not [blob for blob in server.blobs.values() if SECRET.encode() in blob]
        action = api.Action.FromString(server.blobs[server.executed[0]])
        assert [(one.name, one.value) for one in action.platform.properties] == [("OSFamily", "Linux"), ("cpu", "x86 one")], action


def jobs_of_drivers_stay(options):
    """What only asks, or is for a driver of this machine, goes to no server."""
    with Work(options) as work, ExecutionFarm(options.libexec) as server:
        run(work.clc, "compile", "scale.cl", "-t", "spirv64", "--plan", expected=None, cwd=work.place, env=work.variables(patient(server.url)))
        assert not server.calls, server.calls
        listed = run(work.clc, "targets", env=work.variables(None)).stdout
        drivers = [word for word in listed.split() if word.startswith("driver:")]
        if drivers:
            same(work, patient(server.url), "scale.cl", targets=drivers[:1])
            assert not server.executed, server.executed


def waits_a_little(_server, request, context, right):
    time.sleep(0.4)
    yield from right(request, context)


def many_at_a_time(options):
    """Far more than this machine has cores."""
    with Work(options) as work, ExecutionFarm(options.libexec) as server:
        sources = []
        for number in range(40):
            sources.append(f"m{number}.cl")
            with open(os.path.join(work.place, sources[-1]), "w", encoding="utf-8") as file:
                file.write(f"kernel void k{number}(global int* o) {{ o[0] = {number}; }}\n")
        wanted, _, _, _ = work.compile(patient(server.url), *sources)
        server.wrong["Execute"] = waits_a_little
        begin = time.monotonic()
        got, said, _, _ = work.compile(patient(server.url), *sources, "-j", "40", "--verbose")
        took = time.monotonic() - begin
        assert got == wanted and at(server.url, said.splitlines()) > 20, said
        assert took < 40 * 0.4 / 2, f"{took} s for 40 jobs of 0.4 s"


def short_jobs_of_one_file_travel_together(options):
    """Once it is known that they are short."""
    with Work(options) as work, ExecutionFarm(options.libexec) as server:
        targets, cache = [f"nvptx:sm_{chip}" for chip in (70, 75, 80, 86, 89, 90)], os.path.join(work.folder, "cache")
        work.compile(None, "warns.cl", targets=targets, cache=cache)
        with open(os.path.join(work.place, "warns.cl"), "a", encoding="utf-8") as file:
            file.write("// edited\n")
        got, _, _, _ = work.compile(patient(server.url), "warns.cl", "-j", "6", targets=targets, cache=cache)
        assert 1 <= len(server.executed) < len(targets), len(server.executed)
        wanted, _, _, _ = work.compile(None, "warns.cl", targets=targets)
        assert got == wanted


def two_servers_killed_and_restarted(options):
    """One asks the other to execute. Both are killed in the middle, come back, and the line is cut."""
    with contextlib.ExitStack() as stack:
        second = stack.enter_context(Casd(executes=True))
        behind = [f"--{service}-remote=http://127.0.0.1:{second.port}" for service in ("cas", "exec", "ac")]
        first = stack.enter_context(Casd(*behind))
        tunnel = stack.enter_context(Tunnel(first.port))
        work = stack.enter_context(Work(options))
        sources = []
        for number in range(12):
            sources.append(f"m{number}.cl")
            with open(os.path.join(work.place, sources[-1]), "w", encoding="utf-8") as file:
                file.write(f"kernel void k{number}(global float* o) {{ o[{number}] = sin(o[0]); }}\n")

        wanted, _, _, _ = work.compile(None, *sources)
        with futures.ThreadPoolExecutor() as pool:
            call = pool.submit(work.compile, tunnel.url + "|connect-timeout=20000|timeout=5000", *sources, "-j", "4", "--verbose")
            time.sleep(0.7)
            for casd, others in ((second, []), (first, behind)):
                casd.process.kill()
                casd.process.wait()
                tunnel.cut()
                time.sleep(0.2)
                stack.callback(Casd(*others, folder=casd.folder, port=casd.port, executes=not others).end)
            got, said, _, took = call.result()
        assert got == wanted and took < SLACK and said.count("CLC_REMOTE_EXECUTION: ") <= 1, (took, said)
        lines = same(work, patient(tunnel.url), *sources, more=["--verbose", "-j", "4"])
        assert at(tunnel.url, lines) > 6, lines


TESTS = [every_family_there_as_here, lies_are_found, refusals_and_faults, slow_servers_are_raced, interrupted, wrong_sources_are_told_as_here,
         misspelt_servers_are_errors, nothing_of_the_environment_travels, jobs_of_drivers_stay, many_at_a_time,
         short_jobs_of_one_file_travel_together, two_servers_killed_and_restarted]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--only", help="the name of one test")
    chosen = parser.parse_args()
    chosen.clc = os.path.abspath(chosen.clc)
    chosen.libexec = os.path.join(os.path.dirname(os.path.dirname(chosen.clc)), "libexec/clc")
    if operations is None:
        skip_all(farm.MISSING)
    TESTS = [test for test in TESTS if chosen.only in (None, test.__name__)]
    run_tests(TESTS, lambda test: test(chosen))
    sys.exit(finish())
