#!/usr/bin/env python3
"""Holds the counts of `clc compile --coverage` against what an emulated GPU counts of other code: the same kernels, neither
instrumented nor optimised.

Each load and store of a source line on which no region begins or ends runs as often as the line. The counts must also be the
same on another chip, with waves of 64 instead of 32.

usage: coverage_test.py --clc PROGRAM --clrun PROGRAM --kernels FOLDER --vendors FOLDER [--all]
       --all   every algorithm: minutes
"""
import argparse
import collections
import glob
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, equal, expect, finish, output_of, temporary_folder  # noqa: E402

CHIP, OTHER_CHIP = "gfx1100", "gfx942"
FEW = ("branches", "transpose", "vecadd")
# Launches that depend on the chip, and items that wait for others.
DIFFERS = {"bitonic_sort", "constant_memory", "histogram256", "histogram256_rgba", "matmul", "minmax", "reduce", "sort"}
WAITS = {"reduce_tutorial_no_fence"}
SIZE = "1009"


def run(options, module, package, chip, **variables):
    output_of(options.clrun, "verify", module, "--size", SIZE, "--offset", "0", "--package", package, "--no-cache",
              env=environment(OCL_ICD_VENDORS=options.vendors, CLC_EMULATOR_CHIP=chip, **variables))


def accesses(path):
    """{kernel: {(line, address of the instruction): active lanes}}."""
    found = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as lines:
        for launch in map(json.loads, lines):
            for access in launch["accesses"]:
                found[launch["kernel"]][access.get("source", "?"), access["at"]] += access["active_lanes"]
    return found


def lines_within_regions(package):
    """The lines of a folder's package on which regions neither begin nor end."""
    with open(os.path.join(package, "manifest.clc.json"), encoding="utf-8") as file:
        modules = json.load(file)["modules"]
    edges, inside = set(), set()
    for variant in (variant for module in modules for variant in module["variants"]):
        table = variant["coverage"]
        for region in (region for function in table["functions"] for region in function["regions"]):
            name = table["files"][region["file"]]
            edges |= {f"{name}:{region['line']}", f"{name}:{region['end_line']}"}
            inside |= {f"{name}:{line}" for line in range(region["line"], region["end_line"] + 1)}
    return inside - edges


def counts(options, package, folder, kernel=None):
    text = output_of(options.clc, "coverage", package, folder, "--format", "json", *(["-k", kernel] if kernel else []))
    return json.loads(text)


def by_line(report):
    return {f"{file['name']}:{line['line']}": line["count"] for file in report["files"] for line in file["lines"]}


def compare(options, module, folder):
    """The kernels and the accesses that were compared."""
    sources = sorted(glob.glob(os.path.join(options.kernels, module, "*.cl")))
    plain, counting = os.path.join(folder, "plain"), os.path.join(folder, "counting")
    compile(options.clc, *sources, "-g", "-cl-opt-disable", targets=[f"amdgcn:{CHIP}"], output=plain)
    compile(options.clc, *sources, "--coverage", targets=[f"amdgcn:{CHIP}", f"amdgcn:{OTHER_CHIP}"], output=counting)
    counters, here, there = (os.path.join(folder, name) for name in ("counters.json", "here", "there"))
    run(options, module, plain, CHIP, CLC_EMULATOR_COUNTERS=counters)
    run(options, module, counting, CHIP, CLC_COVERAGE_DIR=here)
    steady, kernels, compared = lines_within_regions(counting), 0, 0
    for kernel, places in accesses(counters).items():
        if kernel in WAITS:
            continue
        lines, before = by_line(counts(options, counting, here, kernel)), compared
        for line, at in places:
            if line in steady:
                equal(f"{kernel}, {line}, {at}: of the emulator", places[line, at], lines[line])
                compared += 1
        kernels += compared != before
    if module not in DIFFERS:
        run(options, module, counting, OTHER_CHIP, CLC_COVERAGE_DIR=there)
        equal(f"{module}: files on {OTHER_CHIP}", counts(options, counting, there)["files"], counts(options, counting, here)["files"])
    return kernels, compared


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--clrun", "--kernels", "--vendors"):
        parser.add_argument(name, required=True)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    modules = FEW
    if options.all:
        modules = sorted({os.path.basename(os.path.dirname(file)) for file in glob.glob(os.path.join(options.kernels, "*", "*.cl"))})
    kernels = compared = 0
    for module in modules:
        with temporary_folder() as folder:
            more = compare(options, module, folder)
            print(f"{module}: {more[0]} kernels, {more[1]} accesses", flush=True)
            kernels, compared = kernels + more[0], compared + more[1]
    expect(f"{kernels} kernels, {compared} accesses compared", kernels > len(modules))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
