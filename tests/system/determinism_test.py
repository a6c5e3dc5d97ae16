#!/usr/bin/env python3
"""Compiles every kernel of the algorithm set several times and compares the packages byte for byte.

The runs differ in everything that must not matter: the order of files and targets, -j, the folder that the
sources lie in, the folder of the package, the working folder, and the environment.

usage: determinism_test.py --clc PROGRAM --kernels DIR [--target TARGET]… [--driver-share K/N]
       --driver-share    drivers get a share of the kernels
Targets that this machine cannot make are skipped, each with a line `SKIP: …`; exit 77 when none is left.
"""
import argparse
import os
import random
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, compile, environment, fail, run, share_of, skip, temporary_folder  # noqa: E402

TARGETS = ["spirv64:1.2", "nvptx:sm_90", "driver:pocl"]


def sources_of(folder):
    names = []
    for where, _, files in os.walk(folder):
        names += [os.path.relpath(os.path.join(where, name), folder) for name in files if name.endswith(".cl")]
    return sorted(names)


def contents(folder):
    """{relative path: bytes}"""
    found = {}
    for where, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def compile_package(clc, files, targets, jobs, package, cwd, variables, of_drivers):
    """{relative path: bytes} of two packages. Drivers compile without their optimisers, which take several times as long as the rest."""
    found = {}
    drivers = [target for target in targets if target.startswith("driver:")]
    theirs = [file for file in files if os.path.basename(file) in of_drivers]
    for name, some, chosen, options in (("own", [target for target in targets if target not in drivers], files, ()),
                                        ("drivers", drivers, theirs, ("-cl-opt-disable",))):
        if some:
            folder = os.path.join(package, name)
            os.makedirs(folder)
            compile(clc, *chosen, "-j", jobs, *options, targets=some, output=folder, cwd=cwd, env=environment(CLC_CACHE="0", **variables))
            found |= {os.path.join(name, path): data for path, data in contents(folder).items()}
    return found


def available(clc, target, folder):
    source = os.path.join(folder, "probe.cl")
    with open(source, "w", encoding="utf-8") as file:
        file.write("kernel void probe(global int* p) { p[0] = 1; }\n")
    done = run(clc, "compile", source, "-t", target, "-o", os.path.join(folder, "probe.clcpack"))
    if done.returncode == 4:  # unknown or unavailable
        skip(f"determinism of {target}", done.stderr.strip().splitlines()[0])
    return done.returncode != 4


def first_difference(left, right):
    for name in sorted(left.keys() | right.keys()):
        if left.get(name) != right.get(name):
            return name
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--target", action="append")
    parser.add_argument("--driver-share", type=share_of, default="1/1")
    options = parser.parse_args()
    clc, kernels = os.path.realpath(options.clc), os.path.realpath(options.kernels)
    shuffle = random.Random(22)

    with temporary_folder() as folder:
        targets = [target for target in options.target or TARGETS if available(clc, target, folder)]
        if not targets:
            sys.exit(SKIPPED)
        names = sources_of(kernels)
        which, parts = options.driver_share
        of_drivers = {os.path.basename(name) for name in names[which::parts]}
        print(f"drivers get share {which + 1}/{parts} of the kernels")
        copy = os.path.join(folder, "another place", "copy")
        shutil.copytree(kernels, copy)

        # Two runs, for a driver takes its time: one after the other here, three at once there.
        shuffled_names, shuffled_targets = names[:], targets[:]
        shuffle.shuffle(shuffled_names)
        shuffled_targets.reverse()
        runs = [("as they lie, -j 3", kernels, [os.path.join(kernels, name) for name in names], targets, 3, {}),
                ("shuffled, in another folder, -j 1", copy, shuffled_names, shuffled_targets, 1,
                 {"HOME": folder, "LANG": "C", "TZ": "Asia/Tokyo"})]

        packages = []
        for number, (what, cwd, files, run_targets, jobs, variables) in enumerate(runs):
            package = os.path.join(folder, f"package{number}")
            packages.append(compile_package(clc, files, run_targets, jobs, package, cwd, variables, of_drivers))
            print(f"{what}: {len(packages[-1])} files, {sum(map(len, packages[-1].values()))} bytes")
        for (what, *_), package in zip(runs[1:], packages[1:]):
            different = first_difference(packages[0], package)
            if different:
                fail(f"'{what}' differs from '{runs[0][0]}', first in {different}")
        if len(packages[0]) < len(names):
            fail(f"{len(names)} kernels gave only {len(packages[0])} files")
        print(f"{len(names)} sources for {', '.join(targets)}: equal bytes in {len(runs)} runs")


main()
