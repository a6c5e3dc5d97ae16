#!/usr/bin/env python3
"""Random kernels of tests/random_kernels compute on the emulated GPUs what they compute on a CPU.

usage: random_test.py --clc C --compare K --vendors EMULATOR --seeds FIRST-LAST [--intel VENDORS | --nvidia TARGET]
                      [--features NAMES] [--plain] [--folder F] [--log FILE] [-j N]

The reference is PoCL; with --intel, Intel's driver for CPUs, which takes SPIR-V and compiles it faster; or, with --nvidia, a real GPU and
clc's code for it. Where these say something else, PoCL decides, and what PoCL does not compile is skipped. With --plain the GPUs' code is not optimised. With --log a line
is added to FILE: when, which kernels, how many passed, and which did not. With --folder what was made stays there, and digests of what
each device computed. The last line is `N passed, N failed, N skipped`: kernels, on three chips. Exits with 77 where the reference is
not here.
"""
import argparse
import datetime
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CHIPS = ("gfx942", "gfx1100", "gfx1200")
DIFFERENTIAL = Path(__file__).resolve().parent.parent / "random_kernels" / "differential.py"


def differential(*words, vendors=None):
    environment = dict(os.environ)
    environment.pop("OCL_ICD_VENDORS", None)
    if vendors:
        environment["OCL_ICD_VENDORS"] = str(vendors)
    return subprocess.run([sys.executable, "-B", str(DIFFERENTIAL), *map(str, words)], capture_output=True, text=True,
                          check=False, env=environment)


def digests_of(options, folder, device, target, vendors=None):
    """What each kernel computed on a device, by name, and the kernels at which its driver died or hung."""
    path = folder / f"{device}.digests"
    done = differential("run", folder, "--compare", options.compare, "--device", device, "--target", target, "--no-source",
                        "--digests", path, "-j", options.jobs, vendors=vendors)
    lines = done.stdout.splitlines()
    print(f"{device}: {lines[-1] if lines else done.stderr}", flush=True)
    for line in lines[:-1]:
        print(f"  {line}")
    digests = dict(line.split() for line in path.read_text().splitlines()) if path.exists() else {}
    return digests, re.findall(r"^failed +(k\d+): failed process", done.stdout, re.MULTILINE)


def second_opinion(options, folder, kernels):
    """What PoCL computes of some kernels."""
    second = folder.parent / (folder.name + "-second")
    for kernel in kernels:
        differential("make", second, "--clc", options.clc, "--seeds", kernel[1:], "-t", "driver:pocl",
                     *options.features)
    return digests_of(options, second, "portable", "driver:pocl")[0]


def compare(options, folder):
    name, target = (("intel", "spirv64:1.2") if options.intel else ("nvidia", options.nvidia) if options.nvidia
                    else ("portable", "driver:pocl"))
    made = differential("make", folder, "--clc", options.clc, "--seeds", options.seeds, "-j", options.jobs, "-t", target,
                        *(word for chip in CHIPS for word in ("-t", f"amdgcn:{chip}")), *options.features,
                        *(["--xtarget=amdgcn:*=-cl-opt-disable"] if options.plain else ()))
    print(made.stdout + made.stderr, end="", flush=True)
    expected, dead = digests_of(options, folder, name, target, options.intel)
    if not expected:
        print(f"SKIP: random kernels on emulated GPUs: no device '{name}' ran them")
        return 77
    got = {chip: digests_of(options, folder, chip, f"amdgcn:{chip}", options.vendors)[0] for chip in CHIPS}

    def differing(kernel, value):
        return [chip for chip in CHIPS if got[chip].get(kernel) != value]

    doubtful = [kernel for kernel in sorted(expected) if differing(kernel, expected[kernel])]
    second = second_opinion(options, folder, doubtful) if name != "portable" and doubtful else {}
    # PoCL dies of its own code; other drivers perhaps of clc's.
    failed, skipped = ([], len(dead)) if name == "portable" else (list(dead), 0)
    for kernel in dead:
        print(f"failed  {kernel}: {name} computed nothing" if failed else f"SKIP: {kernel}: PoCL dies of it")
    for kernel in doubtful:
        if name != "portable" and kernel not in second:
            print(f"SKIP: {kernel}: another result than {name}'s, and PoCL does not compile it")
            skipped += 1
        elif chips := differing(kernel, second.get(kernel, expected[kernel])):
            what = (f"{chip} computed {'something else' if kernel in got[chip] else 'nothing'}" for chip in chips)
            print(f"failed  {kernel}: {', '.join(what)}")
            failed.append(kernel)
    counts = f"{len(expected) + len(dead) - len(failed) - skipped} passed, {len(failed)} failed, {skipped} skipped"
    print(counts)
    if options.log:
        when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")
        how = " ".join(("random kernels on", ", ".join(CHIPS), "seeds", options.seeds, *options.features)) + " plain" * options.plain
        with open(options.log, "a", encoding="utf-8") as log:
            log.write(f"{when} {how}: {counts}{': ' if failed else ''}{', '.join(failed)}\n")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clc", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--vendors", required=True)
    parser.add_argument("--seeds", required=True)
    parser.add_argument("--intel", default="", metavar="VENDORS")
    parser.add_argument("--nvidia", default="", metavar="TARGET")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--features", type=lambda names: ("--features", names), default=(), help="as of differential.py")
    parser.add_argument("-j", "--jobs", default="2")
    options = parser.parse_args()
    if options.folder:
        return compare(options, options.folder)
    with tempfile.TemporaryDirectory(prefix="clc-emulator-random-") as folder:
        return compare(options, Path(folder) / "kernels")


if __name__ == "__main__":
    sys.exit(main())
