"""Recordings, written from the documentation alone, and not by the layer."""
import hashlib
import json
import os


def program_digest(source, headers, options):
    form = b"clc-program-1\n"

    def part(name, content):
        content = content if isinstance(content, bytes) else content.encode()
        return f"{name} {len(content)}\n".encode() + content + b"\n"

    form += part("source", source)
    for name in sorted(headers):
        form += part("header", name) + part("content", headers[name])
    return hashlib.sha256(form + part("options", options)).hexdigest()


def linked_digest(digests, options):
    form = b"clc-linked-program-1\n"
    for digest in digests:
        form += f"input {len(digest)}\n{digest}\n".encode()
    return hashlib.sha256(form + f"options {len(options)}\n{options}\n".encode()).hexdigest()


class Recording:
    def __init__(self, folder):
        self.folder = folder
        self.builds, self.launches = [], []
        self.write("recording.json", json.dumps({"recording": 1}))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def program(self, kernel, source, headers=None, options="", step="build", status=0, language="OpenCL C"):
        headers = headers or {}
        digest = program_digest(source, headers, options)
        place = f"programs/{kernel}-{digest[:12]}"
        for name, content in headers.items():
            self.write(f"{place}/{name}", content)
        self.write(f"{place}/{kernel}.cl", source)
        self.write(f"{place}/program.json", json.dumps({
            "digest": digest, "language": language, "source": f"{kernel}.cl", "options": options,
            "headers": sorted(headers)}))
        self.build(digest, step, status)
        return digest

    def build(self, digest, step, status=0, **more):
        self.builds.append({"step": step, "program": digest, "devices": [], "served": "driver", "status": status,
                            "nanoseconds": 1000000, "count": 1, "kernels": [], **more})

    def link(self, digests, options=""):
        digest = linked_digest(digests, options)
        self.build(digest, "link", inputs=digests, link_options=options)
        return digest

    def launch(self, digest, kernel, group=(64, 1, 1), grid=(1024, 1, 1), count=1, arguments=()):
        self.launches.append({"program": digest, "kernel": kernel, "dimensions": 1, "offset": [0, 0, 0], "global": list(grid),
                              "local": list(group), "arguments": list(arguments), "count": count})

    def close(self, run="1-1"):
        self.write(f"runs/{run}.json", json.dumps({
            "command": ["app"], "process": 1, "builds": self.builds, "launches": self.launches, "not_recorded": []}))
