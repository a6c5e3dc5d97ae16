#!/usr/bin/env python3
"""script/setup on releases of Debian that call packages otherwise, and on a system without apt: planted ones. What script/lib/packages.txt
says is then held against this machine: no package is older than the oldest that was tried.

usage: setup_test.py --source DIR
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, skip, temporary_folder  # noqa: E402

LIST = "script/lib/packages.txt"
PACKAGES = "# A comment.\nbuild one 1.2 One\nbuild old|new-17 5 Two\nmpfr other - Three\ntests three - Four, for tests\n"
# Of Debian, only these three programs are asked; sudo stands in for root.
PROGRAMS = {
    "dpkg-query": 'for name in {installed}; do echo "installed $name"; done',
    "apt-cache": 'test -e updated && case " {known} " in *" $2 "*) ;; *) exit 100 ;; esac',
    "apt-get": 'case $1 in update) touch updated ;; *) echo "$@" >>asked ;; esac',
    "sudo": '"$@"'}
NEEDED = ("bash", "env", "cat", "dirname", "basename", "mkdir", "grep", "touch", "tail", "id", "flock", "rmdir", "sleep")


class System:
    """A tree with that script and a list of three packages, and a machine with these packages, where apt knows those once it was updated."""

    def __init__(self, source, folder, installed="", known=None):
        self.folder = folder
        for path in "script/setup", "script/lib/common.sh":
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            shutil.copy(os.path.join(source, path), os.path.join(folder, path))
        self.write(LIST, PACKAGES)
        for name in NEEDED:
            os.makedirs(os.path.join(folder, "bin"), exist_ok=True)
            os.symlink(shutil.which(name), os.path.join(folder, "bin", name))
        for name, text in PROGRAMS.items() if known is not None else ():
            self.write(f"bin/{name}", "#!/bin/sh\n" + text.replace("{installed}", installed).replace("{known}", known) + "\n")
            os.chmod(os.path.join(folder, "bin", name), 0o755)

    def write(self, path, text):
        with open(os.path.join(self.folder, path), "w", encoding="utf-8") as file:
            file.write(text)

    def setup(self, *arguments):
        """The exit code, what was said, and the names that apt was asked for."""
        code, output = code_and_output("script/setup", *arguments, cwd=self.folder, env=environment(PATH=f"{self.folder}/bin"))
        asked = os.path.join(self.folder, "asked")
        words = open(asked, encoding="utf-8").read().split() if os.path.exists(asked) else []
        return code, output, [word for word in words if word in ("one", "old", "new-17", "other", "three")]


def releases(source):
    for what, installed, known, name, wanted in (
            ("an old release", "", "one old three", "old", ["one", "old", "three"]),
            ("a new release", "", "one new-17 three", "new-17", ["one", "new-17", "three"]),
            ("a release that has both", "", "one old new-17 three", "old", ["one", "old", "three"]),
            ("where the second is there", "one new-17", "one old three", "new-17", ["three"]),
            ("where all is there", "one new-17 three", "", "new-17", [])):
        with temporary_folder() as folder:
            system = System(source, folder, installed, known)
            code, output, asked = system.setup()
            check(code == 0 and asked == wanted, f"{what}: {' '.join(wanted) or 'nothing'} is installed", f"{output}{asked}")
            rows = [line.split() for line in system.setup("--list")[1].splitlines()]
            check(rows == [["one", "1.2", "build", "One"], [name, "5", "build", "Two"], ["three", "-", "tests", "Four,", "for", "tests"]],
                  f"{what}: the list has the names of this release", rows)


def two_at_once(source):
    with temporary_folder() as folder:
        system = System(source, folder, "", "one old three")
        system.write("bin/apt-get", "#!/bin/sh\nmkdir busy || exit 9\ntouch updated\nsleep 0.3\nrmdir busy\n")
        code, output = code_and_output("bash", "-c", "script/setup & script/setup; first=$?; wait $! && exit $first", cwd=system.folder,
                                       env=environment(PATH=f"{system.folder}/bin"))
        check(code == 0, "two at once run one apt-get after another", output)


def no_debian(source):
    with temporary_folder() as folder:
        system = System(source, folder)
        code, output, _ = system.setup()
        check(code == 1 and "this is not Debian: install what 'script/setup --list' prints" in output, "another system is told what it needs", output)
        code, output, _ = system.setup("--list")
        check(code == 0 and [line.split()[:3] for line in output.splitlines()] == [["one", "1.2", "build"], ["old|new-17", "5", "build"], ["three", "-", "tests"]],
              "which it lists without apt", output)


def this_machine(source):
    if not shutil.which("dpkg-query"):
        skip("the versions of this machine's packages", "it is no Debian")
        return
    with open(os.path.join(source, LIST), encoding="utf-8") as file:
        rows = [line.split(None, 3) for line in file if not line.startswith("#")]
    check(len(rows) > 60 and all(len(row) == 4 for row in rows), f"{LIST} has rows", [row for row in rows if len(row) != 4])
    older, count = [], 0
    for _, names, oldest, _ in rows:
        for name in names.split("|"):
            version = code_and_output("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", name)[1].split()
            if oldest != "-" and version[:1] == ["installed"]:
                upstream = version[1].split(":")[-1]
                for before in "3.0~", "1.6.1+":  # of the headers of OpenCL and SPIR-V
                    upstream = upstream.removeprefix(before)
                count += 1
                older += [f"{name} {upstream}, and not {oldest}"] if code_and_output("dpkg", "--compare-versions", upstream, "lt", oldest)[0] == 0 else []
    check(count > 20 and not older, "no package here is older than the oldest that was tried", older)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    options = parser.parse_args()
    releases(options.source)
    two_at_once(options.source)
    no_debian(options.source)
    this_machine(options.source)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
