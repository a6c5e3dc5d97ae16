#!/usr/bin/env python3
"""What only gfx90a has: private memory by scratch_ instructions, loads straight to local memory by a bit of the usual ones, and
instructions of images, which are refused by name.

usage: gfx90a_test.py --clc CLC --launches L --device-tests D --kernels FOLDER
       --kernels   tests/device/kernels
"""
import argparse
import json
import os
import sys
from pathlib import Path

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, compile, environment, finish, output_of, run, temporary_folder  # noqa: E402

CHIP = "gfx90a"
FLAT_SCRATCH = """#pragma clang attribute push(__attribute__((target("enable-flat-scratch"))), apply_to = function)
#include <unions.cl>
#pragma clang attribute pop
"""
IMAGES = """kernel void texel(global uint* in, global uint* out, local uint* box, uint n, global uint* none) {
  uint loaded;
  __asm volatile("image_load %0, v[0:1], s[0:7] dmask:0x1 unorm\\n s_waitcnt vmcnt(0)" : "=v"(loaded));
  out[get_global_id(0)] = loaded;
}
"""


def package_of(options, folder, name, source, *words):
    path = Path(folder) / f"{name}.cl"
    path.write_text(source)
    compile(options.clc, path, *words, targets=[f"amdgcn:{CHIP}"], output=Path(folder) / name)
    return Path(folder) / name


def check_scratch(options, folder):
    for optimised in ("-cl-std=CL1.2", "-cl-opt-disable"):
        package = package_of(options, folder, "unions", FLAT_SCRATCH, "-I", options.kernels, optimised)
        text = output_of(options.clc, "disasm", package)
        check("scratch_store" in text and "buffer_store" not in text, f"{optimised}: private memory by scratch_")
        done = run(options.device_tests, "--package", package, "--device", CHIP, "--only", "unions.c_1", env=environment(CLC_EMULATOR_CHIP=CHIP))
        check(done.returncode == 0, f"{optimised}: unions.c_1: {done.stdout[-500:]}{done.stderr[-500:]}")


def check_copies(options, folder):
    package = Path(folder) / "copies"
    compile(options.clc, Path(options.kernels) / "group_copies.cl", targets=[f"amdgcn:{CHIP}"], output=package)
    check(" lds " in output_of(options.clc, "disasm", package), "copies are loads straight to local memory")
    for one in ("copies.random", "copies.streams", "copies.rotated", "copies.shared"):
        done = run(options.device_tests, "--package", package, "--device", CHIP, "--only", one, env=environment(CLC_EMULATOR_CHIP=CHIP))
        check(done.returncode == 0, f"{one}: {done.stdout[-500:]}{done.stderr[-500:]}")


def check_images(options, folder):
    package, report = package_of(options, folder, "faults", IMAGES), Path(folder) / "report.jsonl"
    done = run(options.launches, "--package", package, "--device", CHIP, input="texel\n",
               env=environment(CLC_EMULATOR_CHIP=CHIP, CLC_EMULATOR_REPORT=str(report)))
    found = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    check([(one["kind"], one["at"]["instruction"]) for one in found] == [("not-emulated", "image_load")] and "failed" in done.stdout,
          f"image_load is refused by its name: {found} {done.stdout}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--launches", "--device-tests", "--kernels"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        check_scratch(options, folder)
        check_copies(options, folder)
        check_images(options, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
