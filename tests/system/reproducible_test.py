#!/usr/bin/env python3
"""Builds packages of one source twice, as two people would who have nothing in common, and compares them byte for byte.

The second build differs in everything that must not matter: the folder and its depth, relative and absolute names, the
times of the files, the locale, the time zone, the day (where faketime is installed), -j, the order of targets, umask, user
name, home and temporary folders. The source and its header use __FILE__, __DATE__, __TIME__, __TIMESTAMP__ and debug information.

usage: reproducible_test.py --clc PROGRAM [--share K/N]
       --share   one of N parts of what is beside relative names without options and absolute ones with -ffile-prefix-map
A target that this machine cannot make is skipped with a line `SKIP: …`.
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import cache_like, environment, fail, known_drivers, run, share_of, skip, temporary_folder  # noqa: E402

TARGETS = ["spirv64:1.2", "spirv32:1.2", "nvptx:sm_75", "cubin:sm_90", "amdgcn:gfx90a", "amdgcn:gfx1030", "r600:cypress", "intel:skl",
           "driver:pocl"]
SOURCE = """#include "shapes/area.clh"
constant char name[] = __FILE__;
constant char day[] = __DATE__ " " __TIME__ " " __TIMESTAMP__;
float twice(float x) { return 2.0f * x; }
kernel void measure(global float* out, global char* text, Shape shape) {
  local float sums[64];
  sums[get_local_id(0)] = twice(area_of(shape)) + get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sums[63 - get_local_id(0)];
  text[get_global_id(0)] = name[get_local_id(0) % sizeof(name)] + day[get_local_id(0) % sizeof(day)] + header_name[get_local_id(0) % 4];
}
"""
HEADER = """typedef struct { float width, height; } Shape;
constant char header_name[] = __FILE__;
float area_of(Shape shape) { return shape.width * shape.height; }
"""


KNOWN = []  # a cache that knows the drivers


def call(command, cwd, variables, umask=0o022):
    """No call finds in a cache what another has made."""
    alone = cache_like(KNOWN[0], os.path.dirname(KNOWN[0])) if KNOWN else {"CLC_CACHE": "0"}
    return run(*command, cwd=cwd, timeout=600, umask=umask, env={**environment(**alone), **variables})


def place(folder, *path):
    whole = os.path.join(folder, *path)
    os.makedirs(os.path.join(whole, "headers", "shapes"))
    os.makedirs(os.path.join(whole, "home"))
    os.makedirs(os.path.join(whole, "tmp"))
    for name, text in (("measure.cl", SOURCE), ("headers/shapes/area.clh", HEADER)):
        with open(os.path.join(whole, name), "w", encoding="utf-8") as file:
            file.write(text)
    return whole


def built(command, cwd, environment, package, umask=0o022):
    done = call([*command, "-o", package], cwd, environment, umask)
    if done.returncode != 0:
        fail(f"exit {done.returncode}: {' '.join(command)}\n{done.stderr[-3000:]}")
    with open(os.path.join(cwd, package), "rb") as file:
        return file.read()


def available(clc, folder):
    targets = []
    for target in TARGETS:
        done = call([clc, "compile", "measure.cl", "-Iheaders", "-t", target, "-o", "probe.clcpack"], folder, {})
        if done.returncode == 4:
            skip(target, done.stderr.strip().splitlines()[0])
        elif done.returncode != 0:
            fail(f"{target}: {done.stderr}")
        else:
            targets.append(target)
    # ocloc orders some things by address when it does not optimise; clc asks for the same addresses in every run.
    if "intel:skl" in targets and run("setarch", "-R", "true").returncode != 0:
        skip("intel:skl", "the system does not allow the same addresses in every run")
        targets.remove("intel:skl")
    return targets


class Builds:
    def __init__(self, clc, folder):
        self.clc = clc
        self.near = place(folder, "a")
        self.far = place(folder, "another place", "with a rather long name", "über")
        os.utime(os.path.join(self.far, "measure.cl"), (86400, 86400))
        self.targets = available(clc, self.near)
        self.faketime = shutil.which("faketime")
        if not self.faketime:
            skip("another day", "faketime is not installed (__DATE__ and the files' times are tested without)")
        else:
            self.targets = [target for target in self.targets if not target.startswith(("intel:", "cubin:"))]
            skip("ocloc and ptxas on another day", "faketime wants memory in common, which they have not where clc confines them")

    # Names are spelled alike in both: a name that is relative here and absolute there is another input.
    def command(self, folder, is_absolute, targets, options):
        at = folder + "/" if is_absolute else ""
        return [self.clc, "compile", at + "measure.cl", f"-I{at}headers", *(f"-t{target}" for target in targets), *options]

    def first(self, options, environment=None, is_absolute=False):
        command = self.command(self.near, is_absolute, self.targets, ["-j1", *options])
        return built(command, self.near, {"LC_ALL": "C", "TZ": "UTC", **(environment or {})}, "near.clcpack")

    def second(self, options, environment=None, is_absolute=False):
        there = self.far
        command = self.command(there, is_absolute, reversed(self.targets), ["-j5", *options])
        if self.faketime:
            command = [self.faketime, "2031-02-03 04:05:06", *command]
        changed = {"LC_ALL": "C.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Chatham", "HOME": os.path.join(there, "home"),
                   "USER": "somebody", "LOGNAME": "somebody", "TMPDIR": os.path.join(there, "tmp"), **(environment or {})}
        cwd = os.path.join(there, "home") if is_absolute else there
        return built(command, cwd, changed, os.path.join(there, "far.clcpack"), umask=0o077)

    def compare(self, what, left, right, equal=True):
        if (left == right) != equal:
            self.tell_difference()
            fail(f"{what}: the packages {'differ' if equal else 'are equal'}")
        print(f"{what}: {'equal' if equal else 'different'}, {len(left)} bytes for {len(self.targets)} targets", flush=True)

    def tell_difference(self):
        names = [os.path.join(self.near, "near.clcpack"), os.path.join(self.far, "far.clcpack")]
        sums = [set(call([self.clc, "inspect", name], self.near, {}).stdout.splitlines()) for name in names]
        print("\n".join(f"  {line}" for line in sorted(sums[0] ^ sums[1])[:20]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    with temporary_folder() as folder:
        KNOWN.append(known_drivers(os.path.realpath(options.clc), folder, "driver:pocl"))
        builds = Builds(os.path.realpath(options.clc), folder)
        which, parts = share_of(options.share)
        plain = builds.first([])
        builds.compare("relative names", plain, builds.second([]))
        others = [([], True), (["-O0"], False), (["-cl-kernel-arg-info"], True), (["-g"], False), (["-O0"], True), (["-cl-kernel-arg-info"], False), (["-g"], True)]
        for flags, is_absolute in others[which::parts]:
            builds.compare(" ".join(["absolute names" if is_absolute else "relative names", *flags]), builds.first(flags, is_absolute=is_absolute),
                           builds.second(flags, is_absolute=is_absolute))

        day = {"SOURCE_DATE_EPOCH": "1000000000"}
        dated = builds.first([], day)
        builds.compare("another SOURCE_DATE_EPOCH", plain, dated, equal=False)
        builds.compare("the same SOURCE_DATE_EPOCH", dated, builds.second([], day))

        # File names that the source sees follow -ffile-prefix-map.
        mapped = [builds.first(["-g", f"-ffile-prefix-map={builds.near}=/source"], is_absolute=True),
                  builds.second(["-g", f"-ffile-prefix-map={builds.far}=/source"], is_absolute=True)]
        builds.compare("-ffile-prefix-map", *mapped)
        for package in (plain, *mapped):
            for root in (builds.near, builds.far, folder):
                if root.encode() in package:
                    fail(f"a package holds the path {root}")
        if b"/source" not in mapped[0]:
            fail("-ffile-prefix-map does not show in the package")


main()
