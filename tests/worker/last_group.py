#!/usr/bin/env python3
"""Compiles kernels/reduce and looks, in the code of each target, for the fences that let a last group finish the work:
one between a group's sum and its count, one between the count and the sums of the others.

usage: last_group.py --clc PROGRAM --source reduce_atomic.cl
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, temporary_folder  # noqa: E402

FENCE_OF_PTX = r"membar\.gl|fence\S*\.gpu"

# {target: (ending of the dump, its line where a kernel begins, what has to follow in this order)}
EXPECTED = {
    "nvptx:sm_75": (".ptx", r"\.entry {}\(",
                    [r"(atom|red)\S*\.add", FENCE_OF_PTX, r"atom\S*\.add", FENCE_OF_PTX, r"atom\S*\.(and|exch)"]),
    "amdgcn:gfx90a": (".isa", r"(?m)^{}:",
                      [r"global_atomic_add", r"s_waitcnt vmcnt\(0\)", r"global_atomic_add .*glc", r"buffer_wbinvl1_vol",
                       r"global_atomic_(and|swap).* glc"]),
    "amdgcn:gfx942": (".isa", r"(?m)^{}:",
                      [r"global_atomic_add", r"buffer_wbl2 sc1", r"s_waitcnt vmcnt\(0\)", r"global_atomic_add .*sc0", r"buffer_inv sc1",
                       r"global_atomic_(and|swap).* sc0"]),
    "amdgcn:gfx1100": (".isa", r"(?m)^{}:",
                       [r"global_atomic_add", r"s_waitcnt_vscnt null, 0x0", r"global_atomic_add.* glc", r"buffer_gl1_inv",
                        r"global_atomic_(and|swap).* glc"]),
    "spirv64:1.2": (".spvasm", r"%{} = OpFunction ",
                    [r"OpAtomicIAdd", r"OpMemoryBarrier %uint_1 ", r"OpAtomicIAdd", r"OpMemoryBarrier %uint_1 ", r"OpAtomicAnd"]),
}
STANDARDS = ("CL1.2", "CL2.0", "CL3.0")
KERNELS = ("reduce_atomic_last", "reduce_fast")


def missing(text, kernel, begin, patterns):
    """The first pattern that does not follow the ones before it, or None."""
    match = re.search(begin.format(kernel), text)
    at = match.end() if match else len(text)
    for pattern in patterns:
        match = re.compile(pattern).search(text, at)
        if not match:
            return pattern
        at = match.end()
    return None


def dump_of(clc, source, target, standard, ending):
    with temporary_folder() as folder:
        dumps = os.path.join(folder, "dumps")
        compile(clc, source, f"-cl-std={standard}", "--dump-dir", dumps, targets=[target], output=os.path.join(folder, "out"),
                env=environment(CLC_CACHE="0"))
        name = next(name for name in os.listdir(dumps) if name.endswith(ending))
        with open(os.path.join(dumps, name), encoding="utf-8") as file:
            return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--source", required=True)
    arguments = parser.parse_args()
    for target, (ending, begin, patterns) in EXPECTED.items():
        for standard in STANDARDS:
            text = dump_of(os.path.abspath(arguments.clc), arguments.source, target, standard, ending)
            for kernel in KERNELS:
                wanted = missing(text, kernel, begin, patterns)
                expect(not wanted, f"{target} -cl-std={standard} {kernel}: no {wanted} where it belongs")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
