#!/usr/bin/env python3
"""A C program and a C++ program show one package and run it on PoCL, and print the same; a program without an OpenCL loader, or with
an old one, starts and says what is wrong.

usage: programs_test.py --clc P --source DIR --library P --show-c P --show-cpp P --probe P --old-loader P --loader P
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, compile, environment, equal, finish, output_of, run, skip, succeed, temporary_folder  # noqa: E402

TARGETS = "driver:pocl", "spirv64", "nvptx:sm_90"


def same_output(options, package):
    shown = {name: succeed(program, package).stdout for name, program in (("C", options.show_c), ("C++", options.show_cpp))}
    check(shown["C"] == shown["C++"] and "loaded vecadd driver:pocl" in shown["C"] and "results " in shown["C"],
          "C and C++ show and run the same", shown)
    check("not nvptx:sm_90: " in shown["C"], "the choice says why not", shown["C"])


def failures(options, folder, package):
    for what, path, code, text in (("no file", os.path.join(folder, "none.clcpack"), 2, "CLC_ERROR_IO"),
                                   ("no module", os.path.join(folder, "other.clcpack"), 1, "has no module 'vecadd'")):
        done = run(options.show_c, path)
        check(done.returncode == code and text in done.stderr, f"a C program says: {what}", done.stderr)
    del package


def without_loader(options, folder, package):
    os.mkdir(os.path.join(folder, "broken"))
    with open(os.path.join(folder, "broken", "libOpenCL.so.1"), "wb"):
        pass
    told = output_of(options.probe, package, env=environment(LD_LIBRARY_PATH=os.path.join(folder, "broken")))
    check("verify: CLC_SUCCESS\ncontents: CLC_SUCCESS\nmodule vecadd" in told, "packages are shown without OpenCL", told)
    for call in "need", "select":
        check(f"{call}: CLC_ERROR_UNAVAILABLE: the OpenCL loader cannot be opened: " in told, f"{call}: no OpenCL is a clear error", told)
    told = output_of(options.probe, package, os.path.join(folder, "nowhere.so"))
    check("use: CLC_ERROR_UNAVAILABLE: the OpenCL loader cannot be opened: " in told and "nowhere.so" in told, "a loader that is not there", told)


def other_loaders(options, package):
    told = output_of(options.probe, package, options.old_loader)
    check("use: CLC_ERROR_UNAVAILABLE" in told and "which OpenCL 1.2 has" in told, "a loader of OpenCL 1.1 is refused by name", told)
    told = output_of(options.probe, package, options.loader)
    check("use: CLC_SUCCESS" in told and "1 fit" in told, "a loader of OpenCL 1.2, without clCreateProgramWithIL, is taken", told)
    needed = output_of("readelf", "-d", options.probe, options.library)
    equal("the library links no OpenCL loader", "libOpenCL" in needed, False)


def main():
    parser = argparse.ArgumentParser()
    for name in "clc", "source", "library", "show-c", "show-cpp", "probe", "old-loader", "loader":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        package, source = os.path.join(folder, "vecadd.clcpack"), os.path.join(options.source, "kernels/vecadd/vecadd.cl")
        compile(options.clc, source, "--name", "other", output=os.path.join(folder, "other.clcpack"), targets=["spirv64"])
        without_driver = os.path.join(folder, "spirv.clcpack")
        compile(options.clc, source, output=without_driver, targets=["spirv64"])
        without_loader(options, folder, without_driver)
        other_loaders(options, without_driver)
        if compile(options.clc, source, output=package, targets=TARGETS, expected=None).returncode == 0:
            same_output(options, package)
            failures(options, folder, package)
        else:
            skip("programs on PoCL", "PoCL is not installed")
    sys.exit(finish())


if __name__ == "__main__":
    main()
