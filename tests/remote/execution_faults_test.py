#!/usr/bin/env python3
"""Jobs compiled by a server of the Remote Execution API that refuses, stalls, breaks, is full or is killed, over a line that is
cut, torn and slow: the package is the same as without it, byte for byte, in a bounded time. Trouble is told once.

usage: execution_faults_test.py --clc PROGRAM
"""
import contextlib
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent import futures

import farm
from certificates import Authority
from clc_testing import Skipped, compile, run  # pylint: disable=redefined-builtin
from farm import Casd, Tunnel, api
from farm_execution import ExecutionFarm, operations
from farm_work import SECRET, SLACK, Work, at, installed_casd, main, patient, same
from proxy import TlsFront
from servers import free_port

# A small disk that only this server sees.
SMALL = """mount -t tmpfs -o size=%s none "$0" && exec "$@" """


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
    server.begun.set()
    server.ended.wait(60)


def slow_servers_are_raced(options):
    with Work(options) as work:
        for call, fault in (("Execute", stalls), ("BatchUpdateBlobs", lambda server, *_: server.ended.wait(60))):
            with ExecutionFarm(options.libexec, wrong={call: fault}) as server:
                begin = time.monotonic()
                same(work, server.url + "|race-after=2000", "scale.cl", "warns.cl", targets=("spirv64", "spirv32"), warnings=1)
                took = time.monotonic() - begin
                assert took < SLACK / 3, f"{took} s with a server that stands still"
                assert "Execute" not in server.calls or server.cancelled.wait(20), "the call was not given up"


def is_sanitized():
    return "CLC_SANITIZER" in os.environ


def never_ends(server, _request, context, _right):
    """Says that it has begun, for ever, without a pause."""
    context.add_callback(server.cancelled.set)
    while context.is_active() and not server.ended.is_set():
        yield operations.Operation(name="begun")


def answers_too_much(server, request, _context, _right):
    """More than a message may have."""
    yield server.operation(api.ActionResult(stdout_raw=bytes(16 << 20)), request.action_digest.hash)


def answers_many_files(server, request, _context, _right):
    result = server.result(b"none of clc's")
    for number in range(20000):
        result.output_files.add(path=f"file {number}", digest=api.Digest(hash="0" * 64, size_bytes=1 << 40))
    yield server.operation(result, request.action_digest.hash)


def lacks_what_nobody_has(_server, request, _context, right):
    """Not what was asked for, and that again and again."""
    answer = right(request, None)
    for number in range(20000):
        answer.missing_blob_digests.add(hash=f"{number:064x}", size_bytes=1 << 40)
    return answer


def knows_too_much(_server, request, context, right):
    known = right(request, context)
    known.cache_capabilities.digest_functions.extend([1] * 2_000_000)
    return known


def floods_end(options):
    """A server that answers without measure costs a compilation here, and no more memory than a job of it."""
    faults = [("Execute", never_ends), ("Execute", answers_too_much), ("Execute", answers_many_files),
              ("FindMissingBlobs", lacks_what_nobody_has), ("GetCapabilities", knows_too_much)]
    with Work(options) as work:
        for call, fault in faults:
            with ExecutionFarm(options.libexec, wrong={call: fault}) as server:
                begin = time.monotonic()
                same(work, server.url + "|race-after=4000|total-timeout=10000", "scale.cl", warnings=None)
                took = time.monotonic() - begin
                assert took < SLACK and call in server.calls, (fault.__name__, took)
                largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
                assert is_sanitized() or largest < 600, f"{fault.__name__}: a process took {largest} MB"
                assert fault is not never_ends or server.cancelled.wait(20), "the call was not given up"
                print(f"{fault.__name__}: {took:.1f} s")


