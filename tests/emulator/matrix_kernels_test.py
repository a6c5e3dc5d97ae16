#!/usr/bin/env python3
"""Kernels with Clang's builtins of matrix instructions, compiled by clc for emulated GPUs, multiply matrices.

Each builtin of BuiltinsAMDGPU.def that a chip has becomes a kernel: work-item i hands over its registers. The program compares with
plain products in double; it has to notice where one has its factors swapped. It says which matrix instructions of the chip no builtin
makes. Waves of 64 of RDNA, whose builtins Clang refuses because clc chooses waves later, are tested by emulator_instructions alone.

usage: matrix_kernels_test.py --clc CLC --launches PROGRAM --builtins BuiltinsAMDGPU.def [--chip CHIP]…
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import mutants

CHIPS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")
# What the builtin's features say; of CDNA's oldest ones gfx942 has no more those that are left out.
FEATURES = {"gfx90a": {"mai-insts", "gfx90a-insts"}, "gfx942": {"mai-insts", "fp8-insts"}, "gfx950": {"mai-insts", "fp8-insts", "gfx950-insts"}, "gfx1100": {"gfx11-insts"},
            "gfx1201": {"gfx12-insts"}}
GONE = re.compile(r"mfma_i32_(32x32x8|16x16x16)i8$|mfma_f32_\w+bf16$")
NEW_ON_GFX942 = re.compile(r"smfmac_|mfma_f32_\w+_xf32$|mfma_i32_(16x16x32|32x32x16)_i8$")
GONE_FROM_GFX950 = re.compile(r"mfma_f32_\w+_xf32$")
SCALARS = {"f": "float", "d": "double", "i": "int", "s": "short", "h": "half", "x": "half", "y": "__bf16", "Wi": "long", "Zi": "int"}


def builtins_of(text, chip):
    """(name, types) of the matrix builtins that the chip has."""
    for name, types, features in re.findall(r'BUILTIN\(__builtin_amdgcn_((?:s?mfma\w*|s?w?mmac\w*|smfmac\w*|wmma\w*)), "(\w+)", "nc", "([^"]*)"\)', text):
        chosen = {feature for feature in re.split("[,|]", features) if not feature.startswith("wavefrontsize")}
        plain = not name.endswith("_1k") and GONE.match(name) and not re.search(r"_b?f16$", name)
        gone = NEW_ON_GFX942.match(name) if chip == "gfx90a" else plain or (chip == "gfx950" and GONE_FROM_GFX950.match(name))
        if chosen and chosen <= FEATURES[chip] and not gone and "_tied_" not in name and not name.removesuffix("_gfx12").endswith("_w64"):
            yield name, re.findall(r"I?(?:V\d+)?(?:[WZ])?[a-z]", types)


def vector(word):
    """The type's name in the kernels, and its definition."""
    parts = re.fullmatch(r"(?:V(\d+))?([WZ]?[a-z])", word)
    scalar = SCALARS[parts[2]]
    if not parts[1]:
        return scalar, ""
    name = f"v{parts[1]}_{scalar.strip('_')}"
    return name, f"typedef {scalar} {name} __attribute__((ext_vector_type({parts[1]})));\n"


def kernel(name, types):
    """One kernel: registers in, registers out, each work-item its own."""
    words, definitions, parameters, buffers = [], [], [], 0
    result, definition = vector(types[0])
    definitions.append(definition)
    for word in types[1:]:
        if word == "Ib":
            words.append("SIGNED" if "_i32_" in name and len(words) in (0, 2) else "false")
        elif word.startswith("I"):
            words.append("0")
        else:
            given, definition = vector(word)
            definitions.append(definition)
            parameters.append(f"global const {given}* b{buffers}")
            words.append(f"b{buffers}[i]")
            buffers += 1
    call = f"__builtin_amdgcn_{name}({', '.join(words).replace('SIGNED', 'true')})"
    missing = "".join(f", global const int* b{n}" for n in range(buffers, 5))
    return "".join(definitions), f"""kernel void {name}({', '.join(parameters)}{missing}, global {result}* to) {{
  const size_t i = get_local_id(0);
  to[i] = {call};
}}
"""


def source(text, chip):
    definitions, kernels, names = set(), [], []
    for name, types in builtins_of(text, chip):
        more, one = kernel(name, types)
        definitions.update(line + "\n" for line in more.splitlines())
        kernels.append(one)
        names.append(name)
    head = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    return head + "".join(sorted(definitions)) + "".join(kernels), names


def main():
    parser = argparse.ArgumentParser()
    for name in ("clc", "launches", "builtins"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chip", action="append", default=[])
    options = parser.parse_args()
    if not os.path.exists(options.builtins):
        print(f"skipped: {options.builtins} is not here")
        sys.exit(77)
    with open(options.builtins, encoding="utf-8") as file:
        text = file.read()
    for chip in options.chip or CHIPS:
        program, names = source(text, chip)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "matrices.cl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(program)
            subprocess.run([options.clc, "compile", path, "-cl-std=CL2.0", "-t", f"amdgcn:{chip}", "-o", f"{folder}/p", "-q"], check=True)
            command = [options.launches, "--package", f"{folder}/p", "--device", chip]
            variables = {**os.environ, "CLC_EMULATOR_CHIP": chip}
            subprocess.run(command, input="\n".join(names) + "\n", text=True, check=True, env=variables)
            name = next(one for one in names if re.match(r"(mfma|wmma)_f32_\w*f16", one))
            variables["CLC_EMULATOR_PATCH"] = mutants.patch_of(mutants.factors_swapped, f"{folder}/p", name, chip)
            if subprocess.run(command, input=f"{name}\n", text=True, check=False, env=variables, capture_output=True).returncode == 0:
                sys.exit(f"{chip}: {name} with its factors swapped is not noticed")


if __name__ == "__main__":
    main()
