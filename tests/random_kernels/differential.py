#!/usr/bin/env python3
"""Compares what clc makes of random kernels with what a driver's own compiler makes of the same source.

usage: differential.py make FOLDER --seeds FIRST-LAST -t TARGET… [--clc PROGRAM] [-j N]
       differential.py run FOLDER --compare PROGRAM [--device D] [--target T] [--seeds FIRST-LAST] [-j N]
                          [--digests FILE | --against FILE] [--no-source]
       differential.py check --seeds FIRST-LAST -t TARGET --compare PROGRAM [--device D] [--il] [--clc PROGRAM] [-j N]
       differential.py reduce SEED -t TARGET [--clc PROGRAM] [--compare PROGRAM] [--device D] [--reference TARGET [--il]]

`make` writes kernels and packages into FOLDER, which can be carried to another machine; `run` runs them there with
nothing but these programs and clc_compare_kernels (PROGRAM). With --no-source only the package is run, for drivers that have no
compiler: --against compares what it computed with what --digests wrote of another device. `check` does both here; with --il on the driver that
CLC_IL_VENDORS names. `reduce` leaves out what a difference, or a kernel that clc does
not compile, does not need, and prints the rest. With --reference it is the difference from what the package for that target computes on the
default driver, or with --il on CLC_IL_VENDORS's: for devices that have no compiler.

With --features NAME,…|all|more the kernels are those of generate.py --features; with --constructs NAME,…|all those of constructs.py, and
with --matrices those of matrices.py, which say themselves what is right. With --read-back `make` and `check` have every SPIR-V module read by LLVM's translator, too; a module that it refuses was not compiled. The last line is `N passed, N failed, N skipped`; a kernel that is not compiled by clc has failed.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import constructs  # noqa: E402
import features  # noqa: E402
import generate  # noqa: E402
import matrices  # noqa: E402
from clc_testing import spirv_translator  # noqa: E402

BATCH = 100
LACKING = re.compile(r"(k\d+)\.cl:.* error: the target has no ")
OPTIONS = re.compile(r"^// options: (.*)$", re.MULTILINE)


def seed_range(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


# Making


def compile_batch(options, folder, environment=None):
    """Compiles all kernels in a folder into FOLDER/package.clcpack; what was not compiled, by module."""
    clc = options.clc
    groups = collections.defaultdict(list)
    for path in sorted(folder.glob("*.cl")):
        groups[OPTIONS.search(path.read_text()).group(1)].append(path)
    parts, failures = [], {}
    for number, (words, paths) in enumerate(groups.items()):
        part = folder / f"part{number}.clcpack"
        command = [clc, "compile", *paths, *words.split(), "-w", "--keep-going", "-j1", "-o", part]
        command += [] if options.read_back else ["--compress"]
        command += [word for one in options.xtarget for word in ("-Xtarget", *one.split("=", 1))]
        ran = subprocess.run(command + [word for target in options.target for word in ("-t", target)], capture_output=True,
                             text=True, check=False, env=environment)
        if part.exists():
            parts.append(part)
            listed = json.loads(subprocess.run([clc, "inspect", part, "--format", "json"], capture_output=True, text=True,
                                               check=True).stdout)
            for missing in listed["missing"]:
                failures[missing["module"]] = f"{missing['target']}: {missing['reason']}"
            if options.read_back:
                failures |= refused_by_translator(clc, part)
        elif ran.returncode:
            failures |= {path.stem: ran.stderr.strip() for path in paths}
        for name in set(LACKING.findall(ran.stderr)):  # not for this target
            failures.pop(name, None)
            (folder / f"{name}.cl").unlink()
    if parts:
        subprocess.run([clc, "link", *parts, "-o", folder / "package.clcpack"], check=True)
    for part in parts:
        part.unlink()
    return failures


def refused_by_translator(clc, part):
    """The modules of a package that LLVM's translator does not read, and what it says."""
    translator = spirv_translator()
    if not translator:
        sys.exit("differential.py: --read-back needs LLVM's SPIR-V translator (script/setup --optional)")
    failures = {}
    with tempfile.TemporaryDirectory() as folder:
        unpacked = pathlib.Path(folder) / "package"
        subprocess.run([clc, "unpack", part, "-q", "-o", unpacked], check=True)
        listed = json.loads(subprocess.run([clc, "inspect", unpacked, "--format", "json"], capture_output=True, text=True,
                                           check=True).stdout)
        for module in listed["modules"]:
            for variant in module["variants"]:
                if not variant["target"].startswith("spirv"):
                    continue
                ran = subprocess.run([translator, "-r", unpacked / variant["file"], "-o", os.devnull], capture_output=True,
                                     text=True, check=False)
                if ran.returncode:
                    failures[module["name"]] = f"{variant['target']}: llvm-spirv refuses it: {ran.stderr.strip()[:300]}"
    return failures


