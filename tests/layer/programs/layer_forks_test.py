#!/usr/bin/env python3
"""Programs that fork at every moment of their use of OpenCL: their children do with the layer what they do without it, and do not hang.

usage: layer_forks_test.py --program FILE --layer FILE --driver pocl|intel [--moment NAME]… [--share K/N]
       --program   clc_forks
Exit code 77: the driver is not here.
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, finish, output_of, run, share_of, skip, temporary_folder  # noqa: E402
from driver_options import DRIVERS, parse_options  # noqa: E402

LIMIT = 240
HANGS = "1014"  # how clc_forks shows a child that SIGALRM ended


def answer(options, base, command, **layer):
    variables = {**environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD"), "HOME": base, "OCL_ICD_VENDORS": DRIVERS[options.driver],
                 "POCL_CACHE_DIR": os.path.join(base, "kcache"), "CLC_CACHE_DIR": os.path.join(base, "cache"), **layer}
    done = run(*command, env=variables, timeout=LIMIT)
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moment", action="append")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--compiled", action="store_true", help="nothing by Python, into which a layer with a sanitizer cannot be loaded")
    options = parse_options(parser, "--program", "--layer")
    commands = {moment: [options.program, moment] for moment in options.moment or output_of(options.program).split()}
    if not options.moment and not options.compiled:
        commands["multiprocessing"] = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "multiprocess.py"), "libOpenCL.so.1"]
    which, parts = options.share
    print(f"share {which + 1}/{parts} of the moments")
    for name, command in list(commands.items())[which::parts]:
        with temporary_folder() as base:
            plain = answer(options, base, command)
            equal(f"{name} without the layer", plain[0], 0)
            if HANGS in plain[1]:
                skip(name, "without the layer the driver hangs there, too")
                continue
            layer = {"OPENCL_LAYERS": options.layer, "CLC_LAYER_SUMMARY": base}
            for cache in ("an empty", "a full"):
                equal(f"{name} with {cache} cache", answer(options, base, command, **layer), plain)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
