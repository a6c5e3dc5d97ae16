#!/usr/bin/env python3
"""Compiles every builtin function of builtin_functions.py for SPIR-V, NVIDIA's and AMD's chips.

usage: builtins.py --clc PROGRAM [--list] [--only SUBSTRING] [--share K/N]

With --share 2/3, chips get the second third of the cases, and SPIR-V, which is quick, all.
Cases go many to a file, into one call of `clc compile`; a file that fails is done again, one case to a file, to name
the ones that do not compile. PTX must pass ptxas, where it is installed. Known exceptions stand below, each with its reason, and must fail: when one starts to
work, or names no case any more, the test fails, so that the list stays true.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, run, share_of  # noqa: E402

import builtin_functions
import header_functions

CASES_PER_FILE = 40

PTXAS = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
OLDEST_CHIP_OF_PTXAS = 75  # PTX for older chips is checked for this one

NVIDIA_EXCEPTIONS = {
    "*_depth_t*": "optional in OpenCL 3.0, and NVIDIA's driver has no such images",
    "read_write *": "optional in OpenCL 3.0, and NVIDIA's driver has no such images",
}

# {target: {pattern of names: reason}}
EXCEPTIONS = {
    "spirv64:1.2": {},
    "nvptx:sm_50": {
        **NVIDIA_EXCEPTIONS,
        **{f"work_group_{name}*": "optional in OpenCL 3.0; made of instructions that came with sm_70"
           for name in ("all", "broadcast", "reduce", "scan")},
    },
    "nvptx:sm_90": NVIDIA_EXCEPTIONS,
    "amdgcn:gfx906": {},
    "spirv64:1.3": {"*_rotate(*": "needs an extension of SPIR-V"},
    "r600:cypress": {"*mem_fence*": "libclc has none for these chips",
                     "sincos(float16, local *": "LLVM's register allocator calls itself without end where it has to spill"},
}

# Chips that no driver is for any more: not tried.
NOT_TRIED = {
    "r600:cypress": {
        "*double*": "LLVM's backend has no float64 for these chips",
        "*image*": "libclc has no images for these chips",
        "printf*": "needs a driver's help",
        "atom*(global *": "LLVM's backend cannot give back what was there before",
        "atom*long*": "no atomics of 64 bits",
        **{pattern: "LLVM's backend dies of most that indexes vectors, private memory, or vectors of three long"
           for pattern in ("shuffle*", "vload*(private *", "vstore*(private *", "vload3(*long*", "remainder*")},
    },
}

CURRENT = ["spirv64:1.2", "nvptx:sm_50", "nvptx:sm_90", "amdgcn:gfx906"]

HAVE_HALF = ["spirv64:1.2", "nvptx:sm_53", "amdgcn:gfx906"]
HAVE_SUB_GROUP_EXTENSIONS = ["spirv64:1.3", "nvptx:sm_70", "amdgcn:gfx803", "amdgcn:gfx90a", "amdgcn:gfx1100"]
HALF = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"

SUITES = [
    # (what, cases, targets, options, prelude)
    ("OpenCL C 1.2", builtin_functions.opencl_1, [*CURRENT, "r600:cypress"], ["-cl-std=CL1.2"],
     "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"),
    ("OpenCL C 3.0", builtin_functions.opencl_2, CURRENT, ["-cl-std=CL3.0"], ""),
    ("OpenCL C 2.0", builtin_functions.opencl_2, CURRENT, ["-cl-std=CL2.0"],
     "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"),
    ("half", builtin_functions.halves, HAVE_HALF, ["-cl-std=CL1.2"], HALF),
    ("sub-groups", builtin_functions.sub_groups, ["spirv64:1.2", "nvptx:sm_90", "amdgcn:gfx906"], ["-cl-std=CL3.0"],
     HALF),
]


class Suite:
    def __init__(self, clc, target, options, prelude):
        self.clc, self.target, self.options, self.prelude = clc, target, options, prelude

    def compile(self, groups):
        """One file for each group of cases; the set of groups' numbers that failed, and the messages."""
        if not groups:
            return set(), ""
        with tempfile.TemporaryDirectory() as folder:
            for number, cases in enumerate(groups):
                with open(os.path.join(folder, f"g{number}.cl"), "w", encoding="utf-8") as file:
                    file.write(self.prelude)
                    for index, (_, parameters, body) in enumerate(cases):
                        file.write(f"kernel void k{index}({parameters}) {{ {body} }}\n")
            files = [f"g{number}.cl" for number in range(len(groups))]
            command = [self.clc, "compile", *files, "-t", self.target, "-o", "out", "--keep-going", "-w", *self.options]
            done = run(*command, cwd=folder, env=environment(CLC_CACHE="0"))
            built, refusals = set(), ""
            manifest = os.path.join(folder, "out", "manifest.clc.json")
            if os.path.exists(manifest):
                with open(manifest, encoding="utf-8") as file:
                    modules = json.load(file)["modules"]
                files = {module["name"]: os.path.join(folder, "out", module["variants"][0]["file"])
                         for module in modules if module["variants"]}
                with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                    refused = dict(zip(files, pool.map(self.assemble, files.values())))
                built = {int(name[1:]) for name in files if not refused[name]}
                refusals = "".join(f"{name}.cl: {text}\n" for name, text in refused.items() if text)
            return set(range(len(groups))) - built, done.stderr + refusals

    def assemble(self, file):
        """Returns what ptxas has against it, in one line."""
        if PTXAS is None or not self.target.startswith("nvptx"):
            return ""
        chip = max(int(self.target.split("sm_")[1]), OLDEST_CHIP_OF_PTXAS)
        done = run(PTXAS, "-O0", "-arch", f"sm_{chip}", file, "-o", os.devnull)
        return "" if done.returncode == 0 else f"ptxas: {done.stderr.strip().splitlines()[0]}"

    def failures(self, cases):
        """The names of the cases that do not compile, {name: message}."""
        groups = [cases[i:i + CASES_PER_FILE] for i in range(0, len(cases), CASES_PER_FILE)]
        failed, _ = self.compile(groups)
        return self.failures_one_by_one([case for number in sorted(failed) for case in groups[number]])

    def failures_one_by_one(self, cases):
        failed, messages = self.compile([[case] for case in cases])
        found = {}
        for number in failed:
            said = [line for line in messages.splitlines() if line.startswith((f"g{number}.cl", f"clc: error: g{number} "))
                    or f"g{number}.cl" in line.split(":")[:3]]
            found[cases[number][0]] = said[0] if said else messages[-300:]
        return found


