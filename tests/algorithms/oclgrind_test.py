#!/usr/bin/env python3
"""Runs every variant of every algorithm in Oclgrind, which simulates a device and looks for data races, accesses out of
bounds and barriers that not all items reach.

usage: oclgrind_test.py --clc PROGRAM --clrun PROGRAM --compare PROGRAM --kernels FOLDER [--large] [-j N]

Oclgrind is a driver, so packages come to it as to any other: compiled for `driver:oclgrind`, loaded by the runtime. That
it sees faults on this road is shown with planted ones first. --large takes several groups of every kernel: minutes.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

DRIVERS = ("/usr/lib/oclgrind/liboclgrind-rt-icd.so", "/usr/local/lib/liboclgrind-rt-icd.so")
# Planted kernels, each with its fault in Oclgrind's words.
PLANTED = {
    "race": ("data race", "results[0] = get_global_id(0);"),
    "local_race": ("data race", "local uint tile[8]; tile[get_local_id(0)] = 1; results[get_global_id(0)] = tile[7 - get_local_id(0)];"),
    "bad_write": ("Invalid write", "results[get_global_id(0) + 1000] = 1;"),
    "bad_read": ("Invalid read", "results[get_global_id(0)] = results[get_global_id(0) + 1000];"),
    "divergence": ("divergence", "if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE); results[get_global_id(0)] = 1;"),
}
HEAD = "// options: -cl-std=CL1.2\n// global: 16\n// local: 8\n// offset: 0\n// argument: results 16\n"
# Kept to show a race: several source pixels go to one place.
RACES = {"image_rotate/forward_grey", "image_rotate/forward_rgba"}
SIZES = {"histogram256": (1000,), "histogram256_rgba": (1000,), "nbody": (70,), "bitonic_sort": (300,), "sort": (300,), "image_rotate": (500,)}
LARGE = {"histogram256": (100000,), "histogram256_rgba": (50000,), "nbody": (1000,), "bitonic_sort": (5000,), "sort": (5000,),
         "image_rotate": (5000,), "matmul": (1000, 40000)}
FINDING = re.compile(r"data race|Invalid|divergence|error", re.IGNORECASE)


class Failure(Exception):
    pass


class Skipped(Exception):
    pass


def run(command, environment):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=1500,
                         env=environment)
    if ran.returncode == 4 and (reason := re.search(r"  skipped: (.*)", ran.stdout)):
        raise Skipped(reason.group(1))
    if ran.returncode:
        raise Failure(f"{' '.join(map(str, command))}: exit {ran.returncode}\n{ran.stdout[-1500:]}{ran.stderr[-1500:]}")
    return ran.stdout


def findings(command, environment, log):
    run(command, environment | {"OCLGRIND_LOG": log})
    with open(log, encoding="utf-8", errors="replace") as file:
        return [line.strip() for line in file if FINDING.search(line)]


def check_planted(options, folder, environment):
    for name, (_, body) in PLANTED.items():
        with open(f"{folder}/{name}.cl", "w", encoding="ascii") as file:
            file.write(f"{HEAD}kernel void entry(global ulong* results) {{ {body} }}\n")
    sources = [f"{folder}/{name}.cl" for name in PLANTED]
    run([options.clc, "compile", *sources, "-t", "driver:oclgrind", "-o", f"{folder}/planted"], environment)
    for name, (words, _) in PLANTED.items():
        found = findings([options.compare, "--sources", folder, "--package", f"{folder}/planted", name], environment,
                         f"{folder}/{name}.log")
        if not any(words in line for line in found):
            raise Failure(f"Oclgrind does not see what is planted in {name}: {found}")
        print(f"passed  planted: {name}: {words}")


def check_variant(options, folder, environment, name):
    sizes = (LARGE if options.large else {}).get(name.split("/")[0]) or SIZES.get(name.split("/")[0], (77, 1000))
    command = [options.clrun, "verify", name, "--package", f"{folder}/algorithms", "--no-cache"]
    command += [word for size in sizes for word in ("--size", size)]
    found = findings(command, environment, f"{folder}/{name.replace('/', '-')}.log")
    if name in RACES:
        if not any("data race" in line for line in found):
            raise Failure("it is kept to show a race, and shows none")
        found = [line for line in found if "data race" not in line and "suppressing" not in line]
    if found:
        raise Failure(f"{len(found)} findings, the first: {found[0]}")


def variants(clrun):
    algorithm = None
    for line in subprocess.check_output([clrun, "list"], text=True).splitlines():
        if head := re.match(r"(\w+): ", line):
            algorithm = head.group(1)
        elif variant := re.match(r"  (\w+)   ", line):
            yield f"{algorithm}/{variant.group(1)}"


def check_all(options, folder, environment):
    check_planted(options, folder, environment)
    sources = glob.glob(f"{options.kernels}/*/*.cl")
    run([options.clc, "compile", *sources, "-t", "driver:oclgrind", "-o", f"{folder}/algorithms"], environment)

    def answer(name):
        try:
            check_variant(options, folder, environment, name)
            return "passed", f"passed  {name}{' (its race is seen)' if name in RACES else ''}"
        except Skipped as reason:
            return "skipped", f"skipped  {name}: {reason}"
        except (Failure, subprocess.TimeoutExpired) as error:
            return "failed", f"failed  {name}: {error}"

    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result, line in pool.map(answer, variants(options.clrun)):
            print(line, flush=True)
            counts[result] += 1
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    return 0 if counts["passed"] and not counts["failed"] else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("clc", "clrun", "compare", "kernels"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    driver = next((path for path in DRIVERS if os.path.exists(path)), None)
    if driver is None:
        print("SKIP: the algorithms in Oclgrind: it is not installed (script/setup --optional)")
        return 77
    with tempfile.TemporaryDirectory(prefix="clc-oclgrind-") as folder:
        os.mkdir(f"{folder}/vendors")
        with open(f"{folder}/vendors/oclgrind.icd", "w", encoding="ascii") as file:
            file.write(driver + "\n")
        environment = os.environ | {"OCL_ICD_VENDORS": f"{folder}/vendors", "CLC_CACHE": "0", "OCLGRIND_DATA_RACES": "1",
                                    "OCLGRIND_NUM_THREADS": "1"}
        try:
            return check_all(options, folder, environment)
        except Failure as error:
            print(f"failed  {error}")
            return 1


if __name__ == "__main__":
    sys.exit(main())
