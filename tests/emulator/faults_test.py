#!/usr/bin/env python3
"""The emulator finds every fault of faults.cl, on the line that is marked, and nothing where it is repaired.

usage: faults_test.py --launches L --packages FOLDER --device CHIP [--kernel NAME]…

FOLDER has four packages: faults, faults_repaired, and the same without optimisation: faults_plain and
faults_plain_repaired.
"""
import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run  # noqa: E402

SOURCE = Path(__file__).with_name("faults.cl")
GOES_ON = ("race", "uninitialised", "divergent-barrier")
# gfx942 has no images. Beyond the others' nothing is read and nothing written, and the kernel goes on.
KINDS_OF_KERNELS = {"gfx942": ("KERNEL", "COPY_KERNEL"), "gfx1100": ("KERNEL", "IMAGE_KERNEL"), "gfx1200": ("KERNEL", "IMAGE_KERNEL")}


def planted(which):
    """kernel -> (kind, line), of those that are optimised or of the others."""
    faults, kernel, macro = {}, None, None
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if match := re.match(r"((?:PLAIN_)?(?:IMAGE_|COPY_)?KERNEL)\((\w+)\) {", line):
            macro, kernel = match.groups()
        if (match := re.search(r"//! ([\w-]+)$", line)) and macro == which:
            faults[kernel] = match[1], number
    return faults


def findings_of(options, package, kernels, fail_on=""):
    """kernel -> its findings, and whether its launch failed."""
    with tempfile.TemporaryDirectory(prefix="clc-faults-") as folder:
        report = Path(folder) / "report.jsonl"
        variables = environment(CLC_EMULATOR_CHECK="race,uninitialised", CLC_EMULATOR_REPORT=str(report),
                                CLC_EMULATOR_LIMIT="3000000", CLC_EMULATOR_FAIL_ON=fail_on)
        done = run(options.launches, "--package", os.path.join(options.packages, package), "--device", options.device,
                   env=variables, input="\n".join(kernels))
        results = dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
        lines = report.read_text().splitlines() if report.exists() else []
    if missing := [kernel for kernel in kernels if kernel not in results]:
        check(False, f"{package}: no result of {', '.join(missing)}: {done.stdout[-500:]}{done.stderr[-500:]}")
    found = {kernel: [] for kernel in kernels}
    for line in lines:
        finding = json.loads(line)
        found[finding["kernel"]].append(finding)
    return found, results


def lines_of(finding):
    return [place.get("line") for place in (finding["at"], finding.get("other", {})) if place]


def short(findings):
    return "; ".join(sorted({f"{f['kind']} at {lines_of(f)}: {f['message']}" for f in findings})) or "nothing"


def check_faults(options, package, faults):
    found, results = findings_of(options, package, list(faults))
    for kernel, (kind, line) in faults.items():
        mine = found[kernel]
        fails = kind not in GOES_ON and not kernel.startswith("image_")
        check(any(f["kind"] == kind and line in lines_of(f) for f in mine)
              # What was not written yet may be read: a race shows as such a value, too.
              and all(f["kind"] == kind or line in lines_of(f) for f in mine)
              and all(f["stopped"] == fails for f in mine) and results.get(kernel) == ("failed" if fails else "passed"),
              f"{options.device}: {package}: {kernel}: {kind} at line {line}: launch {results.get(kernel)}, found {short(mine)}")


def check_repaired(options, package, faults):
    found, results = findings_of(options, f"{package}_repaired", list(faults))
    for kernel in faults:
        check(not found[kernel] and results.get(kernel) == "passed",
              f"{options.device}: {package}: {kernel} repaired: launch {results.get(kernel)}, found {short(found[kernel])}")


def check_fail_on(options, package, faults):
    """A kind that is named stops the launch at its first finding."""
    for kind in GOES_ON:
        kernels = [kernel for kernel, fault in faults.items() if fault[0] == kind][:3]
        found, results = findings_of(options, package, kernels, kind)
        for kernel in kernels:
            check(results.get(kernel) == "failed" and [f["stopped"] for f in found[kernel] if f["kind"] == kind] == [True],
                  f"{options.device}: {kernel} with CLC_EMULATOR_FAIL_ON={kind}: {results.get(kernel)}, {short(found[kernel])}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--launches", required=True)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("--kernel", action="append", default=[])
    options = parser.parse_args()
    for package, prefix in (("faults", ""), ("faults_plain", "PLAIN_")):
        faults = {}
        for which in KINDS_OF_KERNELS[options.device]:
            faults |= {k: fault for k, fault in planted(prefix + which).items() if not options.kernel or k in options.kernel}
        if faults:
            check_faults(options, package, faults)
            check_repaired(options, package, faults)
            check_fail_on(options, package, faults)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
