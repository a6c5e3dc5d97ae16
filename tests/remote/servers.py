"""Real servers on loopback for the tests of the remote cache, each in a folder of its own, and who talks to them."""
import argparse
import contextlib
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, finish, run_tests, share_of  # noqa: E402


def sha256(data):
    return hashlib.sha256(data).hexdigest()


KEY = sha256(b"a key")
ACTION = b"\x00\x01 an action \xff\xfe"
ARTIFACT = bytes(range(256)) * 200


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def program(name):
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not found:
        raise Skipped(f"{name} is not installed (script/setup)")
    return found


def documented(language):
    """The block of docs/cache-server.md in that language, which a user would copy."""
    page = os.path.join(os.path.dirname(__file__), "../../docs/cache-server.md")
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(rf"```{language}\n(.*?)```", file.read(), re.DOTALL)
    assert len(blocks) == 1, f"{len(blocks)} blocks of {language}"
    return blocks[0]


def replaced(text, values):
    """Each key must be there to be replaced."""
    for old, new in values.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Process:
    """A server that is ended with its folder."""

    def __init__(self, command, folder, port=None, path=None):
        self.folder = folder
        with open(os.path.join(folder, "output"), "wb") as output:
            # It does not outlive a test that was killed.
            self.process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *command], stdout=output, stderr=output,
                                            stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not self.answers(port, path):
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(os.path.join(folder, "output"), encoding="utf-8", errors="replace") as output:
                    text = output.read()
                self.end()
                raise AssertionError(f"{command[0]} did not start: {text[-1000:]}")
            time.sleep(0.02)

    @staticmethod
    def answers(port, path):
        family, address = (socket.AF_UNIX, path) if path else (socket.AF_INET, ("127.0.0.1", port))
        with socket.socket(family) as probe, contextlib.suppress(OSError):
            probe.connect(address)
            return True
        return False

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ }}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  access_log {folder}/access.log;
{servers}
}}
"""

PLAIN = """
  server {{
    listen 127.0.0.1:{port} {tls};
    root {folder}/data;
    client_max_body_size {max_body};
    {more}
    location / {{
      dav_methods PUT;
      create_full_put_path on;
      {location}
    }}
  }}
