#!/usr/bin/env python3
"""The reduction without its device fences fails on emulated gfx90a and gfx942 under some seed; with them it never does.

usage: reduce_test.py --clc C --clrun R --kernels FOLDER [--seeds N]
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, compile, environment, fail, finish, run, temporary_folder  # noqa: E402
from pathlib import Path

FENCE = '__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent")'
VARIANTS = ["reduce/atomic_last", "reduce/fast"]
CHIPS = ["gfx90a", "gfx942"]


def compile_reduce(options, folder, has_fences):
    shutil.copytree(Path(options.kernels) / "reduce", folder / "source")
    count = 0
    for path in (folder / "source").glob("*.cl*"):
        text = path.read_text()
        count += text.count(FENCE)
        if not has_fences:
            path.write_text(text.replace(FENCE, ""))
    if count != 1:
        fail(f"{count} places say {FENCE}, not one")
    kernels = sorted((folder / "source").glob("*.cl"))
    compile(options.clc, *kernels, targets=[f"amdgcn:{chip}" for chip in CHIPS], output=folder / "package")
    return folder / "package"


def failing_seeds(options, package, chip, stop_at_first):
    failed = []
    for seed in range(1, options.seeds + 1):
        done = run(options.clrun, "verify", "--package", package, "--device", chip, *VARIANTS, "--size", "20000", "--size", "100000",
                   env=environment(CLC_EMULATOR_CHIP=chip, CLC_EMULATOR_SEED=str(seed)))
        if done.returncode != 0:
            failed.append(seed)
            if stop_at_first:
                print(done.stdout + done.stderr)
                break
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    options = parser.parse_args()
    with temporary_folder() as folder:
        for has_fences in (False, True):
            place = Path(folder) / str(has_fences)
            place.mkdir()
            package = compile_reduce(options, place, has_fences)
            for chip in CHIPS:
                failed = failing_seeds(options, package, chip, not has_fences)
                check(bool(failed) != has_fences,
                      f"{chip}, {'with' if has_fences else 'without'} fences: seeds that fail, of {options.seeds}: {failed or 'none'}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
