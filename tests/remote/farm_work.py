"""A folder with sources, and clc in it, with and without a server that compiles."""
import argparse
import os
import sys
import tempfile
import time

import farm
from farm import Casd
from farm_execution import operations
from clc_testing import compile, environment, finish, run, run_tests, skip_all  # pylint: disable=redefined-builtin

SECRET = "hunter2-of-the-environment"
SLACK = 60  # seconds of a busy machine
SOURCES = {
    "scale.cl": '#include "shared/factor.h"\n#include "../work/shared/once.h"\n#if __has_include("absent.h")\n#error no\n#endif\n'
                "kernel void scale(global float* o, float f) { size_t i = get_global_id(0); o[i] = sin(o[i]) * f * FACTOR + ONCE; }\n"
                "constant int table[] = {1, 2, 3};\nkernel void put(global int* o) { o[0] = table[get_local_id(0)]; }\n",
    "embeds.cl": '__constant char text[] = {\n#embed "shared/data"\n};\nkernel void put(global char* o) { o[0] = text[get_local_id(0)]; }\n',
    "embeds/below.cl": '__constant char text[] = {\n#embed "data"\n};\n#include "header.h"\n'
                       "kernel void put(global char* o) { o[0] = text[get_local_id(0)] + more[0]; }\n",
    "embeds/header.h": '__constant char more[] = {\n#embed "data" limit(2)\n#if !__has_embed("data")\n#error no\n#endif\n};\n',
    "embeds/data": "beside the source",
    "warns.cl": "#warning look here\nkernel void warns(global int* o) { int unused = 1; o[0] = __LINE__; }\n",
    "shared/factor.h": "#pragma once\n#define FACTOR 3.0f\n",
    "shared/once.h": "#ifndef ONCE\n#define ONCE 1.0f\n#endif\n",
    "shared/data": "embedded",
}


class Work:
    """A folder with sources, and clc in it."""

    def __init__(self, options, **sources):
        self.clc, self.folder = options.clc, tempfile.mkdtemp(prefix="clc-execution-")
        self.place = os.path.join(self.folder, "work")
        self.number = 0
        for name, text in {**SOURCES, **sources}.items():
            path = os.path.join(self.place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        run("rm", "-rf", self.folder)

    def variables(self, server, cache=None):
        """Without a server that CLC_REMOTE_EXECUTION names, and with an empty cache."""
        self.number += 1
        cache = cache or os.path.join(self.folder, f"cache-{self.number}")
        more = {"CLC_REMOTE_EXECUTION": server} if server else {}
        return environment("CLC_", CLC_CACHE_DIR=cache, CLC_TEST_SECRET=SECRET, **more)

    def compile(self, server, *arguments, targets=("spirv64",), expected=0, cache=None):
        """(bytes of the package or none, standard error, the cache's folder, seconds)"""
        variables = self.variables(server, cache)
        package = os.path.join(self.folder, f"package-{self.number}.clcpack")
        begin = time.monotonic()
        done = compile(self.clc, *arguments, output=package, targets=targets, expected=expected, env=variables, cwd=self.place)
        took = time.monotonic() - begin
        data = None
        if os.path.exists(package):
            with open(package, "rb") as file:
                data = file.read()
        return data, done.stderr, variables["CLC_CACHE_DIR"], took


def kept(folder):
    """{path: bytes} of the entries that others could use."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".action", ".artifact")):
                with open(os.path.join(where, name), "rb") as file:
                    found[os.path.relpath(file.name, folder)] = file.read()[32:-64]  # without its time and the digest over it
    return found


def same(work, server, *arguments, warnings=0, more=(), **options):
    """Compiles without the server and with it. Returns what only the second call said."""
    wanted, said, cache, _ = work.compile(None, *arguments, **options)
    got, heard, remote_cache, took = work.compile(server, *arguments, *more, **options)
    assert got == wanted, "another package: " + heard
    assert kept(cache) == kept(remote_cache), "the cache keeps other entries"
    lines = [line for line in heard.splitlines() if line not in said.splitlines()]
    told = [line for line in lines if "CLC_REMOTE_EXECUTION: " in line]
    assert warnings is None or len(told) == warnings, (warnings, lines)
    assert not [line for line in said.splitlines() if line not in heard.splitlines()], (said, heard)
    assert took < SLACK, took
    return lines


def patient(server):
    """With times that no busy machine needs."""
    return server + "|connect-timeout=20000|timeout=20000|race-after=60000"


def at(server, lines):
    return sum(line.endswith(" at " + server.split("|", maxsplit=1)[0]) for line in lines)


def installed_casd(options, *arguments, **more):
    """On whose machine this clc is, in a folder whose name has a blank. Returns it, and what its URL takes."""
    folders = {"libexec/clc": options.libexec, "share/clc/builtins": os.path.join(options.libexec, "../../share/clc/builtins")}
    mounts = [f"--runner-arg=--ro-bind-mount={os.path.realpath(here)}:/opt/c lc/{there}" for there, here in {**folders, **more.pop("folders", {})}.items()]
    return Casd(*mounts, *arguments, executes=True, **more), "|compiler=/opt/c%20lc/"


def main(about, tests):
    """Runs the tests of a script, or one of them."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--only", help="the name of one test")
    chosen = parser.parse_args()
    chosen.clc = os.path.abspath(chosen.clc)
    chosen.libexec = os.path.join(os.path.dirname(os.path.dirname(chosen.clc)), "libexec/clc")
    if operations is None:
        skip_all(farm.MISSING)
    run_tests([test for test in tests if chosen.only in (None, test.__name__)], lambda test: test(chosen))
    sys.exit(finish())
