#!/usr/bin/env python3
"""Tests script/lib/count-tests.py on result files of its own.

usage: count_tests_test.py COUNT-TESTS
"""
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import equal, finish, run  # noqa: E402

CASES = [
    ("nothing ran", "", "0 passed, 0 failed, 0 skipped", 1),
    ("plain entries", '<testcase name="a" status="run"/><testcase name="b" status="run"/>',
     "2 passed, 0 failed, 0 skipped", 0),
    ("Catch2, all passed",
     '<testcase name="a" status="run"><system-out>All tests passed (9 assertions in 5 test cases)</system-out></testcase>',
     "5 passed, 0 failed, 0 skipped", 0),
    ("Catch2, some failed",
     '<testcase name="a" status="fail"><system-out>test cases: 5 | 3 passed | 2 failed</system-out></testcase>',
     "3 passed, 2 failed, 0 skipped", 1),
    ("passed cases, but the program failed",
     '<testcase name="a" status="fail"><system-out>All tests passed (1 assertion in 1 test case)</system-out></testcase>',
     "0 passed, 1 failed, 0 skipped", 1),
    ("files of lit", '<testcase name="a" status="fail"><system-out>SKIP: x: none\nTotal Discovered Tests: 9\n  Unsupported: 2 (22.22%)\n'
     "  Passed     : 6 (66.67%)\n  Failed     : 1 (11.11%)</system-out></testcase>", "5 passed, 1 failed, 1 skipped", 1),
    ("a case skips", '<testcase name="a" status="run"><system-out>SKIP: x: no GPU\n'
     "All tests passed (1 assertion in 2 test cases)</system-out></testcase>", "1 passed, 0 failed, 1 skipped", 0),
    ("an entry skips", '<testcase name="a" status="run"/><testcase name="b" status="notrun"><skipped message="77"/>'
     "<system-out>SKIP: b: why</system-out></testcase>", "1 passed, 0 failed, 1 skipped", 0),
    ("everything skips", '<testcase name="b" status="notrun"><skipped message="77"/></testcase>',
     "0 passed, 0 failed, 1 skipped", 1),
]

# What is counted of entries with --checks: cases, assertions, command cases, files of lit, checks of other scripts, entries, skips.
CHECKS = [
    ("nothing", "", [0, 0, 0, 0, 0, 0, 0]),
    ("Catch2, passed and failed", '<testcase name="a" status="run"><system-out>All tests passed (9 assertions in 5 test cases)</system-out></testcase>'
     '<testcase name="b" status="fail"><system-out>test cases: 4 | 3 passed | 1 failed\nassertions: 20 | 19 passed | 1 failed</system-out>'
     "</testcase>", [9, 29, 0, 0, 0, 2, 0]),
    ("scripts", '<testcase name="command_line" status="run"><system-out>1 passed, 2 failed\n280 passed, 1 failed, 3 skipped</system-out></testcase>'
     '<testcase name="b" status="run"><system-out>SKIP: x: none\n7 passed, 0 failed, 1 skipped\n</system-out></testcase>'
     '<testcase name="c" status="run"><system-out>fine</system-out></testcase>', [0, 0, 281, 0, 7, 3, 1]),
    ("lit", '<testcase name="a" status="run"><system-out>Total Discovered Tests: 9\n  Passed: 9 (100.00%)</system-out></testcase>',
     [0, 0, 0, 9, 0, 1, 0]),
]


def counted(entries, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(f"<testsuite>{entries}</testsuite>")
        file.flush()
        return run(sys.executable, sys.argv[1], *options, file.name)


def main():
    for name, entries, expected, code in CASES:
        done = counted(entries)
        equal(name, (done.stdout.strip().splitlines()[-1], done.returncode), (expected, code))
    for name, entries, expected in CHECKS:
        equal(name, [int(line.split()[0]) for line in counted(entries, "--checks").stdout.splitlines()], expected)
    sys.exit(finish())


main()
