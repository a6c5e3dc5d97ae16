#!/usr/bin/env python3
"""The pages for contributors name only what exists: files, scripts with their options, presets, areas and tests.

A path is what stands in backticks and begins with a folder of the tree. NAME in it stands for any word. Tables of files have as many rows as
the line above them says.

usage: contributing_test.py --source DIR --build DIR PAGE…
"""
import argparse
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, finish, run  # noqa: E402

CODE_BLOCK = re.compile(r"```.*?```", re.DOTALL)
FENCED_COMMAND = re.compile(r"^((?:bench|script)/[\w-]+|build/release/bin/\w+)((?: \S+)*)", re.MULTILINE)
PATH = re.compile(r"`((?:\.ci|base|bench|cache|cmake|docs|kernels|layer|package|runtime|script|tests|tools)/[\w./-]*|[\w-]*\.md|\.clang-\w+)`")

NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]
COUNTED_TABLE = re.compile(rf"\b({'|'.join(NUMBERS)}) files:\n\n((?:\|.*\n)+)")


def holds(good, page, what):
    check(good, f"{page}: {what}")


def check_paths(source, page, text):
    created = set(re.findall(r"<!-- file: ([^\s,]+) -->", text))
    for path in sorted(set(PATH.findall(text))):
        pattern = os.path.join(source, path.replace("NAME", "*"))
        holds(path in created or glob.glob(pattern), page, f"{path} exists")


def check_counts(page, text):
    """A table of files that follows "Eight files:" has as many rows, each of which names one."""
    for number, table in COUNTED_TABLE.findall(text):
        rows = table.splitlines()[2:]
        holds(len(rows) == NUMBERS.index(number), page, f"the table has {number.lower()} files, and not {len(rows)}")
        holds(all(len(PATH.findall(row.split("|")[1])) == 1 for row in rows), page, f"each of {number.lower()} rows names one file")


def is_area(source, build, word):
    return run(sys.executable, f"{source}/script/lib/area-tests.py", build, word).returncode == 0


def check_commands(source, build, page, text):
    """Scripts have the options that the page gives them, areas exist, programs are built."""
    blocks = "\n".join(CODE_BLOCK.findall(text)) + "\n" + "\n".join(re.findall(r"`((?:bench|script)/[^`]+)`", text))
    for command, words in FENCED_COMMAND.findall(blocks):
        words = re.split(r"\s{2,}", words)[0].split()
        if command.startswith("build/"):
            name = os.path.basename(command)
            rules = run("ninja", "-C", build, "-t", "query", f"bin/{name}")
            holds(rules.returncode == 0, page, f"{command} is built")
            continue
        path = os.path.join(source, command)
        holds(os.access(path, os.X_OK), page, f"{command} is a script")
        with open(path, encoding="utf-8") as file:
            script = file.read()
        for word in words:
            if word.startswith("--"):
                holds(word in script, page, f"{command} has {word}")
            elif command == "script/test" and re.fullmatch(r"[a-z_]+", word):
                holds(is_area(source, build, word), page, f"script/test has the area {word}")


def check_presets(source, page, text):
    with open(os.path.join(source, "CMakePresets.json"), encoding="utf-8") as file:
        presets = {preset["name"] for preset in json.load(file)["configurePresets"]}
    for preset in set(re.findall(r"--preset (\w+)", text)):
        holds(preset in presets, page, f"preset {preset}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()
    for path in options.pages:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        page = os.path.relpath(path, options.source)
        check_paths(options.source, page, text)
        check_counts(page, text)
        check_commands(options.source, options.build, page, text)
        check_presets(options.source, page, text)
    sys.exit(finish())


main()
