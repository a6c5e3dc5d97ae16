#!/usr/bin/env python3
"""Holds what `clrun profile` counts for AMD's chips against what the emulator counts when it runs their machine code.

Both run the same algorithms on the same data: one the instrumented SPIR-V on a CPU, the other the chip's instructions. They
must agree for each line of the source: passes over local memory, and, where a transaction has 64 bytes as the emulator's
(gfx942), transactions with global memory.

usage: profile_test.py --clc PROGRAM --clrun PROGRAM --packages FOLDER --kernels FOLDER --il-vendors FOLDER
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
CHIPS = ("gfx942", "gfx1100", "gfx1200")
# Modules, variants and their sizes.
RUNS = [
    ("transpose", "transpose/naive_float", 16384),
    ("transpose", "transpose/padded_float", 16384),
    ("histogram256", "histogram256/private_bins", 65536),
    ("histogram256", "histogram256/swizzled", 65536),
    ("reduce", "reduce/tree_uint4", 16384),
]


def run(environment, *command):
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **environment))
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def emulated(options, folder, chip, variant, size):
    """{(kernel, line): {"local": passes, "global": transactions}} of all launches."""
    path = os.path.join(folder, "counters.json")
    if os.path.exists(path):
        os.remove(path)
    run({"CLC_EMULATOR_COUNTERS": path}, options.clrun, "verify", variant, "--size", str(size), "--offset", "0", "--device",
        chip, "--package", os.path.join(options.packages, "algorithms"), "--no-cache")
    counts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as lines:
        for launch in map(json.loads, lines):
            for access in launch["accesses"]:
                place = counts[launch["kernel"], access.get("source", "?")]
                place["local"] += access.get("lds_passes", 0)
                place["global"] += access.get("transactions", 0)
    return counts


def profiled(options, folder, package, chip, variant, size):
    text = run({"OCL_ICD_VENDORS": options.il_vendors, "CLC_CACHE_DIR": os.path.join(folder, "cache")}, options.clrun,
               "profile", variant, "--size", str(size), "--package", package, "--chip", f"amdgcn:{chip}", "--format", "json")
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
    options = parser.parse_args()
    if not os.path.isdir(options.il_vendors):
        print(f"skipped: no driver that takes IL in {options.il_vendors} (script/setup --optional gets one)")
        sys.exit(SKIPPED)
    problems, compared = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for module in sorted({module for module, _, _ in RUNS}):
            run({}, options.clc, "compile", os.path.join(options.kernels, module, f"{module}.cl"), "--profile", "-t", "spirv64",
                "-o", os.path.join(folder, f"{module}.clcpack"))
        for module, variant, size in RUNS:
            for chip in CHIPS:
                here = profiled(options, folder, os.path.join(folder, f"{module}.clcpack"), chip, variant, size)
                there = emulated(options, folder, chip, variant, size)
                for place, counted in here.items():
                    for memory in ("local", "global") if chip == "gfx942" else ("local",):
                        if counted[memory] == 0:
                            continue
                        compared += 1
                        if counted[memory] != there[place][memory]:
                            problems.append(f"{variant} on {chip}, {place}: {counted[memory]} of {memory} memory, and the "
                                            f"emulator counts {there[place][memory]}")
    print("\n".join(problems))
    print(f"{compared} lines compared; {len(problems)} problems")
    sys.exit(1 if problems or compared == 0 else 0)


if __name__ == "__main__":
    main()
