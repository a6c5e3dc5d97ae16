#!/usr/bin/env python3
"""Runs script/bench-algorithms, script/bench-goals and script/bench-codegen with little to measure, and the CPU's peers on every task that they know.

Needs a C++ compiler with OpenMP for the peers; without one they are skipped.
"""
import argparse
import glob
import json
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import expect, finish, run, skip, temporary_folder  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEVICE = ["--device", "portable computing language"]


def check_codegen(clrun, package, folder):
    script = [sys.executable, f"{ROOT}/script/bench-codegen", "--clrun", clrun, "--package", package]
    absent = run(*script, "--device", "no such device")
    expect(absent.returncode == 0 and absent.stdout.startswith("bench-codegen: skipped: "), f"without a device: {absent}")
    output = os.path.join(folder, "codegen.json")
    done = run(*script, *DEVICE, "--target", "driver:pocl", "--quick", "--rounds", "2", "--repeat", "1", "-o", output, "--markdown",
               "vecadd")
    expect(done.returncode == 0 and "| `vecadd` | `float4` |" in done.stdout, f"bench-codegen: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect([counts["failed"] for counts in report["verified"].values()] == [0, 0] and
           all(counts["passed"] > 0 for counts in report["verified"].values()), f"bench-codegen verifies both: {report}")
    expect(report["rounds"] == 2 and len(report["results"]) == 4 and
           all(len(row["ms"]) == 2 and row["ratio"]["clc, driver:pocl"] > 0 for row in report["results"]), f"bench-codegen: {report}")


def check_pages():
    """The tables of docs/benchmarks.md and of the notes in docs/log/ are those of the JSON in docs/benchmarks/, each between its marks."""
    pages = []
    for path in [f"{ROOT}/docs/benchmarks.md", *glob.glob(f"{ROOT}/docs/log/*.md")]:
        with open(path, encoding="utf-8") as file:
            pages.append(file.read())
    for path in sorted(glob.glob(f"{ROOT}/docs/benchmarks/*.json")):
        name = os.path.basename(path)
        script = "bench-codegen" if "codegen" in name else "bench-goals" if "goals" in name else "bench-algorithms"
        done = run(sys.executable, f"{ROOT}/script/{script}", "--from", path)
        table = f"<!-- {name} begin -->\n{done.stdout}<!-- {name} end -->\n"
        expect(done.returncode == 0 and sum(page.count(table) for page in pages) == 1,
               f"{path}: its table is not in docs/benchmarks.md or docs/log/: script/{script} --from {path} --page")


def build_peers(folder):
    program = os.path.join(folder, "peers")
    done = run("g++", "-O1", "-std=c++20", "-fopenmp", f"{ROOT}/tests/bench/peers/cpu.cpp", "-o", program) if shutil.which("g++") else None
    return program if done is not None and done.returncode == 0 else None


def check_peers(program):
    sizes = {"vecadd": 1009, "copy_width": 1009, "reduce": 70001, "reduce_double": 70001, "histogram256": 70001,
             "histogram256_rgba_channels": 70001, "transpose_float": 241 * 337, "transpose_uchar": 241 * 337, "nbody": 1009,
             "bitonic_sort": 1009, "sort_uint": 1009, "sort_ulong": 1009, "sort_uint_pairs": 1009, "sort_ulong_pairs": 1009}
    tasks = [f"{name}:{size}:{kind}" for name, size in sizes.items() for kind in ("random", "constant", "skewed")]
    lines = run(program, "2", "0", *tasks, "unheard_of:5:random").stdout.splitlines()
    expect([line.split()[0] for line in lines] == tasks, f"the tasks of the peers: {lines}")
    expect(all(line.split()[4:6] == ["2", "passed"] for line in lines), f"the peers' results: {lines}")


def check_algorithms(clrun, package, program, folder):
    output = os.path.join(folder, "algorithms.json")
    done = run(sys.executable, f"{ROOT}/script/bench-algorithms", "--clrun", clrun, "--package", package, *DEVICE, "--quick", "--cpu-peers",
               program, "-o", output, "--markdown", "vecadd/scalar")
    expect(done.returncode == 0 and "| C++ with OpenMP |" in done.stdout, f"bench-algorithms: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect(report["results"][0]["peer"]["name"] == "C++ with OpenMP" and report["cores"] > 0 and len(report["load"]) == 2,
           f"bench-algorithms: {report}")


def check_goals(clrun, package, program, folder):
    output = os.path.join(folder, "goals.json")
    done = run(sys.executable, f"{ROOT}/script/bench-goals", "--clrun", clrun, "--package", package, *DEVICE, "--rounds", "2", "--repeat", "2",
               "--peers", program, "-o", output, "vecadd")
    expect(done.returncode == 0 and "| `vecadd/scalar` | 4194304 | yes |" in done.stdout, f"bench-goals: {done}")
    with open(output, encoding="utf-8") as file:
        row = json.load(file)["results"][0]
    expect(row["verified"] and row["against"] == "C++ with OpenMP" and len(row["ms"]) == len(row["ratios"]) == 2 and
           all(abs(other / ms - ratio) < 1e-3 * ratio for ms, other, ratio in zip(row["ms"], row["other_ms"], row["ratios"])),
           f"bench-goals: {row}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--package", required=True)
    arguments = parser.parse_args()
    with temporary_folder("bench-scripts-", own_cache=True) as folder:
        check_pages()
        check_codegen(arguments.clrun, arguments.package, folder)
        program = build_peers(folder)
        if program:
            check_peers(program)
            check_algorithms(arguments.clrun, arguments.package, program, folder)
            check_goals(arguments.clrun, arguments.package, program, folder)
        else:
            skip("the CPU's peers", "no g++ with OpenMP")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
