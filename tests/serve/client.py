"""A running `clc serve`, and a client for it."""
import http.client
import json
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment  # noqa: E402
from urllib.parse import urlencode, urlsplit

PATIENCE = 60  # seconds; a machine may be busy


class Events:
    """The events that the server tells, as they come."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", server.path("events"))
        self.socket = self.connection.sock
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.status
        assert self.answer.getheader("Content-Type") == "text/event-stream"
        self.queue = queue.Queue()
        first = self.answer.fp.readline()  # "retry: …": it listens now
        assert first.startswith(b"retry"), first
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        try:
            for line in self.answer.fp:
                if line.startswith(b"data: "):
                    self.queue.put((time.monotonic(), json.loads(line[6:])))
        except (OSError, ValueError):
            pass
        self.queue.put((time.monotonic(), None))

    def wait(self, wanted):
        """The first event that fits, and when it came."""
        end = time.monotonic() + PATIENCE
        while True:
            when, event = self.queue.get(timeout=max(0.1, end - time.monotonic()))
            assert event is not None, "the server has closed the stream"
            if wanted(event):
                return when, event

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)  # ends the reader
        self.thread.join(PATIENCE)
        self.answer.close()
        self.connection.close()


class Server:
    def __init__(self, clc, folder, *words, cache=None, cwd=None, variables=None):
        self.folder = folder
        env = environment("CLC_", "GIT_", **{"CLC_CACHE_DIR": cache or os.path.join(folder, ".cache"), **(variables or {})})
        self.process = subprocess.Popen([clc, "serve", folder, *words], cwd=cwd, env=env, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, errors="replace")
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        self.url = self.process.stdout.readline().strip() if ready else ""
        if not self.url:
            self.process.kill()
            raise AssertionError(f"no address: {self.process.communicate()}")
        parts = urlsplit(self.url)
        self.port, self.token = parts.port, parts.path.strip("/")
        self.errors = []
        self.reader = threading.Thread(target=self.read_errors, daemon=True)
        self.reader.start()

    def read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()

    def path(self, name="", **query):
        return f"/{self.token}/{name}" + ("?" + urlencode(query) if query else "")

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self.reader.join(PATIENCE)
        return code

    def get(self, name="", headers=None, method="GET", path=None, **query):
        """Status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path or self.path(name, **query), skip_host=bool(headers and "Host" in headers))
            for key, value in (headers or {}).items():
                connection.putheader(key, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def ask(self, name, **query):
        status, _, body = self.get(name, **query)
        assert status == 200, f"{name} {query}: {status} {body}"
        return json.loads(body)

    def raw(self, data, shut=False):
        """Returns what the server answers to these bytes, until it closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            try:
                connection.sendall(data)
                if shut:
                    connection.shutdown(socket.SHUT_WR)
                answer = b""
                while part := connection.recv(65536):
                    answer += part
            except (ConnectionResetError, BrokenPipeError):
                pass
            return answer.decode(errors="replace")

    def events(self):
        return Events(self)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def save_by_rename(self, name, text):
        """Saves a file as careful editors do."""
        self.write(name + ".tmp~", text)
        os.rename(os.path.join(self.folder, name + ".tmp~"), os.path.join(self.folder, name))


def code_of(view, build=0):
    """The code of each kernel of a build."""
    return ["\n".join(kernel["code"]["text"]) if isinstance(kernel["code"]["text"], list) else kernel["code"]["text"]
            for kernel in view["report"]["kernels"] if kernel["build"] == build]


def descendants(pid):
    """Processes that a process has started, theirs included: {pid: name}."""
    parents, names = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            continue
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if rest[0] != "Z":
            parents[int(entry)], names[int(entry)] = int(rest[1]), name
    found = {}
    grown = True
    while grown:
        grown = False
        for child, parent in parents.items():
            if child not in found and (parent == pid or parent in found):
                found[child] = names[child]
                grown = True
    return found
