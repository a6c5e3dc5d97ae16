#!/usr/bin/env python3
"""Kernels over cooperative matrices, with what they compute, for differential.py --matrices.

Every sub-group of the one work-group computes the same, so that nothing shows which items form one. Integers wrap; floating point is
whole numbers that are small enough for each sum to be exact in any order. Python decides what is right.

usage: matrices.py SEED      prints one kernel
"""
import math
import random
import struct
import sys

GROUP = 64  # whole sub-groups on every device
SIZES = (1, 2, 4, 8, 16, 16, 32)
USES = ("A", "B", "ACCUMULATOR")
# Elements of A, of B and of the sum, and how those of A and B are read.
PRODUCTS = (("char", "char", "int"), ("char", "uchar", "int"), ("uchar", "uchar", "uint"), ("uchar", "char", "int"),
            ("short", "short", "int"), ("ushort", "short", "uint"), ("int", "int", "int"), ("uint", "int", "uint"),
            ("long", "long", "long"), ("ulong", "ulong", "ulong"), ("float", "float", "float"), ("half", "half", "float"),
            ("half", "half", "half"), ("ushort", "ushort", "float", "BFLOAT16"), ("float", "float", "float", "TF32"),
            *(("uchar", "uchar", "float", read) for read in ("E4M3", "E5M2", "E4M3FNUZ", "E5M2FNUZ")))
# Bits of the fraction, and the bias of the exponent.
FLOATS = {"BFLOAT16": (7, 127), "E4M3": (3, 7), "E5M2": (2, 15), "E4M3FNUZ": (3, 8), "E5M2FNUZ": (2, 16)}
PACKED = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "half": "e",
          "float": "f"}
LIMITS = {"half": 2 ** 11, "float": 2 ** 24}  # up to which whole numbers are exact
FACTORS = 4  # the greatest element of a factor in floating point


def bits_of(element):
    return 8 * struct.calcsize(PACKED[element])


def wrapped(value, element):
    if element in LIMITS:
        return value
    value &= 2 ** bits_of(element) - 1
    return value - 2 ** bits_of(element) if not element.startswith("u") and value >> (bits_of(element) - 1) else value


def quotient(a, b):
    return abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)


class Kind:
    """A type of matrices. Bfloat16 and fp8 have no arithmetic but products."""

    def __init__(self, name, element, rows, columns, use, read=""):
        self.name, self.element, self.rows, self.columns, self.use, self.read = name, element, rows, columns, use, read
        self.is_real = element in LIMITS or bool(read)
        self.limit = LIMITS.get(element)

    def declaration(self):
        read = f", CLK_COOPERATIVE_MATRIX_{self.read}_CLC" if self.read else ""
        return (f"typedef {self.element} __attribute__((coop_mat(memory_scope_sub_group, {self.rows}, {self.columns}, "
                f"CLK_COOPERATIVE_MATRIX_{self.use}{read}))) {self.name};")

    def map(self, function, *matrices):
        return [[wrapped(function(*values), self.element) for values in zip(*rows)] for rows in zip(*matrices)]


