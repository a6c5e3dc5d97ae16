#!/usr/bin/env python3
"""Tests what `clc report --instructions` counts in SPIR-V and PTX, against spirv-dis and the text of PTX; and in clc diff.

usage: instruction_mix.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import collections
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, equal, finish, output_of, skip, temporary_folder  # noqa: E402

NAMES = ("instructions", "memory_instructions", "local_instructions", "arithmetic_instructions", "branch_instructions")
DECLARE = {"OpLabel", "OpPhi", "OpVariable", "OpFunctionParameter", "OpLine", "OpNoLine", "OpUndef", "OpLoopMerge",
           "OpSelectionMerge", "OpUnreachable", "OpLifetimeStart", "OpLifetimeStop", "OpFunction", "OpFunctionEnd"}
BRANCH = {"OpBranch", "OpBranchConditional", "OpSwitch", "OpReturn", "OpReturnValue", "OpFunctionCall"}
WAIT = {"OpControlBarrier", "OpMemoryBarrier", "OpGroupWaitEvents"}


# From the names of types and instructions that spirv-dis prints.
def count_spirv_text(text):
    names = dict(re.findall(r'OpEntryPoint Kernel (%\w+) "(\w+)"', text))
    functions, calls, kernel, kinds = {}, {}, None, {}
    for line in text.splitlines():
        found = re.match(r"\s*(?:(%\w+) = )?(Op\w+)(.*)", line)
        if found is None:
            continue
        result, operation, rest = found.groups()
        words = rest.split()
        if result and words and words[0].startswith("%_ptr_"):
            kinds[result] = words[0].split("_")[2]
        if operation == "OpFunction":
            kernel = functions[result] = collections.Counter()
            calls[result] = called = []
        if operation == "OpFunctionEnd":
            kernel = None
        if kernel is None or operation in DECLARE:
            continue
        kernel["instructions"] += 1
        spaces = {kinds[word] for word in words if word in kinds}
        is_access = operation in ("OpLoad", "OpStore", "OpCopyMemory", "OpCopyMemorySized", "OpGroupAsyncCopy") or \
            operation.startswith("OpAtomic") or re.match(r"OpImage(Sample|Fetch|Read|Write)", operation) or \
            (operation == "OpExtInst" and re.search(r" v(load|store)", rest))
        if operation == "OpFunctionCall":
            called.append(words[1])
        if operation in BRANCH:
            kernel["branch_instructions"] += 1
        elif operation in WAIT or (operation == "OpLoad" and spaces == {"Input"}):
            pass
        elif is_access:
            kernel["local_instructions" if "Workgroup" in spaces else "memory_instructions"] += 1
        else:
            kernel["arithmetic_instructions"] += 1
    kernels = {}
    for function, name in names.items():
        reached = [function]
        for one in reached:
            reached += [callee for callee in dict.fromkeys(calls[one]) if callee not in reached]
        kernels[name] = sum((functions[one] for one in reached), collections.Counter())
    return kernels


def report(clc, *options):
    kernels = json.loads(output_of(clc, "report", *options, "--instructions", "--format", "json"))["kernels"]
    return {kernel["kernel"]: tuple(kernel["resources"].get(name) for name in NAMES) for kernel in kernels}


def check_spirv(clc, sources, folder):
    if shutil.which("spirv-dis") is None:
        skip("SPIR-V", "spirv-dis (spirv-tools) is not installed")
        return
    package = os.path.join(folder, "spirv")
    compile(clc, *sources, targets=["spirv64"], output=package)
    wanted = {}
    for name in os.listdir(package):
        if not name.endswith(".spv"):
            continue
        for kernel, counts in count_spirv_text(output_of("spirv-dis", "--no-color", os.path.join(package, name))).items():
            wanted[kernel] = tuple(counts[one] for one in NAMES)
    equal("SPIR-V: kernels", len(wanted) > 15, True)
    equal("SPIR-V", report(clc, package), wanted)


def check_ptx(clc, folder):
    source = os.path.join(folder, "k.cl")
    with open(source, "w") as file:
        file.write("kernel void k(global float* a, local float* b) {\n  uint i = get_local_id(0);\n  b[i] = a[i];\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE);\n  if (i < 3) a[i] = b[i + 1] * 3;\n}\n")
    compile(clc, source, targets=["nvptx:sm_90"], output=os.path.join(folder, "ptx"))
    text = output_of(clc, "disasm", os.path.join(folder, "ptx"), "-k", "k")
    code = [line.strip() for line in text.splitlines() if re.match(r"\s+(@%p\d+ )?[a-z][\w.]+", line)]
    names = [re.sub(r"^@%p\d+ +", "", line).split()[0].rstrip(";") for line in code]
    local = [name for name in names if ".shared" in name]
    memory = [name for name in names if name.split(".")[0] in ("ld", "st")]
    branches = [name for name in names if name.split(".")[0] in ("bra", "ret")]
    equal("PTX: accesses to local memory", len(local), 2)
    equal("PTX: barriers", len([name for name in names if name.startswith("bar")]), 1)
    wanted = (len(names), len(memory) - len(local), len(local), len(names) - len(memory) - len(branches) - 1, len(branches))
    equal("PTX", report(clc, os.path.join(folder, "ptx"))["k"], wanted)


def check_diff(clc, folder):
    for name, operation in (("before", "a[i] + 1"), ("after", "a[i] * a[i + 64] + 1")):
        with open(os.path.join(folder, name + ".cl"), "w") as file:
            file.write("kernel void k(global float* a) {\n  uint i = get_global_id(0);\n  a[i] = " + operation + ";\n}\n")
    sides = [os.path.join(folder, name) for name in ("before.cl", "after.cl")]
    targets = ["-t", "amdgcn:gfx90a", "-t", "spirv64"]
    shown = json.loads(output_of(clc, "diff", *sides, *targets, "--instructions", "--format", "json"))["changes"]
    for change in shown:
        figures = {figure["figure"]: figure for figure in change["figures"]}
        equal(f"diff for {change['target']}", {"instructions", "of memory", "of arithmetic"} <= set(figures), True)
        before, after = figures["of memory"]["before"], figures["of memory"]["after"]
        equal(f"diff for {change['target']}: one load more", int(after) - int(before), 1)
        equal("neither better nor worse", (figures["of memory"]["worse"], figures["of memory"]["better"]), (False, False))
    equal("diff: targets", sorted(change["target"] for change in shown), ["amdgcn:gfx90a", "spirv64:1.2"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    arguments = parser.parse_args()
    sources = [os.path.join(arguments.kernels, name) for name in
               ("reduce/reduce.cl", "matmul/matmul.cl", "histogram256/histogram256.cl", "image_rotate/image_rotate.cl")]
    with temporary_folder(own_cache=True) as folder:
        check_spirv(arguments.clc, sources, folder)
        check_ptx(arguments.clc, folder)
        check_diff(arguments.clc, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
