"""Executes a kernel of PTX by one warp: enough of "PTX ISA" for kernels of matrices, with ldmatrix and mma.sync as the chapters on their
fragments draw them. Lanes that have parted go on by themselves, the one that is furthest behind first; what is for a whole warp wants all.
"""
import re
import struct

LANES = 32
FLOATS = {"f16": "e", "f32": "f", "f64": "d"}


def bits_of(kind):
    return 1 if kind == "pred" else int(re.search(r"\d+$", kind)[0])


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def as_float(bits, kind):
    return struct.unpack("<" + FLOATS[kind], bits.to_bytes(bits_of(kind) // 8, "little"))[0]


def of_float(value, kind):
    return int.from_bytes(struct.pack("<" + FLOATS[kind], value), "little")


def float8(byte, fraction, bias):
    """e4m3 or e5m2, without what is no number."""
    exponent, rest = byte >> fraction & (0x7f >> fraction), byte & (1 << fraction) - 1
    size = (rest + (1 << fraction if exponent else 0)) * 2.0 ** (max(exponent, 1) - bias - fraction)
    return -size if byte & 0x80 else size


def element(word, index, kind):
    """One of the elements that a register of a matrix holds."""
    if kind in ("s8", "u8"):
        byte = word >> 8 * index & 0xff
        return signed(byte, 8) if kind == "s8" else byte
    if kind in ("e4m3", "e5m2"):
        return float8(word >> 8 * index & 0xff, *((3, 7) if kind == "e4m3" else (2, 15)))
    if kind == "bf16":
        return as_float((word >> 16 * index & 0xffff) << 16, "f32")
    if kind == "tf32":
        return as_float(word & 0xffffe000, "f32")
    return as_float(word >> 16 * index & 0xffff, "f16") if kind == "f16" else as_float(word, kind)


SIZES = {"s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "f32": 32, "s32": 32}


def placed(lane, register, index, kind, use, rows):
    """(row, column) of an element of a fragment: A of `rows` by K, B of K by 8, or C of `rows` by 8."""
    group, in_group = lane >> 2, lane & 3
    packed = max(1, 32 // SIZES[kind])
    if use == "c":  # two in a row, in one register if they are of 16 bits
        number = register * (2 if kind == "f16" else 1) + index
        return group + 8 * (number >> 1), 2 * in_group + (number & 1)
    down = rows // 8 if use == "a" else 1
    along = packed * (4 * (register // down) + in_group) + index
    across = group + 8 * (register % down)
    return (across, along) if use == "a" else (along, across)


def multiply(name, a, b, c):
    """mma.sync: registers of all lanes in, as lists of each lane's, and those of the result out."""
    rows, columns, depth = map(int, re.search(r"\.m(\d+)n(\d+)k(\d+)\.", name).groups())
    sum_kind, a_kind, b_kind, _ = name.split(".")[-4:]
    matrices = []
    for use, kind, fragment in (("a", a_kind, a), ("b", b_kind, b), ("c", sum_kind, c)):
        count = 2 if use == "c" and kind == "f16" else 1 if use == "c" else max(1, 32 // SIZES[kind])
        found = {}
        for lane, registers in enumerate(fragment):
            for number, word in enumerate(registers):
                for index in range(count):
                    value = signed(word, 32) if kind == "s32" else element(word, index, kind)
                    found[placed(lane, number, index, kind, use, rows)] = value
        matrices.append(found)
    sizes = [len(found) for found in matrices]
    assert sizes == [rows * depth, depth * columns, rows * columns], f"{name}: {sizes}"
    left, right, sums = matrices
    made = {(i, j): sum((left[i, k] * right[k, j] for k in range(depth)), sums[i, j]) for i in range(rows) for j in range(columns)}
    result = []
    for lane, registers in enumerate(c):
        words = []
        for number in range(len(registers)):
            values = [made[placed(lane, number, index, sum_kind, "c", rows)] for index in range(2 if sum_kind == "f16" else 1)]
            words.append(sum((int(value) & 0xffffffff if sum_kind == "s32" else of_float(value, sum_kind)) << 16 * index
                             for index, value in enumerate(values)))
        result.append(words)
    return result


class Warp:
    """One warp of a kernel, its memory, and what it has executed."""

    def __init__(self, text, kernel, shared=1 << 16):
        body = re.search(rf"\.entry {kernel}\s*\((.*?)\)\s*(?:\.\w+ [^\n{{]*\n)*\{{\n(.*?)\n\}}", text, re.S)
        assert body, kernel
        self.parameters = re.findall(r"(\w+)(?=,?\s*(?:\n|$))", body[1])
        self.code, self.labels, self.memory, self.executed = [], {}, {}, []
        place = 0
        for line in re.split(r"(?<=;)|(?<=:)\s", re.sub(r"//.*", "", body[2])):
            line = re.sub(r"^(\}\s*)*(\{\s*(?=[.a-z]))?", "", line.strip())  # a block of its own
            if declared := re.match(r"\.shared \.align (\d+) \.b8 (\S+)\[(\d+)\];", line):
                place = -(-place // int(declared[1])) * int(declared[1])
                self.labels[declared[2]] = place
                place += int(declared[3])
            elif label := re.match(r"(\S+):$", line):
                self.labels[label[1]] = len(self.code)
            elif line and not line.startswith("."):
                found = re.fullmatch(r"(@!?%\w+\s+)?([\w.:]+)\s*(.*);", line, re.S)
                assert found, line
                guard, name, operands = found.groups()
                self.code.append((guard, name, re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+", operands)))
        self.shared = bytearray(shared)
        self.lanes = [{"%laneid": lane, "%tid.x": lane, "%ctaid.x": 0, "%ntid.x": LANES} for lane in range(LANES)]

    def read(self, lane, operand, kind="b64"):
        if operand.startswith("%envreg"):
            return 0
        if operand.startswith("%"):
            return self.lanes[lane][operand]
        if operand in self.labels:
            return self.labels[operand]
        if operand.startswith("0f") or operand.startswith("0d"):
            return int(operand[2:], 16)
        return int(operand.rstrip("U"), 0) & (1 << bits_of(kind)) - 1

    def place(self, lane, operand):
        """The bytes that an address means, and where in them."""
        base, offset = re.match(r"\[([^+\]]+)\+?(-?\d+)?\]", operand).groups()
        return self.read(lane, base) + int(offset or 0)

    def space(self, name, address):
        if ".shared" in name:
            return self.shared, address
        return next((data, address - base) for base, data in self.memory.items() if base <= address < base + len(data))

    def load(self, lane, name, operand):
        size = bits_of(name) // 8
        if ".param" in name:
            return self.arguments[re.search(r"\w+", operand)[0]]
        address = self.place(lane, operand)
        assert address % size == 0, f"{name} of {address}"
        data, at = self.space(name, address)
        assert at + size <= len(data)
        return int.from_bytes(data[at:at + size], "little")

    def store(self, lane, name, operand, value):
        size = bits_of(name) // 8
        address = self.place(lane, operand)
        assert address % size == 0, f"{name} of {address}"
        data, at = self.space(name, address)
        assert at + size <= len(data)
        data[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def run(self, *arguments):
        self.arguments = {}
        for number, (name, given) in enumerate(zip(self.parameters, arguments), 1):
            self.arguments[name] = given
            if not isinstance(given, int):  # a buffer
                self.memory[number << 32] = given
                self.arguments[name] = number << 32
        at, ended = [0] * LANES, len(self.code)
        while min(at) < ended:
            here = min(at)
            active = [lane for lane in range(LANES) if at[lane] == here]
            guard, name, operands = self.code[here]
            taken = active
            if guard:
                wanted = "!" not in guard
                taken = [lane for lane in active if bool(self.lanes[lane][guard.strip("@! ")]) == wanted]
            for lane in active:
                at[lane] = here + 1
            if name.startswith("bra"):
                for lane in taken:
                    at[lane] = self.labels[operands[0]]
            elif name == "ret":
                for lane in taken:
                    at[lane] = ended
            elif name.startswith(("mma.", "ldmatrix.", "shfl.", "bar.")):
                assert len(taken) == LANES, f"{name} by {len(taken)} lanes"
                self.executed.append(name)
                self.together(name, operands)
            else:
                for lane in taken:
                    self.alone(lane, name, operands)

    def words(self, lane, group):
        return [self.read(lane, operand) for operand in re.findall(r"[%\w]+", group)]

    def write(self, lane, group, words):
        self.lanes[lane].update(zip(re.findall(r"%\w+", group), words))

    def together(self, name, operands):
        if name.startswith("bar."):
            return
        if name.startswith("shfl."):
            sources = [self.read(lane, operands[1]) for lane in range(LANES)]
            asked = [self.read(lane, operands[2]) for lane in range(LANES)]
            chosen = [sources[(lane ^ asked[lane] if ".bfly." in name else asked[lane]) & 31] for lane in range(LANES)]
            for lane in range(LANES):
                self.write(lane, operands[0].split("|")[0], [chosen[lane]])
            return
        if name.startswith("mma."):
            result = multiply(name, *([self.words(lane, group) for lane in range(LANES)] for group in operands[1:]))
        else:
            result = self.load_matrices(name, operands[1])
        for lane in range(LANES):
            self.write(lane, operands[0], result[lane])

    def load_matrices(self, name, address):
        """ldmatrix: lanes 8 i to 8 i + 7 have the addresses of the rows of matrix i, of 8 by 8 elements of 16 bits."""
        count, result = int(re.search(r"\.x(\d)", name)[1]), [[] for _ in range(LANES)]
        for matrix in range(count):
            rows = []
            for row in range(8):
                at = self.place(8 * matrix + row, address)
                assert at % 16 == 0 and at + 16 <= len(self.shared), f"{name} of {at}"
                rows.append(struct.unpack("<8H", self.shared[at:at + 16]))
            if ".trans" in name:
                rows = list(zip(*rows))
            for lane in range(LANES):
                low, high = rows[lane // 4][2 * (lane % 4):2 * (lane % 4) + 2]
                result[lane].append(low | high << 16)
        return result

    def alone(self, lane, name, operands):
        parts = name.split(".")
        kind = parts[-1]
        read = lambda index, of=kind: self.read(lane, operands[index], of)
        if name.startswith("cp.async."):
            if ".shared.global" in name:  # at once
                data, at = self.space("global", self.place(lane, operands[1]))
                to, size = self.place(lane, operands[0]), int(operands[2])
                assert at % size == 0 and to % size == 0 and at + size <= len(data), f"{name} of {at} to {to}"
                self.shared[to:to + size] = data[at:at + size]
            return
        if parts[0] == "st":
            values = self.words(lane, operands[1]) if operands[1].startswith("{") else [read(1)]
            base, offset = re.match(r"\[([^+\]]+)\+?(-?\d+)?\]", operands[0]).groups()
            for index, value in enumerate(values):
                self.store(lane, name, f"[{base}+{int(offset or 0) + index * bits_of(name) // 8}]", value)
            return
        if parts[0] == "ld":
            registers = re.findall(r"%\w+", operands[0])
            base, offset = re.match(r"\[([^+\]]+)\+?(-?\d+)?\]", operands[1]).groups()
            step = bits_of(name) // 8
            self.write(lane, operands[0], [self.load(lane, name, f"[{base}+{int(offset or 0) + index * step}]")
                                           for index in range(len(registers))])
            return
        if name.startswith("mov") and "{" in name + "".join(operands):
            self.split_or_join(lane, kind, operands)
            return
        bits = bits_of(parts[-2] if parts[0] == "cvt" else kind)
        self.write(lane, operands[0], [self.computed(parts, kind, read, len(operands)) & (1 << (2 * bits if "wide" in parts else bits)) - 1])

    def split_or_join(self, lane, kind, operands):
        if operands[0].startswith("{"):
            registers = re.findall(r"[%\w]+", operands[0])
            bits, value = bits_of(kind) // len(registers), self.read(lane, operands[1], kind)
            for index, register in enumerate(registers):
                self.write(lane, register, [value >> bits * index & (1 << bits) - 1])
            return
        words = self.words(lane, operands[1])
        bits = bits_of(kind) // len(words)
        self.write(lane, operands[0], [sum((word & (1 << bits) - 1) << bits * index for index, word in enumerate(words))])

    @staticmethod
    def computed(parts, kind, read, count):
        operation, bits = parts[0], bits_of(kind)
        if operation == "cvt":
            return converted(parts, read(1, parts[-1]))
        if operation == "setp":
            values = [as_float(read(i), kind) if kind in FLOATS else signed(read(i), bits) if kind.startswith("s") else read(i) for i in (1, 2)]
            return COMPARISONS[parts[1]](*values)
        if operation == "selp":
            return read(1) if read(3, "pred") else read(2)
        if operation == "prmt":
            both, chosen = read(1) | read(2) << 32, read(3)
            return sum((both >> 8 * (chosen >> 4 * i & 7) & 0xff) << 8 * i for i in range(4))
        if operation == "dp4a":
            bytes_of = [[signed(read(i) >> 8 * at & 0xff, 8) if parts[i].startswith("s") else read(i) >> 8 * at & 0xff for at in range(4)]
                        for i in (1, 2)]
            return sum(a * b for a, b in zip(*bytes_of)) + read(3)
        if kind in FLOATS:
            values = [as_float(read(i), kind) for i in range(1, count)]
            return of_float(OPERATIONS[operation](*values), kind) if operation != "mov" else read(1)
        shift = operation in ("shl", "shr")
        values = [read(i, "b32" if shift and i == 2 else kind) for i in range(1, count)]
        if kind.startswith("s") or ("wide" in parts and kind.startswith("s")):
            values = [signed(value & (1 << bits) - 1, bits) if not shift or i == 0 else value for i, value in enumerate(values)]
        return OPERATIONS[operation](*values)


def converted(parts, value):
    to, source = parts[-2], parts[-1]
    if source in FLOATS:
        number = as_float(value, source)
        return of_float(number, to) if to in FLOATS else int(number)
    value &= (1 << bits_of(source)) - 1
    number = signed(value, bits_of(source)) if source.startswith("s") else value
    return of_float(number, to) if to in FLOATS else number


COMPARISONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
               "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}
OPERATIONS = {"mov": lambda a: a, "cvta": lambda a: a, "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
              "mad": lambda a, b, c: a * b + c, "fma": lambda a, b, c: a * b + c, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
              "xor": lambda a, b: a ^ b, "not": lambda a: ~a, "neg": lambda a: -a, "shl": lambda a, b: a << b, "shr": lambda a, b: a >> b,
              "min": min, "max": max, "bfe": lambda a, b, c: a >> b & (1 << c) - 1,
              "bfi": lambda a, b, c, d: b & ~((1 << d) - 1 << c) | (a & (1 << d) - 1) << c, "div": lambda a, b: a // b, "rem": lambda a, b: a % b}
