#!/usr/bin/env python3
"""A process that stays behind an application on PoCL and keeps its programs: the application ends before, the next one waits for the
program, and without the process nothing is left to wait for. A process that is killed leaves a note.

usage: layer_behind_test.py --program FILE --layer FILE
       --program   clc_build_once
Exit code 77: PoCL is not here.
"""
import argparse
import ctypes
import os
import signal
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, finish, run, temporary_folder  # noqa: E402
from driver_options import DRIVERS, parse_options  # noqa: E402

SET_SUBREAPER = 36  # of prctl: what a process leaves behind becomes a child of this one


def start(options, base, way, keep=None):
    """What the program prints, and by whom it was served."""
    source, log = os.path.join(base, "a.cl"), os.path.join(base, "log")
    with open(source, "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) { *o = VALUE; }\nkernel void other(global int* o) { *o = 2; }\n")
    variables = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD", HOME=base, OCL_ICD_VENDORS=DRIVERS["pocl"],
                            POCL_CACHE_DIR=os.path.join(base, "pocl"), CLC_CACHE_DIR=os.path.join(base, "cache"), CLC_LAYER_LOG=log,
                            OPENCL_LAYERS=options.layer, **({"CLC_LAYER_KEEP": keep} if keep else {}))
    said = run(options.program, way, source, "-DVALUE=7", env=variables, expected=0, timeout=300).stdout
    with open(log, encoding="utf-8") as file:
        served = [line.split(": ")[2].split()[0] for line in file if ": program " in line]
    return said.strip(), served[-1]


def await_orphans():
    """How the processes end that stayed behind."""
    codes = []
    try:
        while True:
            codes.append(os.waitstatus_to_exitcode(os.wait()[1]))
    except ChildProcessError:
        return codes


def kill_orphans():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="utf-8") as file:
        for process in file.read().split():
            os.kill(int(process), signal.SIGKILL)
    return await_orphans()


def lose_process(options, base):
    """A start whose process does not keep the program. Returns false when the process was faster than its end."""
    start(options, base, "build", "behind")
    if kill_orphans() != [-signal.SIGKILL]:
        return False
    equal("lost: the second start", start(options, base, "build", "behind"), ("7", "driver"))
    equal("lost: processes that stayed behind the second start", await_orphans(), [])
    with open(os.path.join(base, "log"), encoding="utf-8") as file:
        equal("lost: lines of the log", file.read().count("a process that stayed behind did not keep a program"), 1)
    equal("lost: the third start", start(options, base, "build", "behind"), ("7", "cache"))
    return True


def lose_a_process(options):
    for _ in range(5):
        with temporary_folder() as base:
            if lose_process(options, base):
                return
    equal("lost: processes that were killed in time", 0, 1)


def main():
    options = parse_options(argparse.ArgumentParser(), "--program", "--layer")
    ctypes.CDLL(None).prctl(SET_SUBREAPER, 1, 0, 0, 0)
    for way in ("build", "early"):  # early: released before the application waits
        with temporary_folder() as base:
            equal(f"{way}: the first start", start(options, base, way, "behind"), ("7", "driver"))
            equal(f"{way}: a start meanwhile", start(options, base, way, "behind"), ("7", "cache"))
            equal(f"{way}: processes that stayed behind", await_orphans(), [0])
    with temporary_folder() as base:
        equal("now: the first start", start(options, base, "build"), ("7", "driver"))
        equal("now: processes that stayed behind", await_orphans(), [])
        equal("now: the second start", start(options, base, "build"), ("7", "cache"))
    lose_a_process(options)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
