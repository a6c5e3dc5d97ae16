"""Lays out what clc_accuracy wrote (--json) as a table: a row for each function, and for each profile the largest error, what OpenCL
allows, and the input where it was found.

usage: accuracy_table.py FILE.json
"""
import json
import sys

PROFILES = ("full", "relaxed", "double", "half")
FAR = 1e6  # beyond which the size of an error tells nothing


def number(value):
    return f"{value:.3g}"


def cell(row):
    if row is None:
        return ""
    error = "far off" if row["error"] >= FAR else number(row["error"])
    unit = " abs." if row["unit"] != "ulp" and error != "far off" else ""
    allowed = f" of {number(row['allowed'])}" if row["judged"] and row["allowed"] else ""
    where = f" at {row['where']}" if row["error"] > 0 else ""
    return f"{error}{unit}{allowed}{where}{'' if row['passed'] else ' **too large**'}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        found = json.load(file)
    rows = {}
    for row in found["rows"]:
        rows.setdefault(row["function"], {})[row["profile"]] = row
    too_large = sum(not row["passed"] for row in found["rows"])
    print(f"{found['device']}: {len(found['rows'])} rows, {too_large} too large\n")
    print(f"| function | {' | '.join(PROFILES)} |\n|---{'|---' * len(PROFILES)}|")
    for name, of in rows.items():
        print(f"| `{name}` | {' | '.join(cell(of.get(profile)) for profile in PROFILES)} |")


main()
