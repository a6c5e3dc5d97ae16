#!/usr/bin/env python3
"""Dumps IL and ISA of the tutorials' kernels for VLIW chips, as AMD's tutorials show it with GPU_DUMP_DEVICE_KERNEL=3.

usage: dump_test.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, temporary_folder  # noqa: E402

MODULES = ("vecadd/vecadd", "reduce/reduce", "reduce/reduce_tutorial", "histogram256/histogram256", "histogram256/histogram256_tutorial",
           "histogram256_rgba/histogram256_rgba", "histogram256_rgba/histogram256_rgba_tutorial", "transpose/transpose_tutorial",
           "image_rotate/image_rotate_tutorial", "nbody/nbody_tutorial", "bitonic_sort/bitonic_sort_tutorial")
DEVICES = ("cypress", "redwood")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--clc", "--kernels"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    clc, kernels = os.path.abspath(options.clc), os.path.abspath(options.kernels)
    with temporary_folder("clc-dump-") as folder:
        sources = [os.path.join(kernels, module + ".cl") for module in MODULES]
        compile(clc, *sources, targets=["r600:" + device for device in DEVICES], output="package", cwd=folder,
                env=environment(GPU_DUMP_DEVICE_KERNEL="3", CLC_CACHE="0"))
        for source in sources:
            with open(source, encoding="utf-8") as file:
                names = re.findall(r"(?:__)?kernel void (\w+)\(", file.read())
            for name in names:
                if name.endswith("_chunks"):  # for CPUs only
                    continue
                for device in DEVICES:
                    wrong = fault_of(os.path.join(folder, f"{name}_{device}"))
                    expect(not wrong, f"{name} for {device}: {wrong}")
    return finish()


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
