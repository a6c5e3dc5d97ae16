#!/usr/bin/env python3
"""Runs every variant of every algorithm in Oclgrind, which simulates a device and looks for data races, accesses out of
bounds and barriers that not all items reach.

usage: oclgrind_test.py --clc PROGRAM --clrun PROGRAM --compare PROGRAM --kernels FOLDER [--large] [--share K/N] [-j N]

Oclgrind is a driver, so packages come to it as to any other: compiled for `driver:oclgrind`, loaded by the runtime. That
it sees faults on this road is shown with planted ones first. --large takes several groups of every kernel: minutes.
--share 2/3 takes a third of the variants; those of which a race is seen are always there.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Failed, Skipped, attempt, check, environment, finish, output_of, run, share_of, skip_all, temporary_folder  # noqa: E402

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
# Kept to show a race: several source pixels go to one place, a group reads what others write without a fence, and an item looks
# at a word that others change by atomic operations.
RACES = {"image_rotate/forward_grey", "image_rotate/forward_rgba", "image_rotate/tutorial_forward_grey", "reduce/tutorial_no_fence",
         "minmax/looked"}
SIZES = {"histogram256": (1000,), "histogram256_rgba": (1000,), "nbody": (70,), "bitonic_sort": (300,), "sort": (300,), "image_rotate": (500,)}
LARGE = {"histogram256": (100000,), "histogram256_rgba": (50000,), "nbody": (1000,), "bitonic_sort": (5000,), "sort": (5000,),
         "image_rotate": (5000,), "matmul": (1000, 40000)}
FINDING = re.compile(r"data race|Invalid|divergence|error", re.IGNORECASE)


def run_checked(command, variables):
    ran = run(*command, timeout=1500, env=variables)
    if ran.returncode == 4 and (reason := re.search(r"  skipped: (.*)", ran.stdout)):
        raise Skipped(reason.group(1))
    if ran.returncode:
        raise Failed(f"{' '.join(map(str, command))}: exit {ran.returncode}\n{ran.stdout[-1500:]}{ran.stderr[-1500:]}")


def findings(command, variables, log):
    run_checked(command, variables | {"OCLGRIND_LOG": log})
    with open(log, encoding="utf-8", errors="replace") as file:
        return [line.strip() for line in file if FINDING.search(line)]


def check_planted(options, folder, variables):
    for name, (_, body) in PLANTED.items():
        with open(f"{folder}/{name}.cl", "w", encoding="ascii") as file:
            file.write(f"{HEAD}kernel void entry(global ulong* results) {{ {body} }}\n")
    sources = [f"{folder}/{name}.cl" for name in PLANTED]
    run_checked([options.clc, "compile", *sources, "-t", "driver:oclgrind", "-o", f"{folder}/planted"], variables)
    for name, (words, _) in PLANTED.items():
        found = findings([options.compare, "--sources", folder, "--package", f"{folder}/planted", name], variables,
                         f"{folder}/{name}.log")
        check(any(words in line for line in found), f"planted: {name}: {words}", found)


def check_variant(options, folder, variables, name):
    sizes = (LARGE if options.large else {}).get(name.split("/")[0]) or SIZES.get(name.split("/")[0], (77, 1000))
    command = [options.clrun, "verify", name, "--package", f"{folder}/algorithms", "--no-cache"]
    command += [word for size in sizes for word in ("--size", size)]
    found = findings(command, variables, f"{folder}/{name.replace('/', '-')}.log")
    if name in RACES:
        if not any("data race" in line for line in found):
            raise Failed("it is kept to show a race, and shows none")
        found = [line for line in found if "data race" not in line and "suppressing" not in line]
    if found:
        raise Failed(f"{len(found)} findings, the first: {found[0]}")


def variants(clrun):
    algorithm = None
    for line in output_of(clrun, "list").splitlines():
        if head := re.match(r"(\w+): ", line):
            algorithm = head.group(1)
        elif variant := re.match(r"  (\w+)   ", line):
            yield f"{algorithm}/{variant.group(1)}"


def check_all(options, folder, variables):
    check_planted(options, folder, variables)
    sources = glob.glob(f"{options.kernels}/*/*.cl")
    run_checked([options.clc, "compile", *sources, "-t", "driver:oclgrind", "-o", f"{folder}/algorithms"], variables)

    def try_variant(name):
        attempt(f"{name}{' (its race is seen)' if name in RACES else ''}", check_variant, options, folder, variables, name)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        which, parts = options.share
        print(f"share {which + 1}/{parts} of the variants")
        chosen = [name for index, name in enumerate(variants(options.clrun)) if index % parts == which or name in RACES]
        list(pool.map(try_variant, chosen))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("clc", "clrun", "compare", "kernels"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    driver = next((path for path in DRIVERS if os.path.exists(path)), None)
    if driver is None:
        skip_all("the algorithms in Oclgrind", "it is not installed (script/setup --optional)")
    with temporary_folder("clc-oclgrind-") as folder:
        os.mkdir(f"{folder}/vendors")
        with open(f"{folder}/vendors/oclgrind.icd", "w", encoding="ascii") as file:
            file.write(driver + "\n")
        check_all(options, folder, environment(OCL_ICD_VENDORS=f"{folder}/vendors", CLC_CACHE="0", OCLGRIND_DATA_RACES="1",
                                               OCLGRIND_NUM_THREADS="1"))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
