#!/usr/bin/env python3
"""Tests bench/timings on builds of its own, which are logs and no more.

usage: timings_test.py TIMINGS
"""
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import expect, finish, run, temporary_folder  # noqa: E402

START = 1_700_000_000_000  # milliseconds since 1970, when the first planted build began
OBJECT = "tools/clc/plan/CMakeFiles/clc_parts.dir/"
CTEST = 'subdirs("tests/unit")\n'
UNIT = """add_test([=[cache_stress]=] "true")
set_tests_properties([=[cache_stress]=] PROPERTIES  LABELS "slow")
add_test(parts "true")
add_test(skips "true")
add_test(late "true")
"""
COSTS = "cache_stress 2 11.5\nparts 1 6.25\nlate 0 0\nodd 1 1e-05\n---\nlate\nparts 9 99\n"
JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)">
<testcase name="cache_stress" time="20.5" status="run"><system-out>a</system-out></testcase>
<testcase name="parts" time="3.25" status="fail"><failure message=""/></testcase>
<testcase name="skips" time="0.75" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
<testcase name="late" time="0" status="disabled"/>
</testsuite>
"""


def entry(start, end, output, command, began=START, mtime=None):
    """A line of Ninja's log: milliseconds since the build began."""
    when = (began + end if mtime is None else mtime) * 1_000_000
    return f"{start}\t{end}\t{when}\t{output}\t{command}\n"


def log(*entries, version=5):
    return f"# ninja log v{version}\n" + "".join(entries)


def said_of(timings, files, *arguments):
    """(exit code, lines of standard output, text of standard error) for a build of these files."""
    with temporary_folder() as build:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(build, path)), exist_ok=True)
            with open(os.path.join(build, path), "w", encoding="utf-8") as file:
                file.write(text)
        done = run(timings, "--build", build, *arguments)
        clean = [text.replace(os.path.realpath(build), "BUILD").replace(build, "BUILD") for text in (done.stdout, done.stderr)]
    return done.returncode, [re.sub(r" +", " ", line.strip()) for line in clean[0].splitlines()], clean[1]


def holds(good, what, said):
    expect(good, f"{what}, but it printed:\n{said}")


def says(name, said, code, *lines, without=(), error=""):
    """Holds what `said_of` gave against the exit code, whole lines that must be there, texts that must not, and the error's text."""
    holds(said[0] == code, f"{name}: exit {code}, not {said[0]}", said)
    for line in lines:
        holds(line in said[1], f"{name}: a line '{line}'", "\n".join(said[1]))
    for text in without:
        holds(not any(text in line for line in said[1]), f"{name}: no '{text}'", "\n".join(said[1]))
    holds(error in said[2] and said[2].count("\n") == (1 if error else 0), f"{name}: '{error}' and no more on standard error", said[2])


def costs(ninja_log):
    return {".ninja_log": ninja_log, "Testing/Temporary/CTestCostData.txt": COSTS}


def test_steps(timings):
    steps = [
        entry(0, 9000, "bin/clc", "aa"),  # of an earlier build
        entry(0, 2500, OBJECT + "analysis/a.cpp.o", "bb", START + 60_000),
        entry(100, 4100, "/elsewhere/build/share/made.h", "cc", START + 60_000),  # three names of two outputs of a command
        entry(100, 4100, "share/made.h", "cc", START + 60_000),
        entry(100, 4100, "share/other.h", "cc", START + 60_000),
        entry(4100, 5100, "bin/clc", "aa", START + 60_000),
        entry(4100, 5200, "tools/clc/plan/libclc_plan.a", "dd", START + 60_000),
        entry(0, 2000, OBJECT + "Unity/unity_cache.remote.client.deep.0_cxx.cxx.o", "ff", START),
        entry(0, 1000, "tests/unit/a/CMakeFiles/tests.dir/__/__/support/b.cpp.o", "ee", START),
    ]
    said = said_of(timings, costs(log(*steps)))
    says("steps", said, 0, "BUILD: 6 steps take 11.60 s, one after the other; the last build ran 4 of them in 5.20 s",
         "4.00 share/made.h", f"2.50 {OBJECT}analysis/a.cpp.o", "1.00 bin/clc",
         "3.60 2 tools/clc/plan", "4.00 1 share", "1.00 1 tests/support", "2.00 1 cache/remote/client", without=("9.00", "other.h", "/elsewhere", "target"))
    holds(said[1].index("4.00 share/made.h") < said[1].index(f"2.50 {OBJECT}analysis/a.cpp.o"), "the costliest step comes first", said[1])
    said = said_of(timings, costs(log(*steps)), "--by", "target", "--top", "2")
    says("targets", said, 0, "== the build by target, the first 2 of 5", "4.00 1 share/", "4.50 2 clc_parts",
         without=("steps of the build", "clc_plan"))
    says("one table", said_of(timings, costs(log(*steps)), "--by", "step"), 0, "== steps of the build", without=("by folder", "by target"))

    plan = "build bin/clc | ${workdir}bin/clc: link tools/clc/plan/libclc_plan.a\n  FLAGS = -O2\nbuild a$ b/c$:d: make\n"
    files = costs(log(*steps, entry(0, 500, "a b/c:d", "ff"), entry(0, 7000, "moved.o", "11")))
    says("moved files", said_of(timings, {**files, "build.ninja": plan}), 0, "1.00 bin/clc", "0.50 a b/c:d",
         without=("moved", "made", "plan"))
    says("no plan", said_of(timings, files), 0, "1.00 bin/clc", "7.00 moved.o")


