#!/usr/bin/env python3
"""Plants faults from a seed into the kernels beside it, and counts those that `clc compile --sanitize` finds, misses, and reports falsely.

Each kernel runs once as it is: any report is false. Then each fault changes one line of one kernel; it is found where a report of its
check names that line or, for a removed line, the kernel. The first line of a kernel's file is what `clrun sanitize` needs to launch it.

usage: planted_faults.py --clc PROGRAM --clrun PROGRAM [--seed N] [--faults N] [--vendors FOLDER] [--target TARGET] [--device DEVICE]
       [--least PERCENT] [--foreign FOLDER] [--only WORD] [--checks CHECK,…] [--oclgrind missed|all] [-j N] [--keep FOLDER]
       --vendors  the drivers: OCL_ICD_VENDORS; default: those of the system
       --least    a kind of fault of which fewer are found is a failure (default: 95)
       --foreign  kernels of others in this folder, as foreign_kernels.txt lists them; what is reported of them as they are is told, and is no
                  failure. Only lines that a launch with --coverage reaches get faults
       --only     kernels whose names contain this
       --checks   what the kernels are compiled with, and what faults they get (default: all)
       --oclgrind asks Oclgrind about faults that are missed, or about all. A change that neither finds (a barrier that was not needed, say) is
                  told as no fault, and another is planted
       -j         kernels at once (default: 1); the faults are the same
       --keep     what launches said is kept there, so that a run that was ended goes on. For one build of clc
"""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
from clc_testing import check, compile, environment, equal, fail, finish, run, skip_all, temporary_folder  # noqa: E402

ALL = "bounds,uninitialised,race,barrier,arithmetic"
BARRIER = re.compile(r"\b(?:sub_group_)?barrier\s*\(\s*CLK_LOCAL_MEM_FENCE(?:\s*\|\s*CLK_GLOBAL_MEM_FENCE)?\s*\)\s*;")
TYPE = r"(?:const |volatile |unsigned |restrict )*(?:\w*(?:float|int|uint|char|uchar|double|TYPE|fp|REAL|\bT)\d*)"
INDEX = re.compile(r"(?<=\w)\[([^\[\]]+)\]")
# Oclgrind's words for each kind of fault.
OCLGRIND = {"bounds": ("Invalid read", "Invalid write"), "uninitialised": ("Uninitialized",), "race": ("data race",),
            "barrier": ("divergence",), "arithmetic": ("Unaligned", "division by zero")}
# Stands in for the reports of a launch that was ended. It is of no check, so that the fault counts as missed.
NEVER_ENDS = {"check": "none", "place": {"line": 0}, "message": "never ends"}
Fault = collections.namedtuple("Fault", "check line text is_removed")
Kernel = collections.namedtuple("Kernel", "label name text options words")


def names_in(space, text):
    """Names of memory of a space: variables, and arguments."""
    names = set()
    for found in re.finditer(rf"\b_*{space}\s+(?:volatile\s+)?{TYPE}\s*\*?\s*(?:const |restrict )?\s*([^;)]*)", text):
        names |= {match.group(0) for one in found.group(1).split(",") if (match := re.match(r"\w+", one.strip()))}
    return names


def places(line):
    """The indices of a line, but those of an array that it declares."""
    declares = re.match(rf"\s*(?:_*(?:local|private)\s+)?(?:volatile\s+)?{TYPE}\s+\w+\s*\[", line)
    begin = 0 if not declares else line.find("=") if "=" in line else len(line)
    return [found for found in INDEX.finditer(line) if found.start() >= begin]


def index_faults(line, rng):
    """Indices of arrays and of vload and vstore, moved far away."""
    for found in places(line):
        far = rng.choice(["+ 100000", "- 70000", "+ 1048576"])
        yield line[:found.start(1)] + f"(int)({found.group(1)}) {far}" + line[found.end(1):]
    for found in re.finditer(r"\bvload\d\((\w+),|, (\w+), to\);", line):
        group = 1 if found.group(1) else 2
        yield line[:found.start(group)] + f"{found.group(group)} + 4096" + line[found.end(group):]


