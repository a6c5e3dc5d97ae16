#!/usr/bin/env python3
"""Compiles a kernel for each row of memory_model_table.py and compares its code with what the table says: the words of
SPIR-V, the instructions of PTX, those of AMD's chips with their waits and cache operations. Then changes the code, one
fault at a time (a scope lowered, an order weakened, a fence, a wait or a cache operation removed, a plain access for an
atomic one), and expects the comparison to refuse every mutant.

usage: memory_model.py --clc PROGRAM [--full] [--target PATTERN] [--show KERNEL] [--share K/N]
       --share   2/3: AMD's chips, which LLVM takes long for, have the second third of the rows, the next chip another third
"""
import argparse
import concurrent.futures
import fnmatch
import os
import re
import struct
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, run, share_of  # noqa: E402

from memory_model_table import (AMD, BARRIER, FENCE, FLAG_CLEAR, INIT, LOAD, RELAXED, STORE, SUB_GROUP, WIDTHS, WORK_GROUP,
                                WORK_ITEM, amd_needs, atomic_rows, barrier_rows, fence_rows, float_atomic_rows, old_atomic_rows,
                                ptx_instructions, spirv_instructions)

PROLOGUE = """#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
"""
FLOAT_ATOMICS = "SPV_EXT_shader_atomic_float_add,SPV_EXT_shader_atomic_float_min_max"
# Accesses before and after, which may not pass what the row orders.
KERNEL = """kernel void {name}(global int* data, local int* near, volatile global atomic_{type}* p,
    volatile local atomic_{type}* lp, {type} v, global {type}* o, int w) {{
  const size_t i = get_local_id(0);
  {type} e = w, r = 0;
  {pointer}data[i] = 1;
  near[i] = 1;
  {call};
  const int a = data[i + 1], b = near[i + 1];
  o[i] = ({type})(a + b) + r + e;
}}
"""
# A fence stands between the flag that is read and the flag that is written.
FENCED = ("r = atomic_load_explicit(p + i, memory_order_relaxed, memory_scope_device); {call}; "
          "atomic_store_explicit(p + i + 2, v, memory_order_relaxed, memory_scope_device)")
# Each volatile access is one instruction, in order, as wide as the program says.
VOLATILE = """kernel void {name}(volatile {space} int* p, volatile {space} long* q, volatile {space} short* h) {{
  const size_t i = get_local_id(0) * 4;
  const int a = p[i], b = p[i];
  p[i + 1] = a;
  p[i + 1] = b;
  p[i + 2] = p[i + 3];
  q[i] = q[i];
  h[i] = h[i + 1];
  p[i];
}}
"""
VOLATILE_ACCESSES = [("load", 32)] * 2 + [("store", 32)] * 2 + [("load", 32), ("store", 32), ("load", 64), ("store", 64),
                                                                ("load", 16), ("store", 16), ("load", 32)]


def source_of(rows):
    source = PROLOGUE
    for name, row in rows.items():
        if isinstance(row, str):
            source += VOLATILE.format(name=name, space=row)
            continue
        generic = f"volatile atomic_{row.type}*"
        pointer = f"{generic} g = w ? ({generic})(p + i) : ({generic})(lp + i);\n  " if row.space == "generic" else ""
        call = FENCED.format(call=row.call) if row.kind == FENCE else row.call
        source += KERNEL.format(name=name, type=row.type, pointer=pointer, call=call)
    return source


def all_rows(is_full):
    rows = [*atomic_rows(is_full), *float_atomic_rows(is_full), *old_atomic_rows(is_full), *fence_rows(), *barrier_rows()]
    return {**{f"k{i}": row for i, row in enumerate(rows)}, "vglobal": "global", "vlocal": "local"}


# SPIR-V: a kernel's code is a list of (instruction, scope, semantics…) and of volatile accesses.