def no_proxys_password_is_told(options):
    """By no warning, no answer about the cache, no dump, and in no file that is kept."""
    with Work(options) as work:
        for proxy in ("http://bob:hunter2@127.0.0.1:%d" % free_port(), "http://bob:hunter2@[::1", "bob:hunter2@no such host", "http://bob:hunter2"):
            place, limits = f"127.0.0.2:{free_port()}", "|connect-timeout=1000"
            servers = f"https://{place}{limits} rediss://{place}{limits} grpcs://{place}{limits}"
            variables = work.variables(f"grpcs://{place}{limits}") | {"https_proxy": proxy, "CLC_REMOTE": servers}
            dump = os.path.join(work.folder, "dump")
            done = compile(work.clc, "scale.cl", "--verbose", "--dump-dir", dump, output=os.path.join(work.folder, "p.clcpack"), targets=["spirv64"],
                           env=variables, cwd=work.place)
            assert "CLC_REMOTE_EXECUTION" in done.stderr and done.stderr.count(place) > 3, (proxy, done.stderr)
            said = [done.stderr + done.stdout]
            for question in (["stats"], ["stats", "--format", "json"], ["where"]):
                asked = run(work.clc, "cache", *question, expected=0, env=variables)
                said.append(asked.stdout + asked.stderr)
            assert place in said[1] and not any(secret in text for text in said for secret in ("hunter", "bob")), (proxy, said)
            told = run("grep", "-rlE", "hunter|bob:", variables["CLC_CACHE_DIR"], dump, expected=None).stdout
            assert not told, (proxy, told)
            print(done.stderr.splitlines()[0])


