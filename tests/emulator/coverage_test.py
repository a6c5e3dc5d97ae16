#!/usr/bin/env python3
"""Holds the counts of `clc compile --coverage` against what an emulated GPU counts of other code: the same kernels, neither
instrumented nor optimised. Both run the tests of kernels (NAME.test.json).

Each load and store runs as often as the innermost region around its line and column. Of those that stand in a macro, whose
columns debug information does not have, it is told how many have the count of any of the kernel's regions. The counts must
also be the same on another chip, with waves of 64 instead of 32, and with --il-vendors by a driver that takes SPIR-V.

usage: coverage_test.py --clc PROGRAM --kernels FOLDER --symbolizer PROGRAM [--il-vendors FOLDER] [--all]
       --all   every test file below the folder: minutes
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
FEW = ("branches/branches", "vecadd/vecadd", "reduce/reduce")
RACES = {"minmax_looked"}  # which items find something to change depends on the others
CHIPS_CODE = {"nbody_bodies_2", "nbody_split", "reduce_atomic_last", "reduce_fast"}  # whose source has a macro of its own for AMD's chips


def run_tests(options, tests, package, device, vendors=None, **variables):
    """{kernel: the names of its tests that ran}."""
    if vendors:
        variables["OCL_ICD_VENDORS"] = vendors
    text = output_of(options.clc, "test", tests, "--package", package, "--device", device, "--format", "json", env=environment(**variables))
    results = json.loads(text)["tests"]
    equal(f"{tests} on {device}: failed", [one["test"] for one in results if one["status"] == "failed"], [])
    ran = collections.defaultdict(set)
    for one in results:
        if one["status"] == "passed":
            ran[one["kernel"]].add(one["test"])
    return ran


def accesses(path):
    """{kernel: {address of an instruction with a line: active lanes}}."""
    found = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as lines:
        for launch in map(json.loads, lines):
            for access in launch["accesses"]:
                if "source" in access:
                    found[launch["kernel"]][access["at"]] += access["active_lanes"]
    return found


def places(options, package, addresses):
    """{address: (file, line, column)}."""
    binary, = glob.glob(os.path.join(package, "*.hsaco"))
    text = output_of(options.symbolizer, f"--obj={binary}", "--output-style=JSON", "--relative-address", *addresses)
    return {one["Address"]: (os.path.basename(one["Symbol"][0]["FileName"]), one["Symbol"][0]["Line"], one["Symbol"][0]["Column"])
            for one in json.loads(text)}


class Regions:
    """The regions of a kernel and of what it calls, with their counts."""

    def __init__(self, table, kernel, counts):
        self.ranges, first = collections.Counter(), 0
        for number in next(one["functions"] for one in table["kernels"] if one["name"] == kernel):
            function = table["functions"][number]
            for region in function["regions"]:
                if region["kind"] in ("code", "expansion"):
                    key = (os.path.basename(table["files"][region["file"]]), (region["line"], region["column"]),
                           (region["end_line"], region["end_column"]), region["kind"])
                    self.ranges[key] += sum((-1 if term % 2 else 1) * counts[first + term // 2] for term in region["count"])
            first += function["counters"]

    def count_at(self, place):
        """The count of the innermost region; None in a macro."""
        file, line, column = place
        around = [key for key in self.ranges if key[0] == file and key[1] <= (line, column) < key[2]]
        inner = [key for key in around if not any(key[1] <= other[1] and other[2] <= key[2] and other[:3] != key[:3] for other in around)]
        return self.ranges[inner[0]] if inner and all(key[3] == "code" for key in inner) else None


def regions_of(package, folder):
    """{kernel: Regions} of a folder of counts."""
    with open(os.path.join(package, "manifest.clc.json"), encoding="utf-8") as file:
        variants = [variant for module in json.load(file)["modules"] for variant in module["variants"]]
    table = next(variant["coverage"] for variant in variants if variant["target"].startswith(f"amdgcn:{CHIP}"))
    sums = {}
    for name in glob.glob(os.path.join(folder, "*.json")):
        with open(name, encoding="utf-8") as file:
            for launch in json.load(file)["launches"]:
                before = sums.get(launch["kernel"], [0] * len(launch["counts"]))
                sums[launch["kernel"]] = [a + b for a, b in zip(before, launch["counts"])]
    return {kernel: Regions(table, kernel, counts) for kernel, counts in sums.items()}


def counts_by_line(options, package, folder, kernel):
    report = json.loads(output_of(options.clc, "coverage", package, folder, "--format", "json", "-k", kernel))
    return {f"{file['name']}:{line['line']}": line["count"] for file in report["files"] for line in file["lines"] if line["count"]}


class Counted:
    def __init__(self):
        self.kernels, self.exact, self.alike = set(), set(), collections.Counter()
        self.accesses = self.in_macros = self.of_a_region = 0

    def text(self):
        by_device = "".join(f", {count} as on {device}" for device, count in self.alike.items())
        return (f"{len(self.kernels)} kernels, {self.accesses} accesses of {len(self.exact)} equal, "
                f"{self.of_a_region} of {self.in_macros} in macros{by_device}")

    def compare(self, kernel, regions, places, lanes):
        for at, count in lanes.items():
            wanted = regions.count_at(places[at])
            if wanted is None:
                self.in_macros += 1
                self.of_a_region += count in regions.ranges.values()
            else:
                equal(f"{kernel}, {places[at]}, {at}: of the emulator", count, wanted)
                self.accesses += 1
                self.exact.add(kernel)


def compare(options, tests, folder, counted):
    source = tests.replace(".test.json", ".cl")
    plain, counting = os.path.join(folder, "plain"), os.path.join(folder, "counting")
    compile(options.clc, source, "-g", "-cl-opt-disable", targets=[f"amdgcn:{CHIP}"], output=plain)
    compile(options.clc, source, "--coverage", targets=[f"amdgcn:{CHIP}", f"amdgcn:{OTHER_CHIP}", "spirv64"], output=counting)
    counters, here, there = (os.path.join(folder, name) for name in ("counters.json", "here", "there"))
    run_tests(options, tests, plain, CHIP, CLC_EMULATOR_COUNTERS=counters)
    ran = run_tests(options, tests, counting, CHIP, CLC_COVERAGE_DIR=here)
    kernels, found, regions = ran.keys() - RACES, accesses(counters), regions_of(counting, here)
    counted.kernels |= kernels
    at = places(options, plain, sorted({address for lanes in found.values() for address in lanes}))
    for kernel in kernels:
        counted.compare(kernel, regions[kernel], at, found[kernel])
    others = [(OTHER_CHIP, None)] + ([("(cpu", options.il_vendors)] if options.il_vendors else [])
    for device, vendors in others:
        also = run_tests(options, tests, counting, device, vendors, CLC_COVERAGE_DIR=there + device)
        for kernel in kernels:
            if also[kernel] == ran[kernel] and not (vendors and kernel in CHIPS_CODE):
                equal(f"{kernel} on {device}", *(counts_by_line(options, counting, where, kernel) for where in (there + device, here)))
                counted.alike[device] += 1


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--kernels", "--symbolizer"):
        parser.add_argument(name, required=True)
    parser.add_argument("--il-vendors")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    options.il_vendors = options.il_vendors and os.path.abspath(options.il_vendors)
    files = [os.path.join(options.kernels, name + ".test.json") for name in FEW]
    if options.all:
        files = sorted(glob.glob(os.path.join(options.kernels, "**", "*.test.json"), recursive=True))
    counted = Counted()
    for tests in files:
        with temporary_folder() as folder:
            compare(options, tests, folder, counted)
            print(f"{os.path.basename(tests)}: {counted.text()} so far", flush=True)
    expect(len(counted.exact) >= (50 if options.all else len(files)), counted.text())
    return finish()


if __name__ == "__main__":
    sys.exit(main())
