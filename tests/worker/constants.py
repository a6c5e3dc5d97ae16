#!/usr/bin/env python3
"""Holds the constants of which the compiler computes functions of maths to MPFR's: the nearest number to each result, on every machine.

usage: constants.py --clc PROGRAM
"""
import argparse
import ctypes
import os
import re
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, attempt, check, compile, finish, hold, temporary_folder  # noqa: E402  pylint: disable=redefined-builtin,wrong-import-position

ANGLES = [0.3, -1.7, 2.5e-5, 7.25, 1e10, 1.9e22, 1.5707963267948966, 3e300, -0.785, 123.456]
MIDDLE = [0.3, -1.7, 2.5e-5, 7.25, 11.1, -20.3, 0.99, 5.5, -0.001, 60.7]
POSITIVE = [0.3, 1.7, 2.5e-5, 7.25, 1e10, 1.0000001, 1e-300, 3.7e200, 0.99999, 987.6]
# Clang's builtin functions whose intrinsics LLVM folds.
ARGUMENTS = {"sin": ANGLES, "cos": ANGLES, "atan": ANGLES, "sinh": MIDDLE, "cosh": MIDDLE, "exp": MIDDLE, "exp2": MIDDLE,
             "log": POSITIVE, "log2": POSITIVE, "log10": POSITIVE}
# In the middle between two numbers.
TIES = [(134217727.0, 2.0), (-134217727.0, 2.0), (250001.0 * 2.0**-90, 3.0), (-250001.0, 3.0), (250001.0**2, 1.5), (11001.0, 4.0)]
PAIRS = {"pow": [(x, y) for x in POSITIVE[:6] for y in MIDDLE[:4]] + TIES}
WIDTHS = {"double": ("", 53), "float": ("f", 24)}


class Number(ctypes.Structure):
    """MPFR's."""
    _fields_ = [("precision", ctypes.c_long), ("sign", ctypes.c_int), ("exponent", ctypes.c_long), ("digits", ctypes.c_void_p)]


class Exact:
    """MPFR's functions, rounded once."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libmpfr.so.6")
        except OSError as error:
            raise Skipped("libmpfr.so.6 is not installed") from error
        self.library.mpfr_set_d.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_int]
        self.library.mpfr_get_d.restype = ctypes.c_double

    def number(self, bits, value=0.0):
        made = Number()
        self.library.mpfr_init2(ctypes.byref(made), bits)
        self.library.mpfr_set_d(ctypes.byref(made), value, 0)
        return made

    def __call__(self, name, bits, arguments):
        result = self.number(bits)
        numbers = [self.number(53, value) for value in arguments]
        getattr(self.library, "mpfr_" + name)(*[ctypes.byref(each) for each in (result, *numbers)], 0)
        return self.library.mpfr_get_d(ctypes.byref(result), 0)


def as_float(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def calls():
    """[(function, type, arguments)]: numbers of the type whose results are not too small for it."""
    for name, arguments in {**{name: [(x,) for x in values] for name, values in ARGUMENTS.items()}, **PAIRS}.items():
        for values in arguments:
            yield name, "double", values
            if all(1e-10 < abs(x) < 1e3 for x in values):
                yield name, "float", tuple(map(as_float, values))


def write(all_calls, source):
    """A kernel for each call."""
    with open(source, "w", encoding="utf-8") as file:
        for index, (name, kind, values) in enumerate(all_calls):
            suffix, _ = WIDTHS[kind]
            words = ", ".join(value.hex() + suffix for value in values)
            file.write(f"kernel void k{index}(global {kind}* out) {{ *out = __builtin_{name}{suffix}({words}); }}\n")


def constants_of(clc, all_calls, folder):
    """What the compiler makes of each call."""
    source = os.path.join(folder, "constants.cl")
    write(all_calls, source)
    compile(clc, source, "--dump-dir", folder, output=os.path.join(folder, "p.clcpack"), targets=["spirv64:1.2"])
    with open(os.path.join(folder, "constants.spirv64_1.2.ll"), encoding="utf-8") as file:
        text = file.read()
    stored = re.findall(r"(?s)@k(\d+)\(.*?store (?:double|float) (\S+), ptr", text)
    return {int(index): value for index, value in stored}


def number_of(text):
    return struct.unpack(">d", bytes.fromhex(text[2:]))[0] if text.startswith("0x") else float(text)


def are_nearest(clc):
    exact = Exact()
    all_calls = list(calls())
    with temporary_folder() as folder:
        constants = constants_of(clc, all_calls, folder)
    hold(len(constants) == len(all_calls) >= 200, f"{len(constants)} of {len(all_calls)} calls are in the module")
    wrong = []
    for index, (name, kind, values) in enumerate(all_calls):
        expected = exact(name, WIDTHS[kind][1], values)
        found = constants[index]
        if found.startswith("%") or number_of(found) != expected:
            wrong.append(f"{name} of {kind} {values}: {found}, not {expected.hex()}")
    check(not wrong, f"{len(all_calls)} calls are computed to the nearest number", "\n".join(wrong))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    clc = parser.parse_args().clc
    attempt("constants", are_nearest, clc)
    sys.exit(finish())


if __name__ == "__main__":
    main()
