#!/usr/bin/env python3
"""Holds what scripts, workflows and recipes download to script/lib/downloads.txt: nothing comes by another way than `fetch` of
script/lib/common.sh, and `fetch` takes only files with the digest that is listed there. Planted faults come first.

usage: downloads_test.py --source DIR
"""
import argparse
import glob
import hashlib
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, skip, temporary_folder  # noqa: E402

LIST = "script/lib/downloads.txt"
ROW = re.compile(r"(?:image [0-9a-f]{64} docker\.io/\S+:\S+|action [0-9a-f]{40} [\w/-]+@v[\d.]+|[\w.-]+ [0-9a-f]{64} https://\S+\.(?:whl|tar\.gz))")
FOLDERS = ("script", "bench", "cmake", "packaging", "python", "tests", "docs/examples", ".ci", ".github")
ENDINGS = (".sh", ".py", ".cmake", ".yml", ".yaml", "CMakeLists.txt", "Containerfile")
# Ways to get a file from elsewhere, and what makes a line with one right. Debian's packages are apt's matter, by its names only.
WAYS = [
    (r"""\b(?:curl|wget|aria2c) +(?:-|["']?\$|["']?\w+://)|["'](?:curl|wget)["']""", None),
    (r"""\bpip3?\b.*\b(?:install|download|wheel)(?:["'\s]|$)""", "--no-index"),
    (r"""\bgit\b.*\b(?:clone|submodule|fetch|pull)\b""", 'clone -q "$source_root"'),
    (r"urlopen|urlretrieve|\brequests\.(?:get|post)\b", None),
    (r"GIT_REPOSITORY|ExternalProject_Add|file\(DOWNLOAD|\bURL +[\"$]*\w+://", None),
    (r"\b(?:npm|npx|cargo|gem|go|conan|vcpkg|snap|docker|podman|skopeo) +(?:install|get|add|pull|copy|ci)\b", None),
    (r"\bapt(?:-get)? .*\w://|\bdeb(?:-src)? (?:\[.*\] )?\w+://|add-apt-repository|apt-key", None),
]
TAKEN = re.compile(r"^ *(?:- )?(?:uses: (?!\./)|container: |FROM (?!\$IMAGE$)|ARG IMAGE=)(\S+)", re.MULTILINE)


def scripts_of(source):
    """{path: text} of what runs while clc is built, tested, packed and installed."""
    found = {}
    for folder in FOLDERS:
        for path in glob.glob(os.path.join(source, folder, "**"), recursive=True):
            with open(path if os.path.isfile(path) else os.devnull, "rb") as file:
                text = file.read()
            if path.endswith(ENDINGS) or text.startswith(b"#!"):
                found[os.path.relpath(path, source)] = text.decode(errors="replace")
    del found[os.path.relpath(os.path.realpath(__file__), os.path.realpath(source))]
    return found


def without_fetch(text):
    return re.sub(r"(?ms)^fetch\(\) \(.*?^\)$", "", text)


def other_ways(path, text):
    """Lines that download in another way than `fetch`."""
    wrong = []
    lines = without_fetch(text) if path == "script/lib/common.sh" else text
    for line in re.sub(r"\\\n *", " ", lines).splitlines():
        code = re.sub(r"(?:^|\s)#\s.*", "", line)
        wrong += [f"{path} downloads by itself: {line.strip()}" for way, right in WAYS
                  if re.search(way, code) and not (right and right in code)]
    return wrong


def not_pinned(path, text, rows):
    """Actions and images that are not taken at the commit or digest of a row."""
    pins = {f"{url.partition('@')[0]}@{digest}" for part, digest, url in rows if part == "action"}
    pins |= {f"{url}@sha256:{digest}" for part, digest, url in rows if part == "image"}
    return [f"{path} takes {name}, which no row of {LIST} names" for name in TAKEN.findall(text)
            if path.endswith((".yml", ".yaml", "Containerfile")) and name not in pins]


def rows_of(text):
    return [tuple(line.split(" ")) for line in text.splitlines() if line and not line.startswith("#")]