def arithmetic_faults(line, rng):
    for pattern, fault in ((r"(?<= [/%] )divisor\b", "(divisor - divisor)"), (r"(?<=(?:<<|>>) )amount\b", "(amount + 32)"),
                           (r"\(int\)\((?=one)", "(int)(3e10f + "), (r"convert_uchar\((?=fabs)", "convert_uchar(1000.0f + "),
                           (r"(?<=uint\*\)\()(?=from|to)", "1 + ")):
        for found in re.finditer(pattern, line):
            yield line[:found.start()] + fault + line[found.end():]
    for found in places(line):
        if not re.search(r"[a-z]", found.group(1)):
            continue  # the compiler knows the result
        index = f"(int)({found.group(1)})"
        changed = rng.choice([f"{index} / ({index} - {index})", f"{index} % ({index} - {index})", f"{index} << ({index} - {index} + 32)",
                              f"(int)((float){index} + 3e10f)"])
        yield line[:found.start(1)] + changed + line[found.end(1):]


def barrier_faults(line, rng):
    """A barrier that is not there, or that some items do not reach, or a wait for copies that is not there."""
    if re.match(r"\s*wait_group_events\(.*;$", line):
        yield "race", ";"
    found = BARRIER.search(line)
    if not found:
        return
    before, behind = line[:found.start()], line[found.end():]
    yield "barrier", f"{before}if (get_local_id(0) < {rng.choice([1, 3, 5])}) {found.group(0)}{behind}"
    if "sub_group" not in line:
        yield "race", before + behind
        yield "barrier", f"if (get_local_id(0) == {rng.choice([0, 2, 4])}) return; {line.strip()}"


def alone(text, name):
    """The source in as many lines without other kernels, since each takes its time to compile."""
    for found in reversed(list(re.finditer(r"(?m)^[ \t]*(?:__)?kernel\b[^;{}]*?\bvoid\s+(\w+)\s*\([^;{}]*\{", text))):
        depth = end = 0
        for brace in re.finditer(r"[{}]", text[found.start():]):
            depth += 1 if brace.group() == "{" else -1
            end = found.start() + brace.end()
            if depth == 0:
                break
        cut = text[found.start():end]
        if found.group(1) != name and depth == 0 and cut.count("#if") == cut.count("#endif"):
            text = text[:found.start()] + "\n" * cut.count("\n") + text[end:]
    return text


def has_groups(kernel):
    """True for a launch of several groups."""
    sizes = dict(zip(kernel.words[::2], kernel.words[1::2]))
    return sizes["--global-size"] != sizes["--work-group"]


