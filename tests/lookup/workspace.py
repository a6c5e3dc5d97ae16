"""A folder with sources and a cache of its own, and `clc compile` in it, for the tests of the cache."""
import argparse
import inspect
import os
import re
import shutil
import stat
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, finish, run, run_tests  # noqa: E402

LINE = re.compile(r"^clc: note: (\S+) for (\S+): .*?(from the cache)?(?: after \d+ ms)?$", re.MULTILINE)


def bytes_of(path):
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            return file.read()
    return {name: bytes_of(os.path.join(path, name)) for name in sorted(os.listdir(path))}


class Workspace:
    """Paths are relative to `folder`; the cache lies beside it."""

    def __init__(self, clc, libexec=None):
        self.top = tempfile.mkdtemp(prefix="clc-lookup-")
        self.folder = os.path.join(self.top, "work")
        self.cache = os.path.join(self.top, "cache")
        os.mkdir(self.folder)
        self.clc = clc
        self.uncached = {}
        self.environment = environment("CLC_", "FAKE_", "SOURCE_DATE_EPOCH", CLC_CACHE_DIR=self.cache)
        if libexec:
            self.environment["CLC_LIBEXEC_DIR"] = libexec

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.top, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def files(self, without=()):
        """What lies in the folder, but for some names in it: paths, kinds, times and contents."""
        found = []
        for where, folders, names in os.walk(self.folder):
            if where == self.folder:
                folders[:] = [name for name in folders if name not in without]
            for path in (os.path.join(where, name) for name in folders + names):
                info = os.lstat(path)
                is_file = stat.S_ISREG(info.st_mode)
                held = bytes_of(path) if is_file else os.readlink(path) if stat.S_ISLNK(info.st_mode) else None
                found.append((path, info.st_mode, info.st_mtime_ns if is_file else 0, held))
        return tuple(sorted(found, key=lambda one: one[0]))

    def remove(self, name):
        os.remove(self.path(name))

    def run(self, *arguments, expect=0, cwd=None, stdin=None, **variables):
        return run(self.clc, *arguments, expected=expect, cwd=cwd or self.folder, env={**self.environment, **variables}, input=stdin,
                   timeout=300)

    def compile(self, *arguments, output="p", **more):
        """{(module, target): is it a hit}, of a compilation that is to succeed."""
        done = self.run("compile", *arguments, "-v", "-o", output, **more)
        self.errors = done.stderr
        found = {(module, target): bool(hit) for module, target, hit in LINE.findall(done.stderr)}
        assert found, f"{arguments}: tells of no job: {done.stderr}"
        return found

    def hits(self, *arguments, **more):
        """True when all were hits; fails where some were and some were not."""
        found = self.compile(*arguments, **more)
        assert len(set(found.values())) == 1, f"{arguments}: {found}"
        return set(found.values()).pop()

    def expect(self, hit, *arguments, what="", **more):
        was = self.hits(*arguments, **more)
        assert was == hit, f"{what or arguments}: expected a {'hit' if hit else 'miss'}: {self.errors}"

    def package(self, output="p"):
        return bytes_of(self.path(output))


def run_in_workspaces(description, names, without=()):
    """Runs the functions of a test program that take `work`, each in a Workspace. They may take `fake`, the folder of the stand-ins, and `libexec`."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--fake", required=True, help="folder with the stand-ins")
    parser.add_argument("tests", nargs="*")
    options = parser.parse_args()
    clc = os.path.abspath(options.clc)
    given = {"fake": os.path.abspath(options.fake), "libexec": os.path.join(os.path.dirname(os.path.dirname(clc)), "libexec/clc")}
    tests = [function for name, function in list(names.items())
             if inspect.isfunction(function) and function.__module__ == "__main__" and "work" in inspect.signature(function).parameters
             and name not in without]

    def in_a_workspace(test):
        wanted = list(inspect.signature(test).parameters)[1:]
        with Workspace(clc) as work:
            test(work, *(given[name] for name in wanted))

    run_tests([test for test in tests if not options.tests or test.__name__ in options.tests], in_a_workspace)
    return finish()