def test_last_build(timings):
    """Ninja 1.12 writes when a command started, earlier ones when its output was written. Nor is the log in order."""
    early = [entry(0, 30_000, "old", "aa", mtime=START), entry(10, 40_000, "old2", "bb", mtime=START + 10)]
    late = [entry(0, 3000, "new", "cc", mtime=START + 50_000), entry(2990, 7000, "new2", "dd", mtime=START + 52_990)]
    for version in (5, 6, 7):
        for entries in (early + late, late + early):
            said = said_of(timings, costs(log(*entries, version=version)))
            says(f"the last build in format {version}", said, 0,
                 "BUILD: 4 steps take 77.00 s, one after the other; the last build ran 2 of them in 7.00 s")


def test_bad_logs(timings):
    tests = "6.25 parts: parts"  # are shown all the same
    old = log(entry(0, 1000, "a", "c++ a.cpp"), version=4)
    for name, text, error in (("empty", "", "lists no step: run cmake --build BUILD"),
                              ("nothing built", log(), "lists no step"),
                              ("old", old, "is no log of the formats v5 to v7: run cmake --build BUILD"),
                              ("a wrong head", "# ninja lo\n", "is no log of the formats"),
                              ("a cut head", log()[:-4], "lists no step"),
                              ("no whole entry", log("0\t1000\t1\ta"), "lists no step")):
        says(f"log: {name}", said_of(timings, costs(text)), 2, tests, error=error)
    cut = log(entry(0, 1000, "a", "aa"), entry(0, 2000, "b", "bb"), entry(0, 4000, "c", "cc"))
    for most in (-1, -4, -8, -20):  # within the last line
        says(f"log cut at {most}", said_of(timings, costs(cut[:most])), 0, "(lines of .ninja_log that are cut and left out: 1)", "2.00 b",
             without=("4.00",))
    says("log that is not cut", said_of(timings, costs(cut)), 0, "4.00 c", without=("cut",))


def test_tests(timings):
    build = {".ninja_log": log(entry(0, 1000, "a", "aa"))}
    listed = {"CTestTestfile.cmake": CTEST, "tests/unit/CTestTestfile.cmake": UNIT}
    cost_file = {"Testing/Temporary/CTestCostData.txt": COSTS}
    said = said_of(timings, {**build, **listed, **cost_file})
    says("costs", said, 0, "BUILD/Testing/Temporary/CTestCostData.txt: 3 of 4 tests have a time, 17.75 s, one after the other",
         "11.50 cache_stress: cache, slow, unit", "6.25 parts: parts, unit", "0.00 odd: odd",
         "17.75 2 unit", "11.50 1 slow", "11.50 1 cache", without=("late", "99"))
    says("costs without CTest's files", said_of(timings, {**build, **cost_file}), 0, "11.50 cache_stress: cache", "6.25 parts: parts")
    said = said_of(timings, {**build, **listed, **cost_file, "tests.xml": JUNIT})
    says("JUnit", said, 0, "BUILD/tests.xml: 3 of 4 tests have a time, 24.50 s, one after the other",
         "20.50 cache_stress: cache, slow, unit", "3.25 parts (failed): parts, unit", "0.75 skips (skipped): skips, unit",
         "24.50 3 unit", without=("late", "11.50"))
    step = "1.00 a"
    says("cut JUnit", said_of(timings, {**build, **cost_file, "tests.xml": JUNIT[:-30]}), 2, step,
         error="BUILD/tests.xml is cut: run ctest --test-dir BUILD")
    says("no test ran", said_of(timings, {**build, "tests.xml": "<testsuite/>"}), 2, step, error="has no time of a test: run ctest")
    says("no test passed", said_of(timings, {**build, "Testing/Temporary/CTestCostData.txt": "a 0 0\n---\na\n"}), 2, step,
         error="has no time of a test")


def test_into(timings):
    head, foot = "Before\n\n| area | seconds | needs |\n|---|---|---|\n", "\n| area | seconds |\n|---|---|\n| `unit` | 5 |\n"
    with temporary_folder() as build:
        for path, text in {"CTestTestfile.cmake": 'add_test(parts_a "true")\nadd_test(cache_b "true")\n', "tests.xml": JUNIT,
                           "page.md": head + "| `parts` | 9 | a, b |\n| `cache` | 0 | |\n| `never` | 7 | c |\n" + foot}.items():
            with open(os.path.join(build, path), "w", encoding="utf-8") as file:
                file.write(text)
        page = os.path.join(build, "page.md")
        done = run(timings, "--build", build, "--into", page)
        holds((done.returncode, done.stdout, done.stderr) == (0, "", ""), "--into says nothing", done)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        holds(text == head + "| `cache` | 20 | |\n| `never` | 7 | c |\n| `parts` | 3 | a, b |\n" + foot, "the seconds of areas", text)


def test_missing(timings):
    says("no tests", said_of(timings, {".ninja_log": log(entry(0, 1000, "a", "aa"))}), 2, "1.00 a",
         error="CTestCostData.txt, nor a tests.xml, in which")
    says("no build", said_of(timings, {"Testing/Temporary/CTestCostData.txt": COSTS}), 2, "6.25 parts: parts",
         error="there is no BUILD/.ninja_log, in which")
    says("neither", said_of(timings, {}), 2, error="what tests took: run ctest")
    done = run(timings, "--preset", "never")
    holds((done.returncode, done.stdout, done.stderr) == (2, "", "timings: there is no build/never: run script/test --preset never\n"),
          "a preset that is not built", done)
    done = run(timings, "--by", "colour")
    holds(done.returncode == 2 and "usage: bench/timings" in done.stderr, "usage", done)


def main():
    timings = os.path.realpath(sys.argv[1])
    for test in (test_steps, test_last_build, test_bad_logs, test_tests, test_into, test_missing):
        test(timings)
    sys.exit(finish())


main()
