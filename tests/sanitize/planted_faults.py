#!/usr/bin/env python3
"""Plants faults from a seed into the kernels beside it, and counts those that `clc compile --sanitize` finds, misses, and reports falsely.

Each kernel runs once as it is: any report is false. Then each fault changes one line of one kernel; it is found where a report of its
check names that line or, for a removed line, the kernel. The first line of a kernel's file is what `clrun sanitize` needs to launch it.

usage: planted_faults.py --clc PROGRAM --clrun PROGRAM [--seed N] [--faults N] [--vendors FOLDER] [--target TARGET] [--device DEVICE]
       [--least PERCENT]
       --vendors the drivers: OCL_ICD_VENDORS; default: those of the system
       --least   a kind of fault of which fewer are found is a failure (default: 95)
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, compile, environment, equal, fail, finish, run, skip_all, temporary_folder  # noqa: E402

ALL = "bounds,uninitialised,race,barrier,arithmetic"
BARRIER = re.compile(r"\bbarrier\(CLK_LOCAL_MEM_FENCE\);")
Fault = collections.namedtuple("Fault", "check line text is_removed")


def local_names(text):
    """Names of local memory: variables, and arguments."""
    names = set()
    for found in re.finditer(r"\blocal \w+\*? ([^;)]*)", text):
        names |= {re.match(r"\w+", one.strip()).group(0) for one in found.group(1).split(",")}
    return names


def index_faults(line, rng):
    """Indices of arrays and of vload and vstore, moved far away."""
    for found in re.finditer(r"(?<=\w)\[([^\[\]]+)\]", line):
        far = rng.choice(["+ 100000", "- 70000", "+ 1048576"])
        yield line[:found.start(1)] + f"(int)({found.group(1)}) {far}" + line[found.end(1):]
    for found in re.finditer(r"\bvload\d\((\w+),|, (\w+), to\);", line):
        group = 1 if found.group(1) else 2
        yield line[:found.start(group)] + f"{found.group(group)} + 4096" + line[found.end(group):]


def arithmetic_faults(line):
    for pattern, fault in ((r"(?<= [/%] )divisor\b", "(divisor - divisor)"), (r"(?<=(?:<<|>>) )amount\b", "(amount + 32)"),
                           (r"\(int\)\((?=one)", "(int)(3e10f + "), (r"convert_uchar\((?=fabs)", "convert_uchar(1000.0f + "),
                           (r"(?<=uint\*\)\()(?=from|to)", "1 + ")):
        for found in re.finditer(pattern, line):
            yield line[:found.start()] + fault + line[found.end():]


def faults_of(text, rng):
    """All faults of a kernel."""
    lines, locals_ = text.split("\n"), local_names(text)
    for number, line in enumerate(lines, 1):
        declares = number == 1 or re.match(r"\s*(kernel|local|constant|typedef|float4|uint own)\b", line)
        if declares:
            continue
        for changed in index_faults(line, rng):
            yield Fault("bounds", number, changed, False)
        for changed in arithmetic_faults(line):
            yield Fault("arithmetic", number, changed, False)
        if BARRIER.search(line):
            yield Fault("race", number, "", True)
            yield Fault("barrier", number, BARRIER.sub(f"if (get_local_id(0) < {rng.choice([1, 3, 5])}) " + BARRIER.search(line).group(0),
                                                       line), False)
            yield Fault("barrier", number, f"if (get_local_id(0) == {rng.choice([0, 2, 4])}) return; {line.strip()}", False)
        stored = re.match(r"\s*(?:if \(.*\) |for \(.*\) )?(\w+)(?:\[.*\])* = ", line)
        if stored and stored.group(1) in locals_:
            yield Fault("uninitialised", number, "", True)
        stored = re.match(r"(\s*(?:to|y|sums)\[)(?:i|get_group_id\(0\)|get_global_id\(0\))(\] = )(.*)", line)
        if stored:
            yield Fault("race", number, f"{stored.group(1)}get_global_id(0) % 7{stored.group(2)}{stored.group(3)}", False)


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.environment = environment(**({"OCL_ICD_VENDORS": options.vendors} if options.vendors else {}))

    def reports(self, name, text):
        """The reports of a kernel, or None where it did not run."""
        source, package = os.path.join(self.folder, f"{name}.cl"), os.path.join(self.folder, f"{name}.clcpack")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        compile(self.options.clc, source, "--sanitize", ALL, targets=[self.options.target], output=package)
        kernel = re.search(r"kernel void (\w+)", text).group(1)
        words = text.split("\n", 1)[0].removeprefix("// ").split()
        device = ["--device", self.options.device] if self.options.device else []
        done = run(self.options.clrun, "sanitize", "--package", package, "--no-cache", "--kernel", kernel, *words, *device, "--format",
                   "json", env=self.environment, timeout=120)
        if done.returncode not in (0, 6):
            print(f"{name} does not run: {done.stderr[-500:]}")
            return None
        return json.loads(done.stdout)["reports"]


def is_of(report, fault):
    if report["check"] != fault.check:
        return False
    return fault.is_removed or fault.line in (report["place"]["line"], report.get("other_place", {}).get("line"))


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--clrun"):
        parser.add_argument(name, required=True)
    for name, usual in (("--seed", 1), ("--faults", 40), ("--least", 95)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--target", default="spirv64")
    parser.add_argument("--device", default="")
    parser.add_argument("--vendors", default="")
    options = parser.parse_args()
    if options.vendors and not os.path.isdir(options.vendors):
        skip_all(f"no drivers in {options.vendors}")
    rng = random.Random(options.seed)
    kernels, faults = {}, collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels", "*.cl"))):
        name = os.path.basename(path)[:-3]
        with open(path, encoding="utf-8") as file:
            kernels[name] = file.read()
        for fault in faults_of(kernels[name], rng):
            faults[fault.check].append((name, fault))
    found, planted = collections.Counter(), collections.Counter()
    with temporary_folder(own_cache=True) as folder:
        runner = Runner(options, folder)
        for name, text in kernels.items():
            equal(f"reports of {name} as it is", runner.reports(name, text), [])
        for kind, all_of in faults.items():
            rng.shuffle(all_of)
            for name, fault in all_of[:max(1, options.faults // len(faults))]:
                lines = kernels[name].split("\n")
                lines[fault.line - 1] = fault.text
                reports = runner.reports(name, "\n".join(lines))
                planted[kind] += 1
                if reports is not None and any(is_of(report, fault) for report in reports):
                    found[kind] += 1
                else:
                    print(f"missed  {kind} in {name}:{fault.line}: {fault.text.strip() or 'removed'}: "
                          f"{[(r['check'], r['place']['line'], r['message']) for r in reports or []]}")
    if not planted:
        fail("no faults were planted")
    for kind in sorted(planted):
        share = 100 * found[kind] / planted[kind]
        check(share >= options.least, f"{kind}: {found[kind]} of {planted[kind]} found")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