ATOMIC_NAMES = {227: "Load", 228: "Store", 229: "Exchange", 230: "CompareExchange", 231: "CompareExchangeWeak", 232: "IIncrement",
                233: "IDecrement", 234: "IAdd", 235: "ISub", 236: "SMin", 237: "UMin", 238: "SMax", 239: "UMax", 240: "And",
                241: "Or", 242: "Xor", 5614: "FMinEXT", 5615: "FMaxEXT", 6035: "FAddEXT", 318: "FlagTestAndSet", 319: "FlagClear"}
WITHOUT_RESULT = ("Store", "FlagClear")


class Spirv:
    extension = ".spv"

    def __init__(self, target):
        self.target = target

    def read(self, module):
        words = struct.unpack(f"<{len(module) // 4}I", module)
        names, constants, types, values, found, kernel = {}, {}, {}, {}, {}, None
        at = 5
        while at < len(words):
            length, operation = words[at] >> 16, words[at] & 0xFFFF
            operands = words[at + 1:at + length]
            at += length
            if operation == 15:
                text = struct.pack(f"<{len(operands) - 2}I", *operands[2:])
                names[operands[1]] = text[:text.index(b"\0")].decode()
            elif operation == 21:
                types[operands[0]] = operands[1]
            elif operation == 43:
                constants[operands[1]] = operands[2]
            elif operation == 54:
                kernel = found.setdefault(names.get(operands[1]), [])
            elif operation in ATOMIC_NAMES:
                name = ATOMIC_NAMES[operation]
                first = 1 if name in WITHOUT_RESULT else 3
                count = 3 if name.startswith("CompareExchange") else 2
                kernel.append((name, *(constants.get(operand) for operand in operands[first:first + count])))
            elif operation in (224, 225):
                name = "ControlBarrier" if operation == 224 else "MemoryBarrier"
                kernel.append((name, *(constants.get(operand) for operand in operands)))
            elif operation in (61, 62):
                is_volatile = len(operands) > (3 if operation == 61 else 2) and operands[3 if operation == 61 else 2] & 1
                if operation == 61:
                    values[operands[1]] = operands[0]
                width = types.get(operands[0] if operation == 61 else values.get(operands[1]))
                if is_volatile:
                    kernel.append(("load" if operation == 61 else "store", width))
        return found

    def faults(self, row, code):
        if isinstance(row, str):
            return [] if code == VOLATILE_ACCESSES else [f"{code} instead of {VOLATILE_ACCESSES}"]
        wanted = spirv_instructions(row)
        if row.kind == FENCE:
            wanted = [("Load", 1, 0), *wanted, ("Store", 1, 0)]
        return [] if code == wanted else [f"{code} instead of {wanted}"]

    def mutants(self, row, code):
        for at, instruction in enumerate(code):
            yield "access or fence removed", code[:at] + code[at + 1:]
            if isinstance(row, str):
                continue
            barrier = 1 if instruction[0] == "ControlBarrier" else 0
            scope = instruction[1 + barrier]
            for lower in range(scope + 1, 5):
                yield "scope lowered", code[:at] + [self.with_word(instruction, 1 + barrier, lower)] + code[at + 1:]
            for index in range(2 + barrier, len(instruction)):
                semantics = instruction[index]
                weaker = {0x10: (0x8, 0x4, 0x2, 0), 0x8: (0x4, 0x2, 0), 0x4: (0,), 0x2: (0,)}.get(semantics & 0x1F, ())
                for order in weaker:
                    changed = semantics & ~0x1F | order
                    yield "order weakened", code[:at] + [self.with_word(instruction, index, changed)] + code[at + 1:]
                for memory in (0x100, 0x200, 0x800):
                    if semantics & memory:
                        changed = self.with_word(instruction, index, semantics & ~memory)
                        yield "memory left out", code[:at] + [changed] + code[at + 1:]

    @staticmethod
    def with_word(instruction, index, value):
        return instruction[:index] + (value,) + instruction[index + 1:]


