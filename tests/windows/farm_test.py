#!/usr/bin/env python3
"""A clc without its compiler, and a build farm that executes its calls: packages, texts and exit codes are those of clc with its
compiler. Headers that change, appear and are missing are noticed; a server that is absent, or executes nothing, is an error.

usage: farm_test.py --reference CLC PROGRAM…        such as: wine64 clc.exe
"""
import argparse
import os
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder) for folder in ("remote", "support")]
from clc_testing import equal, expect, finish, run_tests, skip_all  # noqa: E402
from farm import MISSING, Casd, grpc  # noqa: E402
from servers import free_port  # noqa: E402

SOURCES = {
    "scale.cl": '#include "shared/factor.h"\n#include "shared/../once.h"\n#include <system.h>\n#if __has_include("absent.h")\n#error no\n#endif\n'
                "kernel void scale(global float* o, float f) { o[get_global_id(0)] = sin(f) * FACTOR + ONCE + SYSTEM; }\n",
    "embeds.cl": '__constant char text[] = {\n#embed "shared/data"\n};\nkernel void put(global char* o) { o[0] = text[get_local_id(0)]; }\n',
    "by_macro.cl": "#define TEXT(x) #x\n#define NAME(x) TEXT(x.h)\n#include NAME(shared/factor)\n#if !__has_include(NAME(once))\n#error no\n#endif\n"
                   "kernel void by_macro(global float* o) { o[0] = FACTOR; }\n",
    "warns.cl": "#warning look here\nkernel void warns(global int* o) { int unused = 1; o[0] = __LINE__; }\n",
    "wrong.cl": "kernel void wrong(global int* o) {\n  o[0] = nobody;\n}\n",
    "lacks.cl": '#include "shared/lacking.h"\nkernel void k(global int* o) { o[0] = 1; }\n',
    "shared/factor.h": "#define FACTOR 3.0f\n",
    "shared/data": "embedded",
    "once.h": "#define ONCE 1.0f\n",
    "include/system.h": "#define SYSTEM 2.0f\n",
    "include/first/nothing.h": "",
}
INCLUDES = ["-Iinclude/first", "-isystem", "include"]


