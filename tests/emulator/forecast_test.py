#!/usr/bin/env python3
"""Holds what `clc report` counts in random kernels against what the emulator counts when it runs them.

Of a loop that multiplies matrices, each iteration must have as many vector instructions as the report counts products.

Each kernel reads and writes global and local memory in loops and behind guards, by groups of any shape; each access has a
line of its own. For launches of one group the report's accesses (waves, transactions, passes) must be the emulator's, and
its effort must contain them, line by line and in sum. For launches of several groups the effort of one, times their
number, must be what all did, where no condition tells groups apart. What the report does not claim to know is
held against its bounds.

usage: forecast_test.py --clc C --launches L --vendors EMULATOR [--kernels N] [--seed N] [--chip CHIP …] [--share K/N] [--keep FOLDER]
       --share   2/3: the second third of the kernels, of another third for the next chip

A long run: --kernels 2000 --seed 100
"""
import argparse
import collections
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, run, share_of, temporary_folder  # noqa: E402

CHIPS = {"gfx942": (64, 64), "gfx1100": (32, 128), "gfx1200": (32, 128)}  # wave, bytes of a transaction
GROUPS = [(64, 1, 1), (256, 1, 1), (32, 8, 1), (64, 4, 1), (16, 16, 1), (8, 8, 1), (8, 4, 4), (4, 4, 4), (1, 64, 1), (2, 3, 5),
          (100, 1, 1), (20, 12, 1), (33, 3, 1), (1, 1, 64), (128, 2, 1), (7, 5, 3), (1, 1, 1)]
COUNTS = [(1, 1, 1), (1, 1, 1), (1, 1, 1), (5, 1, 1), (3, 3, 1), (2, 2, 3), (1, 4, 1)]
WORDS = 1 << 14
FIRST_LINE = 6  # of what is generated
TILE = 512


# The loop has matrix instructions and scalar ones.
MATRICES = """#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(use) __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))
kernel void matrices(global const half* in, global float* out, uint w, uint h, uint n) {
  half MATRIX(A) a = coop_mat_load(in, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  half MATRIX(B) b = coop_mat_load(in, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  float MATRIX(ACCUMULATOR) sum = coop_mat_init(0.0f);
  for (uint i = 0; i < n; ++i) sum = coop_mat_mulAdd(a, b, sum);
  coop_mat_store(out + 256 * get_group_id(0), sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
"""


