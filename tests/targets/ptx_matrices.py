#!/usr/bin/env python3
"""Executes the PTX of kernels of matrices by ptx_warp.py, and compares with plain products: no GPU is needed.

usage: ptx_matrices.py --clc PROGRAM --source DIR [--filter PATTERN] [--chip SM]… [--most COUNT] [--share K/N]
  --share    each kernel for every Nth of three chips: with N = 3, for one of them

The kernels are those of tests/device/kernels_matrices, whose values are small whole numbers, for which each order of summation is
exact; those of matrices_local lie in local memory in each layout, with lines that are aligned and not.
"""
import argparse
import math
import os
import random
import re
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, equal, finish, share_of, succeed, temporary_folder  # noqa: E402

import ptx_warp

CODES = {"half": "e", "float": "f", "double": "d", "char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
         "long": "q", "ulong": "Q"}
GAP = 3
SATURATES = 16


def float8_of(value, fraction, bias):
    """A small whole number."""
    return next(byte for byte in range(256) if byte != 0x80 and ptx_warp.float8(byte, fraction, bias) == value)


FLOAT8 = {"e4m3": (3, 7), "e5m2": (2, 15), "e4m3fnuz": (3, 8), "e5m2fnuz": (2, 16)}


def encoded(values, element, read):
    if read in FLOAT8:
        return bytes(float8_of(value, *FLOAT8[read]) for value in values)
    if read == "bfloat":
        return b"".join(struct.pack("<f", value)[2:] for value in values)
    return struct.pack(f"<{len(values)}{CODES[element]}", *values)


class Matrix:
    """Numbers of a matrix in memory, whose lines are GAP elements longer than they need to be."""

    def __init__(self, rng, element, read, rows, columns, in_columns, gap=GAP):
        self.element, self.read, self.rows, self.columns, self.in_columns = element, read, rows, columns, in_columns
        self.stride = (rows if in_columns else columns) + gap
        size = (columns if in_columns else rows) * self.stride
        least = 0 if element.startswith("u") and read == "plain" else -4
        self.values = [rng.randint(least, 4) for _ in range(size)]

    def at(self, row, column):
        return column * self.stride + row if self.in_columns else row * self.stride + column

    def bytes(self):
        return bytearray(encoded(self.values, self.element, self.read))


