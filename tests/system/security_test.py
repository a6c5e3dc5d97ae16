#!/usr/bin/env python3
"""Holds docs/security.md to the tests that there are: promises.json names one for every promise, the page one for every threat, and every
one that is named exists.

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

HERE = os.path.dirname(os.path.realpath(__file__))
TO_COME = "TEST-NAME-TO-COME"
NAMED = re.compile(r"`([\w-]+)`(?::\s*([^;`|]+))?")
SOURCES = ("**/*.cpp", "**/*.py")
FUZZED = re.compile(r"^ *clc_fuzz_target\((\w+)", re.MULTILINE)

def promises_of(page):
    """The list of the chapter "What is promised"."""
    chapter = page.split("\n## What is promised\n")[-1].split("\n## ")[0]
    return [" ".join(text.split()) for text in re.findall(r"^- (.*(?:\n  .*)*)", chapter, re.MULTILINE)]

def threats_of(page):
    """{threat: [its tests]} of the table of the chapter "Threats"."""
    chapter = page.split("\n## Threats\n")[-1].split("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in re.findall(r"^\|.*\|$", chapter, re.MULTILINE)[2:]]
    return {row[0]: [holder for holder in row[-1].split("; ") if holder] for row in rows}

def has_case(case, sources):
    """True when a test has this case. One that ends in `…` stands for the only case that begins so."""
    if not case.endswith("…"):
        return any(f'"{case}"' in text or f"def {case}(" in text for text in sources)
    begins_so = re.compile(rf'"{re.escape(case[:-1])}[^"\n]*"')
    return len({found for text in sources for found in begins_so.findall(text)}) == 1

def problems_of(promised, named, tests, sources):
    """Returns what is wrong with the promises or threats, a line each, and how many name no test yet."""
    problems, to_come = [], 0
    problems += [f"promises.json lacks '{promise}'" for promise in promised if promise not in named]
    problems += [f"docs/security.md does not promise '{promise}'" for promise in named if promise not in promised]
    for promise, holders in named.items():
        if TO_COME in holders:
            to_come += 1
        elif not holders:
            problems.append(f"'{promise}' names no test")
        for holder in holders:
            names = NAMED.findall(holder)
            if not names and holder != TO_COME:
                problems.append(f"'{holder}' names no test")
            for test, case in names:
                if test not in tests:
                    problems.append(f"there is no test '{test}'")
                if case and not has_case(case.strip(), sources):
                    problems.append(f"no test has a case '{case}'")
    return problems, to_come

def tests_of_corpora(fuzz_list):
    """Names of the tests that only sanitizer builds have: script/sanitize runs them, and this build does not list them."""
    return {f"fuzz_corpus_{name}" for name in FUZZED.findall(fuzz_list)}

def shows_that_it_can_fail():
    assert tests_of_corpora("# clc_fuzz_target(no)\n  clc_fuzz_target(yes LIBRARIES a)\n") == {"fuzz_corpus_yes"}
    assert promises_of("# A\n- no\n\n## What is promised\n\n### B\n\n- One\n  and more\n- Two\n\n## C\n- no\n") == ["One and more", "Two"]
    page = "## Threats\n\n| a | b | c |\n|---|---|---|\n| x | y | `one`: a case; `two` |\n| z | `no` | none |\n\n## C\n| no | no | `no` |\n"
    assert threats_of("\n" + page) == {"x": ["`one`: a case", "`two`"], "z": ["none"]}
    sources = ['TEST_CASE("a case: of two parts", "[x]")', 'TEST_CASE("a case of one part", "[x]")', "def a_case(options):"]
    for holders, count in ((["`one`: a case: of two parts"], 0), (["`one`: a_case", "`two`, `one`"], 0), (["`one`: another case"], 1),
                           (["`one`: a case: of…", "`two`"], 0), (["`one`: a case…"], 1), (["`one`: another…"], 1),
                           (["`three`"], 1), (["none"], 1), ([], 1), ([TO_COME], 0), (["`three`", TO_COME], 1)):
        problems, _ = problems_of(["a"], {"a": holders}, {"one", "two"}, sources)
        assert len(problems) == count, (holders, problems)
    assert len(problems_of(["a"], {"b": ["`one`"]}, {"one"}, sources)[0]) == 2

def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "build", "ctest"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shows_that_it_can_fail()
    listed = output_of(options.ctest, "--test-dir", options.build, "--show-only=json-v1")
    with open(os.path.join(options.source, "tests/fuzz/CMakeLists.txt"), encoding="utf-8") as file:
        tests = {test["name"] for test in json.loads(listed)["tests"]} | tests_of_corpora(file.read())
    sources = []
    for pattern in SOURCES:
        for path in glob.glob(pattern, root_dir=os.path.join(options.source, "tests"), recursive=True):
            with open(os.path.join(options.source, "tests", path), encoding="utf-8") as file:
                sources.append(file.read())
    with open(os.path.join(options.source, "docs/security.md"), encoding="utf-8") as file:
        page = file.read()
    promised, threats = promises_of(page), threats_of(page)
    with open(os.path.join(HERE, "promises.json"), encoding="utf-8") as file:
        problems, to_come = problems_of(promised, json.load(file), tests, sources)
    problems += problems_of(list(threats), threats, tests, sources)[0]
    if not promised or len(threats) < 10:
        problems.append("docs/security.md lacks promises or threats")
    print("\n".join(problems))
    if to_come:
        skip("security", f"{to_come} promises name no test yet")
    sys.exit(1 if problems else SKIPPED if to_come else 0)

if __name__ == "__main__":
    main()
