#!/usr/bin/env python3
"""Runs a program of others by `clc run --sanitize`, on a driver that takes SPIR-V.

usage: run_test.py --clc PROGRAM --vendors FOLDER PART

PART is `reports`, of bounds and of how programs go on, or `races`.
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, run, skip_all, temporary_folder  # noqa: E402

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "opencl_program.py")
# The report of a case, and what the program prints.
WRONG = (("part", "5:32: bounds: store of 4 bytes at byte 128 of global 'to', which has 128 bytes (kernel fill, item 32 0 0", ""),
         ("released", "bounds: argument 0 is memory that the program has released (kernel fill)", "launch: -38"),
         ("shared", "5:32: bounds: store of 4 bytes at byte 256 of global 'to', which has 256 bytes (kernel fill, item 63 0 0", "launch: -38"),
         ("shared", "bounds: argument 0 is memory that the program has released (kernel fill)", ""),
         ("image", "8:3: bounds: store of an image at 8 in dimension 0, which has 8 (kernel paint, item 7 0 0", ""))


class Runner:
    def __init__(self, options):
        self.clc, self.environment = options.clc, environment(OCL_ICD_VENDORS=options.vendors)

    def run(self, case, *words):
        return run(self.clc, "run", *words, "--", sys.executable, PROGRAM, case, env=self.environment)


def check_reports(runner):
    right = runner.run("right", "--sanitize")
    check(right.returncode == 0 and "last: 63" in right.stdout, "a right program runs as always", right.stdout + right.stderr)
    check("arguments: 3 of argument 3: -49" in right.stdout, "the hidden argument is hidden", right.stdout)
    check("1 compiled by clc" in right.stderr, "clc compiles it", right.stderr)
    wrong = runner.run("wrong", "--sanitize=bounds,race", "-q")
    equal("exit code of a wrong program", wrong.returncode, 6)
    check("5:32: bounds: store of 4 bytes at byte 256 of global 'to', which has 256 bytes (kernel fill, item 63 0 0, group 0 0 0)"
          in wrong.stderr, "the report names place, memory and item", wrong.stderr)
    equal("launches of one that goes on", wrong.stdout.splitlines(), ["launch: 0", "launch: 0"])
    stopped = runner.run("wrong", "--sanitize=bounds", "--on-fault=stop", "-q")
    equal("launches of one that stops", stopped.stdout.splitlines(), ["launch: -5", "launch: -5"])
    for case, report, printed in WRONG:
        done = runner.run(case, "--sanitize")
        check(done.returncode == 6 and report in done.stderr and printed in done.stdout, f"{case}: {report}", done.stdout + done.stderr)
    flag = runner.run("flag", "--sanitize")
    check(flag.returncode == 0, "atomic_flag_clear() initialises", flag.stderr)
    for case, place in ("step_over", "2:80"), ("step_to", "3:88"):
        steps = runner.run(case, "--sanitize=bounds", "--on-fault=stop", "-q")
        check(f"{place}: bounds: store of 4 bytes at byte 264 of global 'to'" in steps.stderr, f"a loop that misses its end: {case}", steps.stderr)
        equal(f"launches of {case}", steps.stdout.splitlines(), ["launch: 0", "launch: -5"])
    valid = runner.run("valid", "--sanitize=bounds,race,barrier", "-q")
    equal("exit code where items differ before a barrier that all reach", valid.returncode, 0)
    equal("its sums", valid.stdout.splitlines(), ["sum: 120", "sum: 780", "sum: 1504", "sum: 2016"])
    other = runner.run("other", "--sanitize")
    check(other.returncode == 0 and "last: 126" in other.stdout and "printed 10" in other.stdout,
          "several programs share a buffer, and print", other.stdout + other.stderr)


def check_races(runner):
    equal("exit code where a barrier orders items on global memory", runner.run("exchange", "--sanitize").returncode, 0)
    at_once = runner.run("exchange_at_once", "--sanitize=race")
    check(at_once.returncode == 6 and re.search("race: store of 4 bytes at byte [0-9]+ of global 'to' races with a load by item [0-9]+ in", at_once.stderr),
          "a race of items of a group on global memory", at_once.stderr)
    sums = runner.run("sums", "--sanitize=race")
    for place in "2:66: race: store of 4 bytes at byte 0 of global 'to'", "7:35: race: store of 4 bytes at byte 0 of local 'all'":
        check(sums.returncode == 6 and place in sums.stderr, f"lost updates: {place}", sums.stderr)
    equal("exit code of a write below local memory, without checks of bounds", runner.run("below", "--sanitize=race").returncode, 0)
    copy = runner.run("copy", "--sanitize=race", "--on-fault=stop", "-q")
    check("8:20: race: load of 4 bytes at byte" in copy.stderr and copy.stdout.split() == ["launch:", "0", "launch:", "-5"],
          "an asynchronous copy orders nothing", copy.stdout + copy.stderr)
    for case, access, copied in ("copied_into", "6:20: race: load", "4:20"), ("copied_out", "16:25: race: store", "14:20"):
        early = runner.run(case, "--sanitize=race", "--on-fault=stop", "-q")
        check(re.search(f"{access} of 4 bytes at byte [0-9]+ of local 'part' races with an asynchronous copy in .*:{copied} ", early.stderr),
              f"an asynchronous copy takes place until it is waited for: {case}", early.stderr)
        equal(f"launches of {case}", early.stdout.splitlines(), ["launch: 0", "launch: -5"])
    twice = runner.run("given_twice", "--sanitize=race", "--on-fault=stop", "-q")
    check(re.search("race: (store|load) of 4 bytes at byte [0-9]+ of global '(to|from)' races", twice.stderr),
          "a loop reads what another argument writes", twice.stderr)
    equal("launches of one that reads what it writes", twice.stdout.splitlines(), ["launch: 0", "launch: -5"])
    copied = runner.run("read_copied", "--sanitize=race")
    check(copied.returncode == 0, "a copy that was waited for is over, by whatever argument it is read", copied.stdout + copied.stderr)


PARTS = {"reports": check_reports, "races": check_races}


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--vendors"):
        parser.add_argument(name, required=True)
    parser.add_argument("part", choices=PARTS)
    options = parser.parse_args()
    if not os.path.isdir(options.vendors):
        skip_all(f"no driver that takes IL in {options.vendors} (script/setup --optional gets one)")
    with temporary_folder(own_cache=True):
        PARTS[options.part](Runner(options))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
