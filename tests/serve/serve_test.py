#!/usr/bin/env python3
"""clc serve: what is saved appears on the page, and nobody but the user gets anything.

usage: serve_test.py --clc PROGRAM [NAME…]
"""
import argparse
import json
import os
import shutil
import signal
import socket
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, environment, finish, run, run_tests, succeed, temporary_folder  # noqa: E402

from client import PATIENCE, Server, code_of, descendants

PTX = "nvptx:sm_90"
FIRST = "kernel void k(global int* o) { o[get_global_id(0)] = 12345; }\n"
SECOND = "kernel void k(global int* o) { o[get_global_id(0)] = 67890; }\n"
BROKEN = "kernel void k(global int* o) {\n  o[0] = unknown_name;\n}\n"


class Place:
    def __init__(self, clc, top):
        self.clc, self.top = clc, os.path.realpath(top)
        self.folder = os.path.join(self.top, "kernels")
        os.mkdir(self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def serve(self, *words, **more):
        return Server(self.clc, self.folder, *words, cache=os.path.join(self.top, "cache"), **more)

    def fails(self, *words, code, error):
        done = run(self.clc, "serve", *words, cwd=self.top, timeout=PATIENCE,
                   env=environment(CLC_CACHE_DIR=os.path.join(self.top, "cache")))
        assert done.returncode == code and error in done.stderr, done


def is_of(file, target=PTX, errors=False):
    return lambda event: event.get("file") == file and event["target"] == target and event["errors"] == errors


def view_of(server, file="a.cl", target=PTX, **more):
    return server.ask("view", file=file, target=target, **more)


def the_page_is_served_with_strict_headers(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        for method in ("GET", "HEAD"):
            status, headers, body = server.get(method=method)
            assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8", headers
            policy = headers["Content-Security-Policy"]
            for part in ("default-src 'none'", "script-src 'sha256-", "connect-src 'self'", "frame-ancestors 'none'"):
                assert part in policy, policy
            assert "unsafe" not in policy and "*" not in policy, policy
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store", headers
            assert headers["Referrer-Policy"] == "no-referrer", headers
            assert not [name for name in headers if name.lower().startswith("access-control")], headers
            assert ("12345" in body) == (method == "GET"), body
            assert int(headers["Content-Length"]) > 1000, headers
        listed = server.ask("files")
        assert [file["name"] for file in listed["files"]] == ["a.cl"] and listed["targets"] == [PTX], listed


def a_save_is_seen(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        assert "12345" in code_of(view_of(server))[0]
        events = server.events()
        for save, text, number in ((server.write, SECOND, "67890"), (server.save_by_rename, FIRST, "12345"),
                                   (server.save_by_rename, SECOND, "67890")):
            save("a.cl", text)
            events.wait(is_of("a.cl"))
            assert number in code_of(view_of(server))[0]
        events.close()


def headers_count(place):
    place.write("sub/own.h", "#define VALUE 111\n")
    place.write("sub/a.cl", '#include "own.h"\n#include <far.h>\n#if __has_include("new.h")\n#include "new.h"\n#else\n'
                            "#define NEW 5\n#endif\nkernel void k(global int* o) { o[0] = VALUE; o[1] = FAR; o[2] = NEW; }\n")
    outside = os.path.join(place.top, "include")
    os.mkdir(outside)

    def write_far(text):
        with open(os.path.join(outside, "far.h"), "w", encoding="utf-8") as file:
            file.write(text)

    write_far("#define FAR 222\n")
    with place.serve("-t", PTX, "-I", outside) as server:
        code = code_of(view_of(server, "sub/a.cl"))[0]
        assert "111" in code and "222" in code, code
        events = server.events()
        server.write("sub/own.h", "#define VALUE 333\n")
        events.wait(is_of("sub/a.cl"))
        assert "333" in code_of(view_of(server, "sub/a.cl"))[0]
        write_far("#define FAR 444\n")
        events.wait(is_of("sub/a.cl"))
        assert "444" in code_of(view_of(server, "sub/a.cl"))[0]
        server.write("sub/new.h", "#define NEW 555\n")
        events.wait(is_of("sub/a.cl"))
        assert "555" in code_of(view_of(server, "sub/a.cl"))[0]
        # The file of the include folder is not in the folder, and its text is on no page.
        assert "#define FAR" not in server.get("view", file="sub/a.cl", target=PTX)[2]


def files_come_and_go(place):
    with place.serve("-t", PTX) as server:
        assert server.ask("files")["files"] == []
        assert server.get()[0] == 200
        events = server.events()
        server.write("deep/er/b.cl", FIRST)
        events.wait(lambda event: event.get("files"))
        events.wait(is_of("deep/er/b.cl"))
        assert "12345" in code_of(view_of(server, "deep/er/b.cl"))[0]
        server.write("deep/er/b.cl", SECOND)
        events.wait(is_of("deep/er/b.cl"))
        os.rename(os.path.join(place.folder, "deep"), os.path.join(place.folder, "other"))
        events.wait(lambda event: event.get("files"))
        assert [file["name"] for file in server.ask("files")["files"]] == ["other/er/b.cl"]
        assert "67890" in code_of(view_of(server, "other/er/b.cl"))[0]
        server.write("other/er/b.cl", FIRST)
        events.wait(is_of("other/er/b.cl"))
        os.remove(os.path.join(place.folder, "other/er/b.cl"))
        events.wait(lambda event: event.get("files"))
        assert server.ask("files")["files"] == []
        assert server.get("view", file="other/er/b.cl", target=PTX)[0] == 404


def a_broken_file_keeps_its_last_code(place):
    place.write("a.cl", FIRST)
    place.write("broken.cl", BROKEN)
    with place.serve("-t", PTX) as server:
        view_of(server)
        events = server.events()
        server.write("a.cl", BROKEN)
        events.wait(is_of("a.cl", errors=True))
        view = view_of(server)
        assert view["old"] and "12345" in code_of(view)[0], view
        error = view["report"]["diagnostics"][0]
        assert error["line"] == 2 and error["column"] == 10 and "unknown_name" in error["text"], error
        source = {file["file"]: file["text"] for file in view["report"]["sources"][0]}
        assert source[error["file"]] == BROKEN, view["report"]
        server.write("a.cl", SECOND)
        events.wait(is_of("a.cl"))
        view = view_of(server)
        assert not view["old"] and "67890" in code_of(view)[0] and view["report"]["diagnostics"] == [], view
        # A file that never compiled has its errors and no code.
        view = view_of(server, "broken.cl")
        assert view["errors"] and not view["built"] and code_of(view) == [] and not view["old"], view


def git(place, *words):
    succeed("git", "-c", "user.name=a", "-c", "user.email=b", *words, cwd=place.folder)


def the_last_commit_is_compared(place):
    if shutil.which("git") is None:
        raise Skipped("git is not here")
    place.write("sub/value.h", "#define VALUE 111\n")
    place.write("sub/a.cl", '#include "value.h"\nkernel void k(global int* o) { o[0] = VALUE; }\n')
    git(place, "init", "-q")
    git(place, "add", ".")
    git(place, "commit", "-q", "-m", "one")
    # A repository that names programs for git to run: none of them is.
    trap = os.path.join(place.top, "trap")
    for name in ("core.fsmonitor", "diff.external", "filter.x.clean", "filter.x.smudge", "core.pager", "core.sshCommand"):
        git(place, "config", name, f"touch {trap}; cat")
    with open(os.path.join(place.folder, ".git/info/attributes"), "w", encoding="utf-8") as file:
        file.write("* filter=x diff=x\n")
    with place.serve("-t", PTX) as server:
        assert server.ask("files")["has_commit"]
        view = view_of(server, "sub/a.cl", commit=1)
        assert view["commit"]["is_same"] and len(view["report"]["builds"]) == 1, view
        place.write("sub/value.h", "#define VALUE 222\n")
        view = wait_for(server, lambda view: "222" in code_of(view)[0])
        assert len(view["report"]["builds"]) == 2 and not view["commit"]["is_same"], view
        assert "111" in code_of(view, 1)[0] and "222" not in code_of(view, 1)[0]
        assert [(one["kernel"], one["code_changed"]) for one in view["report"]["changes"]] == [("k", True)], view["report"]["changes"]
        assert view["report"]["changes_summary"] == "1 kernel differs, 0 for the worse", view["report"]["changes_summary"]
        place.write("sub/a.cl", '#include "value.h"\nkernel void k(global int* o) { o[0] = VALUE + 1; }\n')
        view = wait_for(server, lambda view: "223" in code_of(view)[0])
        assert "111" in code_of(view, 1)[0], view
        place.write("sub/new.cl", FIRST)
        wait_until(lambda: len(server.ask("files")["files"]) == 2)
        assert not view_of(server, "sub/new.cl", commit=1)["commit"]["is_there"]
        events = server.events()
        os.remove(os.path.join(place.folder, ".git/info/attributes"))
        git(place, "-c", "core.fsmonitor=false", "commit", "-q", "-a", "-m", "two")
        events.wait(lambda event: event.get("commit"))
        assert view_of(server, "sub/a.cl", commit=1)["commit"]["is_same"]
        if os.path.exists(trap):
            os.remove(trap)
        view_of(server, "sub/a.cl", commit=1)
        assert not os.path.exists(trap), "git ran a program that the repository names"


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def wait_for(server, condition):
    """The comparison with the last commit, once it is the wanted one."""
    end = time.monotonic() + PATIENCE
    while True:
        view = view_of(server, "sub/a.cl", commit=1)
        if condition(view):
            return view
        assert time.monotonic() < end, view
        time.sleep(0.02)


def a_repository_may_come_and_go(place):
    """In the folder it is noticed at once; above the folder when a page asks for the list of files, as when it is loaded."""
    if shutil.which("git") is None:
        raise Skipped("git is not here")
    place.write("sub/a.cl", FIRST)
    alone = {"GIT_CEILING_DIRECTORIES": place.top}
    with place.serve("-t", PTX, variables=alone) as server:
        assert not server.ask("files")["has_commit"]
        assert "12345" in code_of(view_of(server, "sub/a.cl", commit=1))[0]
        for number in range(2):
            events = server.events()
            git(place, "init", "-q")
            git(place, "add", "sub/a.cl")
            git(place, "commit", "-q", "-m", "one")
            events.wait(lambda event: event.get("commit"))
            assert server.ask("files")["has_commit"]
            assert view_of(server, "sub/a.cl", commit=1)["commit"]["is_same"]
            place.write("sub/a.cl", FIRST.replace("12345", f"5432{number}"))
            view = wait_for(server, lambda view: f"5432{number}" in code_of(view)[0])
            assert len(view["report"]["builds"]) == 2, view
            shutil.rmtree(os.path.join(place.folder, ".git"))
            wait_until(lambda: not server.ask("files")["has_commit"])
            assert len(view_of(server, "sub/a.cl", commit=1)["report"]["builds"]) == 1
            events.close()
    with Server(place.clc, os.path.join(place.folder, "sub"), "-t", PTX, variables=alone) as server:
        assert not server.ask("files")["has_commit"]
        git(place, "init", "-q")
        assert not server.ask("files")["has_commit"]
        git(place, "add", "sub/a.cl")
        git(place, "commit", "-q", "-m", "one")
        wait_until(lambda: server.ask("files")["has_commit"])
        assert view_of(server, "a.cl", commit=1)["commit"]["is_same"]


def a_launch_can_be_named(place):
    """Accesses are those of its work-group and arguments, which not every kernel has; --time adds the forecast."""
    place.write("a.cl", "kernel void k(global float* x, int pitch) { x[get_global_id(0) * pitch] = 1; }\n")
    place.write("b.cl", "kernel void k(global float* x) { x[get_global_id(0)] = 1; }\n")
    with place.serve("-t", PTX, "--work-group", "64", "--global-size", "4096", "--arg", "pitch=2", "--time") as server:
        report = json.dumps(view_of(server)["report"])
        for said in '"work_group": 64', '"group": [64, 1, 1]', "strided 8 B", '"effort"':
            assert said in report, (said, report)
        other = view_of(server, "b.cl")
        assert not other["failure"] and '"facts"' in json.dumps(other["report"]), other
    place.fails(place.folder, "--time", code=2, error="--time needs the work-items of the launch: --global-size")
    place.fails(place.folder, "--arg", "k", code=2, error="--arg k: must be NAME=NUMBER")


def without_a_repository_there_is_no_commit(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX, variables={"GIT_CEILING_DIRECTORIES": place.top, "PATH": "/nowhere"}) as server:
        assert not server.ask("files")["has_commit"]
        assert "12345" in code_of(view_of(server, commit=1))[0]


def targets_can_be_chosen(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX, "-t", "spirv64") as server:
        assert server.ask("files")["targets"] == [PTX, "spirv64:1.2"]
        listed = server.ask("targets")["targets"]
        assert "amdgcn:gfx1100" in listed and PTX in listed, listed
        events = server.events()
        view = view_of(server, target="AMDGCN:gfx1100")
        assert view["target"] == "amdgcn:gfx1100" and len(view["report"]["kernels"]) == 1, view
        server.write("a.cl", SECOND)
        events.wait(is_of("a.cl", "amdgcn:gfx1100"))
        for wrong in ("nonsense", "nvptx:sm_1", "../x", "a.cl"):
            assert server.get("view", file="a.cl", target=wrong)[0] == 404
        assert "DUMMY" not in server.get(file="../../etc/passwd", target="nonsense")[2]


def a_worker_that_dies_is_replaced(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        view_of(server)

        def workers():
            return [pid for pid, name in descendants(server.process.pid).items() if name.startswith("clc-worker")]

        first = workers()
        assert len(first) == 1, first
        events = server.events()
        server.write("a.cl", SECOND)
        events.wait(is_of("a.cl"))
        assert workers() == first, "another worker was started for the second compilation"
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: first[0] not in workers())
        server.write("a.cl", FIRST.replace("12345", "24680"))
        events.wait(is_of("a.cl"))
        assert "24680" in code_of(view_of(server))[0]
        assert len(workers()) == 1 and workers() != first


def a_kernel_that_takes_too_long_can_be_mended(place):
    slow = "#define A(x) x x x x x x x x\nkernel void k(global int* o) {\n" + "A(A(A(A(A(A(A(A(o[0]++;))))))))\n" + "}\n"
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX, "--timeout", "300") as server:
        view_of(server)
        events = server.events()
        server.write("a.cl", slow)
        wait_until(lambda: len(descendants(server.process.pid)) >= 2)  # the worker and its job
        server.write("a.cl", SECOND)
        events.wait(is_of("a.cl"))
        assert "67890" in code_of(view_of(server))[0]


def hostile_requests_are_refused(place):
    place.write("a.cl", FIRST)
    with open(os.path.join(place.top, "secret.cl"), "w", encoding="utf-8") as file:
        file.write("TOP_SECRET")
    os.symlink("../secret.cl", os.path.join(place.folder, "link.cl"))
    with place.serve("-t", PTX) as server:
        own = f"127.0.0.1:{server.port}"
        for headers, status in (({"Host": "evil.example"}, 421), ({"Host": f"evil.example:{server.port}"}, 421),
                                ({"Host": f"[::1]:{server.port}"}, 421), ({"Host": "localhost"}, 421),
                                ({"Host": f"localhost:{server.port}"}, 200), ({"Origin": "http://evil.example"}, 403),
                                ({"Origin": "null"}, 403), ({"Origin": f"http://{own}"}, 200),
                                ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Sec-Fetch-Site": "same-site"}, 403),
                                ({"Sec-Fetch-Site": "none"}, 200), ({"Content-Length": "3"}, 413),
                                ({"Transfer-Encoding": "chunked"}, 413), ({"X": "y" * 20000}, 431)):
            for name in ("", "files", "view"):
                assert server.get(name, headers=headers)[0] == status, (headers, name, server.get(name, headers=headers))
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "BREW"):
            got, headers, _ = server.get("files", method=method)
            assert got == (400 if method == "BREW" and got == 400 else 405), (method, got)
        token = server.token
        for path, status in (("/", 403), ("/favicon.ico", 403), (f"/{token}", 403), (f"/{'0' * 32}/files", 403),
                             (f"/{token}/../files", 404), (f"/{token}/..%2f..%2fetc%2fpasswd", 404), (f"/{token}/a.cl", 404),
                             (f"/{token}//etc/passwd", 404), (f"/{token}/%00", 404), (f"/{token}/files?x=%00", 400),
                             (f"/{token}/files?x=%zz", 400), (f"/../{token}/files", 403), (f"http://{own}/{token}/files", 400),
                             (f"/{token}/files/", 404), ("/" + "x" * 5000, 414)):
            got, _, body = server.get(path=path)
            assert got == status and "root:" not in body, (path, got, body)
        for file in ("../secret.cl", "link.cl", os.path.join(place.top, "secret.cl"), "..%2fsecret.cl", "/etc/passwd", "./a.cl",
                     "a.cl/", "a.cl\n", "sub/../a.cl", "", ".."):
            got, _, body = server.get("view", file=file, target=PTX)
            assert got == (200 if file == "" else 404) and "TOP_SECRET" not in body and "root:" not in body, (file, got, body)
        for data, status in ((b"\x16\x03\x01\x00\xa5\x01\x00\x00", 400), (b"GET /\r\n\r\n", 400), (b"\0" * 100, 400),
                             (b"GET / HTTP/3.0\r\n\r\n", 505), (b"GET / HTTP/1.1\r\n\r\n", 400),
                             (f"GET {server.path('files')} HTTP/1.1\r\nHost: {own}\r\nHost: {own}\r\n\r\n".encode(), 400),
                             (b"GET / HTTP/1.1\r\nX: " + b"y" * 100000, 431), (b"GET " + b"/" * 100000, 414)):
            answer = server.raw(data)
            assert answer.startswith(f"HTTP/1.1 {status} "), (data[:50], answer)
            assert "Connection: close" in answer, answer
        # A request and garbage behind it: the request is answered, the rest refused.
        good = f"GET {server.path('files')} HTTP/1.1\r\nHost: {own}\r\n\r\n".encode()
        answer = server.raw(good + good + b"\x00garbage\r\n\r\n")
        assert answer.count("HTTP/1.1 200") == 2 and answer.count("HTTP/1.1 400") == 1, answer
        assert "12345" in code_of(view_of(server))[0], "the server has lost something"
        server.stop()
        log = "".join(server.errors)
        assert "refused (421): for the host 'evil.example'" in log, log
        assert "\x1b" not in log and token not in log, log


def slow_and_many_connections_keep_nobody_out(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        view_of(server)
        slow = []
        for i in range(200):
            slow.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            slow[-1].sendall(b"GET /" if i % 2 else b"")
        assert "12345" in code_of(view_of(server))[0]
        # Those who are left get an answer in time, and no more than that.
        answer = b""
        try:
            while part := slow[-1].recv(65536):
                answer += part
        except ConnectionResetError:
            pass
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        for connection in slow:
            connection.close()
        streams = [server.events() for _ in range(16)]
        assert server.get("events")[0] == 503
        assert "12345" in code_of(view_of(server))[0]
        server.write("a.cl", SECOND)
        for stream in streams:
            stream.wait(is_of("a.cl"))
            stream.close()
        wait_until(lambda: stream_is_open(server))


def refusals_do_not_fill_the_terminal(place):
    place.write("a.cl", FIRST)
    begin = time.monotonic()
    with place.serve("-t", PTX) as server:
        for i in range(300):
            assert server.get("files", headers={"Host": "evil.example"})[0] == 421
            if i % 10 == 9:
                view_of(server)  # is answered after what was refused before is told
        server.stop()
        lines = [line for line in server.errors if "refused" in line]
        intervals = (time.monotonic() - begin) // 10 + 1
        assert 1 <= len(lines) <= 21 * intervals, (len(lines), lines[-3:])


def stream_is_open(server):
    try:
        server.events().close()
        return True
    except AssertionError:
        return False


def it_listens_on_the_loopback_address_only(place):
    with place.serve("-t", PTX) as server:
        inodes = set()
        for name in os.listdir(f"/proc/{server.process.pid}/fd"):
            try:
                link = os.readlink(f"/proc/{server.process.pid}/fd/{name}")
            except FileNotFoundError:  # closed since it was listed: the server goes on meanwhile
                continue
            if link.startswith("socket:["):
                inodes.add(link[8:-1])
        own = []
        for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
            path = f"/proc/{server.process.pid}/net/{table}"
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    own += [(table, line.split()[1]) for line in file.readlines()[1:] if line.split()[9] in inodes]
        little = sys.byteorder == "little"
        assert own == [("tcp", f"{'0100007F' if little else '7F000001'}:{server.port:04X}")], own


def signals_end_it_and_nothing_is_left(place):
    place.write("a.cl", FIRST)
    temporary = os.path.join(place.top, "tmp")
    os.mkdir(temporary)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        place.write("a.cl", FIRST.replace("12345", str(1000 + number)))  # not in the cache
        with place.serve("-t", PTX, variables={"TMPDIR": temporary}) as server:
            view_of(server)
            events = server.events()
            children = descendants(server.process.pid)
            assert children, "no worker"
            assert server.stop(number) == -number
            try:
                events.wait(lambda event: False)
            except AssertionError as ended:
                assert "has closed" in str(ended), ended
            wait_until(lambda known=children: not [pid for pid in known if os.path.exists(f"/proc/{pid}")])
            assert os.listdir(temporary) == []
            try:
                socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
                raise AssertionError("somebody still listens")
            except ConnectionRefusedError:
                pass
    # Also while it compiles.
    place.write("a.cl", "#define A(x) x x x x x x x x\nkernel void k(global int* o) {\nA(A(A(A(A(A(A(A(o[0]++;))))))))\n}\n")
    with place.serve("-t", PTX, variables={"TMPDIR": temporary}) as server:
        wait_until(lambda: len(descendants(server.process.pid)) >= 2)
        children = descendants(server.process.pid)
        assert server.stop(signal.SIGINT) == -signal.SIGINT
        wait_until(lambda: not [pid for pid in children if os.path.exists(f"/proc/{pid}")])


def it_says_when_it_cannot_go_on(place):
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        view_of(server)
        shutil.rmtree(place.folder)
        assert server.process.wait(timeout=PATIENCE) == 3
        server.reader.join(PATIENCE)
        assert "the folder is gone" in "".join(server.errors), server.errors
    os.mkdir(place.folder)
    place.write("a.cl", FIRST)
    with place.serve("-t", PTX) as server:
        place.fails("kernels", "--port", str(server.port), code=3, error="cannot listen on 127.0.0.1")
    with place.serve("-t", PTX, "--port", str(server.port)) as again:
        assert again.port == server.port
    place.fails("absent", code=3, error="cannot open absent")
    place.fails("kernels/a.cl", code=3, error="not a folder")
    place.fails("kernels", "-t", "nonsense", code=4, error="nonsense")
    place.fails("kernels", "--port", "70000", code=2, error="port")
    place.fails(code=2, error="FOLDER")
    place.fails("kernels", "-o", "x", code=2, error="-o")


def confined_sources_see_the_folder_only(place):
    place.write("a.cl", '#include "../outside.h"\n' + FIRST)
    with open(os.path.join(place.top, "outside.h"), "w", encoding="utf-8") as file:
        file.write("#define OUTSIDE 1\n")
    with place.serve("-t", PTX) as server:
        assert "12345" in code_of(view_of(server))[0]
    try:
        server = place.serve("-t", PTX, "--confine")
    except AssertionError as problem:
        if "cannot confine" in str(problem):
            raise Skipped("this Linux cannot confine") from problem
        raise
    with server:
        view = view_of(server)
        assert view["errors"] and "file not found" in view["report"]["diagnostics"][0]["text"], view


TESTS = [the_page_is_served_with_strict_headers, a_save_is_seen, headers_count, files_come_and_go,
         a_broken_file_keeps_its_last_code, the_last_commit_is_compared, a_repository_may_come_and_go, without_a_repository_there_is_no_commit, a_launch_can_be_named,
         targets_can_be_chosen, a_worker_that_dies_is_replaced, a_kernel_that_takes_too_long_can_be_mended,
         hostile_requests_are_refused, slow_and_many_connections_keep_nobody_out,
         refusals_do_not_fill_the_terminal, it_listens_on_the_loopback_address_only,
         signals_end_it_and_nothing_is_left, it_says_when_it_cannot_go_on, confined_sources_see_the_folder_only]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    clc = os.path.abspath(options.clc)

    def in_a_place(test):
        with temporary_folder("clc-serve-") as top:
            test(Place(clc, top))

    run_tests([test for test in TESTS if not options.names or test.__name__ in options.names], in_a_place)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