def expected(a, b, c, saturates):
    result = list(c.values)
    for row in range(c.rows):
        for column in range(c.columns):
            at = c.at(row, column)
            result[at] += sum(a.values[a.at(row, k)] * b.values[b.at(k, column)] for k in range(a.columns))
            if c.element in ("int", "uint", "long", "ulong"):
                bits, is_signed = 8 * struct.calcsize(CODES[c.element]), not c.element.startswith("u")
                low, high = (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if is_signed else (0, 2 ** bits - 1)
                result[at] = min(max(result[at], low), high) if saturates else (result[at] - low) % 2 ** bits + low
    return result


def products(source):
    """Of sub-groups, and those of work-groups that are one warp."""
    for file in ("matrix_products.h", "group_products.h"):
        with open(os.path.join(source, "tests/device/kernels_matrices", file), encoding="utf-8") as file:
            for row in re.findall(r"^(?:GROUP_)?PRODUCT\((.*)\)$", file.read(), re.M):
                name, a, b, read, total, *numbers = (word.strip() for word in row.split(","))
                numbers = [int(number) for number in numbers]
                if not name.startswith("group_") or numbers[8] == ptx_warp.LANES:
                    yield name, a, b, read, total, numbers


def compare(what, out, sums, wanted):
    got = struct.unpack(f"<{len(wanted)}{CODES[sums.element]}", out)
    wrong = [(at, one, other) for at, (one, other) in enumerate(zip(got, wanted)) if one != other]
    check(not wrong, what, f"{len(wrong)} of {len(wanted)}: (where, got, wanted) {wrong[:3]}")


def check_product(rng, text, chip, product):
    name, a, b, read, total, (m, n, k, columns_a, columns_b, columns_c, operands, *of_group) = product
    gap = of_group[2] if of_group else GAP
    reads = read.split("_") if "_" in read else [read, read]
    left, right = Matrix(rng, a, reads[0], m, k, columns_a, gap), Matrix(rng, b, reads[1], k, n, columns_b, gap)
    sums = Matrix(rng, total, "plain", m, n, columns_c, gap)
    out = sums.bytes()
    warp = ptx_warp.Warp(text, name)
    warp.run(left.bytes(), right.bytes(), sums.bytes(), out)
    compare(f"{chip}: {name}", out, sums, expected(left, right, sums, operands & SATURATES))


LOCALS = (("halfs", "half", "plain", 16, 32, 16), ("brains", "ushort", "bfloat", 16, 8, 8), ("bytes", "char", "plain", 16, 8, 32),
          ("eights", "uchar", "e4m3", 16, 8, 32), ("words", "float", "tf32", 16, 8, 8))


def check_local(rng, text, chip, kernel):
    """Each layout of A and B, and lines of an aligned and of another length; these must not be loaded by ldmatrix."""
    name, element, read, m, n, k = kernel
    total = "int" if element == "char" else "float"
    line = 16 // struct.calcsize(CODES[element])
    for columns_a in (0, 1):
        for columns_b in (0, 1):
            for gap in (line, line // 2):
                left, right = Matrix(rng, element, read, m, k, columns_a, gap), Matrix(rng, element, read, k, n, columns_b, gap)
                sums = Matrix(rng, total, "plain", m, n, 0, 0)
                out = sums.bytes()
                warp = ptx_warp.Warp(text, f"{name}_{columns_a}{columns_b}")
                memory = left.bytes() + right.bytes()
                warp.run(memory, out, len(left.bytes()), len(memory), left.stride, right.stride)
                what = f"{chip}: {name}, A in {'columns' if columns_a else 'rows'}, B in {'columns' if columns_b else 'rows'}, gap {gap}"
                compare(what, out, sums, expected(left, right, sums, False))
                plain, turned = (sum(("ldmatrix" in one) and ("trans" in one) == is_turned for one in warp.executed)
                                 for is_turned in (False, True))
                can_turn = struct.calcsize(CODES[element]) == 2
                least = 89 if read == "e4m3" else 75  # of chips; those before sm_89 read fp8 as bfloat16 or half
                is_whole = gap == line and int(chip[3:]) >= least
                equal(what + ": ldmatrix", plain > 0, is_whole and (not columns_a or bool(columns_b)))
                equal(what + ": ldmatrix of the transpose", turned > 0, is_whole and can_turn and (bool(columns_a) or not columns_b))


def notice_faults(text, chip):
    """A transposed load that is taken for a plain one, and factors in the wrong order, give other sums."""
    left, right = Matrix(random.Random(3), "half", "plain", 16, 16, 0, 8), Matrix(random.Random(4), "half", "plain", 16, 32, 0, 8)
    memory, results = left.bytes() + right.bytes(), []
    for faulty in (text, text.replace(".trans.", "."), re.sub(r"(x4\S* \{)(%r\d+), (%r\d+)", r"\1\3, \2", text)):
        out = bytearray(4 * 16 * 32)
        ptx_warp.Warp(faulty, "halfs_00").run(memory, out, len(left.bytes()), len(memory), left.stride, right.stride)
        results.append(bytes(out))
    check(len(set(results)) == len(results), f"{chip}: faults are noticed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--chip", action="append")
    parser.add_argument("--most", type=int, default=4096, help="multiplications of a product; 0: all products")
    parser.add_argument("--share", default="1/1")
    arguments = parser.parse_args()
    which, parts = share_of(arguments.share)
    device = os.path.join(arguments.source, "tests/device/kernels_matrices")
    rng = random.Random(67)
    for at, chip in enumerate(arguments.chip or ("sm_70", "sm_75", "sm_89"), which):
        with temporary_folder() as folder:
            files = [os.path.join(device, f"matrices{part}.cl") for part in ("", "_half", "_double", "_local", "_local_half")]
            files += [os.path.join(device, f"group_matrices{part}.cl") for part in ("", "_half")]
            succeed(arguments.clc, "compile", *files, "-cl-std=CL3.0", "-t", f"nvptx:{chip}", "-o", "p", "--dump-dir", "d", cwd=folder)
            text = {}
            for name in os.listdir(os.path.join(folder, "d")):
                if name.endswith(".ptx"):
                    with open(os.path.join(folder, "d", name), encoding="utf-8") as file:
                        text[name.partition(".")[0]] = file.read()
        tried = 0
        for product in list(products(arguments.source))[at % parts::parts]:
            is_of_group = product[0].startswith("group_")
            if arguments.most and math.prod(product[-1][:3]) > arguments.most and not is_of_group:
                continue
            module = {"half": "matrices_half", "double": "matrices_double"}.get(product[1], "matrices")
            module = "group_" + module if is_of_group else module
            if re.search(arguments.filter, product[0]):
                check_product(rng, text[module], chip, product)
                tried += 1
        if chip != "sm_70":
            notice_faults(text["matrices_local_half"], chip)
        for kernel in LOCALS[at % parts::parts]:
            if re.search(arguments.filter, kernel[0]):
                check_local(rng, text["matrices_local_half" if kernel[1] == "half" else "matrices_local"], chip, kernel)
                tried += 1
        check(tried > 0, f"{chip}: {tried} kernels")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
