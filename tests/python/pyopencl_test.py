#!/usr/bin/env python3
"""Packages through pyopencl, on PoCL, where a Python with pyopencl is (`script/setup --python`); and the gallery's pictures.

usage: pyopencl_test.py --prefix DIR --source DIR --show-c PROGRAM [--all]
       --all: every script of the gallery, where CTest has one that differs from day to day
"""
import argparse
import os
import struct
import sys
import zlib

import python_interpreter

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, check, compile, environment, finish, run, share_of, skip_all, succeed, temporary_folder  # noqa: E402

GALLERY = "life", "mandelbrot", "reaction", "spheres", "waves"


def pixels_of(path):
    """Width and height of a PNG of picture.py, and its pixels."""
    with open(path, "rb") as file:
        data = file.read()
    width, height = struct.unpack(">II", data[16:24])
    length = struct.unpack(">I", data[33:37])[0]
    rows = zlib.decompress(data[41:41 + length])
    return width, height, [rows[1 + y * (3 * width + 1) + 3 * x:][:3] for y in range(height) for x in range(width)]


def gallery(options, python, folder, variables):
    which, parts = options.share
    for i, name in enumerate(GALLERY):
        if i % parts == which:
            path = os.path.join(folder, name + ".png")
            succeed(python, os.path.join(options.source, "docs/examples/python", name + ".py"), path, env=variables)
            width, height, pixels = pixels_of(path)
            most = max(pixels.count(colour) for colour in set(pixels[::97]))
            check(width >= 280 and height >= 200 and len(set(pixels)) > 50 and most < 0.7 * len(pixels), f"{name}.py makes a picture",
                  (width, height, len(set(pixels)), most))


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "source", "show-c":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--share", type=share_of, default="1/1", help="of the gallery")
    options = parser.parse_args()
    python = python_interpreter.with_pyopencl(options.source)
    if python is None:
        skip_all("programs of pyopencl", "pyopencl is not installed (script/setup --python)")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "use_pyopencl.py")
    with temporary_folder(own_cache=True) as folder:
        package = os.path.join(folder, "vecadd.clcpack")
        if compile(os.path.join(options.prefix, "bin/clc"), os.path.join(options.source, "kernels/vecadd/vecadd.cl"), output=package,
                   targets=["driver:pocl", "spirv64", "nvptx:sm_90"], expected=None).returncode != 0:
            skip_all("programs of pyopencl", "PoCL is not installed")
        variables = environment(CLC_PREFIX=options.prefix, PYTHONPATH=os.path.join(options.source, "python"), PYTHONDONTWRITEBYTECODE="1",
                                XDG_CACHE_HOME=os.path.join(folder, "cache of pyopencl"))
        done = run(python, "-W", "error::UserWarning", script, package, folder, env=variables, merged=True)
        if done.returncode == SKIPPED:
            skip_all("programs of pyopencl", "pyopencl does not find PoCL")
        check(done.returncode == 0, "arrays, values, threads, and programs that are there", done.stdout)
        shown = succeed(python, script, package, "--show", env=variables).stdout.splitlines()
        by_c = succeed(options.show_c, package).stdout.splitlines()
        check(shown[0] == "loaded driver:pocl" and shown[1] in by_c, "Python gets the results that C gets", (shown, by_c))
        gallery(options, python, folder, variables)
    sys.exit(finish())


if __name__ == "__main__":
    main()