class Kernel:
    """The text of a random kernel, a launch of it, and the lines of its accesses."""

    def __init__(self, choose, number):
        self.choose, self.name = choose, f"k{number}"
        self.group, self.groups = choose.choice(GROUPS), choose.choice(COUNTS)
        self.size = tuple(a * b for a, b in zip(self.group, self.groups))
        self.type = choose.choice(["int", "uint", "long", "ulong"])
        self.id_type = choose.choice(["int", "uint", "size_t", "long"])
        self.bytes = 8 if "long" in self.type else 4
        cut = choose.random() < 0.5
        self.width, self.height = (max(1, size - (choose.randrange(0, size // 2 + 1) if cut else 0)) for size in self.size[:2])
        self.count = choose.randint(1, 9)
        self.lines, self.loops = [], 0
        self.is_alike = not cut  # no condition tells groups apart
        self.has_data = False  # conditions on data
        self.body(2 + choose.randint(0, 2), 0, [])

    def index(self, loops):
        choose, terms = self.choose, []
        for _ in range(choose.randint(1, 3)):
            name = choose.choice(["x", "y", "z", "lx", "ly", "lz", "gx", "x", "lx"] + loops)
            factor = choose.choice([1, 1, 1, 2, 3, 4, 8, 16, 31, 32, 33, 64])
            terms.append(f"{name} * {factor}" if factor != 1 else name)
        terms.append(str(choose.randint(0, 40)))
        if choose.random() < 0.3:
            terms.append(choose.choice(["y * w", "ly * 32", "z * w * h", "n"]))
        return f"(uint)({' + '.join(terms)})"

    def condition(self, depth=0):
        choose = self.choose
        if depth < 2 and choose.random() < 0.5:
            return f"({self.condition(depth + 1)} {choose.choice(['&&', '&&', '||'])} {self.condition(depth + 1)})"
        kind = choose.random()
        if kind < 0.6:
            return choose.choice([f"({self.type})x < w", f"({self.type})y < h", f"w > ({self.type})x", f"({self.type})y < h",
                                  f"!(({self.type})x >= w)"])
        if kind < 0.8:
            return choose.choice([f"lx < {choose.randint(1, 70)}", f"ly >= {choose.randint(0, 5)}", f"lx % {choose.randint(2, 9)} == 1", "(lx & 1) == 0",
                                  "lx + ly > 3", f"lz < {choose.randint(1, 4)}"])
        return choose.choice(["n > 3", "n != 5", "lx < n", "lx < n * 8"])

    def access(self, indent, loops):
        choose = self.choose
        index = self.index(loops)
        width = choose.choice(["", "", "", "c", "s", "4", "2"])
        pointer = {"": "", "c": "(volatile global uchar*)", "s": "(volatile global ushort*)", "2": "(volatile global uint2*)",
                   "4": "(volatile global uint4*)"}[width]
        words = WORDS // {"": 1, "c": 1, "s": 1, "2": 2, "4": 4}[width]
        read = {"2": ".x", "4": ".w"}.get(width, "")
        value = {"2": "(uint2)(v, 1)", "4": "(uint4)(v, 1, 2, 3)", "c": "(uchar)v", "s": "(ushort)v"}.get(width, "v")
        constant = pointer.replace("global", "global const")
        self.statement(indent, choose.choice([
            f"v += ({constant}in)[{index} & {words - 1}]{read};" if pointer else f"v += in[{index} & {words - 1}];",
            f"({pointer}out)[{index} & {words - 1}] = {value};" if pointer else f"out[{index} & {words - 1}] = v;",
            f"tile[{index} & {TILE - 1}] = v;",
            f"v += tile[{index} & {TILE - 1}];",
            f"atomic_add(&out[{index} & {WORDS - 1}], 1u);" if choose.random() < 0.5 else f"atomic_xchg(&tile[{index} & {TILE - 1}], v);",
        ]), is_access=True)

    def statement(self, indent, text, is_access=False):
        self.lines.append(("  " * (indent + 1) + text, is_access))

    def body(self, count, depth, loops):
        choose = self.choose
        for _ in range(count):
            kind = choose.random()
            if kind < 0.45 or depth == 3:
                self.access(depth, loops)
            elif kind < 0.65:
                self.guard(depth, loops)
            elif kind < 0.9:
                self.loop(depth, loops)
            elif not loops and depth == 0:
                self.statement(depth, f"if ({self.condition()}) return;")
            else:
                self.statement(depth, f"v = {self.condition()} ? v + 1 : v * 3;")

    def guard(self, depth, loops):
        condition = self.condition()
        if self.choose.random() < 0.15:
            condition = self.choose.choice(["(v & 3) == 1", "v > 77", f"{condition} && (v & 1) == 0"])
            self.has_data = True
        self.statement(depth, f"if ({condition}) {{")
        self.body(self.choose.randint(1, 2), depth + 1, loops)
        if self.choose.random() < 0.3:
            self.statement(depth, "} else {")
            self.body(1, depth + 1, loops)
        self.statement(depth, "}")

    def loop(self, depth, loops):
        choose = self.choose
        self.loops += 1
        name = f"i{self.loops}"
        end = choose.choice([str(choose.randint(1, 12)), "n", "n", "(lx & 3) + 1", "lx % 5", "ly + 1", "(uint)w % 7 + 1", "n * 2"])
        step = choose.choice(["++" + name, "++" + name, f"{name} += 2", f"{name} += 3"])
        self.statement(depth, f"for (uint {name} = {choose.choice(['0', '0', '1'])}; {name} < {end}; {step}) {{")
        leaves = choose.random()
        if leaves < 0.1:
            self.statement(depth + 1, choose.choice([f"if ({self.condition()}) continue;", f"if ({name} == n / 2) break;"]))
        elif leaves < 0.2:
            self.statement(depth + 1, choose.choice(["if ((v & 7) == 1) break;", "if (v > 100) continue;"]))
            self.has_data = True
        self.body(choose.randint(1, 2), depth + 1, loops + [name])
        self.statement(depth, "}")

    def text(self):
        size = ", ".join(map(str, self.group))
        head = [f"kernel __attribute__((reqd_work_group_size({size}))) void {self.name}("
                f"volatile global const uint* in, volatile global uint* out, {self.type} w, {self.type} h, uint n) {{",
                "  local volatile uint tile[512];",
                f"  const {self.id_type} x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);",
                "  const uint lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2), gx = get_group_id(0);",
                "  uint v = n;"]
        return head + [line for line, _ in self.lines] + ["  if (v == 0x12345678u) out[0] = v;", "}"]

    def launch(self):
        return " ".join(map(str, (self.name, *self.size, *self.group, self.bytes, self.width, self.height, self.count)))

    def words(self):
        def shape(sizes):
            return "x".join(map(str, sizes))
        return ["-k", self.name, "--global-size", shape(self.size), "--work-group", shape(self.group), "--arg", f"w={self.width}", "--arg",
                f"h={self.height}", "--arg", f"n={self.count}"]


def kind_of(instruction):
    local = instruction.startswith("ds_")
    if "atomic" in instruction or (local and any(word in instruction for word in ("_rtn", "wrxchg", "xchg", "_add"))):
        return ("local" if local else "global"), "atomic"
    is_load = "load" in instruction or "read" in instruction
    return ("local" if local else "global"), "load" if is_load else "store"


def emulated(launch):
    """{(line, memory, kind): counts} of what is no load of a group's size; the compiler merges lines, too."""
    sums = collections.defaultdict(collections.Counter)
    for one in launch["accesses"]:
        line = int(one.get("source", "?:0").rsplit(":", 1)[1])
        if 1 < line < FIRST_LINE:
            continue
        count = sums[line, *kind_of(one["instruction"])]
        count["waves"] += one["executions"]
        count["cost"] += one.get("transactions", one.get("lds_passes", 0))
        count["lanes"] += one["active_lanes"]
        count["different"] += one.get("different_lines", 0)
    return sums


class Comparison:
    def __init__(self, kernel, chip, report, effort, launch):
        self.kernel, self.chip = kernel, chip
        self.wave, self.segment = CHIPS[chip]
        self.counted = emulated(launch)
        self.report, self.effort = report, effort
        self.problems, self.known = [], 0
        self.groups = kernel.groups[0] * kernel.groups[1] * kernel.groups[2]

    def differs(self, what, told, counted):
        self.problems.append(f"{what}: told {told}, counted {counted}")

    def accesses(self):
        """A launch of one group, line by line."""
        told = collections.defaultdict(list)
        for access in self.report["accesses"]:
            if access["line"] >= FIRST_LINE + len(self.kernel.lines):
                continue  # what keeps the compiler from leaving out the rest
            told[access["line"], access["memory"], access["access"]].append(access)
        differing = [key for key in self.counted.keys() | told.keys() if not self.is_same([key], told)]
        # The compiler may give what it joins any of the lines.
        for kind in {key[1:] for key in differing}:
            keys = [key for key in self.counted.keys() | told.keys() if key[1:] == kind]
            if self.is_same(keys, told):
                continue
            for key in sorted(key for key in differing if key[1:] == kind):
                here = [(one["waves"], one["least"], one["most"]) for one in told.get(key, [])]
                self.differs(f"line {key[0]}, {key[2]} of {key[1]} memory: waves and cost", here, dict(self.counted.get(key, {})))

    def is_same(self, keys, told):
        accesses = [one for key in keys for one in told.get(key, [])]
        counted = sum((self.counted.get(key, collections.Counter()) for key in keys), collections.Counter())
        if self.kernel.has_data or any(not one["known"] or one["repeated"] or one["assumes"] for one in accesses):
            return bool(accesses) or not counted["waves"]
        waves, least, most = (sum(one[name] for one in accesses) for name in ("waves", "least", "most"))
        same = waves == counted["waves"] and least <= counted["cost"] <= most
        self.known += same and len(keys) == 1
        return same

    def sums(self):
        """What the effort says of all groups."""
        if "depends_on" in self.effort and self.effort["depends_on"] or self.effort.get("not_counted"):
            return
        least, most = self.effort["least"], self.effort["most"]
        kinds = {"sectors": ("global", "load"), "stored_sectors": ("global", "store"), "passes": ("local", None)}
        for name, (memory, kind) in kinds.items():
            counted = sum(count["cost"] for (_, where, what), count in self.counted.items()
                          if where == memory and kind in (None, what))
            if self.groups == 1 or self.kernel.is_alike and not self.kernel.has_data:
                self.sum(name, least[name] * self.groups, most[name] * self.groups, counted)

    def sum(self, name, least, most, counted):
        # Groups may begin anywhere in a transaction, and data decide between bounds that are means.
        slack = 0 if self.groups == 1 else 0.5 * counted + 2 * self.groups
        if least > counted + slack:
            self.differs(f"effort, at least: {name}", least, counted)
        if most < counted - slack and not self.kernel.has_data:
            self.differs(f"effort, at most: {name}", most, counted)

    def bytes(self):
        """No byte that the launch touches may be missing."""
        if self.effort.get("depends_on") or self.effort.get("not_counted"):
            return
        for name, kinds in (("read_bytes", ("load",)), ("written_bytes", ("store", "atomic"))):
            lines = [count["different"] for (_, memory, kind), count in self.counted.items() if memory == "global" and kind in kinds]
            if lines and self.effort[name] + 2 * self.segment < max(lines) * self.segment * (0.5 if self.kernel.has_data else 1):
                if max(lines) * 4 > self.effort[name]:  # of a transaction one word may be all that is read
                    self.differs(name, self.effort[name], max(lines) * self.segment)


def reports_of(options, path, kernel, target):
    command = [options.clc, "report", path, "-t", target, *kernel.words(), "--format", "json", "-g", "-cl-std=CL1.2"]
    accesses = json.loads(output_of(*command, "--accesses"))["kernels"][0]
    effort = json.loads(output_of(*command, "--time"))["kernels"][0].get("effort")
    return accesses, effort


def check_chip(options, folder, chip, kernels):
    package, counters = (os.path.join(folder, name) for name in (f"{chip}.clcpack", f"{chip}.json"))
    paths = [os.path.join(folder, f"{kernel.name}.cl") for kernel in kernels]
    target = f"amdgcn:{chip}"
    if os.path.exists(counters):
        os.remove(counters)  # the emulator appends
    output_of(options.clc, "compile", *paths, "-t", target, "-g", "-cl-std=CL1.2", "-o", package)
    done = run(options.launches, "--package", package, "--device", chip, input="".join(kernel.launch() + "\n" for kernel in kernels),
               env=environment(OCL_ICD_VENDORS=options.vendors, CLC_EMULATOR_COUNTERS=counters))
    expect(done.returncode == 0, f"{chip}: {done.stdout}{done.stderr}")
    if done.returncode != 0:
        return 0, len(kernels)
    with open(counters, encoding="utf-8") as lines:
        launches = [json.loads(line) for line in lines]
    failed = known = 0
    for kernel, path, launch in zip(kernels, paths, launches):
        accesses, effort = reports_of(options, path, kernel, target)
        comparison = Comparison(kernel, chip, accesses, effort, launch)
        if comparison.groups == 1:
            comparison.accesses()
        if effort:
            comparison.sums()
            comparison.bytes()
        known += comparison.known
        failed += bool(comparison.problems)
        problems = "; ".join(comparison.problems)
        numbered = "\n".join(f"{1 + at:4} {line}" for at, line in enumerate(kernel.text()))
        expect(not comparison.problems, f"{chip}: {kernel.launch()}: {problems}\n{numbered}")
    print(f"{chip}: {known} lines were known", flush=True)
    expect(known > len(kernels) // 2, f"{chip}: only {known} lines were known")
    return len(kernels) - failed, failed


def check_matrices(options, folder):
    chip, wave, groups = "gfx942", 64, 3
    path, package, counters = (os.path.join(folder, name) for name in ("matrices.cl", "matrices.clcpack", "matrices.json"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(MATRICES)
    output_of(options.clc, "compile", path, "-t", f"amdgcn:{chip}", "-o", package)
    told, counts = [], (16, 48)
    launches = "".join(f"matrices {wave * groups} 1 1 {wave} 1 1 4 64 1 {count}\n" for count in counts)
    done = run(options.launches, "--package", package, "--device", chip, input=launches,
               env=environment(OCL_ICD_VENDORS=options.vendors, CLC_EMULATOR_COUNTERS=counters))
    expect(done.returncode == 0, f"matrices: {done.stdout}{done.stderr}")
    for count in counts:
        report = output_of(options.clc, "report", path, "-t", f"amdgcn:{chip}", "--time", "--format", "json", "--work-group", str(wave),
                           "--global-size", str(wave * groups), "--arg", f"n={count}")
        effort = json.loads(report)["kernels"][0]["effort"]
        equal("matrices: at least and at most", effort["least"]["work"], effort["most"]["work"])
        equal("matrices: operations", effort["most"]["work"]["matrix_halfs"], effort["most"]["work"]["matrices"] * 2 * 16 * 16 * 16)
        told.append(effort["most"]["work"]["matrices"] * effort["groups"])
    equal("matrices: products of the launches", told, [count * groups for count in counts])
    with open(counters, encoding="utf-8") as lines:
        executed = [json.loads(line)["instructions"]["vector"] for line in lines]
    equal("matrices: more vector instructions in more iterations", executed[1] - executed[0], told[1] - told[0])


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clc", "--launches", "--vendors"):
        parser.add_argument(name, required=True)
    parser.add_argument("--kernels", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chip", choices=CHIPS, action="append")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--keep")
    options = parser.parse_args()
    which, parts = options.share
    print(f"share {which + 1}/{parts}")
    kernels = [Kernel(random.Random(options.seed * 1000003 + number), number) for number in range(options.kernels)]
    passed = failed = 0
    with temporary_folder() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for kernel in kernels:
            with open(os.path.join(folder, f"{kernel.name}.cl"), "w", encoding="utf-8") as file:
                file.write("\n".join(kernel.text()) + "\n")
        for i, chip in enumerate(options.chip or CHIPS):
            good, bad = check_chip(options, folder, chip, kernels[(i + which) % parts::parts])
            passed, failed = passed + good, failed + bad
        check_matrices(options, folder)
    print(f"{passed} kernels as counted, {failed} otherwise")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
