#!/usr/bin/env python3
"""A server that lies about what compilations read learns nothing of the machine's other files, and costs it nothing.

What the client asks for next tells the server whether its guess was right. The guesses here are all right.

usage: lying_server.py --clc PROGRAM
"""
import argparse
import base64
import hashlib
import http.server
import json
import os
import resource
import sys
import threading

from workspace import Workspace

KERNEL = "#include \"h.h\"\nkernel void fill(global float* a) { a[get_global_id(0)] = 1; }\n"
FILES = ("src/k.cl", "-Iinc", "-t", "spirv64:1.2")
READ, FILE, FOLDER, ABSENT = 3, 2, 1, 0
WORKING_FOLDER, ABSOLUTE, SOURCE, INCLUDE = 0, 1, 2, 3  # as encoded: the root and 2
GIGABYTE = 1 << 30


def number(value):
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(0x80 | value & 0x7f)
        value >>= 7
    return bytes(encoded + bytes([value]))


def text(value):
    value = value.encode() if isinstance(value, str) else value
    return number(len(value)) + value


def fact(kind, root, name, size=None, sha256=None, index=0):
    encoded = number(kind) + number(root) + text(name)
    if kind in (READ, FILE):
        encoded += number(size)
    if kind == READ:
        encoded += text(sha256)
    return encoded + number(index)


def action(facts, artifact):
    encoded = (text("clc.action.1") + number(1) + text(artifact) + text("") + number(1) + number(len(facts))
               + b"".join(facts))
    return json.dumps({"stdoutRaw": base64.b64encode(encoded).decode()}).encode()


class Server(http.server.ThreadingHTTPServer):
    """Has one answer for every action, and no artifact; notes what it is asked for."""
    daemon_threads = True

    def __init__(self, answer):
        self.answer = answer
        self.asked = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}|read-only"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append(self.path)
        body = self.server.answer if self.path.startswith("/ac/") else None
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


def learns(clc, guess):
    """True when the server sees that its guess is right; `guess` makes the facts, in a workspace of its own."""
    artifact = hashlib.sha256(b"any").hexdigest()
    with Workspace(clc) as work:
        work.write("src/k.cl", KERNEL)
        work.write("inc/h.h", "// a header\n")
        work.write("secret", "a password")
        with Server(action(guess(work), artifact)) as server:
            work.expect(False, *FILES, CLC_REMOTE=server.url)
            assert any(path.startswith("/ac/") for path in server.asked), server.asked
            return f"/cas/{artifact}" in server.asked


def known(path, root, name):
    with open(path, "rb") as file:
        content = file.read()
    return fact(READ, root, name, len(content), hashlib.sha256(content).hexdigest())


def sparse(work):
    """Below the source's folder, and of the size that the server says."""
    with open(work.path("src/large"), "wb") as file:
        file.truncate(60 * GIGABYTE)
    return [fact(READ, SOURCE, "large", 60 * GIGABYTE, "0" * 64)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    clc = os.path.abspath(parser.parse_args().clc)
    # The checks below see what the server learns: these are questions that it may ask.
    assert learns(clc, lambda work: [known(work.path("src/k.cl"), SOURCE, "k.cl")])
    assert learns(clc, lambda work: [known(work.path("inc/h.h"), INCLUDE, "h.h")])
    assert not learns(clc, lambda work: [fact(READ, SOURCE, "k.cl", 5, "0" * 64)])

    for what, guess in {
            "an absolute name": lambda work: [known(work.path("secret"), ABSOLUTE, work.path("secret"))],
            "a name that climbs": lambda work: [known(work.path("secret"), SOURCE, "../secret")],
            "the working folder": lambda work: [known(work.path("secret"), WORKING_FOLDER, "secret")],
            "a root that is none": lambda work: [known(work.path("secret"), 9, "secret")],
            "what was not read": lambda work: [fact(FILE, SOURCE, "../secret", 10)],
            "whether there is a folder": lambda work: [fact(FOLDER, ABSOLUTE, "/etc")],
            "whether there is none": lambda work: [fact(ABSENT, ABSOLUTE, "/no/such/folder")],
            "the second question": lambda work: [known(work.path("src/k.cl"), SOURCE, "k.cl"),
                                                 fact(FOLDER, ABSOLUTE, "/etc", index=1)],
    }.items():
        assert not learns(clc, guess), f"the server learnt of {what}"

    # Reading 60 GB takes more memory and time than this.
    if not os.environ.get("CLC_SANITIZER"):  # which reserves terabytes
        resource.setrlimit(resource.RLIMIT_AS, (8 * GIGABYTE, 8 * GIGABYTE))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    assert not learns(clc, sparse)
    print("a server that lies learns of no file outside of the folders of the compilation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
