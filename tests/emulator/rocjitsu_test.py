#!/usr/bin/env python3
"""The emulated GPUs beside AMD's own emulator, rocjitsu: what each makes of the same random kernels and of planted faults.

usage: rocjitsu_test.py --rocjitsu FOLDER --clc C --compare K --launches L --packages P --vendors EMULATOR --kfd-vendors KFD
                        --seeds FIRST-LAST [--reference DEVICE TARGET VENDORS] [--chips CHIP,…] [--silence SECONDS] [-j N]

FOLDER is where rocjitsu (github.com/ROCm/rocm-systems, emulation/rocjitsu) was built: it, or a folder in it, has the program
and `configs`. The code objects are clc's and the OpenCL driver is the emulator's; that of KFD gives the launches to
/dev/kfd, where rocjitsu takes them. The reference for random kernels is PoCL, or the device of --reference. A line for
each chip and emulator says how many kernels computed what the reference did, something else, or nothing, and why. Then the
faults of faults.cl, optimised: rocjitsu, whose detector of races is on, finds one where it says more of the kernel than of
its repaired twin. Exits with 1 where the emulator of this tree computes something else.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from faults_test import findings_of, planted
from random_test import differential, digests_of

CONFIGS = {"gfx942": "gfx942_cdna3_kmd.json", "gfx950": "gfx950_cdna4_kmd.json", "gfx1100": "gfx1100_w7900.json",
           "gfx1201": "gfx1201_r9700.json"}


def on_rocjitsu(options, chip, program):
    """A script that runs a program on rocjitsu's GPU; each call has a folder of its own for rocjitsu's files."""
    tools = [path for path in options.rocjitsu.rglob("rocjitsu") if path.is_file() and os.access(path, os.X_OK)]
    configs = list(options.rocjitsu.rglob(CONFIGS[chip]))
    if not tools or not configs:
        sys.exit(f"rocjitsu_test.py: no program rocjitsu, or no {CONFIGS[chip]}, below {options.rocjitsu}")
    path = options.work / f"{chip}-{Path(program).name}"
    path.write_text("#!/bin/sh\n"
                    f"ROCJITSU_RUNTIME_DIR=$(mktemp -d {options.work}/runtime-XXXXXX)\nexport ROCJITSU_RUNTIME_DIR\n"
                    f"exec {tools[0]} --config {configs[0]} -- {program} \"$@\"\n")
    path.chmod(0o755)
    return path


def outcomes(options, chip, compare, vendors):
    """What each kernel computed, and why the others computed nothing."""
    digests = options.work / f"{chip}-{Path(compare).name}.digests"
    os.environ["CLC_EMULATOR_CHIP"] = chip
    done = differential("run", options.work / "kernels", "--compare", compare, "--device", chip, "--target", f"amdgcn:{chip}",
                        "--no-source", "--digests", digests, "--silence", options.silence, "-j", options.jobs, vendors=vendors)
    why = dict(re.findall(r"^failed +(k\d+): (.*)$", done.stdout, re.MULTILINE))
    return dict(line.split() for line in digests.read_text().splitlines()), why


def reason(text):
    """The end of what a process said, without numbers, which differ from kernel to kernel."""
    return re.sub(r"0x[0-9a-f]+|\d+", "N", text)[-120:].strip()


def compare_random(options, expected, chip):
    wrong = 0
    for name, compare, vendors in (("clc", options.compare, options.vendors),
                                   ("rocjitsu", on_rocjitsu(options, chip, options.compare), options.kfd_vendors)):
        got, why = outcomes(options, chip, compare, vendors)
        equal = [kernel for kernel in expected if got.get(kernel) == expected[kernel]]
        differs = [kernel for kernel in expected if kernel in got and got[kernel] != expected[kernel]]
        nothing = [kernel for kernel in expected if kernel not in got]
        print(f"| {chip} | {name} | {len(expected)} | {len(equal)} | {len(differs)} | {len(nothing)} |", flush=True)
        for kernels, what in ((differs, "differ"), (nothing, "computed nothing")):
            if kernels:
                print(f"  {what}: {' '.join(kernels)}")
        for text, count in collections.Counter(reason(why.get(kernel, "")) for kernel in nothing).most_common(5):
            print(f"  {count} times: {text}")
        wrong += (len(differs) + len(nothing)) * (name == "clc")
    return wrong


def said_by_rocjitsu(options, chip, program, package, kernel):
    """How often its detector spoke, and whether the launch ended."""
    environment = os.environ | {"OCL_ICD_VENDORS": str(options.kfd_vendors), "CLC_EMULATOR_CHIP": chip, "RJ_RACE": "1"}
    try:
        done = subprocess.run([program, "--package", f"{options.packages}/{package}", "--device", chip], input=kernel, text=True,
                              capture_output=True, timeout=options.silence, env=environment, errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return 0, False
    return len(re.findall(r"^Race on ", done.stdout + done.stderr, re.MULTILINE)), f"{kernel} passed" in done.stdout


def compare_faults(options, chip):
    faults = planted("KERNEL")
    os.environ["OCL_ICD_VENDORS"], os.environ["CLC_EMULATOR_CHIP"] = str(options.vendors), chip
    options.device = chip
    ours = findings_of(options, "faults", list(faults))[0]
    program = on_rocjitsu(options, chip, options.launches)
    all_of, by_us, by_them, stopped = (collections.Counter() for _ in range(4))
    for kernel, (kind, _) in faults.items():
        all_of[kind] += 1
        by_us[kind] += any(finding["kind"] == kind for finding in ours[kernel])
        races, ended = said_by_rocjitsu(options, chip, program, "faults", kernel)
        by_them[kind] += races > said_by_rocjitsu(options, chip, program, "faults_repaired", kernel)[0]
        stopped[kind] += not ended
    for kind, count in sorted(all_of.items()):
        print(f"| {chip} | {kind} | {count} | {by_us[kind]} | {by_them[kind]} | {stopped[kind]} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--clc", "--compare", "--launches", "--packages", "--vendors", "--kfd-vendors", "--seeds"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rocjitsu", required=True, type=Path)
    parser.add_argument("--reference", nargs=3, default=("portable", "driver:pocl", ""))
    parser.add_argument("--chips", type=lambda names: names.split(","), default=["gfx942", "gfx1100", "gfx1201"])
    parser.add_argument("--silence", type=float, default=60, metavar="SECONDS")
    parser.add_argument("-j", "--jobs", default="2")
    options = parser.parse_args()
    device, target, vendors = options.reference
    with tempfile.TemporaryDirectory(prefix="clc-rocjitsu-") as folder:
        options.work = Path(folder)
        made = differential("make", options.work / "kernels", "--clc", options.clc, "--seeds", options.seeds, "-j", options.jobs,
                            "-t", target, *(word for chip in options.chips for word in ("-t", f"amdgcn:{chip}")))
        print(made.stdout + made.stderr, end="", flush=True)
        expected, _ = digests_of(options, options.work / "kernels", device, target, vendors)
        print("| chip | emulator | kernels | equal | differ | nothing |\n| --- | --- | --- | --- | --- | --- |")
        wrong = sum(compare_random(options, expected, chip) for chip in options.chips)
        print("| chip | planted | all | clc finds | rocjitsu finds | its launch does not end |\n| --- | --- | --- | --- | --- | --- |")
        for chip in options.chips:
            if chip in ("gfx942", "gfx1100"):
                compare_faults(options, chip)
    return 1 if wrong or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
