#!/usr/bin/env python3
"""Tests that what --strip takes away is gone, and that the kernels stay the same.

The text that drivers get is compiled once more by clc itself: it must give exactly the code that the source gives. The stripped
packages of the algorithm set pass `clc audit`, and are verified by clrun where PoCL is there.

usage: strip_test.py --clc PROGRAM [--clrun PROGRAM] --kernels DIR [--share K/N] [--driver-strip OPTION]… [--driver-share K/N]
       --share           each algorithm for every Nth of the targets that clc makes itself; without, for all of them
       --driver-strip    compile the set for PoCL with this option; without, with --strip and with --strip=arguments
       --driver-share    of the set, this share of the algorithms for PoCL, ocloc and ptxas, which take long; without, all
A target that this machine cannot make is skipped with a line `SKIP: …`.
"""
import argparse
import glob
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, fail, run, share_of, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
TARGETS = ["driver:pocl", "spirv64:1.2", "spirv32:1.2", "nvptx:sm_90", "cubin:sm_90", "amdgcn:gfx1030", "intel:skl"]
QUICK = ("driver:pocl", "spirv64:1.2", "nvptx:sm_90")

# Algorithms whose kernels ask for cooperative matrices.
OF_MATRICES = "attention", "convolution", "matmul_units"


class Test:
    def __init__(self, options, folder):
        self.options, self.clc, self.folder = options, os.path.realpath(options.clc), folder
        source = self.write("probe.cl", "kernel void k(global int* o) { *o = 1; }\n")
        self.targets = []
        for target in TARGETS:
            done = self.run([self.clc, "compile", source, "-t", target, "-o", "probe"])
            if done.returncode == 4:
                skip(target, done.stderr.strip().splitlines()[0])
            else:
                self.targets.append(target)
        self.quick = [target for target in self.targets if target in QUICK]

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, command, expected=None, **variables):
        return run(*command, expected=expected, cwd=self.folder, timeout=600, env=environment(**{"CLC_CACHE_DIR": os.path.join(self.folder, "own cache")} | variables))

    def compile(self, package, files, targets, *options, **variables):
        words = [word for target in targets for word in ("-t", target)]
        self.run([self.clc, "compile", *files, *words, "-o", package, *options], 0, **variables)
        with open(os.path.join(self.folder, package, "manifest.clc.json"), encoding="utf-8") as file:
            return json.load(file)

    def blobs(self, package, manifest):
        """{(module, target): bytes}"""
        result = {}
        for module in manifest["modules"]:
            for variant in module["variants"]:
                with open(os.path.join(self.folder, package, variant["file"]), "rb") as file:
                    result[module["name"], variant["target"]] = file.read()
        return result

    def audit(self, package, files, expected=0):
        return self.run([self.clc, "audit", package, "--source", *files], expected).stdout

    @staticmethod
    def without_kernels(texts):
        names = set()
        for path in texts:
            with open(path, encoding="utf-8") as file:
                if not re.search(r"\b(__)?kernel\b", file.read()):
                    names.add(os.path.splitext(os.path.basename(path))[0])
        return names

    def same_code(self, package, files, *options):
        """Compiles the package for the quick targets, and the text that the driver got by ourselves."""
        self.compile(package, files, self.quick, *options, "--dump-dir", "dump")
        if "driver:pocl" not in self.quick:
            return skip("the text for drivers", "PoCL is not installed")
        texts = os.path.join(self.folder, "texts")
        os.makedirs(texts)
        for path in glob.glob(os.path.join(self.folder, "dump", "*.driver_pocl.i")):
            shutil.copy(path, os.path.join(texts, os.path.basename(path).split(".")[0] + ".cl"))
        again = sorted(glob.glob(os.path.join(texts, "*.cl")))
        if len(again) != len(files):
            fail(f"{len(files)} sources gave {len(again)} texts")
        # Not for NVIDIA and AMD: sources ask what they are compiled for.
        left = self.blobs("left", self.compile("left", files, ["spirv64:1.2"], *options))
        right = self.blobs("right", self.compile("right", again, ["spirv64:1.2"], *options))
        for name, code in left.items():
            # A driver has no cooperative matrices, and sources that ask for them have no kernels there.
            if code != right.get(name) and name[0] not in self.without_kernels(again):
                fail(f"the text for drivers is not the same program: {name[0]}")
        print(f"{len(files)} texts for drivers with {' '.join(options)}: the same code as their sources")
        for name in ("texts", "dump", "left", "right"):
            shutil.rmtree(os.path.join(self.folder, name))


def tricky(test):
    source = os.path.join(HERE, "tricky.cl")
    shutil.copy(source, test.folder)
    for option in ("--strip", "--strip=arguments"):
        test.same_code("from texts", [source], option)
    plain = test.compile("plain", ["tricky.cl"], test.targets, "-DSECRET_LEVEL=7", "-g")
    if "leak: " not in test.audit("plain", ["tricky.cl"], 6):
        fail("a package with debug information does not leak")
    if "-DSECRET_LEVEL=7" not in plain["modules"][0]["variants"][0]["options"]:
        fail("options are not recorded")
    bare = test.compile("bare", ["tricky.cl"], test.targets, "-DSECRET_LEVEL=7", "-g", "--strip")
    test.audit("bare", ["tricky.cl"])
    if "SECRET_LEVEL" in json.dumps(bare) or "--strip" not in bare["modules"][0]["variants"][0]["options"]:
        fail("a stripped package tells macros, or does not tell that it is stripped")
    arguments = [a["name"] for a in bare["modules"][0]["interfaces"][0]["kernels"][0]["arguments"]]
    if arguments != ["results", "thing", "scratch", "reqd_work_group_size"]:
        fail(f"--strip changed the arguments: {arguments}")
    without = test.blobs("bare", test.compile("bare", ["tricky.cl"], test.targets, "--strip"))
    if without != test.blobs("bare", bare):
        fail("--strip leaves something of -g")
    if without != test.blobs("short", test.compile("short", ["tricky.cl"], test.targets, "-s")):
        fail("-s is not --strip")
    nameless = test.compile("nameless", ["tricky.cl"], test.targets, "--strip=arguments", "-cl-kernel-arg-info")
    for interface in nameless["modules"][0]["interfaces"]:
        if [a["name"] for a in interface["kernels"][0]["arguments"]] != ["a0", "a1", "a2", "a3"]:
            fail("--strip=arguments leaves names of arguments")
    test.audit("nameless", ["tricky.cl"])
    test.run([test.clc, "header", "nameless", "-o", "nameless.h", "--include", "things.h"], 0)
    print(f"tricky names: stripped for {', '.join(test.targets)}")