def shows_that_it_can_fail():
    digest, commit = 64 * "0", 40 * "1"
    rows = [("image", digest, "docker.io/a:1"), ("action", commit, "a/b@v1")]
    for path, text, count in (
            ("x.sh", "curl -o x https://x/y", 1), ("x.sh", "wget $url", 1), ("x.py", 'run("curl", url)', 1), ("x.sh", "# curl -o x", 0),
            ("x.sh", "python3 -m pip \\\n  install x", 1), ("x.sh", "python3 -m pip install \\\n --no-index x", 0),
            ("x.py", 'run("-m", "pip", "download", name)', 1), ("x.sh", 'git clone -q "$source_root" x', 0), ("x.sh", "git clone x", 1),
            ("x.py", "urllib.request.urlopen(url)", 1), ("CMakeLists.txt", "FetchContent_Declare(x URL https://x/y)", 1), ("CMakeLists.txt", "FetchContent_Declare(x SOURCE_DIR y)", 0), ("x.sh", "npm ci", 1),
            ("x.sh", "apt-get install curl", 0), ("x.sh", "apt-get install http://x/y.deb", 1), ("x.sh", "echo 'deb [a=b] http://x y' >x", 1),
            ("script/lib/common.sh", "fetch() (\n  curl --output x\n)\n", 0), ("script/lib/common.sh", "other() (\n  curl --output x\n)\n", 1)):
        assert len(other_ways(path, text)) == count, (text, other_ways(path, text))
    for path, text, count in (
            ("x.yml", f"      - uses: a/b@{commit}\n", 0), ("x.yml", "    - uses: a/b@v1\n", 1), ("x.yml", f"uses: a/c@{commit}\n", 1),
            ("x.yml", "uses: ./here\n", 0), ("Containerfile", f"FROM docker.io/a:1@sha256:{digest}\n", 0),
            ("Containerfile", f"ARG IMAGE=docker.io/a:1@sha256:{digest}\nFROM $IMAGE\n", 0), ("Containerfile", "ARG IMAGE=docker.io/a:1\nFROM $IMAGE\n", 1),
            ("Containerfile", "FROM docker.io/a:1\n", 1), ("Containerfile", "FROM $OTHER\n", 1), ("x.yml", f"container: a:1@sha256:{digest}\n", 1)):
        assert len(not_pinned(path, text, rows)) == count, (text, not_pinned(path, text, rows))
    for row, good in ((f"a {digest} https://x/y.whl", True), (f"a {digest} http://x/y.whl", False), ("a 00 https://x/y.whl", False)):
        assert bool(ROW.fullmatch(row)) == good, row


def tree(source):
    rows = rows_of(read(source, LIST))
    wrong = [f"{LIST} has a row that is none: {' '.join(row)}" for row in rows if not ROW.fullmatch(" ".join(row))]
    names = {}
    for _, digest, url in rows:
        if names.setdefault(url.rpartition("/")[2], digest) != digest:
            wrong.append(f"{LIST} has two digests of {url}")
    scripts = scripts_of(source)
    for path, text in scripts.items():
        wrong += other_ways(path, text) + not_pinned(path, text, rows)
    wrong += [f"no script fetches '{part}', which {LIST} has" for part in {row[0] for row in rows} - {"image", "action"}
              if not any(re.search(rf"(?:fetch|_wheels) \"?{re.sub(r'-(?:newest|[0-9.]+)$', '-', part)}", text) for text in scripts.values())]
    wrong += [f"nothing takes {url}, which {LIST} has" for part, digest, url in rows
              if part in ("image", "action") and not any(digest in text for text in scripts.values())]
    check(len(rows) > 40 and len(scripts) > 200 and not wrong, f"{len(scripts)} scripts download by {LIST} only", "\n".join(wrong))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def write(text, *path, mode=0o644):
    os.makedirs(os.path.dirname(os.path.join(*path)), exist_ok=True)
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(os.path.join(*path), mode)


class Planted:
    """A tree with one download, of the text `good`, and a curl that gives whatever a test wants."""

    def __init__(self, source, folder, name="one-1-py3-none-any.whl", part="one"):
        self.folder, self.name = folder, name
        for path in ("script/lib/common.sh", "script/install-il-driver"):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            shutil.copy(os.path.join(source, path), os.path.join(folder, path))
        write(f"# A comment.\n{part} {hashlib.sha256(b'good').hexdigest()} https://example.org/a/{name}\n", folder, LIST)
        os.makedirs(os.path.join(folder, "build"))

    def fetch(self, *before, curl, command=("bash", "-c", "source script/lib/common.sh; fetch one build/one")):
        """The exit code, what was said, and {path: text} of what is below build/ afterwards."""
        write(f"#!/bin/sh\nwhile [ $# -gt 1 ]; do [ $1 != --output ] || to=$2; shift; done\n{curl}\n", self.folder, "bin/curl", mode=0o755)
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        code, output = code_and_output(*before, *command, cwd=self.folder, env=environment(PATH=path))
        build = os.path.join(self.folder, "build")
        files = [name for name in glob.glob("**", root_dir=build, recursive=True) if os.path.isfile(os.path.join(build, name))]
        folders = [name for name in os.listdir(build) if name not in ("downloads", "one")]
        check(not folders, "nothing else is left behind", str(folders))
        return code, output, {name: read(build, name) for name in files}


