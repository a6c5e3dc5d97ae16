#!/usr/bin/env python3
"""Dumps IL and ISA of the tutorials' kernels for VLIW chips, as AMD's tutorials show it with GPU_DUMP_DEVICE_KERNEL=3.

usage: dump_test.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

MODULES = ("vecadd/vecadd", "reduce/reduce", "reduce/reduce_tutorial", "histogram256/histogram256", "histogram256/histogram256_tutorial",
           "histogram256_rgba/histogram256_rgba", "histogram256_rgba/histogram256_rgba_tutorial", "nbody/nbody_tutorial",
           "bitonic_sort/bitonic_sort_tutorial")
DEVICES = ("cypress", "redwood")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--clc", "--kernels"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    clc, kernels = os.path.abspath(options.clc), os.path.abspath(options.kernels)
    failures = checked = 0
    with tempfile.TemporaryDirectory(prefix="clc-dump-") as folder:
        sources = [os.path.join(kernels, module + ".cl") for module in MODULES]
        targets = [word for device in DEVICES for word in ("-t", "r600:" + device)]
        done = subprocess.run([clc, "compile", *sources, *targets, "-o", "package"], cwd=folder, text=True, capture_output=True,
                              env={**os.environ, "GPU_DUMP_DEVICE_KERNEL": "3", "CLC_CACHE": "0"}, check=False)
        if done.returncode:
            sys.exit(f"clc compile: exit {done.returncode}\n{done.stderr}")
        for source in sources:
            with open(source, encoding="utf-8") as file:
                names = re.findall(r"(?:__)?kernel void (\w+)\(", file.read())
            for name in names:
                if name.endswith("_chunks"):  # for CPUs only
                    continue
                for device in DEVICES:
                    checked += 1
                    if wrong := fault_of(os.path.join(folder, f"{name}_{device}")):
                        failures += 1
                        print(f"FAILED: {name} for {device}: {wrong}")
    print(f"{checked - failures} passed, {failures} failed")
    return 1 if failures or checked == 0 else 0


def fault_of(stem):
    """Returns what is wrong with the two files of a kernel; empty when nothing is."""
    for ending, text in ((".il", "define "), (".isa", "SQ_PGM_RESOURCES:NUM_GPRS = ")):
        if not os.path.exists(stem + ending):
            return f"no {ending}"
        with open(stem + ending, encoding="utf-8") as file:
            if text not in file.read():
                return f"{ending} lacks '{text}'"
    return ""


if __name__ == "__main__":
    sys.exit(main())
