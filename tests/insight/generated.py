#!/usr/bin/env python3
"""Compares `clc report --accesses` with addresses that are computed here, item by item, for generated kernels.

Each kernel has one access to global or local memory, at an index that is a random expression of local and group ids and
an argument. Whatever the report calls known must hold for every value of what it does not know that is tried here; and
what depends on nothing but local ids, plus something that is the same for the whole group, must be known.

usage: generated.py --clc PROGRAM [--kernels N] [--seed N]
"""
import argparse
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, output_of, temporary_folder  # noqa: E402

MASK = 0xFFFFFFFF
CHIPS = {"nvptx:sm_90": (32, 32), "amdgcn:gfx942": (64, 64), "amdgcn:gfx1100": (32, 128)}  # wave, segment
BANKS = 32
TYPES = {"uchar": 1, "ushort": 2, "uint": 4, "ulong": 8, "uint4": 16}


class Expression:
    """A text in OpenCL C, and what it is for given values, as 32-bit numbers."""

    def __init__(self, text, value):
        self.text, self.value = text, value


def leaf(name):
    return Expression(name, lambda at: at[name])


def constant(number):
    return Expression(f"{number}u", lambda at: number)


def operation(symbol, a, b):
    compute = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "&": lambda x, y: x & y,
               "|": lambda x, y: x | y, "^": lambda x, y: x ^ y, ">>": lambda x, y: x >> y, "<<": lambda x, y: x << y,
               "%": lambda x, y: x % y, "/": lambda x, y: x // y}[symbol]
    return Expression(f"({a.text} {symbol} {b.text})", lambda at: compute(a.value(at), b.value(at)) & MASK)


def by_constant(choose, inside):
    symbol = choose.choice(["+", "-", "*", "*", "&", "|", "^", ">>", "<<", "%", "/"])
    number = {"*": choose.choice([2, 3, 4, 5, 8, 16, 31, 32, 33, 64]), "&": choose.choice([1, 7, 15, 31, 63, 60, 0xFFF8]),
              "<<": choose.randint(0, 5), ">>": choose.randint(0, 4), "%": choose.choice([3, 7, 8, 16, 24, 32]),
              "/": choose.choice([2, 3, 4, 8, 10])}.get(symbol, choose.randint(0, 40))
    return operation(symbol, inside, constant(number))


def of_items(choose, depth):
    """An index of local ids only."""
    if depth == 0:
        return leaf(choose.choice(["lx", "lx", "ly"]))
    if choose.random() < 0.7:
        return by_constant(choose, of_items(choose, depth - 1))
    return operation(choose.choice(["+", "-", "^", "|"]), of_items(choose, depth - 1), of_items(choose, depth - 1))


def of_group(choose):
    """Does the same for the whole group."""
    return choose.choice([operation("*", leaf("gx"), constant(choose.choice([1, 32, 100, 256, 1024]))), leaf("n"),
                          operation("*", leaf("gx"), leaf("n")),
                          operation("+", operation("*", leaf("gy"), leaf("n")), constant(choose.randint(0, 9)))])


def mixed(choose, depth):
    """Anything, known or not."""
    if depth == 0:
        return leaf(choose.choice(["lx", "ly", "gx", "n", "id"]))
    if choose.random() < 0.6:
        return by_constant(choose, mixed(choose, depth - 1))
    return operation(choose.choice(["+", "-", "*", "^"]), mixed(choose, depth - 1), mixed(choose, depth - 1))