def program_of(options, seed):
    if options.matrices:
        return matrices.Program(seed)
    return constructs.Program(seed, options.constructs) if options.constructs else generate.Program(seed, options.features)


def write_kernels(folder, seeds, options, without=()):
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (folder / f"k{seed}.cl").write_text(program_of(options, seed).render(without))


def make(options):
    """Kernels that need what none of the targets has are left out."""
    seeds = list(options.seeds)
    failures = {}

    def batch(first):
        some = seeds[first:first + BATCH]
        folder = options.folder / f"{some[0]}-{some[-1]}"
        write_kernels(folder, some, options)
        return compile_batch(options, folder)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(batch, range(0, len(seeds), BATCH)):
            failures |= found
            for name, why in found.items():
                print(f"failed  {name}: not compiled: {why}", flush=True)
    made = len(list(options.folder.glob("*/*.cl"))) - len(failures)
    print(f"{made} of {len(seeds)} kernels are in {options.folder}")
    return 1 if failures else 0


# Running


def answers(options, command, names, environment=None):
    """(name, what clc_compare_kernels says of it); a name at which it dies or hangs is answered here."""
    while names:
        process = subprocess.Popen(command + names, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=environment)
        lines = queue.Queue()

        def read(stream=process.stdout, sink=lines):
            for line in stream:
                sink.put(line.rstrip("\n"))
            sink.put(None)

        errors = []
        threading.Thread(target=read, daemon=True).start()
        threading.Thread(target=lambda: errors.append(process.stderr.read()), daemon=True).start()
        begun, stage, why = None, "", "died"
        while True:
            try:
                line = lines.get(timeout=options.silence)
            except queue.Empty:
                why = f"did not end within {options.silence} s"
                process.kill()
                break
            if line is None:
                break
            word, _, rest = line.partition(" ")
            if word == "begin":
                begun = rest
            elif word in ("source", "package"):
                stage = word
            elif word == begun:
                yield word, rest
                names, begun = names[names.index(word) + 1:], None
                stage = ""
        process.wait()
        if begun is None:
            if names:
                yield names[0], f"failed process: exit code {process.returncode} {''.join(errors)[-300:].strip()}"
                names = names[1:]
        elif stage == "source":
            yield begun, f"skipped the driver's own compiler, given the source, {why} (exit code {process.returncode})"
            names = names[names.index(begun) + 1:]
        else:
            yield begun, f"failed process: {why} (exit code {process.returncode}) {''.join(errors)[-300:].strip()}"
            names = names[names.index(begun) + 1:]


