#!/usr/bin/env python3
"""Holds what `clc report --accesses` says against what `clrun profile` counts when the kernels really run.

Textbook kernels and generated ones (generated.py) are compiled twice: for the report, and by `clc compile --profile` for a
driver that takes IL, which runs a few groups and records every access. What the report calls known must be what the trace
says, and what it does not know must lie within its bounds.

usage: profile.py --clc PROGRAM --clrun PROGRAM --vendors FOLDER [--sources FOLDER] [--share K/N] [--kernels N] [--seed N]
"""
import argparse
import collections
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, run, share_of, skip_all, temporary_folder  # noqa: E402

import algorithms
import generated

CHIPS = ("nvptx:sm_90", "amdgcn:gfx942", "amdgcn:gfx1100")
class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.environment = environment(OCL_ICD_VENDORS=options.vendors, CLC_CACHE_DIR=os.path.join(folder, "cache"))

    def run(self, *command):
        return output_of(*command, env=self.environment, cwd=self.folder)

    def package(self, source, name, *options):
        self.run(self.options.clc, "compile", source, "--profile", "-t", "spirv64", "-o", name, *options)
        return os.path.join(self.folder, name)

    def profile(self, package, chip, *words):
        text = self.run(self.options.clrun, "profile", "--package", package, "--chip", chip, "--format", "json", *words)
        return json.loads(text)["kernels"]

    def report(self, source, *words):
        text = self.run(self.options.clc, "report", source, "--accesses", "--format", "json", *words)
        return json.loads(text)["kernels"]


def sums(accesses):
    """For each line's loads, stores and atomics: whether all is known, the sums, and whether conditions are taken to hold."""
    by_line = collections.defaultdict(lambda: [True, 0, 0, 0, 0, False])
    for one in accesses:
        line = by_line[one["line"], one["access"], one["memory"]]
        line[0] = line[0] and one["known"] and not one["repeated"]
        for i, key in enumerate(("waves", "ideal", "least", "most"), 1):
            line[i] += one[key]
        line[5] = line[5] or bool(one.get("assumes"))
    return by_line


def compare(what, static, traced, other_code=()):
    """Every access of the report; figures of the trace are of `recorded_groups` groups. In lines of `other_code` the
    chip's compiler makes other instructions than the one for SPIR-V."""
    groups, compared = traced["recorded_groups"], 0
    expected, counted = sums(static["accesses"]), sums(traced["accesses"])
    for place, (known, waves, ideal, least, most, assumes) in expected.items():
        _, real_waves, real_ideal, real, _, _ = counted.get(place, (True, 0, 0, 0, 0, False))
        if place[0] in other_code or (assumes and real_waves == 0):
            continue
        name = f"{what}, {place}, {groups} groups"
        if known:
            compared += 1
            equal(f"{name}: waves", real_waves, waves * groups)
            equal(f"{name}: ideal", real_ideal, ideal * groups)
        # Copies of an access whose counts are not known may lie on paths that no item takes.
        is_whole = known or real_waves == waves * groups
        expect((least * groups if is_whole else 0) <= real <= most * groups,
               f"{name}: costs {real}, and not {least * groups} to {most * groups}")
    return compared


# The chips' compilers store two neighbouring words at once, and load them so, where they unroll the loop.
MERGED = {"nvptx:sm_90": (33,), "amdgcn:gfx942": (33, 49), "amdgcn:gfx1100": (33, 49)}
BRANCHES = (22, 33, 43)  # that all compilers leave branches


