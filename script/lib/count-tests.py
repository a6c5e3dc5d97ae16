#!/usr/bin/env python3
"""Reads CTest's JUnit file and prints what was skipped and failed, and `N passed, N failed, N skipped`.

What counts as one test: a test case of a Catch2 program, a file that lit runs, or a CTest entry of any other kind. A test that
cannot run on this machine prints `SKIP: what: why`; it counts as skipped, and its case or entry not as passed.

usage: count-tests.py JUNIT-FILE             exit 0 when something passed and nothing failed
       count-tests.py --checks JUNIT-FILE    prints what was checked: cases and assertions of Catch2 programs, cases of the
                                             command line, files of lit, checks of other scripts and programs, CTest entries, skips
"""
import collections
import re
import sys
import xml.etree.ElementTree as xml

SKIP = re.compile(r"^\s*SKIP(?:PED)?:\s*(.+)$", re.MULTILINE)
ALL_PASSED = re.compile(r"^All tests passed \((?:(\d+) assertions?|.*) in (\d+) test cases?\)", re.MULTILINE)
SOME_FAILED = re.compile(r"^test cases:\s*(\d+)\s*\|(.*)$", re.MULTILINE)
ASSERTIONS = re.compile(r"^assertions:\s*(\d+)\s*\|", re.MULTILINE)
# The closing line of scripts: tests/support/clc_testing.py prints it.
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$", re.MULTILINE)
LIT_ENDED = re.compile(r"^Total Discovered Tests: \d+$", re.MULTILINE)
LIT_RESULTS = re.compile(r"^  (Passed|Failed|Timed Out|Unresolved) *: +(\d+)", re.MULTILINE)
COMMAND_LINE = "command_line"
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def catch2_cases(output):
    """(cases, failed) when the output ends as a Catch2 program's does, else None."""
    passed = ALL_PASSED.search(output)
    if passed:
        return int(passed.group(2)), 0
    some = SOME_FAILED.search(output)
    if some:
        failed = re.search(r"(\d+) failed", some.group(2))
        return int(some.group(1)), int(failed.group(1)) if failed else 0
    return None


def lit_files(output):
    """(files, failed) when the output ends as lit's does, else None."""
    if not LIT_ENDED.search(output):
        return None
    results = {name: int(number) for name, number in LIT_RESULTS.findall(output)}
    files = sum(results.values())
    return files, files - results.get("Passed", 0)


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
    cases, failed = catch2_cases(output) or lit_files(output) or (1, 0)
    if status == "fail":
        failed = max(failed, 1)
    return max(cases - failed - len(skips), 0), failed, skips


def assertions_of(output):
    found = ALL_PASSED.search(output) or ASSERTIONS.search(output)
    return int(found.group(1) or 0) if found else 0


def checks_of(entries):
    """How many checks of each kind the entries made."""
    made = collections.Counter()
    for entry in entries:
        output = ANSI.sub("", entry.findtext("system-out") or "")
        made["CTest entries"] += 1
        made["skips"] += len(count(entry)[2])
        if cases := catch2_cases(output):
            made["Catch2 cases"] += cases[0]
            made["Catch2 assertions"] += assertions_of(output)
        elif files := lit_files(output):
            made["files of lit"] += files[0]
        elif closing := CLOSING.findall(output):
            kind = "command cases" if entry.get("name") == COMMAND_LINE else "checks of other scripts and programs"
            made[kind] += sum(map(int, closing[-1]))
    return made


def print_checks(path):
    made = checks_of(xml.parse(path).getroot().iter("testcase"))
    for kind in ("Catch2 cases", "Catch2 assertions", "command cases", "files of lit", "checks of other scripts and programs", "CTest entries", "skips"):
        print(f"{made[kind]:>8} {kind}")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--checks":
        return print_checks(sys.argv[2])
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