class Work:
    """A folder with sources, and both programs in it."""

    def __init__(self, options, server, **more):
        self.options, self.number, self.held = options, 0, tempfile.TemporaryDirectory(prefix="clc-farm-")
        self.folder = os.path.join(self.held.name, "work")
        self.variables = {"CLC_CACHE_DIR": os.path.join(self.held.name, "cache"), **more}
        self.server = server + "|connect-timeout=20000|timeout=60000|total-timeout=400000"
        for name, text in SOURCES.items():
            self.write(name, text)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, program, *words, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLC_")}
        done = subprocess.run([*program, *words], cwd=self.folder, env={**environment, **self.variables, **variables}, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
        return done.returncode, done.stdout.replace(b"\r", b""), done.stderr.replace(b"\r", b"").decode()

    def there(self, *words, **variables):
        return self.run(self.options.program, *words, **{"CLC_REMOTE_EXECUTION": self.server, **variables})

    def read(self, name):
        """{path: bytes} of a file or folder, or nothing; and it is gone."""
        path, found = os.path.join(self.folder, name), {}
        for where, _, names in os.walk(path):
            for each in names:
                with open(os.path.join(where, each), "rb") as file:
                    found[os.path.relpath(file.name, path)] = file.read()
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found = {"": file.read()}
        subprocess.run(["rm", "-rf", path], check=True)
        return found

    def same(self, *words, output="package.clcpack", code=0, **variables):
        """Compiles by both. Returns the package."""
        what = " ".join(words)
        here = self.run(self.options.reference, "compile", *words, "-j", "1", "-o", output, CLC_CACHE="0", **variables)
        wanted = self.read(output)
        there = self.there("compile", *words, "-j", "1", "-o", output, **variables)
        equal(what + ": code and texts", there, here)
        equal(what + ": code", there[0], code)
        package = self.read(output)
        expect(package == wanted and bool(package) == (code == 0 or "-k" in words), what + ": the same bytes")
        return package


def packages(options):
    work = Work(options, options.farm.url)
    work.same("scale.cl", "warns.cl", *INCLUDES, "-t", "spirv64:1.2", "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100")
    work.same("scale.cl", *INCLUDES, "-t", "spirv64", "-g", output="folder")
    work.same("embeds.cl", "-t", "spirv64", output="embeds.spv")
    work.same("by_macro.cl", "-t", "nvptx:sm_80", "--compress", "-Xtarget", "nvptx*", "-DTILE=2")
    work.same("--module", "both=embeds.cl,warns.cl", "-t", "spirv64", "--format", "json")
    work.same("scale.cl", "-t", "spirv64", CLC_OPTIONS="-Iinclude -DFACTOR=2")
    work.same("embeds.cl", "wrong.cl", "-t", "spirv64", "-k", code=1)
    there = work.there("compile", "embeds.cl", "-t", "spirv64", "-o", "-")
    here = work.run(options.reference, "compile", "embeds.cl", "-t", "spirv64", "-o", "-")
    equal("a package on standard output", there, here)


def faults_of_sources(options):
    work = Work(options, options.farm.url)
    work.same("wrong.cl", "embeds.cl", "-t", "spirv64", code=1)
    work.same("wrong.cl", "-t", "spirv64", "--format", "json", code=1)
    work.same("lacks.cl", "-t", "spirv64", code=1)
    work.same("absent.cl", "-t", "spirv64", code=3)
    work.same("embeds.cl", "-t", "nowhere", code=4)
    work.same("embeds.cl", "-t", "spirv64", "--nonsense", code=2)
    work.same("embeds.cl", code=2)
    for words in (["-MD"], ["--dump-dir", "d"], ["--plan", "json"], ["--time-trace", "t.json"], ["--tool", "ptxas=x"]):
        code, printed, said = work.there("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack", *words)
        equal(" ".join(words), (code, printed, "is for a clc with its compiler" in said), (4, b"", True))


def headers_that_change(options):
    work = Work(options, options.farm.url)
    words = ("scale.cl", *INCLUDES, "-t", "spirv64:1.2")
    before = work.same(*words)
    work.write("shared/factor.h", "#define FACTOR 4.0f\n")
    changed = work.same(*words)
    work.write("include/first/system.h", "#define SYSTEM 5.0f\n")  # before the other one
    expect(before != changed != work.same(*words), "each is another package")
    work.write("absent.h", "")
    work.same(*words, code=1)


def servers(options):
    work = Work(options, f"grpc://127.0.0.1:{free_port()}", CLC_CACHE="0")
    words = ("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack")

    def fails(what, server, code, *texts):
        got, printed, said = work.there(*words, CLC_REMOTE_EXECUTION=server)
        expect(got == code and not printed and all(text in said for text in texts) and not work.read("p.clcpack"), f"{what}: {got} {said}")

    fails("nobody listens", work.server, 4, "clc: error: CLC_REMOTE_EXECUTION: grpc://127.0.0.1:", "no connection: Connection refused")
    fails("no such host", "grpc://absent.invalid", 4, "cannot look up its name")
    fails("no farm", "", 4, "this clc has no compiler, which `clc compile` needs; name a build farm that compiles, CLC_REMOTE_EXECUTION")
    fails("no URL", "farm", 2, "CLC_REMOTE_EXECUTION: the server begins with grpc:// or grpcs://")
    fails("another protocol", "http://127.0.0.1", 2, "jobs go by grpc:// or grpcs:// only")
    fails("a compiler there", work.server + "|compiler=/opt/clc", 2, "compiler= is for a clc with its compiler")
    fails("no secret", work.server + "|token=CLC_ABSENT_TOKEN", 4, "CLC_ABSENT_TOKEN")
    fails("TLS is never left out", options.farm.url.replace("grpc:", "grpcs:"), 4, "no connection: ")
    with Casd() as casd:
        fails("it only keeps files", casd.url, 4, "it executes nothing")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True)
    parser.add_argument("--only", help="the name of one test")
    parser.add_argument("program", nargs="+")
    chosen = parser.parse_args()
    chosen.reference = [os.path.abspath(chosen.reference)]
    chosen.program = [os.path.abspath(word) if os.path.exists(word) else word for word in chosen.program]
    if grpc is None:
        skip_all(MISSING)
    tests = [packages, faults_of_sources, headers_that_change, servers]
    with Casd(executes=True) as chosen.farm:  # one for all: it is sent the compiler once
        run_tests([test for test in tests if chosen.only in (None, test.__name__)], lambda test: test(chosen))
    sys.exit(finish())
