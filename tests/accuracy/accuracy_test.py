#!/usr/bin/env python3
"""Holds clc_accuracy to its task on PoCL: it passes a right function, and finds the one result among millions that is wrong, by samples
and by the device's reference. Then measures clc's functions of double for NVIDIA there, with stand-ins for the chip's approximations.

usage: accuracy_test.py --clc PROGRAM --accuracy PROGRAM [--share K/N]
       --share   2/2: every second of the cases
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, compile, finish, output_of, share_of, temporary_folder  # noqa: E402  pylint: disable=redefined-builtin,wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "../../bench/lib/accuracy_table.py")
BUILTINS = os.path.join(HERE, "../../tools/builtins")
TESTED = """
#include "samples.h"
kernel void t_exp2(uint first, uint stride, global float* out) {
  const uint i = (uint)get_global_id(0), index = first + i * stride;
  const float result = exp2(as_float(index));
  out[i] = index == WRONG ? as_float(as_uint(result) + BY) : result;
}
kernel void t_pow(uint first, uint stride, global float* out) {
  const uint i = (uint)get_global_id(0), index = first + i * stride;
  const float result = pow(as_float(float_sample(index, 1)), as_float(float_sample(index, 2)));
  out[i] = index == WRONG ? as_float(as_uint(result) + BY) : result;
}
"""
REFERENCE = """
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "samples.h"
kernel void r_exp2(uint first, global double* out) {
  const uint i = (uint)get_global_id(0);
  out[i] = exp2((double)as_float(first + i));
}
"""
EVERY_HUNDREDTH = ["--exhaustive", "--part", "100"]  # blocks 0, 100 and 200
# The wrong input's index, by how many steps of float it is wrong, what is measured, and what must be found.
CASES = [
    ("nothing is wrong, by the device's reference", "0u", 0, "exp2", EVERY_HUNDREDTH, None),
    ("one of 2^24 is wrong, by the device's reference", "0xc8000012u", 5, "exp2", EVERY_HUNDREDTH, "-0x1.000024p+17"),
    ("one is wrong by less than is allowed", "0x00000012u", 2, "exp2", EVERY_HUNDREDTH, None),
    ("nothing is wrong, by samples", "0u", 0, "exp2", [], None),
    ("one sample is wrong", "1000u * 0x9e3779b1u", 5, "exp2", [], "exp2 | full"),
    ("one pair is wrong", "2000u", 20, "pow", [], "pow | full"),
]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def run_case(arguments, folder, case, number):
    what, wrong, steps, name, options, found = case
    package = os.path.join(folder, str(number))
    source = write(folder, "accuracy_float.cl", TESTED)
    compile(arguments.clc, source, f"-I{HERE}", f"-DWRONG={wrong}", f"-DBY={steps}", output=f"{package}/full", targets=["driver:pocl"])
    os.symlink(os.path.join(folder, "judge"), f"{package}/judge")
    code, said = code_and_output(arguments.accuracy, "--package", package, "--device", "portable", "--only", name, "--profiles",
                                 "full", *options)
    good = code == 0 if found is None else code == 1 and found in said and "TOO LARGE" in said
    check(good, what, said)


def tables():
    """The coefficients of nvptx_double_tables.ll, as OpenCL C."""
    with open(os.path.join(BUILTINS, "nvptx_double_tables.ll"), encoding="utf-8") as file:
        found = re.findall(r"^@(\w+) = .* constant \[(\d+) x i64\] \[(.*)\]", file.read(), re.MULTILINE)
    lines = []
    for name, count, terms in found:
        numbers = ", ".join(f"{term.split()[1].lstrip('u')}UL" for term in terms.split(","))
        lines.append(f"constant ulong {name}[{count}] = {{{numbers}}};")
    return "\n".join(lines) + "\n"


def own_names():
    """The functions that nvptx_double.clh defines."""
    with open(os.path.join(BUILTINS, "nvptx_double.clh"), encoding="utf-8") as file:
        return re.findall(r"^(?:FN double |LOGARITHM\()(\w+)[(,]", file.read(), re.MULTILINE)


def run_doubles(arguments, folder):
    names = own_names()
    if not check(len(names) > 25, "the functions of double for NVIDIA are found", str(names)):
        return
    write(folder, "tables.clh", tables())
    write(folder, "own_names.clh", "".join(f"#undef {name}\n#define {name} own_{name}\n" for name in names))
    package = os.path.join(folder, "doubles")
    compile(arguments.clc, os.path.join(HERE, "stand_ins/accuracy_double.cl"), f"-I{folder}", f"-I{BUILTINS}",
            output=f"{package}/double", targets=["driver:pocl"])
    only = ",".join([*names, "sincos_sin", "sincos_cos"])
    code, said = code_and_output(arguments.accuracy, "--package", package, "--device", "portable", "--profiles", "double",
                                 "--only", only, "--samples", "4096", "--json", os.path.join(folder, "double.json"))
    check(code == 0, "functions of double for NVIDIA, with stand-ins for the chip's approximations", said)
    table = output_of(sys.executable, TABLE, os.path.join(folder, "double.json"))
    check(re.search(r"^\| `exp` \|  \|  \| 0\.\d+ of 3 at -?0x1\.\w+p[+-]\d+ \|  \|$", table, re.MULTILINE), "their table", table)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--accuracy", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    arguments = parser.parse_args()
    which, parts = arguments.share
    print(f"share {which + 1}/{parts} of the cases")
    with temporary_folder() as folder:
        reference = write(folder, "reference.cl", REFERENCE)
        judge = os.path.join(HERE, "kernels/accuracy_judge.cl")
        compile(arguments.clc, judge, reference, f"-I{HERE}", output=os.path.join(folder, "judge"), targets=["driver:pocl"])
        for number, case in enumerate(CASES[which::parts]):
            os.makedirs(os.path.join(folder, str(number)))
            run_case(arguments, folder, case, number)
        run_doubles(arguments, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