def faults_of(kernel, rng, lines, is_amd):
    """All faults of a kernel in lines with these numbers."""
    locals_, globals_ = names_in("local", kernel.text), names_in("global", kernel.text)
    for number, line in enumerate(kernel.text.split("\n"), 1):
        if number not in lines or re.match(r"\s*(//|#|local\b|kernel\b|__kernel\b|constant\b|typedef\b)", line) or line.rstrip().endswith("\\"):
            continue
        for changed in index_faults(line, rng):
            yield Fault("bounds", number, changed, False)
        for changed in arithmetic_faults(line, rng):
            yield Fault("arithmetic", number, changed, False)
        # Intel's driver for CPUs has one item in a sub-group where it makes no vectors of items.
        for kind, changed in barrier_faults(line, rng) if is_amd or "sub_group" not in line else ():
            yield Fault(kind, number, changed, kind == "race")
        stored = re.match(r"\s*(?:if \(.*\) |for \(.*\) )?(\w+)\s*(?:\[.*\])* *= .*;\s*(?://.*)?$", line)
        if stored and stored.group(1) in locals_:
            yield Fault("uninitialised", number, ";", True)
        stored = re.match(r"(\s*(\w+)\s*\[)[^\[\]]*(\]\s*=[^=].*;.*)$", line)
        if stored and stored.group(2) in globals_ and has_groups(kernel):
            yield Fault("race", number, f"{stored.group(1)}get_local_id(0) % 7{stored.group(3)}", False)


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.environment = environment(**({"OCL_ICD_VENDORS": options.vendors} if options.vendors else {}))

    def launch(self, folder, kernel, text, *words, **variables):
        """Returns the output of `clrun sanitize` for a kernel that is compiled in this folder with these words, or None where it does not compile or run."""
        source, package = os.path.join(folder, "k.cl"), os.path.join(folder, "k.clcpack")
        with open(source, "w", encoding="utf-8") as file:
            file.write(alone(text, kernel.name))
        built = compile(self.options.clc, source, *words, *kernel.options, targets=[self.options.target], output=package, expected=None)
        if built.returncode != 0:
            return None
        device = ["--device", self.options.device] if self.options.device else []
        try:
            done = run(self.options.clrun, "sanitize", "--package", package, "--no-cache", "--kernel", kernel.name, *kernel.words, *device,
                       "--format", "json", env=self.environment | variables, timeout=120)
        except subprocess.TimeoutExpired:
            return json.dumps({"reports": [NEVER_ENDS]})
        if done.returncode not in (0, 6):
            print(f"{kernel.label} does not run: {done.stderr[-500:]}")
            return None
        return done.stdout

    def kept(self, kernel, text, what, ask):
        """What `ask` returns for a folder of its own, or returned in an earlier run."""
        given = (what, text, self.options.target, self.options.device, self.options.checks, *kernel)
        path = os.path.join(self.options.keep, hashlib.sha256(repr(given).encode()).hexdigest()) if self.options.keep else None
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return json.load(file)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            answer = ask(folder)
        if path:
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                json.dump(answer, file)
            os.replace(f"{path}.new", path)
        return answer

    def reports(self, kernel, text):
        def ask(folder):
            said = self.launch(folder, kernel, text, "--sanitize", self.options.checks)
            return None if said is None else json.loads(said)["reports"]
        return self.kept(kernel, text, "reports", ask)

    def lines(self, kernel):
        """The lines that the launch reaches."""
        if not self.options.foreign:
            return range(2, kernel.text.count("\n") + 2)

        def ask(folder):
            counts = os.path.join(folder, "counts")
            if self.launch(folder, kernel, kernel.text, "--coverage", CLC_COVERAGE_DIR=counts) is None:
                return []
            said = run(self.options.clc, "coverage", os.path.join(folder, "k.clcpack"), counts, "--format", "json", expected=None).stdout
            return [one["line"] for file in (json.loads(said)["files"] if said else ()) for one in file["lines"] if one["count"] != 0]
        return self.kept(kernel, kernel.text, "lines", ask)

    def as_it_is(self, kernel):
        """Its reports, and the lines that may get faults."""
        reports = self.reports(kernel, kernel.text)
        return reports, [] if reports is None else self.lines(kernel)

    def oclgrind_finds(self, kernel, text, kind):
        def ask(folder):
            source = os.path.join(folder, "k.cl")
            with open(source, "w", encoding="utf-8") as file:
                file.write(alone(text, kernel.name))
            try:
                done = run("oclgrind", "--data-races", "--uninitialized", sys.executable, os.path.join(HERE, "launch_source.py"), source, kernel.name,
                           *kernel.options, "--", *kernel.words, timeout=600)
            except subprocess.TimeoutExpired:
                return False
            return any(word in done.stdout + done.stderr for word in OCLGRIND[kind])
        return self.kept(kernel, text, f"oclgrind {kind}", ask)

    def try_fault(self, kernel, fault):
        """The reports of a kernel with a fault, or None where it does not run, and True where Oclgrind, if it is asked, finds it."""
        text = with_fault(kernel, fault)
        reports = self.reports(kernel, text)
        if reports is None or not self.asks(reports, fault):
            return reports, False
        # Oclgrind's finds in the kernel as it is say nothing of a fault.
        return reports, self.oclgrind_finds(kernel, text, fault.check) and not self.oclgrind_finds(kernel, kernel.text, fault.check)

    def asks(self, reports, fault):
        return self.options.oclgrind == "all" or self.options.oclgrind == "missed" and not is_found(reports, fault)


def is_of(report, fault):
    if report["check"] != fault.check:
        return False
    return fault.is_removed or fault.line in (report["place"]["line"], report.get("other_place", {}).get("line"))


def with_fault(kernel, fault):
    lines = kernel.text.split("\n")
    lines[fault.line - 1] = fault.text
    return "\n".join(lines)


def is_found(reports, fault):
    return any(is_of(report, fault) for report in reports)


