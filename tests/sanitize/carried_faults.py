#!/usr/bin/env python3
"""Plants faults as planted_faults.py does, for a machine that has a GPU and no clc: compiles them here, and runs them there.

usage: carried_faults.py make FOLDER --clc PROGRAM --clrun PROGRAM [--foreign FOLDER] --keep FOLDER [--seed N] [--faults N] [--vendors FOLDER]
                         [--clean N] [--targets TARGET,…] [-j N]
       carried_faults.py run FOLDER --clrun PROGRAM [--seconds N] [-j N]
       make  compiles the first faults of each kind, and the first N kernels as they are (default: all), with checks for nvptx:sm_90 and
             cuda:sm_90, and without, with -g, for compute-sanitizer (--targets: for some of these). The lines that
             launches reach come from the driver, or from what a run of planted_faults.py with the same --seed and --keep said. Without
             --foreign: the kernels beside it
       run   launches them, on NVIDIA's OpenCL and on clc CUDA: OCL_ICD_VENDORS_NVIDIA and OCL_ICD_VENDORS_CUDA. What does not end within
             these seconds (default: 20) waits at a barrier, probably. Prints what is not found, and a table
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROADS = {"nvptx:sm_90": "OCL_ICD_VENDORS_NVIDIA", "cuda:sm_90": "OCL_ICD_VENDORS_CUDA"}
PLAIN = "compute-sanitizer"
TOOLS = {"bounds": "memcheck", "arithmetic": "memcheck", "race": "racecheck", "barrier": "synccheck", "uninitialised": "initcheck"}
SUMMARY = re.compile(r"SUMMARY: (\d+) (?:error|hazard)")


def made(options):
    """(row, kernel, text) of the kernels as they are, and of the first faults of each kind."""
    sys.path += [HERE, os.path.join(HERE, "../support")]
    import planted_faults as planted  # pylint: disable=import-outside-toplevel
    os.makedirs(options.keep, exist_ok=True)
    runner = planted.Runner(options, options.folder)
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        rng = random.Random(options.seed)
        faults = planted.faults_by_kind(runner, executor, rng)
    kernels = planted.foreign_kernels(options.foreign) if options.foreign else planted.own_kernels()
    for kernel in list(kernels)[:options.clean]:
        yield {"kind": "clean", "label": kernel.label, "line": 0, "is_removed": False}, kernel, planted.alone(kernel.text, kernel.name)
    for kind, all_of in sorted(faults.items()):
        rng.shuffle(all_of)
        for kernel, fault in all_of[:options.faults // len(faults)]:
            row = {"kind": kind, "label": kernel.label, "line": fault.line, "is_removed": fault.is_removed, "text": fault.text.strip()}
            yield row, kernel, planted.alone(planted.with_fault(kernel, fault), kernel.name)


def compiled(options, number, made_one):
    """The row of a kernel, with the packages that it compiles to."""
    row, kernel, text = made_one
    source = os.path.join(options.folder, f"{number}.cl")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    row |= {"name": kernel.name, "words": kernel.words, "packages": {}}
    for target in options.targets.split(","):
        words = ["-g", "-t", "cuda:sm_90"] if target == PLAIN else ["--sanitize=all", "-t", target]
        package = f"{number}-{target.replace(':', '-')}.clcpack"
        built = subprocess.run([options.clc, "compile", "--compress", source, *kernel.options, *words, "-o", os.path.join(options.folder, package)],
                               check=False, capture_output=True, text=True)
        if built.returncode == 0:
            row["packages"][target] = package
        else:
            print(f"{number} by {target}: {built.stderr[-300:]}")
    os.remove(source)
    return row


def make(options):
    os.makedirs(options.folder, exist_ok=True)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.j) as executor:
        for row in executor.map(lambda one: compiled(options, *one), enumerate(made(options))):
            rows.append(row)
            print(row["kind"], row["label"], *row["packages"].values(), flush=True)
            with open(os.path.join(options.folder, "faults.json"), "w", encoding="utf-8") as file:
                json.dump(rows, file)


def is_of(report, row):
    lines = (report["place"]["line"], report.get("other_place", {}).get("line"))
    return report["check"] == row["kind"] and (row["is_removed"] or row["line"] in lines)


def launched(options, row, target):
    """How it ended, in a word, and what was said."""
    if target not in row["packages"]:
        return "not compiled", ""
    command = [options.clrun, "sanitize", "--package", os.path.join(options.folder, row["packages"][target]), "--no-cache", "--kernel", row["name"], *row["words"],
               "--device", "gpu", "--format", "json"]
    if target == PLAIN:
        command = [PLAIN, "--tool", TOOLS.get(row["kind"], "memcheck"), *command]
    variables = os.environ | {"OCL_ICD_VENDORS": os.environ[ROADS.get(target, ROADS["cuda:sm_90"])]}
    try:
        done = subprocess.run(["timeout", "-k", "2", str(options.seconds), *command], check=False, capture_output=True, text=True, errors="replace", env=variables,
                              timeout=options.seconds + 10)
    except subprocess.TimeoutExpired:
        return "never ended", ""
    if done.returncode in (124, 137):
        return "never ended", ""
    if target == PLAIN:
        found = SUMMARY.findall(done.stdout + done.stderr)
        return ("found" if any(int(one) for one in found) else "missed") if found else "failed", (done.stdout + done.stderr)[-300:]
    if done.returncode not in (0, 6):
        return "failed", done.stderr[-300:]
    reports = json.loads(done.stdout)["reports"]
    is_found = bool(reports) if row["kind"] == "clean" else any(is_of(one, row) for one in reports)
    return "found" if is_found else "missed", str([(one["check"], one["place"]["line"], one["message"]) for one in reports])[:300]


def run(options):
    with open(os.path.join(options.folder, "faults.json"), encoding="utf-8") as file:
        rows = json.load(file)
    jobs = [(row, target) for target in [*ROADS, PLAIN] if any(target in row["packages"] for row in rows) for row in rows]
    counts = collections.defaultdict(collections.Counter)
    executor = concurrent.futures.ThreadPoolExecutor(options.j)
    try:
        for (row, target), (ended, said) in zip(jobs, executor.map(lambda job: launched(options, *job), jobs)):
            if row["kind"] == "clean":
                ended = {"found": "reported", "missed": "not reported"}.get(ended, ended)
            counts[target][row["kind"], ended] += 1
            if ended not in ("found", "not reported"):
                print(f"{ended} by {target}: {row['kind']} in {row['label']}:{row['line']}: {row.get('text', '')}: {said}", flush=True)
    except KeyboardInterrupt:
        print("ended before all had run")
    executor.shutdown(wait=False, cancel_futures=True)
    kinds = sorted({row["kind"] for row in rows})
    print("| | " + " | ".join(kinds) + " |\n|" + "---|" * (len(kinds) + 1))
    for target, by in counts.items():
        cells = [", ".join(f"{count} {ended}" for (of, ended), count in sorted(by.items()) if of == kind) for kind in kinds]
        print(f"| `{target}` | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("make", "run"))
    parser.add_argument("folder")
    parser.add_argument("--clrun", required=True)
    for name, usual in (("clc", ""), ("foreign", ""), ("vendors", ""), ("keep", ""), ("target", "spirv64"), ("device", ""), ("only", ""),
                        ("targets", ",".join([*ROADS, PLAIN])), ("checks", "bounds,uninitialised,race,barrier,arithmetic")):
        parser.add_argument(f"--{name}", default=usual)
    for name, usual in (("--seed", 7), ("--faults", 60), ("--clean", None), ("--seconds", 20), ("-j", 14)):
        parser.add_argument(name, type=int, default=usual)
    options = parser.parse_args()
    (make if options.what == "make" else run)(options)


if __name__ == "__main__":
    main()