def fetching(source):
    name = "one-1-py3-none-any.whl"
    with temporary_folder() as folder:
        planted = Planted(source, folder)
        code, output, files = planted.fetch(curl="printf bad >$to")
        check(code != 0 and f"{name} is not the file that {LIST} names: its SHA-256 is" in output, "a wrong digest is told", output)
        check(not files, "and nothing is left of the file", str(files))
        code, output, files = planted.fetch(curl="printf go >$to; echo 'curl: cut off' >&2; exit 18")
        check(code != 0 and "cut off" in output and f"could not download {name}" in output and not files, "half a file, too", output)
        code, output, files = planted.fetch(curl="printf good >$to")
        check(code == 0 and files == {f"one/{name}": "good"}, "the file that is listed is taken", f"{output}{files}")
    with temporary_folder() as folder:
        planted = Planted(source, folder)
        write("good", folder, "build/downloads", name)
        code, output, files = planted.fetch(curl="exit 1")
        check(code == 0 and f"one/{name}" in files, "what was brought over is not downloaded", output)
        shutil.rmtree(os.path.join(folder, "build/one"))
        write("bad", folder, "build/downloads", name)
        code, output, files = planted.fetch(curl="exit 1")
        check(code != 0 and "is not the file" in output and list(files) == [f"downloads/{name}"], "nor believed", output)
    with temporary_folder() as folder:
        planted = Planted(source, folder, name="one-1-py3-none-manylinux1_other.x86_64.whl", part="two")
        code, output, files = planted.fetch(curl="printf good >$to")
        check(code != 0 and f"{LIST} has nothing of 'one'" in output and not files, "a part that is not listed is told", output)
    for part, taken in (("two", True), ("windows", False)):
        with temporary_folder() as folder:
            planted = Planted(source, folder, part=part)
            code, output, files = planted.fetch(curl="printf good >$to", command=("bash", "-c", "source script/lib/common.sh; fetch all build/one"))
            check((code == 0) == taken and bool(files) == taken, f"all parts are {'' if taken else 'not '}with '{part}'", output)


def wheels_of_python(source):
    names = [f"one-1-{tags}-manylinux1.whl" for tags in ("cp311-cp311", "cp313-cp313", "cp310-abi3")]
    for version, taken in (("3 11", [0, 2]), ("3 13", [1, 2]), ("3 12", [0, 1, 2])):
        with temporary_folder() as folder:
            planted = Planted(source, folder)
            write("".join(f"one {hashlib.sha256(b'good').hexdigest()} https://example.org/{name}\n" for name in names), folder, LIST)
            write(f"#!/bin/sh\necho {version.replace(' ', '')}\n", folder, "bin/python3", mode=0o755)
            code, output, files = planted.fetch(curl="printf good >$to")
            check(code == 0 and sorted(files) == sorted(f"one/{names[at]}" for at in taken), f"Python {version} gets its own wheels", f"{output}{files}")


def a_script_that_fetches(source):
    if (os.uname().sysname, os.uname().machine) != ("Linux", "x86_64"):
        skip("script/install-il-driver", "it is for x86_64")
        return
    with temporary_folder() as folder:
        planted = Planted(source, folder, part="il-driver")
        code, output, files = planted.fetch(curl="printf bad >$to", command=("script/install-il-driver",))
        check(code != 0 and "install-il-driver: one-1-py3-none-any.whl is not the file" in output and not files,
              "script/install-il-driver ends with the message, and installs nothing", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", required=True)
    source = parser.parse_args().source
    shows_that_it_can_fail()
    tree(source)
    fetching(source)
    wheels_of_python(source)
    a_script_that_fetches(source)
    sys.exit(finish())


if __name__ == "__main__":
    main()
