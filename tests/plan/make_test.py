#!/usr/bin/env python3
"""The example for make: built by -j, incremental by the dependency files, and not stopped by a header or a folder that is gone.

usage: make_test.py --clc PROGRAM --source SOURCE
"""
import argparse
import os
import re
import shutil
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, check, environment, equal, finish, skip, succeed, temporary_folder
from clc_testing import compile as compile_kernels

TARGETS = ("spirv64", "nvptx:sm_90", "amdgcn:gfx1100")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Project:
    def __init__(self, options, folder):
        self.clc, self.folder = options.clc, os.path.join(folder, "project")
        shutil.copytree(os.path.join(options.source, "docs/examples/make"), self.folder)
        # A make that runs the tests must not tell this one how to build.
        self.environment = environment("MAKE", "MFLAGS", CLC=options.clc)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        """Writes a file later than all that is there, by a clock of whole ticks."""
        time.sleep(0.05)
        write(self.path(name), text)

    def build(self, *words):
        """The sources of the parts that were made, each as often as it was compiled, and whether they were linked."""
        said = succeed("make", *words, cwd=self.folder, env=self.environment).stdout
        return sorted(re.findall(r" compile kernels/(\w+)\.cl ", said)), " link " in said

    def is_single_call(self, *sources):
        compile_kernels(self.clc, *sources, "-Iinclude", "-cl-std=CL1.2", targets=TARGETS, output="single.clcpack", cwd=self.folder)
        succeed("cmp", "single.clcpack", "build/kernels.clcpack", cwd=self.folder)
        os.remove(self.path("single.clcpack"))


def test(project):
    sources = ("kernels/scale.cl", "kernels/sum.cl")
    equal("make -j4", project.build("-j4"), (["scale"] * 3 + ["sum"] * 3, True))
    project.is_single_call(*sources)
    check(True, "its package is the one of a single call")
    equal("a second build", project.build(), ([], False))
    project.write("include/factor.h", "#define FACTOR 3\n")
    equal("a header that changed", project.build("-j4"), (["scale"] * 3, True))
    project.is_single_call(*sources)
    project.write("kernels/factor.h", "#define FACTOR 4\n")
    equal("a header that appeared before it", project.build()[0].count("scale"), 3)
    project.is_single_call(*sources)
    check(True, "the package has what changed")

    project.write("kernels/scale.cl", '#include "more/step.h"\n#include "factor.h"\nkernel void scale(global float* x) { x[STEP] *= FACTOR; }\n')
    project.write("include/more/step.h", '#include "one.h"\n#define STEP ONE\n')
    project.write("include/one.h", "#define ONE 1\n")
    project.build()
    with open(project.path("build/scale.spirv64.clcpack.d"), encoding="utf-8") as file:
        check("\ninclude/more:\n" in file.read(), "a folder in which a header was looked for has a rule")
    project.write("kernels/scale.cl", "kernel void scale(global float* x) { x[0] *= 2; }\n")
    shutil.rmtree(project.path("include/more"))
    os.remove(project.path("kernels/factor.h"))
    equal("headers and their folder that are gone", project.build("-j4")[0].count("scale"), 3)
    equal("the build behind that", project.build(), ([], False))


def main():
    parser = argparse.ArgumentParser()
    for name in "clc", "source":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    if shutil.which("make") is None:
        skip("the example for make", "no make")
        sys.exit(SKIPPED)
    with temporary_folder("clc-make-", own_cache=True) as folder:
        test(Project(options, folder))
    sys.exit(finish())


main()