class Kernel:
    def __init__(self, choose, number):
        self.name = f"k{number}"
        self.group = choose.choice([(64, 1), (256, 1), (32, 8), (16, 16), (8, 8), (100, 1), (20, 12)])
        self.must_be_known = choose.random() < 0.7
        if self.must_be_known:
            index = of_items(choose, choose.randint(1, 4))
            if choose.random() < 0.5:
                index = operation("+", index, of_group(choose))
            elif choose.random() < 0.3:  # mirrored
                index = operation("-", operation("-", of_group(choose), constant(1)), index)
        else:
            index = mixed(choose, choose.randint(1, 4))
        self.is_local = choose.random() < 0.4
        self.type = choose.choice(["uint", "uint", "uint", "uchar", "ushort", "ulong", "uint4"])
        if self.is_local:
            self.must_be_known = self.must_be_known and "g" not in index.text and "n" not in index.text
            index = operation("&", index, constant(1023))
        self.index = index
        self.must_be_known = self.must_be_known and self.is_near()
        self.guard = choose.choice([None, None, operation("&", leaf("lx"), constant(choose.choice([1, 3, 16]))),
                                    leaf("lx" if choose.random() < 0.5 else "ly")])
        self.limit = choose.choice([1, 2, 7])

    def is_near(self):
        """True when a group's indices lie within 2^30: others may run across the end of 32-bit numbers."""
        found = []
        for item in range(self.group[0] * self.group[1]):
            at = {"lx": item % self.group[0], "ly": item // self.group[0], "gx": 0, "gy": 0, "n": 0, "id": 0}
            value = self.index.value(at)
            found.append(value - (1 << 32 if value >> 31 else 0))
        return max(found) - min(found) < 1 << 30

    def text(self):
        guard = f"if ({self.guard.text} < {self.limit}u) " if self.guard else ""
        target = "tile" if self.is_local else "out"
        tile = f"local {self.type} tile[1024]; " if self.is_local else ""
        back = " barrier(CLK_LOCAL_MEM_FENCE); out[0] = tile[n & 1023];" if self.is_local else ""
        return (f"kernel __attribute__((reqd_work_group_size({self.group[0]}, {self.group[1]}, 1))) void {self.name}("
                f"volatile global {self.type}* out, uint n) {{ {tile.replace('local', 'local volatile')}"
                "uint lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1), "
                "id = get_global_id(0);\n"
                f"{guard}{target}[{self.index.text}] = 1;\n{back} }}\n")

    def addresses(self, wave, values):
        """Byte offsets of the active items, by their lanes, wave by wave."""
        items = self.group[0] * self.group[1]
        for first in range(0, items, wave):
            offsets = {}
            for item in range(first, min(first + wave, items)):
                at = dict(values, lx=item % self.group[0], ly=item // self.group[0])
                at["id"] = (values["gx"] * self.group[0] + at["lx"]) & MASK
                if self.guard is None or self.guard.value(at) < self.limit:
                    offsets[item - first] = self.index.value(at) * TYPES[self.type]
            if offsets:
                yield offsets


def degree(offsets, size):
    words = {word for offset in offsets for word in range(offset // 4, (offset + size - 1) // 4 + 1)}
    banks = [0] * BANKS
    for word in words:
        banks[word % BANKS] += 1
    return max(banks)


def local_cost(offsets, size, serves_neighbours):
    """Passes over local memory. NVIDIA serves two phases as one where neighbours read the same and nothing conflicts."""
    lanes, total = BANKS * 4 // max(size, 4), 0
    is_shared = serves_neighbours and size > 4 and any(
        all(offsets[i] == offsets[i ^ away] for i in offsets if i ^ away in offsets) for away in (1, 2))
    for first in range(0, max(offsets) + 1, 2 * lanes):
        halves = [[offsets[i] for i in range(begin, begin + lanes) if i in offsets] for begin in (first, first + lanes)]
        if is_shared and degree(halves[0] + halves[1], size) == 1:
            total += 1
        else:
            total += sum(degree(half, size) for half in halves if half)
    return total


def cost(kernel, target, values):
    wave, segment = CHIPS[target]
    size, total = TYPES[kernel.type], 0
    for offsets in kernel.addresses(wave, values):
        if not kernel.is_local:
            total += len({byte // segment for offset in offsets.values() for byte in (offset, offset + size - 1)})
            continue
        total += local_cost(offsets, size, target.startswith("nvptx"))
    return total


def problems_of(kernel, target, access, choose):
    problems = []
    if kernel.must_be_known and not access["known"]:
        problems.append(f"is not known, decided by {access['depends_on']}")
    for _ in range(6 if access["known"] else 0):
        values = {"gx": choose.randrange(0, 2000), "gy": choose.randrange(0, 2000), "n": choose.randrange(4096, 1 << 16)}
        real = cost(kernel, target, values)
        if not access["least"] <= real <= access["most"]:
            problems.append(f"costs {real} for {values}, and not {access['least']} to {access['most']}")
            break
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choose = random.Random(options.seed)
    kernels = [Kernel(choose, number) for number in range(options.kernels)]
    known, seen = 0, 0
    with temporary_folder() as folder:
        path = os.path.join(folder, "generated.cl")
        with open(path, "w") as file:
            file.write("".join(kernel.text() for kernel in kernels))
        targets = [word for target in CHIPS for word in ("-t", target)]
        text = output_of(options.clc, "report", path, *targets, "--accesses", "--format", "json", env=environment(CLC_CACHE="0"))
        for report in json.loads(text)["kernels"]:
            kernel = kernels[int(report["kernel"][1:])]
            line = 3 * int(report["kernel"][1:]) + 2
            accesses = [access for access in report["accesses"] if access["line"] == line and access["access"] == "store"]
            active = any(True for _ in kernel.addresses(32, {"gx": 1, "gy": 1, "n": 5000}))
            expect(len(accesses) == active, f"{report['target']} {kernel.text()}: {len(accesses)} stores")
            for access in accesses:
                seen += 1
                known += access["known"]
                problems = problems_of(kernel, report["target"], access, choose)
                expect(not problems, f"{report['target']} {'; '.join(problems)}:\n{kernel.text()}")
    expect(seen >= len(kernels), "a kernel has no access in the report")
    print(f"{seen} accesses of {len(kernels)} kernels (seed {options.seed}), {known} known")
    sys.exit(finish())


if __name__ == "__main__":
    main()
