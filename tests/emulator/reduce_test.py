#!/usr/bin/env python3
"""The reduction without its device fences fails on an emulated gfx942 under some seed; with them it never does.

usage: reduce_test.py --clc C --clrun R --kernels FOLDER [--seeds N]
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = '__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent")'
VARIANTS = ["reduce/atomic_last", "reduce/fast"]


def compile_reduce(options, folder, has_fences):
    shutil.copytree(Path(options.kernels) / "reduce", folder / "source")
    count = 0
    for path in (folder / "source").glob("reduce*.cl*"):
        text = path.read_text()
        count += text.count(FENCE)
        if not has_fences:
            path.write_text(text.replace(FENCE, ""))
    if count != 1:
        sys.exit(f"{count} places say {FENCE}, not one")
    kernels = sorted((folder / "source").glob("*.cl"))
    subprocess.run([options.clc, "compile", *kernels, "-t", "amdgcn:gfx942", "-o",
                    folder / "package"], check=True)
    return folder / "package"


def failing_seeds(options, package, stop_at_first):
    failed = []
    for seed in range(1, options.seeds + 1):
        run = subprocess.run([options.clrun, "verify", "--package", package, "--device", "gfx942", *VARIANTS,
                              "--size", "20000", "--size", "100000"], capture_output=True, text=True,
                             env=dict(os.environ, CLC_EMULATOR_SEED=str(seed)))
        if run.returncode != 0:
            failed.append(seed)
            if stop_at_first:
                print(run.stdout + run.stderr)
                break
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for has_fences in (False, True):
            place = Path(folder) / str(has_fences)
            place.mkdir()
            failed = failing_seeds(options, compile_reduce(options, place, has_fences), not has_fences)
            print(f"{'with' if has_fences else 'without'} fences: seeds that fail, of {options.seeds}: {failed or 'none'}",
                  flush=True)
            if bool(failed) == has_fences:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
