#!/usr/bin/env python3
"""Compiles every atomic function of OpenCL 1.x to SPIR-V and compares the scope and the memory semantics of the
instruction with what the table says. Those of OpenCL 2.0 must work on the pointer that they are given: operations on a
generic pointer are what many drivers refuse. Where nothing tells where it points, there is one of each.

usage: atomics.py --clc PROGRAM
"""
import argparse
import itertools
import os
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, equal, expect, finish, temporary_folder  # noqa: E402

TARGETS = ("spirv64:1.2", "spirv32:1.2")
STANDARDS = ("CL1.2", "CL2.0", "CL3.0")
DEVICE, WORK_GROUP = 1, 2
RELAXED = 0
SCOPES = {"global": DEVICE, "local": WORK_GROUP}
TYPES = {"atomic": ("int", "uint"), "atom": ("int", "uint", "long", "ulong")}
# Suffix of the function: instruction for signed and for unsigned integers, arguments behind the pointer.
FUNCTIONS = {
    "add": ("IAdd", "IAdd", ", v"),
    "sub": ("ISub", "ISub", ", v"),
    "xchg": ("Exchange", "Exchange", ", v"),
    "inc": ("IAdd", "IAdd", ""),
    "dec": ("IAdd", "IAdd", ""),
    "cmpxchg": ("CompareExchange", "CompareExchange", ", 7, v"),
    "min": ("SMin", "UMin", ", v"),
    "max": ("SMax", "UMax", ", v"),
    "and": ("And", "And", ", v"),
    "or": ("Or", "Or", ", v"),
    "xor": ("Xor", "Xor", ", v"),
}
ATOMICS = {229: "Exchange", 230: "CompareExchange", 231: "CompareExchangeWeak", 232: "IIncrement", 233: "IDecrement",
           234: "IAdd", 235: "ISub", 236: "SMin", 237: "UMin", 238: "SMax", 239: "UMax", 240: "And", 241: "Or",
           242: "Xor"}
OP_ENTRY_POINT, OP_CONSTANT, OP_FUNCTION = 15, 43, 54


PRAGMAS = ("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
           "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n")


def table():
    """(kernel, source, instruction and its scope and semantics) of every function, address space and type."""
    for prefix, types in TYPES.items():
        for name, space, kind in itertools.product(FUNCTIONS, SCOPES, types):
            signed, unsigned, arguments = FUNCTIONS[name]
            yield row(f"{prefix}_{name}", space, kind, unsigned if kind[0] == "u" else signed, arguments)
    for space in SCOPES:
        yield row("atomic_xchg", space, "float", "Exchange", ", v")


def row(function, space, kind, instruction, arguments):
    kernel = f"{function}_{space}_{kind}"
    source = f"kernel void {kernel}(volatile {space} {kind}* p, {kind} v) {{ {function}(p{arguments}); }}\n"
    semantics = (RELAXED, RELAXED) if instruction == "CompareExchange" else (RELAXED,)
    return kernel, source, (instruction, SCOPES[space], *semantics)


def atomics_of(module):
    """The atomic instructions of each kernel, with scope and semantics."""
    words = struct.unpack(f"<{len(module) // 4}I", module)
    names, constants, found, kernel = {}, {}, {}, None
    at = 5
    while at < len(words):
        length, operation = words[at] >> 16, words[at] & 0xFFFF
        operands = words[at + 1:at + length]
        if operation == OP_ENTRY_POINT:
            text = struct.pack(f"<{len(operands) - 2}I", *operands[2:])
            names[operands[1]] = text[:text.index(b"\0")].decode()
        elif operation == OP_CONSTANT:
            constants[operands[1]] = operands[2]
        elif operation == OP_FUNCTION:
            kernel = found.setdefault(names.get(operands[1]), [])
        elif operation in ATOMICS:
            name = ATOMICS[operation]
            count = 3 if name.startswith("CompareExchange") else 2
            kernel.append((name, *(constants.get(operand) for operand in operands[3:3 + count])))
        at += length
    return found


