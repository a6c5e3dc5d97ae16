#!/usr/bin/env python3
"""The emulator's checks find nothing in kernels that are right: messages between groups, the algorithm set, device tests.

usage: no_findings_test.py --clrun C --messages M --tests T --packages FOLDER --device CHIP [--all] [--share K/N]

With --all every device test of script/emulate's packages that is here runs, else a few; with --share 2/3 a third of these. Kernels that are wrong by OpenCL's
rules, on purpose, have to be found.
"""
import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, share_of  # noqa: E402

# Kernels that race: one that lacks its fence to show it, a look before an atomic operation, and pictures turned forwards, where
# two pixels may land on one.
WRONG = {"reduce_tutorial_no_fence", "minmax_looked", "rotate_forward_grey", "rotate_forward_rgba",
         "rotate_tutorial_forward_grey", "rotate_tutorial_forward_rgba"}
DEVICE = {
    "device": ("atomic.global", "atomic.local", "atomic.last_group", "atomic.neighbours", "memory", "unions.c_1"),
    "device_3": ("atomic.scope", "atomic.float", "generic", "unequal.", "work-group.int", "sub-group.int"),
    "plain_3": ("parameters.c_3", "unions.c_1", "unequal."),
}
MORE = {
    "device": ("parameters.c_1", "work-item.1", "work-item.2", "work-item.3", "printf", "geometry.float"),
    "device_3": ("atomic.double", "atomic.half", "work-group.", "sub-group.ulong", "sub-group.float", "sub-group.votes",
                 "sub-group.small", "sub-group.rotate", "parameters.c_3", "geometry.half"),
    "plain_2": ("parameters.c_3", "unions.c_1"),
    "plain_cpp": ("parameters.cpp", "unions.cpp"),
}


def findings_of(command):
    with tempfile.TemporaryDirectory(prefix="clc-findings-") as folder:
        report = Path(folder) / "report.jsonl"
        done = run(*command, env=environment(CLC_EMULATOR_CHECK="race,uninitialised", CLC_EMULATOR_REPORT=str(report)))
        lines = report.read_text().splitlines() if report.exists() else []
    return done.returncode, [json.loads(line) for line in lines]


def check_silent(command, what):
    code, findings = findings_of(command)
    false = [finding for finding in findings if finding["kernel"] not in WRONG]
    shown = "; ".join(sorted({f"{f['kernel']}: {f['kind']}: {f['message']}" for f in false})[:5])
    check(code == 0 and not false, f"{what}: exit {code}, {len(false)} findings {shown}")
    return {finding["kernel"] for finding in findings}


def main():
    parser = argparse.ArgumentParser()
    for option in ("--clrun", "--messages", "--tests", "--packages", "--device"):
        parser.add_argument(option, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    packages, chip, (which, parts) = Path(options.packages), options.device, options.share
    print(f"share {which + 1}/{parts}")
    check_silent([options.messages, "--package", packages / "messages", "--device", chip], f"{chip}: messages")
    sizes = [word for size in ("0", "1", "1009") for word in ("--size", size)] if options.all else ["--size", "1009"]
    names = [] if options.all else ["reduce", *["sort", "minmax", "transpose", "histogram256", "matmul"][which::parts]]
    found = check_silent([options.clrun, "verify", "--package", packages / "algorithms", "--device", chip, *sizes, *names],
                         f"{chip}: algorithms")
    check("reduce_tutorial_no_fence" in found, f"{chip}: the race of reduce_tutorial_no_fence: {sorted(found)}")
    for chosen in (DEVICE, MORE) if options.all else (DEVICE,):
        for package, checks in chosen.items():
            for name in checks[which::parts]:
                check_silent([options.tests, "--package", packages / package, "--device", chip, "--only", name],
                             f"{chip}: {package}: {name}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
