#!/usr/bin/env python3
"""Holds what `clrun profile` counts for AMD's chips against what the emulator counts when it runs their machine code.

Both run the same algorithms on the same data: one the instrumented SPIR-V on a CPU, the other the chip's instructions. They
must agree for each line of the source: passes over local memory, and transactions with global memory.

usage: profile_test.py --clc PROGRAM --clrun PROGRAM --packages FOLDER --kernels FOLDER --il-vendors FOLDER [--share K/N]
       --share   2/3: the second third of all variants on all chips
"""
import argparse
import collections
import itertools
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, equal, expect, finish, output_of, share_of, skip_all, temporary_folder  # noqa: E402

CHIPS = ("gfx942", "gfx1100", "gfx1200")
# Modules, variants and their sizes.
RUNS = [
    ("transpose", "transpose/naive_float", 16384),
    ("transpose", "transpose/padded_float", 16384),
    ("histogram256", "histogram256/private_bins", 65536),
    ("histogram256", "histogram256/swizzled", 65536),
    ("reduce", "reduce/tree_uint4", 16384),
]


def emulated(options, folder, chip, variant, size):
    """{(kernel, line): {"local": passes, "global": transactions}} of all launches."""
    path = os.path.join(folder, "counters.json")
    if os.path.exists(path):
        os.remove(path)
    output_of(options.clrun, "verify", variant, "--size", size, "--offset", "0", "--device", chip, "--package",
              os.path.join(options.packages, "algorithms"), "--no-cache", env=environment(CLC_EMULATOR_COUNTERS=path))
    counts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as lines:
        for launch in map(json.loads, lines):
            for access in launch["accesses"]:
                place = counts[launch["kernel"], access.get("source", "?")]
                place["local"] += access.get("lds_passes", 0)
                place["global"] += access.get("transactions", 0)
    return counts


def profiled(options, folder, package, chip, variant, size):
    text = output_of(options.clrun, "profile", variant, "--size", size, "--package", package, "--chip", f"amdgcn:{chip}", "--format",
                     "json", env=environment(OCL_ICD_VENDORS=options.il_vendors, CLC_CACHE_DIR=os.path.join(folder, "cache")))
    counts = collections.defaultdict(collections.Counter)
    for kernel in json.loads(text)["kernels"]:
        for access in kernel["accesses"]:
            place = counts[kernel["kernel"], f"{access['file']}:{access['line']}"]
            place["local" if access["memory"] == "local" else "global"] += access["most"]
    return counts


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--clrun", "--packages", "--kernels", "--il-vendors"):
        parser.add_argument(name, required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    which, parts = options.share
    print(f"share {which + 1}/{parts} of the variants on chips")
    if not os.path.isdir(options.il_vendors):
        skip_all(f"no driver that takes IL in {options.il_vendors} (script/setup --optional gets one)")
    compared = 0
    with temporary_folder() as folder:
        for module in sorted({module for module, _, _ in RUNS}):
            compile(options.clc, os.path.join(options.kernels, module, f"{module}.cl"), "--profile", targets=["spirv64"],
                    output=os.path.join(folder, f"{module}.clcpack"))
        for (module, variant, size), chip in list(itertools.product(RUNS, CHIPS))[which::parts]:
            here = profiled(options, folder, os.path.join(folder, f"{module}.clcpack"), chip, variant, size)
            there = emulated(options, folder, chip, variant, size)
            for place, counted in here.items():
                for memory in ("local", "global"):
                    if counted[memory] == 0:
                        continue
                    compared += 1
                    equal(f"{variant} on {chip}, {place}: {memory} memory, and what the emulator counts", counted[memory],
                          there[place][memory])
    expect(compared > 0, "no line was compared")
    sys.exit(finish())


if __name__ == "__main__":
    main()
