#!/usr/bin/env python3
"""Runs bench/algorithms, bench/goals and bench/codegen with little to measure, and the CPU's peers on every task that they know; with
--brief, bench/codegen on PoCL alone.

Needs a C++ compiler with OpenMP for the peers, and Intel's driver for SPIR-V; what lacks its own is skipped.
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
    script = [sys.executable, f"{ROOT}/bench/codegen", "--clrun", clrun, "--package", package]
    absent = run(*script, "--device", "no such device")
    expect(absent.returncode == 0 and absent.stdout.startswith("codegen: skipped: "), f"without a device: {absent}")
    output = os.path.join(folder, "codegen.json")
    done = run(*script, *DEVICE, "--target", "driver:pocl", "--quick", "--rounds", "2", "--repeat", "1", "-o", output, "--markdown",
               "vecadd")
    expect(done.returncode == 0 and "| `vecadd` | `float4` |" in done.stdout, f"codegen: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect([counts["failed"] for counts in report["verified"].values()] == [0, 0] and
           all(counts["passed"] > 0 for counts in report["verified"].values()), f"codegen verifies both: {report}")
    expect(report["rounds"] == 2 and len(report["results"]) == 5 and
           all(len(row["ms"]) == 2 and row["ratio"]["clc, driver:pocl"] > 0 for row in report["results"]), f"codegen: {report}")


def check_from_spirv(clrun, package, vendors, folder):
    """A driver that takes SPIR-V: what its compiler makes of source is no SPIR-V, and goes back to it as a binary of its own."""
    output = os.path.join(folder, "spirv.json")
    script = [sys.executable, f"{ROOT}/bench/codegen", "--device", "intel", "--quick", "--rounds", "1", "--repeat", "1"]
    os.environ["OCL_ICD_VENDORS"] = vendors
    done = run(*script, "--clrun", clrun, "--package", package, "-o", output, "vecadd")
    del os.environ["OCL_ICD_VENDORS"]
    expect(done.returncode == 0, f"codegen from SPIR-V: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect(all(counts["passed"] > 0 and counts["failed"] == 0 for counts in report["verified"].values()) and
           all(row["ratio"]["clc, spirv64:1.2"] > 0 for row in report["results"]) and len(report["results"]) == 5,
           f"codegen from SPIR-V: {report}")


def check_second_set(options, device, target, folder):
    output = os.path.join(folder, "second.json")
    script = [sys.executable, f"{ROOT}/bench/codegen", "--set", "second", "--clc", options.clc, "--program", options.program,
              "--device", device, "--target", target, "--quick", "--rounds", "2", "-o", output]
    done = run(*script, "--markdown", "sobel", "softmax", "struct_args", "crc32")
    expect(done.returncode == 0 and "| `struct_args` |" in done.stdout, f"the second set: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect([(row["kernel"], row["last"]) for row in report["results"]] ==
           [("sobel", False), ("crc32", True), ("softmax", False), ("struct_args", False)] and
           all(row["errors"] == {} and len(row["ms"]) == 2 and row["ratio"][f"clc, {target}"] > 0 for row in report["results"]),
           f"the second set: {report}")


def check_wrong_kernel(options, folder):
    """A kernel that computes something else than the host is an error, not a figure."""
    second = os.path.join(folder, "wrong")
    os.makedirs(second)
    with open(f"{ROOT}/bench/kernels/sobel.cl", encoding="utf-8") as file:
        text = file.read()
    with open(f"{second}/sobel.cl", "w", encoding="utf-8") as file:
        file.write(text.replace("abs(across) + abs(down)", "abs(across) - abs(down)"))
    done = run(sys.executable, f"{ROOT}/bench/codegen", "--set", "second", "--clc", options.clc, "--program", options.program,
               *DEVICE, "--target", "driver:pocl", "--second", second, "--quick", "--rounds", "1", "sobel")
    expect(done.returncode == 6 and "sobel: source: argument 1: " in done.stderr and '"ratio": {}' in done.stdout,
           f"a kernel that is wrong: {done}")


def check_pages():
    """The tables of bench/README.md and of the notes in bench/log/ are those of the JSON in bench/results/, each between its marks."""
    pages = []
    for path in [f"{ROOT}/bench/README.md", *glob.glob(f"{ROOT}/bench/log/*.md")]:
        with open(path, encoding="utf-8") as file:
            pages.append(file.read())
    scale = run(sys.executable, f"{ROOT}/bench/scale", "--check")
    expect(scale.returncode == 0, f"docs/scale.md differs from bench/results/scale.json: bench/scale --draw: {scale}")
    for path in sorted(glob.glob(f"{ROOT}/bench/results/*.json")):
        name = os.path.basename(path)
        if name.startswith(("scale", "forecast", "nvidia_code")):  # what has no table, or one in docs/scale.md
            continue
        script = next((script for script in ("codegen", "goals", "compilers") if script in name), "algorithms")
        done = run(sys.executable, f"{ROOT}/bench/{script}", "--from", path)
        table = f"<!-- {name} begin -->\n{done.stdout}<!-- {name} end -->\n"
        expect(done.returncode == 0 and sum(page.count(table) for page in pages) == 1,
               f"{path}: its table is not in bench/README.md or bench/log/: bench/{script} --from {path} --page")


def build_peers(folder):
    program = os.path.join(folder, "peers")
    done = run("g++", "-O1", "-std=c++20", "-fopenmp", f"{ROOT}/bench/peers/cpu.cpp", "-o", program) if shutil.which("g++") else None
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
    done = run(sys.executable, f"{ROOT}/bench/algorithms", "--clrun", clrun, "--package", package, *DEVICE, "--quick", "--cpu-peers",
               program, "-o", output, "--markdown", "vecadd/scalar")
    expect(done.returncode == 0 and "| C++ with OpenMP |" in done.stdout, f"algorithms: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    expect(report["results"][0]["peer"]["name"] == "C++ with OpenMP" and report["cores"] > 0 and len(report["load"]) == 2,
           f"algorithms: {report}")


def check_goals(clrun, package, program, folder):
    output = os.path.join(folder, "goals.json")
    done = run(sys.executable, f"{ROOT}/bench/goals", "--clrun", clrun, "--package", package, *DEVICE, "--rounds", "2", "--repeat", "2",
               "--peers", program, "-o", output, "vecadd")
    expect(done.returncode == 0 and "| `vecadd/scalar` | 4194304 | yes |" in done.stdout, f"goals: {done}")
    with open(output, encoding="utf-8") as file:
        report = json.load(file)
    row = report["results"][0]
    expect(row["verified"] and row["against"] == "C++ with OpenMP" and len(row["ms"]) == len(row["ratios"]) == 2 and
           all(abs(other / ms - ratio) < 1e-3 * ratio for ms, other, ratio in zip(row["ms"], row["other_ms"], row["ratios"])),
           f"goals: {row}")
    check_goals_into(report, row, output, folder)


def check_goals_into(report, row, output, folder):
    whole = os.path.join(folder, "whole.json")
    other = row | {"name": "reduce/fast:1:random"}

    def put(change):
        with open(whole, "w", encoding="utf-8") as file:
            json.dump(report | {"date": "2020-01-01", "results": [other, row | {"ms": [1, 1]}]} | change, file)
        done = run(sys.executable, f"{ROOT}/bench/goals", "--from", output, "--into", whole)
        with open(whole, encoding="utf-8") as file:
            return done, json.load(file)

    done, found = put({})
    expect(found == report | {"date": "2020-01-01", "results": [other, row | {"date": report["date"]}]}, f"goals --into: {done}")
    for change, text in (({"device": "another"}, "device"), ({"driver": "another"}, "driver"), ({"results": [other]}, f"has no {row['name']}")):
        done, found = put(change)
        expect(done.returncode == 1 and text in done.stderr and found["date"] == "2020-01-01" and other in found["results"] and
               found["results"][-1] != row | {"date": report["date"]}, f"goals --into, {change}: {done}")
    done = run(sys.executable, f"{ROOT}/bench/goals", "--into", whole)
    expect(done.returncode == 2 and "--from" in done.stderr, f"goals --into without --from: {done}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--package", required=True)
    parser.add_argument("--clc", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--vendors", required=True)
    parser.add_argument("--brief", action="store_true")
    arguments = parser.parse_args()
    with temporary_folder("bench-scripts-", own_cache=True) as folder:
        check_pages()
        check_codegen(arguments.clrun, arguments.package, folder)
        if arguments.brief:
            skip("bench's second set of kernels, its peers and goals", "script/test --all")
            return finish()
        check_second_set(arguments, DEVICE[1], "driver:pocl", folder)
        check_wrong_kernel(arguments, folder)
        if os.path.isdir(arguments.vendors):
            check_from_spirv(arguments.clrun, arguments.package, arguments.vendors, folder)
            os.environ["OCL_ICD_VENDORS"] = arguments.vendors
            check_second_set(arguments, "intel", "spirv64:1.2", folder)
            del os.environ["OCL_ICD_VENDORS"]
        else:
            print("SKIP: code from SPIR-V: script/install-il-driver installs a driver that takes it")
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
