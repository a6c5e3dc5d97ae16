#!/usr/bin/env python3
"""Runs a program of others by `clc run --sanitize`, on a driver that takes SPIR-V.

usage: run_test.py --clc PROGRAM --vendors FOLDER
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip_all, temporary_folder  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--vendors"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    if not os.path.isdir(options.vendors):
        skip_all(f"no driver that takes IL in {options.vendors} (script/setup --optional gets one)")
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "opencl_program.py")
    with temporary_folder(own_cache=True):
        variables = environment(OCL_ICD_VENDORS=options.vendors)
        right = run(options.clc, "run", "--sanitize", "--", sys.executable, program, "right", env=variables)
        check(right.returncode == 0 and "last: 63" in right.stdout, "a right program runs as always", right.stdout + right.stderr)
        check("arguments: 3 of argument 3: -49" in right.stdout, "the hidden argument is hidden", right.stdout)
        check("1 compiled by clc" in right.stderr, "clc compiles it", right.stderr)
        wrong = run(options.clc, "run", "--sanitize=bounds,race", "-q", "--", sys.executable, program, "wrong", env=variables)
        check(wrong.returncode == 6, "a wrong program is exit code 6", f"{wrong.returncode}\n{wrong.stderr}")
        check("5:32: bounds: store of 4 bytes at byte 256 of global 'to', which has 256 bytes (kernel fill, item 63 0 0, group 0 0 0)"
              in wrong.stderr, "the report names place, memory and item", wrong.stderr)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