def check_textbook(runner):
    """The kernels of algorithms.py, each in one launch of 4 groups."""
    source = os.path.join(runner.folder, "textbook.cl")
    with open(source, "w") as file:
        file.write(algorithms.TEXTBOOK)
    package = runner.package(source, "textbook.clcpack")
    compared = 0
    for chip in CHIPS:
        static = {one["kernel"]: one for one in runner.report(source, "-t", chip, "--arg", "pitch=64")}
        tiles = runner.profile(package, chip, "--kernel", "tile32", "--kernel", "tile33", "--global-size", "64x64", "--arg",
                               "buffer:float:4096", "--arg", "buffer:float:4096", "--arg", "64")
        others = [word for name in ("diverging", "conflicting", "sequential") for word in ("--kernel", name)]
        sums_of = runner.profile(package, chip, *others, "--global-size", "1024", "--arg", "buffer:uint:1024")
        clearing = runner.profile(package, chip, "--kernel", "clearing", "--global-size", "64", "--arg", "buffer:uint:64")
        vectors = [one for name, count in (("components", 2), ("bytes", 2), ("locals", 1), ("members", 1))
                   for one in runner.profile(package, chip, "--kernel", f"by_{name}", "--global-size", "1024",
                                             *["--arg", "buffer:float4:1024"] * count)]
        for traced in tiles + sums_of + clearing + vectors:
            what = f"{traced['kernel']} for {chip}"
            compared += compare(what, static[traced["kernel"]], traced, MERGED.get(chip, ()))
            check_branches(what, static[traced["kernel"]], traced)
    tile = [one for one in runner.profile(package, "nvptx:sm_90", "--kernel", "tile32", "--global-size", "64x64", "--arg",
                                          "buffer:float:4096", "--arg", "buffer:float:4096", "--arg", "64")[0]["accesses"]
            if one["line"] == 7 and one["memory"] == "local"]
    equal("a tile of 32", [(one["pattern"], one["stride"], one["waves"], one["most"], one["conflict_degree"])
                           for one in tile], [("strided", 128, 4 * 32, 4 * 1024, 32)])
    return compared


def check_limits(runner):
    """A trace that is too small, some groups only, and what is refused."""
    source = os.path.join(runner.folder, "limits.cl")
    with open(source, "w") as file:
        file.write("kernel __attribute__((reqd_work_group_size(64, 1, 1))) void many(global uint* data, uint n) {\n"
                   "  for (uint i = 0; i < n; ++i)\n    data[get_global_id(0) + i * 64] += 1;\n}\n"
                   "kernel void copies(local uint* to, global uint* from) {\n"
                   "  event_t done = async_work_group_copy(to, from, 64, 0);\n  wait_group_events(1, &done);\n"
                   "  from[get_global_id(0)] = to[get_local_id(0)];\n}\n")
    package = runner.package(source, "limits.clcpack")
    [static] = runner.report(source, "-t", "nvptx:sm_90", "-k", "many", "--arg", "n=16")
    words = ["--kernel", "many", "--global-size", "8192", "--arg", "buffer:uint:1048576", "--arg", "16"]
    for more, fits in (((), True), (("--trace-size", "1"), False), (("--groups", "10"), True)):
        [traced] = runner.profile(package, "nvptx:sm_90", *words, *more)
        what = f"many {more}"
        equal(f"{what}: groups", traced["groups"], 128)
        equal(f"{what}: nothing lost", traced["lost_records"] == 0, fits)
        expect(0 < traced["recorded_groups"] <= 128 - bool(more), f"{what}: {traced['recorded_groups']} groups are recorded")
        for access in traced["accesses"]:
            equal(f"{what}: waves", access["waves"], 2 * 16 * traced["recorded_groups"])
            equal(f"{what}: cost", access["most"], 4 * 2 * 16 * traced["recorded_groups"])
    equal("known before", {one["known"] for one in static["accesses"]}, {True})
    [copies] = runner.profile(package, "nvptx:sm_90", "--kernel", "copies", "--global-size", "64", "--work-group", "64", "--arg",
                              "local:256", "--arg", "buffer:uint:64")
    equal("what is not recorded", copies["not_recorded"], ["async_work_group_strided_copy in line 6"])

    def refused(*command):
        done = run(*command, env=runner.environment, cwd=runner.folder)
        return done.returncode, done.stderr

    clc, clrun = runner.options.clc, runner.options.clrun
    equal("another command", refused(clrun, "verify", "vecadd", "--package", package)[0], 2)
    equal("for a chip", refused(clc, "compile", source, "--profile", "-t", "nvptx:sm_90", "-o", "no")[0], 2)
    equal("without a table", refused(clc, "compile", source, "--profile", "-t", "spirv64", "-o", "no.spv")[0], 2)
    equal("stripped", refused(clc, "compile", source, "--profile", "--strip", "-t", "spirv64", "-o", "no")[0], 2)
    runner.run(clc, "compile", source, "-t", "spirv64", "-o", "plain.clcpack")
    plain = refused(clrun, "profile", "--package", "plain.clcpack", "--chip", "nvptx:sm_90", *words)
    equal("a plain package", (plain[0], "clc compile --profile" in plain[1]), (2, True))
    profile = (clrun, "profile", "--package", package)
    for what, more in (("no chip", ["--chip", "spirv64", *words]), ("an argument", ["--chip", "gfx942", *words[:-2]]),
                       ("no number", ["--chip", "gfx942", *words[:-1], "many"]),
                       ("a size", ["--chip", "gfx942", "--kernel", "many", "--global-size", "0"]),
                       ("nothing", ["--chip", "gfx942"]), ("a wave", ["--chip", "gfx942", "--wave", "32", *words])):
        equal(f"wrong: {what}", refused(*profile, *more)[0], 2)
    odd = refused(*profile, "--chip", "gfx942", "--kernel", "many", "--global-size", "1000", "--work-group", "64")
    equal("groups that do not divide the size", (odd[0], "1000x1x1 is no multiple of work-groups of 64x1x1" in odd[1]), (2, True))


