#!/usr/bin/env python3
"""Holds docs/security.md to the tests that there are: every promise names one, and every one that is named exists.

usage: security_test.py --source DIR --build DIR --ctest PROGRAM
"""
import argparse
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, output_of, skip  # noqa: E402

TO_COME = "TEST-NAME-TO-COME"
NAMED = re.compile(r"`([\w-]+)`(?::\s*([^;`|]+))?")
SOURCES = ("**/*.cpp", "**/*.py")

def rows(page):
    """(line's number, cells) of the tables whose last column is called "test"."""
    is_table = False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            is_table = False
        elif cells[-1] == "test":
            is_table = True
        elif is_table and set(line) - set("|- "):
            yield number, cells

def has_case(case, sources):
    """True when a test has this case. One that ends in `…` stands for the only case that begins so."""
    if not case.endswith("…"):
        return any(f'"{case}"' in text or f"def {case}(" in text for text in sources)
    begins_so = re.compile(rf'"{re.escape(case[:-1])}[^"\n]*"')
    return len({found for text in sources for found in begins_so.findall(text)}) == 1

def problems_of(page, tests, sources):
    """Returns what is wrong with the page, a line each, and how many promises name no test yet."""
    problems, to_come = [], 0
    for number, cells in rows(page):
        names = NAMED.findall(cells[-1])
        if TO_COME in cells[-1]:
            to_come += 1
        elif not names:
            problems.append(f"line {number}: '{cells[0]}' names no test")
        for test, case in names:
            if test not in tests:
                problems.append(f"line {number}: there is no test '{test}'")
            case = case.strip().rstrip(",")
            if case and not has_case(case, sources):
                problems.append(f"line {number}: no test has a case '{case}'")
    return problems, to_come

def shows_that_it_can_fail():
    page = "| promise | rests on | test |\n|---|---|---|\n| a | b | {} |\n"
    sources = ['TEST_CASE("a case: of two parts", "[x]")', 'TEST_CASE("a case of one part", "[x]")', "def a_case(options):"]
    for cell, count in (("`one`: a case: of two parts", 0), ("`one`: a_case; `two`, `one`", 0), ("`one`: another case", 1),
                        ("`one`: a case: of…; `two`", 0), ("`one`: a case…", 1), ("`one`: another…", 1),
                        ("`three`", 1), ("none", 1), (TO_COME, 0), (f"`three`; {TO_COME}", 1)):
        problems, _ = problems_of(page.format(cell), {"one", "two"}, sources)
        assert len(problems) == count, (cell, problems)

def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "build", "ctest"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shows_that_it_can_fail()
    listed = output_of(options.ctest, "--test-dir", options.build, "--show-only=json-v1")
    tests = {test["name"] for test in json.loads(listed)["tests"]}
    sources = []
    for pattern in SOURCES:
        for path in glob.glob(pattern, root_dir=os.path.join(options.source, "tests"), recursive=True):
            with open(os.path.join(options.source, "tests", path), encoding="utf-8") as file:
                sources.append(file.read())
    with open(os.path.join(options.source, "docs/security.md"), encoding="utf-8") as file:
        problems, to_come = problems_of(file.read(), tests, sources)
    for problem in problems:
        print("docs/security.md, " + problem)
    if to_come:
        skip("security", f"{to_come} promises of docs/security.md name no test yet")
    sys.exit(1 if problems else SKIPPED if to_come else 0)

if __name__ == "__main__":
    main()
