#!/usr/bin/env python3
"""The exercises of docs/lessons: a kernel with a hole fails its test or its check, and its answer passes both, on PoCL; with
--chip on an emulated GPU instead, where images may be missing.

usage: exercises_test.py --clc PROGRAM --lessons DIR [--share K/N] [--chip CHIP] [EXERCISE…]
"""
import argparse
import json
import os
import shlex
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, share_of, temporary_folder  # noqa: E402


def exercises_of(options):
    """Each exercise: its folder, its name, and the options of its check."""
    with open(os.path.join(options.lessons, "chapters.json"), encoding="utf-8") as file:
        chapters = json.load(file)["chapters"]
    found = [(chapter["name"], one["name"], one.get("check")) for chapter in chapters for one in chapter["exercises"]]
    which, parts = options.share
    return [one for number, one in enumerate(found) if (number % parts == which if not options.names else one[1] in options.names)]


def copied(options, exercises, folder, part):
    """A folder with these exercises, their kernels taken from a part of each chapter's folder."""
    for chapter, name, _ in exercises:
        source, into = os.path.join(options.lessons, "exercises", chapter), os.path.join(folder, chapter)
        os.makedirs(into, exist_ok=True)
        shutil.copy(os.path.join(source, part, name + ".cl"), into)
        shutil.copy(os.path.join(source, name + ".test.json"), into)
        reference = os.path.join(source, "reference.py")
        if os.path.exists(reference):
            shutil.copy(reference, into)


def tested(options, folder):
    """The status of each exercise by its chapter and name. Sizes do not matter to PoCL's general form of a kernel."""
    device = ["--chip", options.chip, "--device", "emulated"] if options.chip else ["--device", "portable computing"]
    done = run(options.clc, "test", ".", *device, "--no-shrink", "--format", "json", cwd=folder, timeout=600,
               env=environment(POCL_WORK_GROUP_SPECIALIZATION="0"))
    tests = json.loads(done.stdout)["tests"] if done.stdout.startswith("{") else []
    return {tuple(os.path.normpath(one["source"]).removesuffix(".cl").split(os.sep)[-2:]): one for one in tests}, done.stdout + done.stderr


def check_tests(options, exercises, part, wanted):
    with temporary_folder() as folder:
        copied(options, exercises, folder, part)
        results, output = tested(options, folder)
    for chapter, name, _ in exercises:
        result = results.get((chapter, name), {})
        check(result.get("status") == wanted, f"{chapter}/{part}{name}.cl {wanted}", json.dumps(result) if result else output[-2000:])


def check_limits(options, exercises):
    for chapter, name, words in exercises:
        for part, wanted in ("", 6), ("answers/", 0):
            path = os.path.join(options.lessons, "exercises", chapter, part + name + ".cl")
            done = run(options.clc, "check", path, *shlex.split(words), timeout=300)
            check(done.returncode == wanted, f"clc check {chapter}/{part}{name}.cl {words}", done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--lessons", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--chip")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.clc = os.path.abspath(options.clc)
    exercises = exercises_of(options)
    checked = [one for one in exercises if one[2]]
    check_limits(options, checked)
    # A kernel whose hole is a divergent barrier must not run, and one that is only slow gives the right numbers.
    check_tests(options, [one for one in exercises if not one[2]], "", "failed")
    check_tests(options, exercises, "answers/", "passed")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