def check_branches(what, static, traced):
    groups = traced["recorded_groups"]
    counted = {(one["line"], one["column"]): one for one in traced["branches"]}
    for one in static["branches"]:
        if one["line"] not in BRANCHES:
            continue
        real = counted.get((one["line"], one["column"]), collections.defaultdict(int))
        for key in ("waves", "divergent_waves", "lanes", "lanes_on_rarer_side"):
            equal(f"{what}, branch in line {one['line']}: {key}", real[key], one[key] * groups)


# Kernels of the set: module, kernels, options of the report, of the launch, known accesses for NVIDIA, and lines with
# other code.
TRANSPOSE = [*("--arg buffer:float:16384 " * 2 + "--arg 128 --arg 128 --arg 128 --arg 128").split()]
MATMUL = ["--global-size", "64x64", *("--arg buffer:float:4096 " * 3 + "--arg 64 --arg 64 --arg 64 --arg 64 --arg 64").split()]
HISTOGRAM = "--global-size 512 --work-group 128 --arg buffer:uchar:131072 --arg 131072 --arg buffer:uint:256:zeros --arg local:32768".split()
REDUCE = "--global-size 1024 --work-group 256 --arg buffer:uint:8192 --arg 8192 --arg buffer:uint:64 --arg local:8192".split()
SET = [
    ("transpose", ["transpose_naive_float"], "--work-group 32x8 --arg in_pitch=128 --arg out_pitch=128", [*TRANSPOSE, "--global-size", "128x128", "--work-group", "32x8"], 2),
    ("transpose", ["transpose_padded_float"], "--arg in_pitch=128 --arg out_pitch=128", [*TRANSPOSE, "--global-size", "128x32"], 4),
    ("transpose", ["transpose_blocks_float"], "--arg in_pitch=128 --arg out_pitch=128", [*TRANSPOSE, "--global-size", "32x32"], 4),
    ("matmul", ["matmul_columns_first", "matmul_rows_first"],
     "--work-group 16x16 --arg depth=64 --arg b_pitch=64 --arg c_pitch=64", [*MATMUL, "--work-group", "16x16"], 4),
    ("matmul", ["matmul_tiles"], "--arg depth=64 --arg b_pitch=64 --arg c_pitch=64", MATMUL, 5),
    ("histogram256", ["histogram256_private_bins", "histogram256_swizzled", "histogram256_conflict_free"], "--work-group 128", HISTOGRAM, 3),
    ("reduce", ["reduce_serial", "reduce_tree_uint4"], "--work-group 256", REDUCE, 4),
]