# PTX: a kernel's code is its lines that touch memory.

PTX_LINE = re.compile(r"^\s*(?:@!?%p\d+\s+)?((?:ld|st|atom|red|membar|fence|bar)\.[\w.:]+)")
PTX_TYPE = re.compile(r"\.[busf](16|32|64)$")


class Ptx:
    extension = ".ptx"

    def __init__(self, target):
        self.target = target
        self.chip = int(re.search(r"sm_(\d+)", target)[1])

    def has(self, row):
        return isinstance(row, str) or self.chip >= 70 or "sub_group" not in row.call

    def read(self, module):
        found, kernel = {}, None
        for line in module.decode().splitlines():
            if entry := re.match(r"(?:\.visible )?\.entry (\w+)", line):
                kernel = found.setdefault(entry[1], [])
            elif (part := PTX_LINE.match(line)) and not part[1].startswith("ld.param"):
                kernel.append(part[1])
        return found

    def faults(self, row, code):
        if isinstance(row, str):
            space = {"global": "global", "local": "shared"}[row]
            names = {"load": "ld", "store": "st"}
            wanted = [f"{names[access]}.volatile.{space}.b{width}" for access, width in VOLATILE_ACCESSES]
        else:
            wanted = ["st.global.b32", "st.shared.b32", *ptx_instructions(row, self.chip), "ld.global.b32", "ld.shared.b32",
                      f"st.global.b{WIDTHS[row.type]}"]
            code = self.without_widths(code, WIDTHS[row.type])
        if isinstance(row, str) or row.kind == FENCE and row.order == RELAXED:
            return [] if sorted(code) == sorted(wanted) else [f"{code} instead of {wanted}"]
        return [] if code == wanted else [f"{code} instead of {wanted}"]

    @staticmethod
    def without_widths(code, width):
        """Operations between the accesses before and after: the width is that of the row's type."""
        first, last = 2, len(code) - 3
        return [PTX_TYPE.sub("", part) if first <= at < last and PTX_TYPE.search(part) and
                int(PTX_TYPE.search(part)[1]) == width else part for at, part in enumerate(code)]

    def mutants(self, row, code):
        for at, line in enumerate(code):
            if line.startswith(("membar", "bar")) or ".volatile" in line or line.startswith("atom"):
                yield "access or fence removed", code[:at] + code[at + 1:]
            replaced = []
            if line.startswith("membar"):
                replaced += [("scope lowered", lower) for lower in
                             {"membar.sys": ("membar.gl", "membar.cta"), "membar.gl": ("membar.cta",)}.get(line, ())]
            if ".volatile" in line:
                replaced += [("plain access", line.replace(".volatile", "")), ("access widened", line.replace(".b", ".v2.b"))]
            if line.startswith("atom"):
                replaced += [("plain access", "ld" + line[line.rindex("."):])]
                replaced += [("scope lowered", line.replace(".sys", scope)) for scope in ("", ".cta") if ".sys" in line]
            for mutation, other in replaced:
                yield mutation, code[:at] + [other] + code[at + 1:]


# AMD: a kernel's code is its instructions.

BITS = re.compile(r"\b(?:glc|slc|dlc|sc0|sc1|nt|th:\w+|scope:\w+)\b")
COUNTERS = ("vmcnt", "lgkmcnt", "vscnt", "loadcnt", "storecnt", "dscnt")
CACHES = ("buffer_wbl2", "global_wb", "buffer_wbinvl1_vol", "buffer_invl2", "buffer_inv", "buffer_gl0_inv", "buffer_gl1_inv",
          "global_inv")
WRITE_BACKS = ("buffer_wbl2", "global_wb")