def atomics_of_opencl_2():
    """One kernel that calls each of them, on global, on local and on chosen memory."""
    body = ""
    for space, kind in itertools.product(SCOPES, ("int", "uint", "long", "ulong", "float")):
        p = f"{space}_{kind}"
        names = [] if kind == "float" else [f"fetch_{name}" for name in ("add", "sub", "or", "xor", "and", "min", "max")]
        body += f"{kind} e_{p} = 1; atomic_init({p}, 1); o[0] = atomic_load({p}); atomic_store({p} + 1, 2);\n"
        for name in ["exchange", *names]:
            body += f"o[1] += atomic_{name}({p}, ({kind})1) + atomic_{name}_explicit({p} + o[0], ({kind})1, {ORDER_AND_SCOPE});\n"
        for strength in ("weak", "strong"):
            body += f"o[2] += atomic_compare_exchange_{strength}({p}, &e_{p}, 3) + e_{p};\n"
    parameters = ", ".join(f"{space} atomic_{kind}* {space}_{kind}" for space, kind in
                           itertools.product(SCOPES, ("int", "uint", "long", "ulong", "float")))
    flags = "".join(f"o[3] = atomic_flag_test_and_set({space}_flag); atomic_flag_clear({space}_flag);\n" for space in SCOPES)
    chosen = "for (int i = 0; i < o[4]; ++i) atomic_fetch_add(&global_int[i * 3 + (o[5] ? i : 1)], 1);\n"
    return (f"kernel void k(global int* o, {parameters}, global atomic_flag* global_flag, local atomic_flag* local_flag) "
            f"{{\n{body}{flags}{chosen}}}\n")


# Where the pointer points is chosen, or not to be seen from where it is used, or it is to private memory.
CHOSEN = """
__attribute__((noinline)) int bump(volatile atomic_int* p) { return atomic_fetch_add(p, 1); }
kernel void k(global atomic_int* g, local atomic_int* l, global int* o) {
  atomic_int own; atomic_init(&own, 3);
  volatile atomic_int* p = o[0] ? (volatile atomic_int*)g : (volatile atomic_int*)l;
  int expected = bump(p) + bump(g + 1) + atomic_fetch_max(&own, 4);
  atomic_store(p, 2); atomic_compare_exchange_strong(p, &expected, 5); o[1] = atomic_load(p) + atomic_load(&own) + expected;
  volatile atomic_flag* f = o[0] ? (volatile atomic_flag*)(g + 2) : (volatile atomic_flag*)(l + 2);
  o[2] = atomic_flag_test_and_set(f); atomic_flag_clear(f);
}
"""
ORDER_AND_SCOPE = "memory_order_relaxed, memory_scope_device"
GENERIC_STORAGE = 8
OP_TYPE_POINTER, OP_ATOMIC_LOAD, OP_ATOMIC_STORE, OP_FLAG_TEST_AND_SET, OP_FLAG_CLEAR = 32, 227, 228, 318, 319


def generic_atomics(module):
    """The operation codes of the atomic instructions on generic pointers."""
    words = struct.unpack(f"<{len(module) // 4}I", module)
    types, values, found = set(), set(), []
    at = 5
    while at < len(words):
        length, operation = words[at] >> 16, words[at] & 0xFFFF
        operands = words[at + 1:at + length]
        if operation == OP_TYPE_POINTER and operands[1] == GENERIC_STORAGE:
            types.add(operands[0])
        elif operation in (OP_ATOMIC_STORE, OP_FLAG_CLEAR):
            found += [operation] if operands[0] in values else []
        elif operation in ATOMICS or operation in (OP_ATOMIC_LOAD, OP_FLAG_TEST_AND_SET):
            found += [operation] if operands[2] in values else []
        elif len(operands) > 1 and operands[0] in types:
            values.add(operands[1])
        at += length
    return found


def compile_all(clc, source, target, standard, options=(), read=None):
    with temporary_folder() as folder:
        file, package = os.path.join(folder, "atomics.cl"), os.path.join(folder, "out")
        with open(file, "w", encoding="utf-8") as out:
            out.write(source)
        compile(clc, file, f"-cl-std={standard}", *options, targets=[target], output=package, env=environment(CLC_CACHE="0"))
        binary = [name for name in os.listdir(package) if name.endswith(".spv")][0]
        with open(os.path.join(package, binary), "rb") as module:
            return (read or atomics_of)(module.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    clc = os.path.abspath(parser.parse_args().clc)
    rows = list(table())
    source = PRAGMAS + "".join(row[1] for row in rows)
    for target, standard in itertools.product(TARGETS, STANDARDS):
        found = compile_all(clc, source, target, standard)
        for kernel, _, wanted in rows:
            equal(f"{target} -cl-std={standard} {kernel}", found.get(kernel), [wanted])
    for target, standard, option in itertools.product(TARGETS, ("CL2.0", "CL3.0"), ("-O3", "-O0")):
        for source in (PRAGMAS + atomics_of_opencl_2(), CHOSEN):
            found = compile_all(clc, source, target, standard, [option], generic_atomics)
            expect(not found, f"{target} -cl-std={standard} {option}: operations {found} go through generic pointers")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
