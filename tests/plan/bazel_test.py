#!/usr/bin/env python3
"""The example for Bazel, built in its sandbox: the package is the one of a single call, nothing undeclared is read, what did not
change is not built again, and a cache on the disk gives everything back.

usage: bazel_test.py --prefix INSTALLED --source SOURCE

Debian's Bazel lacks the rules for C++ and Java that it would download; stand-ins give it those that are built in.
"""
import argparse
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, check, code_and_output, environment, equal, finish, output_of, skip, succeed, temporary_folder

BUILT_IN = {
    "rules_cc/cc": "cc_binary cc_import cc_library cc_test cc_toolchain cc_toolchain_suite cc_proto_library objc_library",
    "rules_java/java": "java_binary java_import java_library java_lite_proto_library java_proto_library java_test "
                       "java_package_configuration java_plugin java_runtime java_toolchain",
}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def replace(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert old in text, f"{path} lacks {old}"
    write(path, text.replace(old, new))


TARGETS = ("spirv64", "nvptx:sm_90", "amdgcn:gfx1100", "driver:pocl")  # of the example


class Bazel:
    def __init__(self, options, folder):
        self.workspace = os.path.join(folder, "workspace")
        shutil.copytree(os.path.join(options.source, "docs/examples/bazel"), self.workspace)
        self.start = ["bazel", f"--output_user_root={folder}/root", "--max_idle_secs=60"]
        self.more = [f"--disk_cache={folder}/cache", "--noshow_progress", "--curses=no"]
        for place, rules in BUILT_IN.items():
            repository = place.split("/", maxsplit=1)[0]
            write(f"{folder}/{repository}/WORKSPACE", "")
            write(f"{folder}/{place}/BUILD", "")
            write(f"{folder}/{place}/defs.bzl", "".join(f"{rule} = native.{rule}\n" for rule in rules.split()))
            self.more.append(f"--override_repository={repository}={folder}/{repository}")
        # A copy: Bazel follows no path that has a blank.
        self.home = os.path.join(folder, "clc")
        shutil.copytree(options.prefix, self.home, symlinks=True)
        self.environment = environment(CLC_HOME=self.home)

    def build(self, rule="//:add"):
        """The exit code, what was said, and how many actions ran in a sandbox."""
        code, output = code_and_output(*self.start, "build", rule, *self.more, cwd=self.workspace, env=self.environment)
        ran = re.search(r"processes?: .*?(\d+) linux-sandbox", output)
        return code, output, int(ran[1]) if ran else 0

    def stop(self):
        code_and_output(*self.start, "shutdown", cwd=self.workspace, env=self.environment)

    def path(self, name):
        return os.path.join(self.workspace, name)


def add_families(bazel):
    """Adds targets of the families that the example lacks, where their tools are here."""
    told = json.loads(output_of(os.path.join(bazel.home, "bin/clc"), "targets", "--format", "json"))
    is_here = {family["name"]: family["available"] for family in told["families"]}
    more = [target for target in ("r600:cypress", "cubin:sm_90", "intel:dg2") if is_here[target.partition(":")[0]]]
    replace(bazel.path("BUILD"), f'"{TARGETS[-1]}"', ", ".join(f'"{target}"' for target in (TARGETS[-1], *more)))
    return more


def test(bazel):
    more = add_families(bazel)
    code, output, ran = bazel.build()
    check(code == 0, "the example builds in Bazel's sandbox", output[-4000:])
    equal("actions: compilations, link, embedding, launchers, C++", ran, 4 + len(more) + 1 + 2 + 3)
    equal("the program's answer", output_of(bazel.path("bazel-bin/add")), "1.5 + 2 = 3.5\n")
    targets = [word for target in (*TARGETS, *more) for word in ("-t", target)]
    succeed(os.path.join(bazel.home, "bin/clc"), "compile", "kernels/sum.cl", "-Ikernels/include", "-cl-std=CL1.2", *targets,
            "-o", "single.clcpack", cwd=bazel.workspace)
    succeed("cmp", "single.clcpack", "bazel-bin/kernels.clcpack", cwd=bazel.workspace)
    check(True, "its package is the one of a single call")

    code, output, ran = bazel.build()
    check(code == 0 and ran == 0, "the second build runs nothing", output[-2000:])
    replace(bazel.path("kernels/include/add.h"), "return a + b;", "return b + a;")
    code, output, ran = bazel.build()
    check(code == 0 and 5 <= ran < 10 + len(more), f"a header that changed: {ran} actions", output[-2000:])
    replace(bazel.path("kernels/include/add.h"), "return b + a;", "return a + b;")
    succeed(*bazel.start, "clean", cwd=bazel.workspace, env=bazel.environment)
    code, output, ran = bazel.build()
    check(code == 0 and ran == 0 and "cache hit" in output, "after `bazel clean` all comes from the cache on the disk",
          output[-2000:])

    test_package(bazel)
    write(bazel.path("kernels/beside.h"), "")
    replace(bazel.path("kernels/sum.cl"), '#include "add.h"', '#include "add.h"\n#include "beside.h"')
    for name, output in (("beside.h", bazel.build()[1]), ("add.h", undeclared(bazel))):
        check(f"'{name}' file not found" in output, f"a header that is not declared is not found: {name}", output[-2000:])


def undeclared(bazel):
    replace(bazel.path("BUILD"), '    hdrs = ["kernels/include/add.h"],\n', "")
    code, output, _ = bazel.build()
    return output if code != 0 else "built"


def test_package(bazel):
    """Links the packages of two rules, the second of which has kernels of its own."""
    write(bazel.path("kernels/twice.cl"), "kernel void twice(global float* x) { x[get_global_id(0)] *= FACTOR; }\n")
    with open(bazel.path("BUILD"), "a", encoding="utf-8") as file:
        file.write('load("//clc:defs.bzl", "clc_package")\n'
                   'clc_kernels(name = "more", srcs = ["kernels/twice.cl"], defines = ["FACTOR=2"], targets = ["spirv64"])\n'
                   'clc_package(name = "all", deps = [":kernels", ":more"])\n')
    code, output, ran = bazel.build("//:all")
    check(code == 0 and ran == 3, f"a package of two rules: {ran} actions", output[-2000:])
    clc = os.path.join(bazel.home, "bin/clc")
    succeed(clc, "compile", "kernels/twice.cl", "-DFACTOR=2", "-t", "spirv64", "-o", "twice.clcpack", cwd=bazel.workspace)
    succeed(clc, "link", "single.clcpack", "twice.clcpack", "-o", "linked.clcpack", cwd=bazel.workspace)
    succeed("cmp", "linked.clcpack", "bazel-bin/all.clcpack", cwd=bazel.workspace)
    check(True, "it is what clc link makes")


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "source":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    if shutil.which("bazel") is None:
        skip("the example for Bazel", "no bazel (Debian: bazel-bootstrap)")
        sys.exit(SKIPPED)
    with temporary_folder("clc-bazel-") as folder:
        bazel = Bazel(options, folder)
        try:
            test(bazel)
        finally:
            bazel.stop()
    sys.exit(finish())


main()
