#!/usr/bin/env python3
"""Holds together what cross-builds for arm64: the preset, the toolchain file, the root of script/lib/foreign_root.py and script/dist.

usage: cross_test.py --source DIR --build DIR --ninja PROGRAM
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib"))
import foreign_root  # noqa: E402
from clc_testing import attempt, check, finish, output_of, succeed, temporary_folder  # noqa: E402

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(other C)
add_library(other STATIC other.c)
"""


def preset_fits_root(options, preset):
    variables = preset["cacheVariables"]
    root = os.path.relpath(variables["CLC_FOREIGN_ROOT"].replace("${sourceDir}", options.source), options.source)
    check(root == f"build/foreign/{foreign_root.name_of_sysroot('arm64')}", "the preset takes the root that is made for it", root)
    check(variables["CLC_FOREIGN_TRIPLE"] == foreign_root.TRIPLES["arm64"], "for the processor of the root")
    names = foreign_root.build_packages()
    check({"llvm-22-dev", "libclang-22-dev", "clang-22", "liblld-22-dev"} <= set(names), "the root has LLVM's libraries", names)


def dist_builds_targets(options):
    with open(os.path.join(options.source, "script/dist"), encoding="utf-8") as file:
        named = re.search(r"(?m)^targets=\((.*)\)", file.read()).group(1).split()
    known = set(re.findall(r"(?m)^([\w-]+): phony", output_of(options.ninja, "-C", options.build, "-t", "targets", "all")))
    check(named and set(named) <= known, f"script/dist builds {len(named)} targets that there are", sorted(set(named) - known))


def toolchain_compiles(options, preset):
    """Without a root: an object needs none."""
    toolchain = preset["toolchainFile"].replace("${sourceDir}", options.source)
    with temporary_folder() as folder:
        for name, text in ("CMakeLists.txt", PROJECT), ("other.c", "int other(int x) { return x + 1; }\n"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        build = os.path.join(folder, "build")
        succeed("cmake", "-S", folder, "-B", build, "-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
                f"-DCLC_FOREIGN_TRIPLE={preset['cacheVariables']['CLC_FOREIGN_TRIPLE']}", f"-DCLC_FOREIGN_ROOT={folder}")
        succeed("cmake", "--build", build)
        told = output_of("readelf", "--file-header", os.path.join(build, "libother.a"))
        check("AArch64" in told, "the toolchain file makes objects for arm64", told)


def main():
    parser = argparse.ArgumentParser()
    for name in "source", "build", "ninja":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    with open(os.path.join(options.source, "CMakePresets.json"), encoding="utf-8") as file:
        preset = next(each for each in json.load(file)["configurePresets"] if each["name"] == "arm64")
    attempt("preset", preset_fits_root, options, preset)
    attempt("targets", dist_builds_targets, options)
    attempt("toolchain", toolchain_compiles, options, preset)
    sys.exit(finish())


main()