"""


class Nginx(Process):
    """`servers` is the text of server blocks with {folder} and {port}; without it, one that takes everything."""

    def __init__(self, servers=PLAIN, tls=False, more="", location="", max_body="64m", files=None):
        nginx = program("nginx")
        folder = tempfile.mkdtemp(prefix="clc-nginx-")
        os.chmod(folder, 0o755)  # the worker is another user
        data = os.path.join(folder, "data")
        os.mkdir(data)
        os.chmod(data, 0o777)
        for name, text in (files or {}).items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.certificate = os.path.join(folder, "certificate.pem")
        if tls:
            make_certificate(folder)
            more += f"ssl_certificate {self.certificate}; ssl_certificate_key {folder}/key.pem;"
        self.port = free_port()
        values = {"folder": folder, "port": self.port, "tls": "ssl" if tls else "", "more": more.format(folder=folder),
                  "location": location.format(folder=folder), "max_body": max_body}
        config = os.path.join(folder, "nginx.conf")
        with open(config, "w", encoding="utf-8") as file:
            file.write(NGINX.format(folder=folder, servers=servers.format(**values)))
        super().__init__([nginx, "-p", folder, "-c", config, "-e", os.path.join(folder, "error.log")], folder, self.port)
        self.url = f"{'https' if tls else 'http'}://localhost:{self.port}" if tls else f"http://127.0.0.1:{self.port}"

    def path(self, name):
        return os.path.join(self.folder, "data", name)

    def requests(self):
        """The requests so far: ["PUT /cas/… 201", …]. The server logs one after its answer is read."""
        before, text = None, ""
        while text != before:
            time.sleep(0.1)
            with open(os.path.join(self.folder, "access.log"), encoding="utf-8") as log:
                before, text = text, log.read()
        lines = [line.split('"') for line in text.splitlines()]
        return [" ".join(line[1].split()[:2]) + " " + line[2].split()[0] for line in lines]


class Redis(Process):
    def __init__(self, *options, tls=False, unix=False, users="", configuration=None):
        redis = program("redis-server")
        folder = tempfile.mkdtemp(prefix="clc-redis-")
        self.port = free_port()
        self.socket = os.path.join(folder, "socket")
        self.certificate = os.path.join(folder, "certificate.pem")
        command = [redis]
        if configuration:
            command.append(os.path.join(folder, "redis.conf"))
            with open(command[-1], "w", encoding="utf-8") as file:
                file.write(configuration)
        command += ["--dir", folder, "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
        if tls:
            make_certificate(folder)
            command += ["--port", "0", "--tls-port", str(self.port), "--tls-cert-file", self.certificate,
                        "--tls-key-file", os.path.join(folder, "key.pem"), "--tls-auth-clients", "no"]
            self.url = f"rediss://localhost:{self.port}"
        elif unix:
            command += ["--port", "0", "--unixsocket", self.socket]
            self.url = f"redis+unix://{self.socket}"
        else:
            command += ["--port", str(self.port)]
            self.url = f"redis://127.0.0.1:{self.port}"
        if users:
            command += ["--aclfile", os.path.join(folder, "users")]
            with open(command[-1], "w", encoding="utf-8") as file:
                file.write(users)
        super().__init__(command + list(options), folder, self.port, self.socket if unix else None)


def make_certificate(folder):
    done = subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", os.path.join(folder, "key.pem"), "-out", os.path.join(folder, "certificate.pem")],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def need_tls(options):
    if not options.tls:
        raise Skipped("clc was built without libcurl")


class Hit:
    def __init__(self, line):
        words = line.split()
        assert words[0] in ("hit", "miss", "done"), line
        self.is_hit = words[0] == "hit"
        self.milliseconds = float(words[1])
        self.digest = words[2] if self.is_hit else None

    def __bool__(self):
        return self.is_hit


def patient(servers):
    """With time-outs that no busy machine needs, where there are none yet."""
    return " ".join(server if "timeout=" in server else server + "|connect-timeout=20000|timeout=20000|total-timeout=60000"
                    for server in servers.split())


class Client:
    """One process of clc, as far as the remote goes."""

    def __init__(self, options, servers, **environment):
        keep = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        self.work = tempfile.mkdtemp(prefix="clc-client-")
        self.process = subprocess.Popen(
            [options.driver, options.module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**keep, "HOME": self.work, "CLC_REMOTE": patient(servers), **environment})

    def ask(self, *words):
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the client died: {self.process.wait()} {self.process.stderr.read()}")
        return line.rstrip("\n")

    def get(self, kind, key):
        return Hit(self.ask("get", kind, key))

    def put(self, key, action, artifact):
        names = []
        for name, data in (("action", action), ("artifact", artifact)):
            names.append(os.path.join(self.work, name))
            with open(names[-1], "wb") as file:
                file.write(data)
        return Hit(self.ask("put", key, *names))

    def flush(self):
        return Hit(self.ask("flush"))

    def trouble(self):
        return self.ask("trouble").split("\t") if self.process.poll() is None else []

    def libraries(self):
        with open(f"/proc/{self.process.pid}/maps", encoding="utf-8") as maps:
            return maps.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        code = self.process.wait(30)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        shutil.rmtree(self.work, ignore_errors=True)
        assert code == 0 and not errors, (code, errors)


def keep_an_entry(options, servers, **environment):
    """Puts the entry and gets it from another process."""
    with Client(options, servers, **environment) as client:
        client.put(KEY, ACTION, ARTIFACT)
        client.flush()
        assert client.trouble() == [""], client.trouble()
    with Client(options, servers, **environment) as client:
        assert client.get("action", KEY).digest == sha256(ACTION), client.trouble()
        assert client.get("artifact", sha256(ARTIFACT)).digest == sha256(ARTIFACT), client.trouble()
        assert client.trouble() == [""], client.trouble()


def main(about, tests):
    """Runs the tests of a script. Exits with 77 when every one was skipped."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--driver", required=True)
    parser.add_argument("--module", required=True)
    parser.add_argument("--tls", action="store_true", help="there is a module for TLS, too")
    parser.add_argument("--grpc", action="store_true", help="there is a module for gRPC, too")
    parser.add_argument("--sanitizer", action="store_true", help="use of memory says nothing")
    parser.add_argument("--slow-resolver", help="to preload into a client whose name server does not answer")
    parser.add_argument("--share", type=share_of, default="1/1", help="of the faults of servers, where they speak TLS")
    options = parser.parse_args()
    print(f"share {options.share[0] + 1}/{options.share[1]} of the faults over TLS")
    run_tests(tests, lambda test: test(options))
    sys.exit(finish())