def own_kernels():
    for path in sorted(glob.glob(os.path.join(HERE, "kernels", "*.cl"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        words = text.split("\n", 1)[0].removeprefix("// ").split()
        options = [word for word in words if word.startswith("-cl-")]
        yield Kernel(os.path.basename(path)[:-3], re.search(r"kernel void (\w+)", text).group(1), text, options, words[len(options):])


def foreign_kernels(folder):
    repository = ""
    with open(os.path.join(HERE, "foreign_kernels.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("repository "):
                repository = line.split("/")[1].strip()
            elif not line.startswith("#"):
                (path, name, *options), words = (part.split() for part in line.split("|"))
                with open(os.path.join(folder, repository, path), encoding="utf-8", errors="replace") as source:
                    yield Kernel(f"{os.path.basename(path)}/{name}", name, source.read(), options, words)


def shown(reports):
    return [(one["check"], one["place"]["line"], one["message"]) for one in reports or []]


def takes_spirv(options):
    variables = environment(**({"OCL_ICD_VENDORS": options.vendors} if options.vendors else {}))
    listed = run(options.clc, "targets", "--device", "--format", "json", env=variables, expected=None).stdout
    return any(device["il_version"] for device in json.loads(listed or '{"devices": []}')["devices"])


class Counts:
    """How many faults of each kind were planted, and found by clc and by Oclgrind."""

    def __init__(self):
        self.planted, self.found, self.by_oclgrind = collections.Counter(), collections.Counter(), collections.Counter()

    def print(self, with_oclgrind):
        heads = ["check", "planted", "found"] + (["found by Oclgrind"] if with_oclgrind else [])
        print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
        for kind in sorted(self.planted):
            cells = [f"`{kind}`", self.planted[kind], self.found[kind]] + ([self.by_oclgrind[kind]] if with_oclgrind else [])
            print("| " + " | ".join(map(str, cells)) + " |")

    def add(self, kind, is_found, by_oclgrind):
        self.planted[kind] += 1
        self.found[kind] += is_found
        self.by_oclgrind[kind] += by_oclgrind


def faults_by_kind(runner, executor, rng):
    """{kind: [(kernel, fault)]} of all kernels, and tells what is reported of them as they are."""
    options, faults = runner.options, collections.defaultdict(list)
    kernels = [kernel for kernel in (foreign_kernels(options.foreign) if options.foreign else own_kernels()) if options.only in kernel.label]
    for kernel, (reports, lines) in zip(kernels, executor.map(runner.as_it_is, kernels)):
        if not options.foreign:
            equal(f"reports of {kernel.label} as it is", reports, [])
        elif reports is None or reports:
            print(f"as it is  {kernel.label}: {shown(reports) or 'does not run'}")
        for fault in faults_of(kernel, rng, lines, options.target.startswith("amdgcn")):
            if fault.check in options.checks.split(","):
                faults[fault.check].append((kernel, fault))
    return faults


def tried(runner, executor, all_of):
    """(kernel, fault, reports, by Oclgrind) for each fault, in their order; as many at once as the options say."""
    step = runner.options.j
    for begin in range(0, len(all_of), step):
        part = all_of[begin:begin + step]
        for (kernel, fault), answer in zip(part, executor.map(lambda one: runner.try_fault(*one), part)):
            yield kernel, fault, *answer


def plant(runner, executor, faults, rng):
    """Plants as many faults of each kind."""
    counts, options = Counts(), runner.options
    for kind, all_of in sorted(faults.items()):
        rng.shuffle(all_of)
        for kernel, fault, reports, by_oclgrind in tried(runner, executor, all_of):
            if counts.planted[kind] >= max(1, options.faults // len(faults)):
                break
            if reports is None:
                continue
            found = is_found(reports, fault)
            is_none = runner.asks(reports, fault) and not by_oclgrind and not found and NEVER_ENDS not in reports
            if not is_none:
                counts.add(kind, found, by_oclgrind)
            if not found:
                print(f"{'no fault' if is_none else 'missed  '} {kind} in {kernel.label}:{fault.line}: {fault.text.strip() or 'removed'}: {shown(reports)}")
    return counts


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--clrun"):
        parser.add_argument(name, required=True)
    for name, usual in (("--seed", 1), ("--faults", 40), ("--least", 95), ("-j", 1)):
        parser.add_argument(name, type=int, default=usual)
    for name, usual in (("--target", "spirv64"), ("--device", ""), ("--vendors", ""), ("--foreign", ""), ("--only", ""), ("--checks", ALL), ("--keep", "")):
        parser.add_argument(name, default=usual)
    parser.add_argument("--oclgrind", choices=("missed", "all"))
    options = parser.parse_args()
    if options.vendors and not os.path.isdir(options.vendors):
        skip_all(f"no drivers in {options.vendors}")
    sys.stdout.reconfigure(line_buffering=True)
    if options.target.startswith("spirv") and not takes_spirv(options):
        skip_all("no device takes SPIR-V")
    rng = random.Random(options.seed)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    with temporary_folder(own_cache=True) as folder, concurrent.futures.ThreadPoolExecutor(options.j) as executor:
        runner = Runner(options, folder)
        faults = faults_by_kind(runner, executor, rng)
        counts = plant(runner, executor, faults, rng)
    counts.print(options.oclgrind == "all")
    if not counts.planted:
        fail("no faults were planted")
    for kind in sorted(counts.planted):
        share = 100 * counts.found[kind] / counts.planted[kind]
        check(share >= options.least, f"{kind}: {counts.found[kind]} of {counts.planted[kind]} found")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