def waits_of(line):
    """The counters that this instruction waits for to become 0."""
    name, _, rest = line.partition(" ")
    if name == "s_waitcnt":
        return {counter for counter, value in re.findall(r"(\w+cnt)\((\d+)\)", rest) if value == "0"}
    if name == "s_waitcnt_vscnt":
        return {"vscnt"} if rest.endswith("0x0") else set()
    if name.startswith("s_wait_") and rest.strip() == "0x0":
        return set(name[len("s_wait_"):].split("_"))
    return set()


def without_wait(line, counter):
    """The instruction without its wait for a counter; None where nothing is left."""
    left = waits_of(line) - {counter}
    if not left:
        return None
    if line.startswith("s_waitcnt "):
        return "s_waitcnt " + " ".join(f"{name}(0)" for name in sorted(left))
    return "s_wait_" + "_".join(sorted(left)) + " 0x0"


def width_of(line):
    return 64 if re.search(r"(dwordx2|_[bufi]64|_x2)", line) else 32


def is_access(line):
    return line.startswith(("global_", "flat_", "ds_", "scratch_")) and not line.startswith(CACHES)


class Amd:
    extension = ".isa"

    def __init__(self, target):
        self.target = target
        self.chip = target.split(":")[1]

    def read(self, module):
        found, kernel = {}, None
        for line in module.decode().splitlines():
            line = " ".join(line.partition(";")[0].split())
            if label := re.match(r"([kv]\w+):$", line):
                kernel = found.setdefault(label[1], [])
            elif line == "s_endpgm":
                kernel = None
            elif kernel is not None and (is_access(line) or line.startswith(CACHES + ("s_wait", "s_barrier"))):
                kernel.append(line)
        return found

    def faults(self, row, code):
        if isinstance(row, str):
            return self.volatile_faults(row, code)
        try:
            before, access, after = self.sections(row, code)
        except ValueError as error:
            return [str(error)]
        needs, faults = amd_needs(row, self.chip), []
        faults += self.wait_faults("before", needs.waits_before, needs.write_back, before, is_after_cache=True)
        faults += self.wait_faults("after", needs.waits_after, needs.empty, after, is_after_cache=False)
        if access and tuple(BITS.findall(access)) != needs.bits and row.kind != BARRIER:
            faults.append(f"{access}: bits {BITS.findall(access)} instead of {list(needs.bits)}")
        found = [line for line in before if line.startswith(WRITE_BACKS)]
        if found != needs.write_back:
            faults.append(f"writes back {found} instead of {needs.write_back}")
        found = [line for line in after if line.startswith(CACHES) and not line.startswith(WRITE_BACKS)]
        if found != needs.empty:
            faults.append(f"empties {found} instead of {needs.empty}")
        if needs.has_barrier != any(line.startswith("s_barrier") for line in code):
            faults.append("a barrier too many or too few")
        return faults

    @staticmethod
    def wait_faults(where, counters, caches, lines, is_after_cache):
        """Waits stand after write-backs, which are waited for, and before caches are emptied."""
        cache = [at for at, line in enumerate(lines) if line in caches]
        waited = {counter for line in lines for counter in waits_of(line)}
        if cache:
            lines = lines[cache[-1]:] if is_after_cache else lines[:cache[0]]
        by_cache = {counter for line in lines for counter in waits_of(line)}
        of_local_memory = {"lgkmcnt", "dscnt"}
        missing = (counters - of_local_memory - by_cache) | (counters & of_local_memory) - (
            waited if is_after_cache else by_cache)
        return [f"no wait {where} for {', '.join(sorted(missing))}"] if missing else []

    def sections(self, row, code):
        """Returns what stands between the stores before, the access (or barrier) and the loads after."""
        stores = [self.first(code, ("global_store",)), self.first(code, ("ds_write", "ds_store"))]
        loads = [at for at, line in enumerate(code) if "offset:4" in line and re.match(r"(global_load|ds_(read|load))", line)]
        if len(loads) != 2:
            raise ValueError(f"{len(loads)} loads after")
        if row.kind == FENCE:
            flags = [at for at, line in enumerate(code) if re.match(r"global_load", line) and "offset" not in line] + [
                at for at, line in enumerate(code) if re.match(r"global_store", line) and "offset:8" in line]
            if len(flags) != 2:
                raise ValueError("no flags")
            is_ordered = row.order != RELAXED and row.scope not in (WORK_ITEM, SUB_GROUP)
            if is_ordered and not (max(stores) < flags[1] and flags[0] < min(loads)):
                raise ValueError("an access passes the fence")
            return self.after_stores(code, stores, flags[1]), None, code[flags[0] + 1:min(loads)]
        if row.kind == BARRIER:
            if row.execution != WORK_GROUP:
                middle = code[max(stores) + 1:min(loads)]
                return middle, None, middle
            barriers = [at for at, line in enumerate(code) if line.startswith("s_barrier")]
            if not barriers or max(stores) > barriers[0] or barriers[-1] > min(loads):
                raise ValueError("no barrier, or an access passes it")
            return self.after_stores(code, stores, barriers[0]), "s_barrier", code[barriers[-1] + 1:min(loads)]
        access = self.access(row, code, stores)
        if row.releases and max(stores) > access:
            raise ValueError("a store passes the release")
        if row.acquires and row.kind not in (STORE, FLAG_CLEAR) and min(loads) < access:
            raise ValueError("a load passes the acquire")
        return self.after_stores(code, stores, access), code[access], code[access + 1:min(loads)]

    def after_stores(self, code, stores, end):
        """Returns what follows both stores, and of what stands between them the wait for the first."""
        counters = AMD[self.chip]["counters"]
        counter = counters["store"] if stores[0] < stores[1] else counters["local"]
        waited = any(counter in waits_of(line) for line in code[min(stores) + 1:max(stores)])
        return [f"s_waitcnt {counter}(0)"] * waited + code[max(stores) + 1:end]

    @staticmethod
    def first(code, names):
        for at, line in enumerate(code):
            if line.startswith(names):
                return at
        raise ValueError(f"no {names[0]}")

    @classmethod
    def access(cls, row, code, stores):
        if row.kind == INIT:
            return cls.plain_store(row, code)
        space = {"global": "global_", "local": "ds_", "generic": "flat_"}[row.accessed_space]
        stored = r"(store|write)"
        changed = r"(atomic_|add_|sub_|or_|xor_|and_|min_|max_|cmp|wrxchg|storexchg|inc_|dec_)"
        wanted = {LOAD: r"(load|read)_\w+ (?!.*offset)", STORE: stored, FLAG_CLEAR: stored}.get(row.kind, changed)
        results = [at for at, line in enumerate(code) if line.startswith("global_store")][-1:]
        found = [at for at, line in enumerate(code) if re.match(space + wanted, line) and at not in (*stores, *results)]
        if not found:
            raise ValueError(f"no {row.kind} of {row.space} memory")
        if width_of(code[found[0]]) != WIDTHS[row.type]:
            raise ValueError(f"{code[found[0]]}: not of {WIDTHS[row.type]} bits")
        return found[0]

    @staticmethod
    def plain_store(row, code):
        """A store that nothing orders can stand anywhere: those of its width are counted."""
        space = {"global": "global_", "local": "ds_", "generic": "flat_"}[row.space]
        width = WIDTHS[row.type]
        found = [at for at, line in enumerate(code) if re.match(space + "(store|write)", line) and width_of(line) == width]
        others = {"global": 1, "local": 0, "generic": 0}[row.space] + (row.space != "generic" and width == 32)
        if len(found) != 1 + others:
            raise ValueError(f"{len(found)} stores of {width} bits")
        return found[0]

    def volatile_faults(self, space, code):
        table, accesses, faults = AMD[self.chip], [], []
        for at, line in enumerate(code):
            if not is_access(line):
                continue
            is_load = "load" in line or "read" in line
            width = 64 if re.search(r"dwordx2|b64", line) else 16 if re.search(r"short|16", line.split()[0]) else 32
            accesses.append(("load" if is_load else "store", width))
            bits = table["volatile_load" if is_load else "volatile_store"] if space == "global" else ()
            if tuple(BITS.findall(line)) != bits:
                faults.append(f"{line}: bits other than {bits}")
            next_access = next((i for i in range(at + 1, len(code)) if is_access(code[i])), len(code))
            counter = table["counters"]["local" if space == "local" else "load" if is_load else "store"]
            if space == "global" and counter not in {c for l in code[at:next_access] for c in waits_of(l)}:
                faults.append(f"{line}: no wait for {counter}")
        return faults + ([] if accesses == VOLATILE_ACCESSES else [f"{accesses} instead of {VOLATILE_ACCESSES}"])

    def mutants(self, row, code):
        barriers = [at for at, line in enumerate(code) if line.startswith("s_barrier")]
        for at, line in enumerate(code):
            without = code[:at] + code[at + 1:]
            # A barrier between two fences that acquire and release does some of their work twice.
            is_spare = barriers and (at > barriers[0]) == line.startswith(WRITE_BACKS)
            if line.startswith(CACHES) and not is_spare:
                yield "cache operation removed", without
                for lower in self.lower_bits(line):
                    yield "scope lowered", code[:at] + [lower] + code[at + 1:]
            if line.startswith("s_barrier"):
                yield "barrier removed", [other for other in code if not other.startswith("s_barrier")]
        yield from self.access_mutants(row, code)
        yield from self.wait_mutants(row, code)

    @staticmethod
    def lower_bits(line):
        if "SCOPE_" in line:
            lower = {"SYS": ("DEV", "SE"), "DEV": ("SE",), "SE": ()}[re.search(r"SCOPE_(\w+)", line)[1]]
            return [re.sub(r"SCOPE_\w+", f"SCOPE_{name}", line) for name in lower] + [re.sub(r" scope:\w+", "", line)]
        bits = BITS.findall(line)
        return [re.sub(rf" {bit}\b", "", line) for bit in bits if not bit.startswith("th:")]

    def access_mutants(self, row, code):
        if isinstance(row, str):
            accesses = [at for at, line in enumerate(code) if is_access(line)]
        elif row.kind in (FENCE, BARRIER):
            return
        else:
            stores = [self.first(code, ("global_store",)), self.first(code, ("ds_write", "ds_store"))]
            accesses = [self.access(row, code, stores)]
        for at in accesses:
            yield "access removed", code[:at] + code[at + 1:]
            for lower in self.lower_bits(code[at]):
                yield "scope lowered", code[:at] + [lower] + code[at + 1:]
            if "atomic" in code[at] or re.match(r"ds_\w+_rtn", code[at]):
                yield "plain access", code[:at] + ["global_load_dword v0, v0, s[0:1]"] + code[at + 1:]

    def wait_mutants(self, row, code):
        """Each wait that the table asks for is removed, from all instructions of its place."""
        if isinstance(row, str):
            for at, line in enumerate(code):
                if is_access(line) and row == "global":
                    end = next((i for i in range(at + 1, len(code)) if is_access(code[i])), len(code))
                    is_load = "load" in line
                    counter = AMD[self.chip]["counters"]["load" if is_load else "store"]
                    yield "wait removed", self.without_waits(code, range(at + 1, end), counter)
            return
        needs = amd_needs(row, self.chip)
        for counter in sorted(needs.waits_before | needs.waits_after):
            if row.kind in (FENCE, BARRIER):
                yield "wait removed", self.without_waits(code, range(len(code)), counter)
                continue
            stores = [self.first(code, ("global_store",)), self.first(code, ("ds_write", "ds_store"))]
            access = self.access(row, code, stores)
            if counter in needs.waits_before:
                yield "wait removed", self.without_waits(code, range(min(stores) + 1, access), counter)
            if counter in needs.waits_after:
                yield "wait removed", self.without_waits(code, range(access + 1, len(code)), counter)

    @staticmethod
    def without_waits(code, places, counter):
        changed = []
        for at, line in enumerate(code):
            if at in places and counter in waits_of(line):
                line = without_wait(line, counter)
            changed += [line] if line else []
        return changed