def check_set(runner, kernels, share):
    compared = 0
    packages = {}
    which, parts = share_of(share)
    print(f"share {which + 1}/{parts} of the set")
    for module, names, options, launch, least in SET[which::parts]:
        source = os.path.join(kernels, module, f"{module}.cl")
        if module not in packages:
            packages[module] = runner.package(source, f"{module}.clcpack")
        wanted = [word for name in names for word in ("--kernel", name)]
        for chip in CHIPS:
            static = {one["kernel"]: one for one in runner.report(source, "-t", chip, *options.split())}
            count = 0
            for traced in runner.profile(packages[module], chip, *wanted, *launch):
                count += compare(f"{traced['kernel']} for {chip}", static[traced["kernel"]], traced)
            expect(count >= least, f"{names} for {chip}: {count} known accesses were compared, and not {least}")
            compared += count
    return compared


def greatest_index(kernel, values):
    items = range(kernel.group[0] * kernel.group[1])
    return max(kernel.index.value(dict(values, lx=i % kernel.group[0], ly=i // kernel.group[0],
                                       id=values["gx"] * kernel.group[0] + i % kernel.group[0])) for i in items)


def check_generated(runner, count, seed):
    """Kernels whose indices stay within a buffer for the groups that are launched."""
    most, n, grid = (1 << 20) - 1, 5000, (3, 2)
    choose = random.Random(seed)
    kernels = []
    while len(kernels) < count:
        kernel = generated.Kernel(choose, len(kernels))
        launched = [{"gx": x, "gy": y, "n": n} for x in range(grid[0]) for y in range(grid[1])]
        if all(greatest_index(kernel, values) <= most for values in launched):
            kernels.append(kernel)
    source = os.path.join(runner.folder, "generated.cl")
    with open(source, "w") as file:
        file.write("".join(kernel.text() for kernel in kernels))
    package = runner.package(source, "generated.clcpack")
    static = {(one["target"], one["kernel"]): one
              for one in runner.report(source, *[word for chip in CHIPS for word in ("-t", chip)])}
    compared = 0
    for group in sorted({kernel.group for kernel in kernels}):
        alike = [kernel for kernel in kernels if kernel.group == group]
        words = [word for kernel in alike for word in ("--kernel", kernel.name)]
        for chip in CHIPS:
            for traced in runner.profile(package, chip, *words, "--global-size", f"{group[0] * grid[0]}x{group[1] * grid[1]}",
                                         "--arg", f"buffer:uint4:{most + 1}:zeros", "--arg", str(n)):
                number = int(traced["kernel"][1:])
                compared += compare(f"{chip} {kernels[number].text()}", static[chip, traced["kernel"]], traced)
    return compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--vendors", required=True)
    parser.add_argument("--sources", help="the folder of the algorithm set")
    parser.add_argument("--share", default="1/1", help="of the set's kernels: 2/3 is the second third")
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not os.path.isdir(options.vendors):
        skip_all(f"no driver that takes IL in {options.vendors} (script/setup --optional gets one)")
    with temporary_folder() as folder:
        runner = Runner(options, folder)
        textbook = check_textbook(runner)
        check_limits(runner)
        of_set = check_set(runner, options.sources, options.share) if options.sources else 0
        of_generated = check_generated(runner, options.kernels, options.seed)
    expect(of_generated >= options.kernels, "too few generated kernels are compared")
    print(f"{textbook} known accesses of textbook kernels, {of_set} of the set and {of_generated} of {options.kernels} generated ones (seed "
          f"{options.seed}) compared")
    sys.exit(finish())


if __name__ == "__main__":
    main()