def kept_names(test):
    """Names of stripped SPIR-V without which drivers die: Mesa's llvmpipe of a function, though the empty one does, and PoCL of a local variable."""
    source = test.write("calls.cl", "__attribute__((noinline)) int secret(int x) { return x * x; }\n"
                        "kernel void k(global int* o) { o[0] = secret(o[0]); }\n"
                        "kernel void l(global int* o) {\n"
                        "  local int tile[64], more[64];\n"
                        "  tile[get_local_id(0)] = secret(o[1]);\n"
                        "  more[get_local_id(0)] = o[2];\n"
                        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  o[0] = tile[o[3]] + more[o[4]];\n"
                        "}\n")
    code = test.blobs("calls", test.compile("calls", [source], ["spirv64:1.2"], "--strip"))["calls", "spirv64:1.2"]
    words = [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]
    names, functions, variables, at = {}, [], [], 5
    while at < len(words):
        size, op = words[at] >> 16, words[at] & 0xffff
        if op == 5:  # OpName
            names[words[at + 1]] = code[4 * (at + 2):4 * (at + size)].rstrip(b"\0").decode()
        if op == 54:  # OpFunction
            functions.append(words[at + 2])
        if op == 59 and words[at + 3] == 4:  # OpVariable, Workgroup
            variables.append(words[at + 2])
        at += size
    found = sorted(names.get(item, "no name") for item in functions + variables)
    if found != ["", "0", "0", "k", "l"]:
        fail(f"functions and local variables of a stripped module are called {found}")
    test.audit("calls", [source])
    print("functions of stripped SPIR-V have the empty name, local variables 0")


def cache(test):
    environment = {"CLC_CACHE": "1", "CLC_CACHE_DIR": os.path.join(test.folder, "cache")}
    targets = ["spirv64:1.2", "nvptx:sm_90"]
    seen = []
    for options in ([], ["--strip"], ["--strip=arguments"], [], ["--strip"], ["--strip=arguments"]):
        seen.append(test.compile("cached", ["tricky.cl"], targets, *options, **environment)["sha256"])
    if seen[:3] != seen[3:] or len(set(seen)) != 3:
        fail(f"--strip is not part of what the cache goes by: {seen}")
    print("the cache tells --strip from its absence")


def chosen(files, share):
    """The files of a share of the algorithms, and the algorithms' names."""
    which, parts = share
    names = {os.path.basename(os.path.dirname(path)) for path in files}
    # The first ones are those that a driver has, too.
    names = sorted(names, key=lambda name: (name in OF_MATRICES, name))[which::parts]
    return [path for path in files if os.path.basename(os.path.dirname(path)) in names], names


def algorithms(test, kernels, clrun):
    files = sorted(glob.glob(os.path.join(os.path.realpath(kernels), "*", "*.cl")))
    few, names = chosen(files, test.options.driver_share)
    slow = [target for target in test.targets if target.startswith(("cubin:", "intel:"))]
    quick = [target for target in test.targets if not target.startswith("driver:") and target not in slow]
    which, parts = test.options.share
    for some, targets in [(files[(which + part) % parts::parts], quick[part::parts]) for part in range(parts)] + [(few, slow)]:
        if targets:
            test.compile("stripped", some, targets, "--strip")
            print(f"stripped for {' '.join(targets)}: " + test.audit("stripped", some).splitlines()[-1])
    files = few
    for option in test.options.driver_strip or ("--strip", "--strip=arguments"):
        # PoCL gets the same text with and without its optimiser, which takes several times as long as all the rest.
        test.same_code("quick", files, option, "-cl-opt-disable")
        print(f"{option}: " + test.audit("quick", files).splitlines()[-1])
        here = [name for name in names if name not in OF_MATRICES]
        if clrun and not here:
            skip(f"{option}, on PoCL, {' '.join(names)}", "a driver has no cooperative matrices")
        elif clrun and "driver:pocl" in test.targets:
            # One size: the test `algorithms-verify` has the others, of the same code.
            said = test.run([clrun, "verify", *here, "--package", "quick", "--target", "driver:pocl", "--size", "1009"], 0).stdout
            print(f"{option}, on PoCL, {' '.join(here)}: " + next(line for line in said.splitlines() if " passed, " in line))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun")
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--driver-strip", action="append")
    parser.add_argument("--driver-share", type=share_of, default="1/1")
    options = parser.parse_args()
    with temporary_folder() as folder:
        test = Test(options, folder)
        tricky(test)
        kept_names(test)
        cache(test)
        algorithms(test, options.kernels, options.clrun and os.path.realpath(options.clrun))


main()
