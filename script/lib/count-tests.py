#!/usr/bin/env python3
"""Reads CTest's JUnit file and prints what was skipped and failed, and `N passed, N failed, N skipped`.

What counts as one test: a test case of a Catch2 program, or a CTest entry of any other kind. A test that cannot
run on this machine prints `SKIP: what: why`; it counts as skipped, and its case or entry not as passed.

usage: count-tests.py JUNIT-FILE        exit 0 when something passed and nothing failed
"""
import re
import sys
import xml.etree.ElementTree as xml

SKIP = re.compile(r"^\s*SKIP(?:PED)?:\s*(.+)$", re.MULTILINE)
ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.MULTILINE)
SOME_FAILED = re.compile(r"^test cases:\s*(\d+)\s*\|(.*)$", re.MULTILINE)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def catch2_cases(output):
    """(cases, failed) when the output ends as a Catch2 program's does, else None."""
    passed = ALL_PASSED.search(output)
    if passed:
        return int(passed.group(1)), 0
    some = SOME_FAILED.search(output)
    if some:
        failed = re.search(r"(\d+) failed", some.group(2))
        return int(some.group(1)), int(failed.group(1)) if failed else 0
    return None


def count(entry):
    """(passed, failed, reasons for skips) of one <testcase>."""
    name = entry.get("name")
    output = ANSI.sub("", entry.findtext("system-out") or "")
    skips = [f"{name}: {reason.strip()}" for reason in SKIP.findall(output)]
    status = entry.get("status")
    if status not in ("run", "fail"):  # not run, disabled, or its SKIP_RETURN_CODE
        skipped = entry.find("skipped")
        why = "not run" if skipped is None else skipped.get("message", "not run")
        return 0, 0, skips or [f"{name}: {why}"]
    cases, failed = catch2_cases(output) or (1, 0)
    if status == "fail":
        failed = max(failed, 1)
    return max(cases - failed - len(skips), 0), failed, skips


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    passed = failed = 0
    skips, failures = [], []
    for entry in xml.parse(sys.argv[1]).getroot().iter("testcase"):
        entry_passed, entry_failed, entry_skips = count(entry)
        passed += entry_passed
        failed += entry_failed
        skips += entry_skips
        if entry_failed:
            failures.append(f"{entry.get('name')}: {entry_failed} failed")
    for skip in skips:
        print(f"skipped  {skip}")
    for failure in failures:
        print(f"FAILED   {failure}")
    if passed + failed == 0:
        print("no test ran")
    print(f"{passed} passed, {failed} failed, {len(skips)} skipped")
    sys.exit(0 if failed == 0 and passed > 0 else 1)


main()