def running(name, **wanted):
    """Processes of this name whose working folder, or one of whose ancestors, is the wanted one."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, ValueError):
            folder = os.readlink(f"/proc/{pid}/cwd")
            with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                is_named = file.read().strip() == name
            ancestor = int(pid)
            while "ancestor" in wanted and ancestor not in (0, wanted["ancestor"]):
                with open(f"/proc/{ancestor}/stat", encoding="utf-8") as file:
                    ancestor = int(file.read().rsplit(")", 1)[1].split()[1])
            if is_named and (folder == wanted.get("folder") or ancestor == wanted.get("ancestor")):
                found.append(pid)
    return found


def wait_until(is_so, seconds):
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


def interrupt(work, server, begun):
    """Sends SIGINT to a call of clc once `begun` says so. It ends soon, and leaves nothing here."""
    package = os.path.join(work.folder, "package.clcpack")
    with subprocess.Popen([work.clc, "compile", "long.cl", "-t", "spirv64", "-o", package], cwd=work.place,
                          env=work.variables(server), stderr=subprocess.PIPE, text=True) as process:
        assert wait_until(begun, SLACK), "nothing began"
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert "interrupted" in errors and process.returncode != 0 and time.monotonic() - begin < 5, (errors, process.returncode)
    assert not os.path.exists(package)
    for name in ("clc-farm", "clc-worker"):
        assert wait_until(lambda name=name: not running(name, folder=work.place), 5), name + " is still there"


def interrupted(options):
    """The server is told, by the end of the call and by CancelOperation, and ends its job."""
    long = "#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\nkernel void k(global int* o) { B(B(o[0]++;)) }\n"
    with Work(options, **{"long.cl": long}) as work:
        with ExecutionFarm(options.libexec, wrong={"Execute": stalls}) as server:
            for _ in range(3):  # on a busy machine the time to tell it may be too short
                server.begun.clear()
                interrupt(work, patient(server.url), server.begun.is_set)
                assert server.cancelled.wait(20), "the call was not given up"
                if wait_until(lambda: "CancelOperation" in server.calls, 1):
                    break
            assert "CancelOperation" in server.calls, server.calls
        casd, there = installed_casd(options)
        with casd:
            def jobs():
                return running("clc-worker", ancestor=casd.process.pid)
            interrupt(work, patient(casd.url) + there, jobs)
            assert wait_until(lambda: not jobs(), 10), "the job goes on there"


def over_tls(options):
    """casd behind a front that speaks TLS, and a server that wants a token."""
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder, Work(options) as work:
        authority, stranger = Authority(folder), Authority(folder, "stranger")
        good, ours = authority.issue("good"), "|ca=" + authority.certificate
        casd, there = installed_casd(options)
        with casd, TlsFront(casd.port, *good, lambda context: context.set_alpn_protocols(["h2"])) as front:
            name = f"grpcs://localhost:{front.port}"
            lines = same(work, patient(name) + there + ours, "scale.cl", "warns.cl", more=["--verbose"])
            assert at(name, lines) == 2, lines
            heard = front.heard
            for wrong in (f"grpcs://localhost:{front.port}|ca={stranger.certificate}", f"grpcs://127.0.0.1:{front.port}" + ours,
                          f"grpc://localhost:{front.port}"):
                same(work, wrong + "|connect-timeout=1000" + there, "scale.cl", warnings=1)
            assert front.heard == heard, "a server was spoken to whose certificate is bad"
        token = "|token=CLC_TEST_SECRET"
        with ExecutionFarm(options.libexec, certificate=(*good, authority.certificate), token="Bearer " + SECRET) as server:
            assert not same(work, patient(server.url) + token, "scale.cl") and server.executed
            lines = same(work, patient(server.url), "scale.cl", warnings=1)
            assert "UNAUTHENTICATED" in "".join(lines) or "credentials" in "".join(lines), lines


class Line(Tunnel):
    """Does to what the server says, once a job was begun there, what `fault` does: it gets the bytes and says what is sent."""

    def __init__(self, server, fault):
        self.server, self.fault = server, fault
        super().__init__(server.port)

    def relay(self, source, sink):
        is_answer = source.getpeername()[1] == self.upstream_port
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if is_answer and "Execute" in self.server.calls:
                    data = self.fault(self, data)
                sink.sendall(data)


def is_cut(line, _):
    line.cut()
    return b""


def is_torn(line, data):
    line.connections[0].sendall(data[:len(data) // 2])
    line.cut()
    return b""


def is_garbled(_, data):
    return bytes(byte ^ 0x55 for byte in data)


def is_slow(_, data):
    time.sleep(0.1)
    return data


def is_silent(line, _):
    line.server.ended.wait(60)
    return b""


def lines_that_fail_in_a_job(options):
    with Work(options) as work:
        for fault, limits in ((is_cut, ""), (is_torn, ""), (is_garbled, ""), (is_slow, ""), (is_silent, "|race-after=200|timeout=1000")):
            with ExecutionFarm(options.libexec) as server, Line(server, fault) as line:
                url = line.url + (limits or "|connect-timeout=20000|timeout=20000|race-after=60000")
                lines = same(work, url, "scale.cl", "warns.cl", warnings=0 if fault is is_slow else 1, more=["--verbose"])
                assert at(line.url, lines) == (2 if fault is is_slow else 0), (fault.__name__, lines)
                server.ended.set()


def full_disks(options):
    """No room for the compiler, and none any more for jobs after some."""
    namespace = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    if shutil.which("unshare") is None or run(*namespace, "true").returncode != 0:
        raise Skipped("no mount namespaces here")
    sources = {f"m{number}.cl": f"kernel void k(global float* o) {{ o[{number}] = sin(o[0]); }}\n//" + "x" * 60000 for number in range(16)}
    with Work(options, **sources) as work:
        for size, is_sent in (("8m", True), ("900k", False)):
            folder = tempfile.mkdtemp(prefix="clc-casd-")
            os.mkdir(os.path.join(folder, "cache"))
            small = {"folder": folder, "within": [*namespace, "sh", "-c", SMALL % size, os.path.join(folder, "cache")]}
            all_of_it = ("--quota-high=100G", "--reserved=0")
            casd, there = (Casd(*all_of_it, executes=True, **small), "") if is_sent else installed_casd(options, *all_of_it, **small)
            with casd:
                chosen = list(sources)[:4 if is_sent else None]
                lines = same(work, patient(casd.url) + there, *chosen, warnings=1, more=["--verbose"])
                done = at(casd.url, lines)
                assert done == 0 if is_sent else 0 < done < len(chosen), (done, lines)
                assert casd.process.poll() is None


def two_servers_killed_and_restarted(options):
    """One asks the other to execute. Both are killed in the middle, come back, and the line is cut."""
    with contextlib.ExitStack() as stack:
        second, there = installed_casd(options)
        stack.enter_context(second)
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
            call = pool.submit(work.compile, tunnel.url + "|connect-timeout=20000|timeout=5000|race-after=60000" + there, *sources, "-j", "4", "--verbose")
            assert wait_until(lambda: tunnel.total > 15000, SLACK), "nothing began"  # about 6 KB a job
            for casd, others in ((second, []), (first, behind)):
                casd.process.kill()
                casd.process.wait()
                tunnel.cut()
                time.sleep(0.2)
                place = {"folder": casd.folder, "port": casd.port}
                stack.callback((Casd(*others, **place) if others else installed_casd(options, **place)[0]).end)
            got, said, _, took = call.result()
        assert got == wanted and took < SLACK and said.count("CLC_REMOTE_EXECUTION: ") <= 1, (took, said)
        lines = same(work, patient(tunnel.url) + there, *sources, more=["--verbose", "-j", "4"])
        assert at(tunnel.url, lines) > 6, lines


TESTS = [refusals_and_faults, slow_servers_are_raced, floods_end, no_proxys_password_is_told, interrupted, over_tls, lines_that_fail_in_a_job, full_disks,
         two_servers_killed_and_restarted]


if __name__ == "__main__":
    main(__doc__, TESTS)