def exception_for(name, known):
    return next((pattern for pattern in known if fnmatch.fnmatchcase(name, pattern)), None)


def try_cases(suite, cases, known):
    """Returns what is wrong, as lines; and the patterns of the exceptions that were seen."""
    expected = [case for case in cases if exception_for(case[0], known)]
    ordinary = [case for case in cases if not exception_for(case[0], known)]
    wrong = [f"{name}: {message}" for name, message in suite.failures(ordinary).items()]
    failing = suite.failures_one_by_one(expected)
    wrong += [f"{name}: works, and is listed as an exception" for name, _, _ in expected if name not in failing]
    return wrong, {exception_for(name, known) for name, _, _ in expected}


def in_share(cases, target, known, share):
    """Some of the cases, and all that are listed as exceptions."""
    which, parts = share if target.split(":")[0] != "spirv64" else (0, 1)
    return [case for index, case in enumerate(cases) if index % parts == which or exception_for(case[0], known)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clang-header", required=True, help="Clang's opencl-c.h")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--target", default="")
    parser.add_argument("--share", type=share_of, default="1/1")
    arguments = parser.parse_args()
    print(f"chips get share {arguments.share[0] + 1}/{arguments.share[1]} of the functions")
    clc = os.path.abspath(arguments.clc)
    if PTXAS is None:
        print("SKIP: PTX of the builtin functions with ptxas: not installed")
    passed = failed = 0
    seen = {target: set() for target in EXCEPTIONS}
    of_header = [
        ("every half", lambda: header_functions.halves(arguments.clang_header), HAVE_HALF, ["-cl-std=CL3.0"], HALF),
        ("sub-groups' extensions", lambda: header_functions.sub_groups(arguments.clang_header), HAVE_SUB_GROUP_EXTENSIONS,
         ["-cl-std=CL3.0"], HALF),
        ("Intel's sub-groups", lambda: header_functions.intel_sub_groups(arguments.clang_header),
         ["spirv64:1.2,SPV_INTEL_subgroups"], ["-cl-std=CL2.0"], HALF)]
    for what, make_cases, targets, options, prelude in [*SUITES, *of_header]:
        all_cases = [case for case in make_cases() if arguments.only in case[0]]
        if arguments.list:
            print("\n".join(f"{what}: {name}" for name, _, _ in all_cases))
            continue
        for target in targets:
            if arguments.target and arguments.target != target:
                continue
            known = EXCEPTIONS.get(target, {})
            cases = [case for case in all_cases if not exception_for(case[0], NOT_TRIED.get(target, {}))]
            cases = in_share(cases, target, known, arguments.share)
            wrong, used = try_cases(Suite(clc, target, options, prelude), cases, known)
            seen.setdefault(target, set()).update(used)
            passed, failed = passed + len(cases) - len(wrong), failed + len(wrong)
            for line in wrong:
                print(f"FAILED {what}, {target}: {line}", flush=True)
            print(f"{what}, {target}: {len(cases)} functions, {len(wrong)} wrong", flush=True)
    if not arguments.only and not arguments.target and not arguments.list:
        for target, used in seen.items():
            for pattern in EXCEPTIONS.get(target, {}).keys() - used:
                failed += 1
                print(f"FAILED the exception {pattern} of {target} names no function")
    print(f"{passed} passed, {failed} failed, {int(PTXAS is None)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