def code_of(clc, reader, rows, options):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "rows.cl")
        with open(file, "w", encoding="utf-8") as out:
            out.write(source_of(rows))
        done = run(clc, "compile", file, "-t", reader.target, "-cl-std=CL3.0", "-w", *options, "-o", os.path.join(folder, "out"),
                   "--dump-dir", os.path.join(folder, "dump"), env=environment(CLC_CACHE="0"))
        if done.returncode != 0:
            print(done.stderr[:2000])
            return {}
        dump = os.path.join(folder, "dump")
        name = [name for name in os.listdir(dump) if name.endswith(reader.extension)][0]
        with open(os.path.join(dump, name), "rb") as module:
            return reader.read(module.read())


def try_rows(clc, reader, options, rows, show):
    """(rows, faulty rows, mutants, survivors), and what is wrong, in words."""
    rows = {name: row for name, row in rows.items() if not hasattr(reader, "has") or reader.has(row)}
    codes = code_of(clc, reader, rows, options)
    messages, faulty, mutants, survivors = [], 0, 0, 0
    for name, row in rows.items():
        code = codes.get(name, [])
        if name == show:
            messages.append(f"{reader.target} {row}: " + "\n  ".join(map(str, code)))
        if faults := reader.faults(row, code):
            faulty += 1
            messages.append(f"FAILED {reader.target} {' '.join(options)} {name} {row}: {'; '.join(faults)}")
            continue
        for mutation, mutant in reader.mutants(row, code):
            mutants += 1
            if not reader.faults(row, mutant):
                survivors += 1
                messages.append(f"SURVIVED {reader.target} {name} {row}: {mutation}: {mutant}")
    return (len(rows), faulty, mutants, survivors), messages


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--full", action="store_true", help="every type and function with every order and scope")
    parser.add_argument("--target", default="*")
    parser.add_argument("--show", default="")
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    clc = os.path.abspath(options.clc)
    jobs = [(Spirv(f"spirv64:1.2,{FLOAT_ATOMICS}"), ["-O3"]), (Spirv(f"spirv32:1.2,{FLOAT_ATOMICS}"), ["-O0"])]
    jobs += [(Ptx(f"nvptx:{chip}"), ["-O3"]) for chip in ("sm_50", "sm_60", "sm_90")]
    jobs += [(Amd(f"amdgcn:{chip}"), ["-O3"]) for chip in AMD]
    jobs = [job for job in jobs if fnmatch.fnmatch(job[0].target, options.target)]
    rows, (which, parts) = all_rows(options.full), options.share
    print(f"AMD's chips get share {which + 1}/{parts} of the rows")

    def rows_for(i, reader):
        some = list(rows.items())[(which + i) % parts::parts]
        return dict(some) if isinstance(reader, Amd) else rows

    totals = [0, 0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda i, job: try_rows(clc, *job, rows_for(i, job[0]), options.show), range(len(jobs)), jobs)
        for (reader, _), (counts, messages) in zip(jobs, results):
            print(*messages[:40], sep="\n", end="\n" if messages else "")
            if len(messages) > 40:
                print(f"… and {len(messages) - 40} more of {reader.target}")
            print(f"{reader.target}: {counts[0]} rows, {counts[1]} wrong; {counts[2]} mutants, {counts[3]} survived")
            totals = [total + count for total, count in zip(totals, counts)]
    print(f"{totals[0] - totals[1]} passed, {totals[1]} failed; {totals[2]} mutants, {totals[3]} survived")
    return 1 if totals[1] or totals[3] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main())
