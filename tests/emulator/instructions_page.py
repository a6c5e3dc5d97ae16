#!/usr/bin/env python3
"""Prints drivers/emulator/instructions.md: the instructions that the emulator executes, and what shows that each is right.

usage: instructions_page.py --unknown FILE --packages FOLDER [--package FOLDER]…
       instructions_page.py --unknown FILE --check PAGE
       --unknown   the program clc_emulator_unknown
       --packages  the packages of the emulator's tests: build/release/tests/emulator/packages
       --package   more kernels with known results, such as those that script/emulate leaves in build/emulate
       --check     prints nothing, and ends with 1 where the page has other instructions than are executed, or another number for a chip, or
                   names others as tested by name. What kernels have (D and A) is not compared: it changes with the compiler
"""
import argparse
import collections
import re
import subprocess
import sys
from pathlib import Path

CHIPS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1150", "gfx1200")  # others have the instructions of one of these
# The packages whose kernels' results the tests compare, and the mark of each.
EVIDENCE = {"algorithms": "A", "generic": "A", "gfx90a": "A", "messages": "D", "device": "D", "device_2": "D", "device_3": "D", "device_cpp": "D",
            "plain_2": "D", "plain_3": "D", "plain_cpp": "D", "wide": "D", "images": "D", "images_plain": "D"}
HEAD = """# The emulator of AMD GPUs: its instructions

Each instruction that is executed, with what shows that it is executed right. All come from AMD's pseudo-code ([tables](tables.md)), but for
what [is not followed](tables.md#where-the-tables-are-not-followed) and [images](README.md#images); a mark is further evidence:

| mark | the instruction is in |
|---|---|
| I | `emulator_instructions`: random operands, against arithmetic in C++; of matrices, plain products |
| D | kernels of the device tests, whose results are known |
| A | kernels of the algorithm set, whose results are known |

Made by `python3 tests/emulator/instructions_page.py --unknown build/release/bin/clc_emulator_unknown --packages
build/release/tests/emulator/packages`. Random kernels, which compute the same as on a CPU, are evidence beyond it, not counted here.
The test `emulator_instructions_page` fails where the page has other instructions, or other marks I, than the emulator.
"""


def executed(program, files):
    """{chip: names}"""
    names = collections.defaultdict(set)
    done = subprocess.run([program, "--executed", *files], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        chip, name = line.split()
        names[chip].add(name)
    return names


def tested_by_name():
    """Names in the assembly texts of emulator_instructions; the encodings' suffixes are no part of them."""
    text = "".join(path.read_text() for path in sorted(Path(__file__).with_name("isa").glob("*_test.cpp")))
    return {re.sub(r"_(e32|e64|dpp|sdwa)$", "", name) for name in re.findall(r"\b((?:[vs]|ds|global|flat|scratch|buffer)_[a-z0-9_]+)", text)}


def marks_by_name(program):
    """{chip: {name: marks}} of all that is executed, with the mark of what is tested by its name."""
    every = executed(program, [])
    by_name = tested_by_name()
    matrices = re.compile(r"v_(mfma|smfmac|wmma|swmmac)_")
    return {chip: {name: {"I"} if name in by_name or matrices.match(name) else set() for name in every[chip]} for chip in CHIPS}


def marks_of(options):
    """{chip: {name: marks}} of all that is executed."""
    marks = marks_by_name(options.unknown)
    folders = [(Path(options.packages) / name, mark) for name, mark in EVIDENCE.items()] + [(Path(p), "D") for p in options.package]
    for folder, mark in folders:
        files = sorted(folder.glob("*.hsaco"))
        if not files:
            sys.exit(f"{folder} has no code objects")
        for chip, names in executed(options.unknown, files).items():
            for name in names & marks[chip].keys():
                marks[chip][name].add(mark)
    return marks


def print_counts(marks):
    print("\n| chip | executed | with further evidence | by pseudo-code alone |\n|---|---|---|---|")
    for chip in CHIPS:
        shown = sum(bool(found) for found in marks[chip].values())
        print(f"| {chip} | {len(marks[chip])} | {shown} | {len(marks[chip]) - shown} |")


def print_names(marks):
    by_marks = collections.defaultdict(set)
    for name in set().union(*marks.values()):
        found = set().union(*(marks[chip].get(name, set()) for chip in CHIPS))
        by_marks["".join(sorted(found))].add(name)
    for found in sorted(by_marks, key=lambda one: (-len(one), one)):
        names = sorted(by_marks[found])
        print(f"\n## {', '.join(found) if found else 'Pseudo-code alone'}: {len(names)}\n")
        line = ""
        for name in names:
            if len(line) + len(name) + 4 > 150:
                print(line.rstrip())
                line = ""
            line += f"`{name}` "
        print(line.rstrip())


def check_page(page, marks):
    """Exits with what the page has wrong, if anything."""
    text = page.read_text(encoding="utf-8")
    names_of = {title: set(re.findall(r"`(\w+)`", names)) for title, names in re.findall(r"^## ([^:]*): \d+\n(.*?)(?=^## |\Z)", text, re.M | re.S)}
    listed, tested = set().union(*names_of.values()), set().union(*(names for title, names in names_of.items() if "I" in title.split(", ")))
    every = {name for chip in CHIPS for name in marks[chip]}
    by_name = {name for chip in CHIPS for name, found in marks[chip].items() if found}
    wrong = [f"{name}: {what}" for what, names in (("not on the page", every - listed), ("not executed", listed - every),
                                                   ("tested by name", by_name - tested), ("not tested by name", tested - by_name))
             for name in sorted(names)]
    counts = dict(re.findall(r"^\| (gfx\w+) \| (\d+) \|", text, re.M))
    wrong += [f"{chip}: {len(marks[chip])} are executed" for chip in CHIPS if counts.get(chip) != str(len(marks[chip]))]
    if wrong:
        sys.exit("\n".join([f"{page}: out of date; its first lines say how it is made", *wrong]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--unknown", required=True)
    parser.add_argument("--packages")
    parser.add_argument("--package", action="append", default=[])
    parser.add_argument("--check", type=Path)
    options = parser.parse_args()
    if options.check:
        check_page(options.check, marks_by_name(options.unknown))
        return
    if not options.packages:
        parser.error("give --packages or --check")
    marks = marks_of(options)
    print(HEAD, end="")
    print_counts(marks)
    print("\nAn instruction counts for the chips on which it exists; a mark stands where any chip has it.")
    print_names(marks)


if __name__ == "__main__":
    main()