def run(options):
    work = []
    for package in sorted(options.folder.glob("*/package.clcpack")):
        names = sorted((path.stem for path in package.parent.glob("*.cl")), key=lambda name: int(name[1:]))
        if options.seeds:
            names = [name for name in names if int(name[1:]) in options.seeds]
        command = [options.compare, "--sources", package.parent, "--package", package]
        command += ["--device", options.device] if options.device else []
        command += ["--target", options.target[0]] if options.target else []
        command += ["--no-source"] if options.no_source else []
        step = max(1, min(25, -(-len(names) // options.jobs)))
        work += [([str(word) for word in command], names[i:i + step]) for i in range(0, len(names), step)]
    counts, digests = collections.Counter(), {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for pairs in pool.map(lambda item: list(answers(options, *item)), work):
            for name, said in pairs:
                kind, _, rest = said.partition(" ")
                counts[kind] += 1
                if kind == "same":
                    digests[name] = rest
                else:
                    print(f"{'SKIP:' if kind == 'skipped' else 'failed '} {name}: {said}", flush=True)
    if options.digests:
        options.digests.write_text("".join(f"{name} {digests[name]}\n" for name in sorted(digests)))
    if options.against:
        counts["differs"] += compare_digests(digests, options.against)
    failed = counts["differs"] + counts["failed"]
    print(f"{counts['same']} passed, {failed} failed, {counts['skipped']} skipped")
    return 0 if counts["same"] and not failed else 1


def check(options):
    if options.il:
        if not os.environ.get("CLC_IL_VENDORS"):
            print("SKIP: random kernels from SPIR-V: CLC_IL_VENDORS names no driver that takes it (script/setup --optional)")
            return 77
        os.environ["OCL_ICD_VENDORS"] = os.environ["CLC_IL_VENDORS"]
    with tempfile.TemporaryDirectory(prefix="clc-random-kernels-") as name:
        options.folder = pathlib.Path(name)
        made = make(options)
        return run(options) or made


def compare_digests(digests, path):
    """How many kernels computed something else on another device."""
    others = dict(line.split() for line in path.read_text().splitlines())
    both = [name for name in digests if name in others]
    different = [name for name in both if others[name] != digests[name]]
    print(f"{len(both)} kernels compared with another device")
    for name in different:
        print(f"failed  {name}: another device computed something else")
    return len(different) if both else 1


# Reducing


def shows(options, without):
    """Returns what is wrong with the kernel without some statements: a kind of failure, or None."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_kernels(folder, [options.seed], options, without)
        failures = compile_batch(options, folder, os.environ | {"CLC_CACHE": "0"})
        for why in failures.values():
            return re.sub(r"%?\w*\d\w*|\n.*", "", why)[:90]
        command = [str(options.compare), "--sources", name, "--package", str(folder / "package.clcpack")]
        command += ["--no-source"] if options.reference else []
        device = ["--device", options.device] if options.device else []
        said = next(answers(options, command + device, [f"k{options.seed}"]))[1]
        if options.reference:
            other = next(answers(options, command + ["--target", options.reference], [f"k{options.seed}"], reference_drivers(options)))[1]
            return "computes something else" if other.startswith("same") and said != other else None
        return None if said.startswith(("same", "skipped")) else " ".join(said.split()[:2])


def reference_drivers(options):
    vendors = {"OCL_ICD_VENDORS": os.environ.get("CLC_IL_VENDORS", "")} if options.il else {}
    return {name: value for name, value in os.environ.items() if name != "OCL_ICD_VENDORS"} | vendors


def reduce(options):
    program = program_of(options, options.seed)
    numbers, without = list(range(1, program.next_number)), set()
    wanted = shows(options, without)
    if wanted is None:
        sys.exit(f"reduce: nothing is wrong with {options.seed}")
    size = len(numbers)
    while size:
        for first in range(0, len(numbers), size):
            tried = without | set(numbers[first:first + size])
            if tried != without and shows(options, tried) == wanted:
                without = tried
        size //= 2
    print(f"// {wanted}\n// generate.py {options.seed} --without {','.join(map(str, sorted(without)))}")
    print(program_of(options, options.seed).render(without))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("make", "run", "check", "reduce"))
    parser.add_argument("what", nargs="?", default="")
    parser.add_argument("--seeds", type=seed_range)
    parser.add_argument("-t", "--target", action="append", default=[])
    parser.add_argument("--clc", default=shutil.which("clc"))
    parser.add_argument("--compare", default=shutil.which("clc_compare_kernels"))
    parser.add_argument("--device", default="")
    parser.add_argument("--xtarget", action="append", default=[], metavar="PATTERN=OPTION", help="an option for some targets")
    parser.add_argument("--il", action="store_true")
    parser.add_argument("--reference", metavar="TARGET", help="reduce what differs from this target's result")
    parser.add_argument("--features", type=features.listed, default=(), help="kernels with some of these (or: all, more)")
    parser.add_argument("--constructs", type=constructs.listed, default=(), help="kernels of some of these (or: all)")
    parser.add_argument("--matrices", action="store_true", help="kernels over cooperative matrices")
    parser.add_argument("--silence", type=float, default=240, metavar="SECONDS", help="how long a kernel may take")
    parser.add_argument("--read-back", action="store_true")
    parser.add_argument("--no-source", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--digests", type=pathlib.Path, help="write what was computed, to compare devices")
    parser.add_argument("--against", type=pathlib.Path, help="compare with what --digests wrote elsewhere")
    options = parser.parse_args()
    if options.command == "reduce":
        options.seed = int(options.what)
        options.target += [options.reference] if options.reference else []
    else:
        options.folder = pathlib.Path(options.what)
    return {"make": make, "run": run, "check": check, "reduce": reduce}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