class Program:
    """A product's types, memory with numbers, and statements, each a line of C and the same on Python's matrices."""

    def __init__(self, seed):
        self.seed, self.rng = seed, random.Random(f"matrices {seed}")
        rng = self.rng
        self.a_element, b_element, sum_element, *read = rng.choice(PRODUCTS)
        m, n, k = (rng.choice(SIZES) for _ in range(3))
        read = read[0] if read else ""
        self.a = Kind("mat_a", self.a_element, m, k, "A", read)
        self.b = Kind("mat_b", b_element, k, n, "B", read)
        self.c = Kind("mat_c", sum_element, m, n, "ACCUMULATOR")
        self.other = Kind("mat_o", rng.choice([e for e in ("int", "uint", "float", "short") if e != sum_element]), m, n, "ACCUMULATOR")
        elements = {kind.element for kind in (self.a, self.b, self.c, self.other)}
        self.needs = ["cl_khr_fp16"] * ("half" in elements)  # of the device; the extension is the compiler's
        self.options = [f"-cl-std=CL{rng.choice(('1.2', '3.0'))}"] + ["-cl-opt-disable"] * (rng.random() < 0.2)
        self.x = rng.getrandbits(8)
        self.memories, self.sums, self.functions, self.statements = [], [], [], []
        self.start, self.bounds = [], {}
        for _ in range(rng.randrange(2, 5)):
            self.declare()
        for _ in range(rng.randrange(3, 12)):
            self.statements.append(rng.choice((self.product, self.product, self.sum, self.scale, self.elements, self.call, self.convert,
                                               self.choose, self.repeat, self.divide))())
        self.next_number = len(self.statements) + 1

    # Memory

    def loaded(self, kind, limit):
        """The call that loads a matrix of this type from new memory, and its numbers."""
        rng = self.rng
        in_columns, gap, space = rng.random() < 0.5, rng.choice((0, 0, 3)), rng.choice(("local", "global"))
        lines, length = (kind.columns, kind.rows) if in_columns else (kind.rows, kind.columns)
        size, name = lines * (length + gap), f"memory{len(self.memories)}"
        if kind.is_real or limit:
            values = [rng.randrange(-limit, limit + 1) if limit else 0 for _ in range(size)]
        else:
            values = [wrapped(rng.getrandbits(64), kind.element) for _ in range(size)]
        if limit and kind.element.startswith("u") and not kind.read:
            values = [abs(value) for value in values]
        self.memories.append((name, space, kind, values))
        at = lambda row, column: (column if in_columns else row) * (length + gap) + (row if in_columns else column)
        matrix = [[values[at(row, column)] for column in range(kind.columns)] for row in range(kind.rows)]
        return f"coop_mat_load({name}, {self.layout(in_columns)}, {length + gap})", matrix

    @staticmethod
    def layout(in_columns):
        return f"CLK_COOPERATIVE_MATRIX_LAYOUT_{'COLUMN' if in_columns else 'ROW'}_MAJOR"

    @staticmethod
    def bits(kind, value):
        """A number in memory, as C writes it."""
        if kind.read in FLOATS:
            fraction, bias = FLOATS[kind.read]
            mantissa, exponent = math.frexp(abs(value))  # half of it is the first bit, which is not written
            number = (exponent - 2 + bias << fraction) + int(mantissa * 2 ** (fraction + 1)) if value else 0
            return str(number | (1 << bits_of(kind.element) - 1 if value < 0 else 0))
        return f"({value}l)" if value > -2 ** 63 else "(-9223372036854775807l - 1)"

    # Statements: (lines, what they do to the values of variables). Bounds keep floating point exact.

    def declare(self):
        name, kind = f"c{len(self.sums)}", self.c
        self.sums.append(name)
        if self.rng.random() < 0.3:
            number = self.rng.randrange(0, 8)
            self.start.append((f"{kind.name} {name} = coop_mat_init(({kind.element}){number});", name,
                               [[number] * kind.columns for _ in range(kind.rows)]))
            self.bounds[name] = number
            return
        limit = 8 if kind.is_real else 0
        text, matrix = self.loaded(kind, limit)
        self.start.append((f"{kind.name} {name} = {text};", name, matrix))
        self.bounds[name] = limit

    def fits(self, bound):
        return self.c.limit is None or bound < self.c.limit

    def pick(self):
        return self.rng.choice(self.sums)

    def assign(self, lines, to, bound, compute):
        if not self.fits(bound):
            return [f"{to} = coop_mat_init(({self.c.element})1);"], self.setting(to, lambda _: self.full(1), 1)
        return lines, self.setting(to, compute, bound)

    def full(self, number):
        return [[number] * self.c.columns for _ in range(self.c.rows)]

    def setting(self, to, compute, bound):
        self.bounds[to] = max(bound, 0)

        def run(values):
            values[to] = compute(values)
        return run

    def product(self):
        to, c, rng = self.pick(), self.pick(), self.rng
        limit = FACTORS if self.c.is_real else 0
        (left, a), (right, b) = self.loaded(self.a, limit), self.loaded(self.b, limit)
        depth, change, scale = self.a.columns, [], 1
        if not self.a.is_real and rng.random() < 0.3:
            scale = rng.randrange(2, 9)
            change = [f"x = x * ({self.a.element}){scale} + x;"]
            a = self.a.map(lambda value: value * scale + value, a)
        saturates = self.c.element in ("int", "uint") and bits_of(self.a.element) <= 16 and rng.random() < 0.4
        operands = ", CLK_COOPERATIVE_MATRIX_OPERAND_SATURATING_ACCUMULATION" if saturates else ""
        low, high = (0, 2 ** 32 - 1) if self.c.element == "uint" else (-2 ** 31, 2 ** 31 - 1)

        def compute(values):
            rows = [[sum(p * q for p, q in zip(row, column)) + values[c][i][j] for j, column in enumerate(zip(*b))]
                    for i, row in enumerate(a)]
            return self.c.map((lambda v: min(max(v, low), high)) if saturates else (lambda v: v), rows)
        lines = ["{", f"  mat_a x = {left};", f"  mat_b y = {right};", *(f"  {line}" for line in change),
                 f"  {to} = coop_mat_mulAdd(x, y, {c}{operands});", "}"]
        return self.assign(lines, to, self.bounds[c] + depth * limit * limit, compute)

    def sum(self):
        to, p, q = self.pick(), self.pick(), self.pick()
        text, function, bound = self.rng.choice((
            ("{p} + {q}", lambda a, b: a + b, self.bounds[p] + self.bounds[q]),
            ("{p} - {q}", lambda a, b: a - b, self.bounds[p] + self.bounds[q]),
            ("{p} * {q}", lambda a, b: a * b, self.bounds[p] * self.bounds[q]),
            ("-({p} - {q})", lambda a, b: b - a, self.bounds[p] + self.bounds[q])))
        return self.assign([f"{to} = {text.format(p=p, q=q)};"], to, bound, lambda v: self.c.map(function, v[p], v[q]))

    def scale(self):
        to, number = self.pick(), self.rng.randrange(2, 6)
        text = self.rng.choice((f"{to} *= ({self.c.element}){number};", f"{to} = ({self.c.element}){number} * {to};"))
        return self.assign([text], to, self.bounds[to] * number, lambda v: self.c.map(lambda a: a * number, v[to]))

    def divide(self):
        """By what is nowhere zero, also where the matrix is smaller than a unit's shape; or by the power of two that it is of."""
        to, p = self.pick(), self.pick()
        if self.c.is_real:
            text = f"{to} = ({p} * ({self.c.element})4) / ({self.c.element})4;"
            return self.assign([text], to, 4 * self.bounds[p], lambda v: v[p])
        divisor, matrix = self.loaded(self.c, 50)
        matrix = self.c.map(lambda value: value * value + 1, matrix)
        lines = ["{", f"  mat_c d = {divisor}, one = coop_mat_init(({self.c.element})1);", f"  {to} = {p} / (d * d + one);", "}"]
        return lines, self.setting(to, lambda v: self.c.map(quotient, v[p], matrix), 0)

    def elements(self):
        to, p, number = self.pick(), self.pick(), self.rng.randrange(1, 6)
        element = self.c.element if self.c.is_real or self.c.element.startswith("u") else f"u{self.c.element}"  # which may wrap
        text = (f"for (uint i = 0; i < coop_mat_length(mat_c); ++i) "
                f"{to}[i] = ({self.c.element})(({element}){p}[i] * ({element}){number} + ({element}){to}[i]);")
        return self.assign([text], to, self.bounds[p] * number + self.bounds[to],
                           lambda v: self.c.map(lambda a, b: a * number + b, v[p], v[to]))

    def call(self):
        to, p, number, name = self.pick(), self.pick(), self.rng.randrange(1, 5), f"function{len(self.functions)}"
        body = self.rng.choice((f"return m + n * ({self.c.element}){number};",
                                f"mat_c r; r = n; r *= ({self.c.element}){number}; m += r; return m;",
                                f"for (int i = 0; i < {number}; ++i) m = m + n; return m;"))
        self.functions.append(f"mat_c {name}(mat_c m, mat_c n) {{ {body} }}")
        return self.assign([f"{to} = {name}({to}, {p});"], to, self.bounds[to] + self.bounds[p] * number,
                           lambda v: self.c.map(lambda a, b: a + b * number, v[to], v[p]))

    def convert(self):
        """Of numbers that are small enough for the other type."""
        to, p, other = self.pick(), self.pick(), self.other
        lines = ["{", f"  mat_c small = {p};"]
        if self.c.is_real:
            if self.bounds[p] >= 2 ** 15 or other.element == "uint":
                return self.scale()
        else:
            lines.append(f"  small = small / ({self.c.element}){2 ** max(0, bits_of(self.c.element) - 9)};")
        lines += ["  mat_o converted = clc_coop_mat_convert(small, mat_o);", f"  {to} = clc_coop_mat_convert(converted, mat_c);", "}"]

        def small(value):
            return value if self.c.is_real else quotient(value, 2 ** max(0, bits_of(self.c.element) - 9))
        # A negative number, as an unsigned one and back.
        return self.assign(lines, to, self.bounds[p], lambda v: self.c.map(
            lambda a: wrapped(wrapped(small(a), other.element), self.c.element), v[p]))

    def choose(self):
        to, p, q, mask = self.pick(), self.pick(), self.pick(), 1 << self.rng.randrange(8)
        lines = self.rng.choice(([f"if (number & {mask}) {to} = {p}; else {to} = {q};"],
                                 ["{", f"  mat_c both[2] = {{{q}, {p}}};", f"  {to} = both[(number & {mask}) != 0];", "}"]))
        return self.assign(lines, to, max(self.bounds[p], self.bounds[q]), lambda v: v[p if self.x & mask else q])

    def repeat(self):
        to, p, count = self.pick(), self.pick(), self.rng.randrange(1, 5)
        if to == p:
            return self.scale()
        return self.assign([f"for (uint i = 0; i < {count} + (number >> 8); ++i) {to} = {p} - {to};"], to,
                           self.bounds[to] + count * self.bounds[p], lambda v: self.repeated(v[p], v[to], count))

    def repeated(self, p, to, count):
        for _ in range(count):
            to = self.c.map(lambda a, b: a - b, p, to)
        return to

    # Text

    def render(self, without=()):
        kept = [statement for number, statement in enumerate(self.statements, 1) if number not in without]
        values = {name: matrix for _, name, matrix in self.start}
        for _, run in kept:
            run(values)
        rng, body, image = random.Random(f"stores {self.seed}"), [], b""
        # Zeros lose their sign, which Python's whole numbers do not have.
        stores = [f"  mat_c zero = coop_mat_init(({self.c.element})0);"] + [f"  {name} += zero;" for name in self.sums]
        for name in self.sums:
            in_columns, gap = rng.random() < 0.5, rng.choice((0, 1))
            lines = list(zip(*values[name])) if in_columns else values[name]
            stores.append(f"  coop_mat_store((global {self.c.element}*)(results + {len(image) // 8}), {name}, "
                          f"{self.layout(in_columns)}, {len(lines[0]) + gap});")
            for line in lines:
                image += struct.pack(f"<{len(line) + gap}{PACKED[self.c.element]}", *line, *[0] * gap)
            image += bytes(-len(image) % 8)
        declarations, fills = [], []
        for name, space, kind, numbers in self.memories:
            size = len(numbers) * bits_of(kind.element) // 8
            listed = ", ".join(self.bits(kind, number) for number in numbers)
            declarations.append(f"constant {kind.element} numbers_of_{name}[] = {{{listed}}};")
            place = f"(global {kind.element}*)(results + {len(image) // 8})"
            body.append(f"  local {kind.element} {name}[{len(numbers)}];" if space == "local" else
                        f"  global {kind.element}* const {name} = {place};")
            fills.append(f"  for (uint i = get_local_id(0); i < {len(numbers)}; i += {GROUP}) {name}[i] = numbers_of_{name}[i];")
            if space == "global":
                stored = [int(self.bits(kind, number)) if kind.read in FLOATS else number for number in numbers]
                image += struct.pack(f"<{len(stored)}{PACKED[kind.element]}", *stored) + bytes(-size % 8)
        expected = struct.unpack(f"<{len(image) // 8}Q", image)
        lines = [f"// Matrices {self.seed}", f"// options: {' '.join(self.options)}", f"// needs: {' '.join(self.needs)}",
                 f"// global: {GROUP}", f"// local: {GROUP}", "// offset: 0", f"// argument: results {len(expected)}",
                 f"// argument: value 4 {self.x}", f"// expected: {' '.join(map(str, expected))}"]
        for need in ["cl_khr_cooperative_matrix"] + self.needs:
            lines += [f"#ifndef {need}", f"#error the target has no {need}", "#endif", f"#pragma OPENCL EXTENSION {need} : enable"]
        lines += [kind.declaration() for kind in (self.a, self.b, self.c, self.other)] + declarations + self.functions
        lines += ["kernel void entry(global ulong* results, uint number) {"] + body + fills
        lines += ["  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"] + [f"  {text}" for text, _, _ in self.start]
        for number, (texts, _) in enumerate(self.statements, 1):
            lines += [f"  {text}" for text in texts[:-1]] + [f"  {texts[-1]}  // {number}"] if number not in without else []
        return "\n".join(lines + stores + ["}"]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(Program(int(sys.argv[1])).render())
