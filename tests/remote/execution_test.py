#!/usr/bin/env python3
"""Jobs compiled by a server of the Remote Execution API: buildbox-casd, and one that lies. The package is the same as without
it, byte for byte, and so is what the cache keeps; trouble is told once.

usage: execution_test.py --clc PROGRAM
"""
import os
import re
import shutil
import struct
import threading

from farm import Casd, Tunnel, api
from farm_execution import ExecutionFarm
from servers import sha256
from clc_testing import Skipped, compile, run  # pylint: disable=redefined-builtin
from farm_work import SECRET, Work, at, installed_casd, kept, main, patient, same

FAMILIES = ["spirv64", "spirv32", "nvptx:sm_90", "amdgcn:gfx90a", "r600:cypress"]
# Their jobs are compiled there, and what the tool makes of it is made here.
FINISHED_HERE = [("cubin:sm_90", "ptxas"), ("intel:skl", "ocloc")]


def every_family_there_as_here(options):
    with Casd(executes=True) as casd, Work(options) as work:
        for arguments in (["scale.cl", "warns.cl"], ["scale.cl", "-g", "-O0", "-DFACTOR=2"], ["--module", "both=scale.cl,warns.cl"]):
            lines = same(work, patient(casd.url), *arguments, targets=FAMILIES, more=["--verbose", "-j", "8"])
            assert at(casd.url, lines) == len(FAMILIES) * (2 if arguments[0] != "--module" and arguments[-1] == "warns.cl" else 1), lines
        for target, tool in FINISHED_HERE:
            if shutil.which(tool):
                lines = same(work, patient(casd.url), "scale.cl", targets=[target], more=["--verbose"])
                assert at(casd.url, lines) == 1, lines
        lines = same(work, patient(casd.url), "embeds.cl", "embeds/below.cl", more=["--verbose"])
        assert at(casd.url, lines) == 2, lines


def compilers_installed_there(options):
    """Nothing but what a job reads is sent. One that is missing, or has other builtins, is found out, and not for ever."""
    with Work(options) as work:
        place = os.path.join(work.folder, "builtins")
        os.mkdir(place)
        builtins = os.path.join(options.libexec, "../../share/clc/builtins/spirv64.bc")
        casd, there = installed_casd(options, folders={"share/clc/builtins": place})
        with casd, Tunnel(casd.port) as tunnel:
            server = patient(tunnel.url) + there
            for contents, reason in ((None, "another one than this"), (b"BC", "another one than this"), ("right", "")):
                if contents == "right":
                    shutil.copy(builtins, place)
                elif contents:
                    with open(os.path.join(place, "spirv64.bc"), "wb") as file:
                        file.write(contents)
                lines = same(work, server, "scale.cl", "embeds.cl", warnings=1 if reason else 0, more=["--verbose"])
                assert at(tunnel.url, lines) == (0 if reason else 2), lines
                assert not reason or "the clc in its /opt/c lc is " + reason in "".join(lines), lines
            assert tunnel.total < 1 << 20, tunnel.total
            lines = same(work, patient(casd.url) + "|compiler=/usr", "scale.cl", warnings=1)
            assert "/usr/libexec/clc/clc-worker cannot be run there" in "".join(lines), lines


def wrong_exit(_, result):
    result.exit_code = 1


def no_such_program(_, result):
    result.exit_code = 127


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


LIES = [wrong_exit, no_such_program, other_digest, other_size, negative_size, huge_size, no_output,
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
                             ("grpc://a|read-only", "is not an attribute"), ("grpc://u:" + SECRET + "@a", "a password does not belong"),
                             ("grpc://a|property=OS", "property takes NAME=VALUE"), ("grpc://a|compiler=opt", "compiler takes the full path"),
                             ("grpc://a:0", "the port is invalid")):
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


def many_at_a_time(options):
    """Far more than this machine has cores."""
    with Work(options) as work, ExecutionFarm(options.libexec) as server:
        sources = []
        for number in range(40):
            sources.append(f"m{number}.cl")
            with open(os.path.join(work.place, sources[-1]), "w", encoding="utf-8") as file:
                file.write(f"kernel void k{number}(global int* o) {{ o[0] = {number}; }}\n")
        wanted, _, _, _ = work.compile(patient(server.url), *sources)
        all_there = threading.Barrier(len(sources))

        def waits_for_all(_server, request, context, right):
            all_there.wait(30)
            yield from right(request, context)
        server.wrong["Execute"] = waits_for_all
        got, said, _, _ = work.compile(patient(server.url), *sources, "-j", "40", "--verbose")
        assert got == wanted and at(server.url, said.splitlines()) == 40 and not all_there.broken, said


def short_jobs_of_one_file_travel_together(options):
    """Once it is known that they are short."""
    with Work(options) as work, ExecutionFarm(options.libexec) as server:
        targets, cache = [f"nvptx:sm_{chip}" for chip in (70, 75, 80, 86, 89, 90)], os.path.join(work.folder, "cache")
        for _ in range(5):
            _, said, _, _ = work.compile(None, "warns.cl", "--verbose", "-j", "1", targets=targets, cache=cache)
            times = sorted(map(int, re.findall(r"bytes after (\d+) ms", said)))
            assert len(times) == len(targets), said
            if times[0] + times[1] < 250:
                break
            for entry in kept(cache):
                os.remove(os.path.join(cache, entry))
        else:
            raise Skipped(f"jobs take {times} ms here")
        with open(os.path.join(work.place, "warns.cl"), "a", encoding="utf-8") as file:
            file.write("// edited\n")
        got, _, _, _ = work.compile(patient(server.url), "warns.cl", "-j", "6", targets=targets, cache=cache)
        assert 1 <= len(server.executed) < len(targets), len(server.executed)
        wanted, _, _, _ = work.compile(None, "warns.cl", targets=targets)
        assert got == wanted


TESTS = [every_family_there_as_here, compilers_installed_there, lies_are_found, wrong_sources_are_told_as_here,
         misspelt_servers_are_errors, nothing_of_the_environment_travels, jobs_of_drivers_stay, many_at_a_time,
         short_jobs_of_one_file_travel_together]


if __name__ == "__main__":
    main(__doc__, TESTS)
