#!/usr/bin/env python3
"""Every builtin that takes a pointer with each kind of pointer: into each memory, and generic ones, of which the code
tells where they point or does not.

usage: pointers.py --clc PROGRAM --compare PROGRAM [--share K/N] [--kinds NAME,…] [--keep FOLDER]

On the driver that CLC_IL_VENDORS names the kernels compute the same from packages of SPIR-V 1.2 and 1.4 as from source,
by its own compiler (clc_compare_kernels). With --keep the kernels stay in a folder.
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, run, share_of, skip_all, temporary_folder  # noqa: E402

TARGETS = ("spirv64:1.2", "spirv64:1.4")
FLOAT_ATOMICS = ",SPV_EXT_shader_atomic_float_add,SPV_EXT_shader_atomic_float_min_max"
ITEMS, GROUP = 48, 16
WIDTHS = (1, 2, 3, 4, 8, 16)
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
BITS = {name: name for name in INTEGERS} | {"half": "ushort", "float": "uint", "double": "ulong", "bool": ""}
# A pointer to an item's own element: into each memory; generic, where the code tells of which; chosen, where it does
# not; and passed to a function that stays one.
KINDS = {
    "global": "global {0}* p = in_global;",
    "local": "local {0}* p = in_local;",
    "private": "private {0}* p = in_private;",
    "known_global": "{0}* p = in_global;",
    "known_local": "{0}* p = in_local;",
    "known_private": "{0}* p = in_private;",
    "chosen": "{0}* p = (i & 1) ? ({0}*)in_local : ({0}*)in_global;",
    "chosen_of_three": "{0}* p = i % 3 == 0 ? ({0}*)in_local : i % 3 == 1 ? ({0}*)in_private : ({0}*)in_global;",
    "passed": "{0}* p = ({0}*)passed((i & 1) ? (void*)in_local : (void*)in_global);",
}
# An atomic object in private memory is one that a function of a program may be given all the same.
ATOMIC_KINDS = tuple(name for name in KINDS if name != "private")
RELAXED, RELAXED_ORDERS = "memory_order_relaxed", "memory_order_relaxed, memory_order_relaxed"


def vector(type_, width):
    return type_ if width == 1 else f"{type_}{width}"


class Kernel:
    """A kernel that keeps results, a column for each number, of its share of what could be in it."""

    def __init__(self, kind, share):
        self.kind, self.share, self.seen, self.body, self.columns = kind, share, 0, [], 0

    def add(self, pointee, statement, kept):
        """A block in which `p` points to the item's own memory; `kept` are types, widths and expressions."""
        self.seen += 1
        if self.seen % self.share[1] != self.share[0]:
            return
        self.body.append(
            f"{{ global {pointee}* in_global = (global {pointee}*)(cells + i * 32); local {pointee}* in_local = "
            f"(local {pointee}*)(tile + l * 32); ulong own[32] = {{0}}; private {pointee}* in_private = (private {pointee}*)own; "
            f"for (int j = 0; j < 32; ++j) cells[i * 32 + j] = tile[l * 32 + j] = own[j] = 0; {KINDS[self.kind].format(pointee)}")
        self.body.append(statement)
        for type_, width, expression in kept:
            lanes = [""] if width == 1 else [f".s{lane:x}" for lane in range(width)]
            self.body.append(f"{{ {vector(type_, width)} y = {expression};")
            for lane in lanes:
                value = f"as_{BITS[type_]}(y{lane})" if BITS[type_] else f"y{lane}"
                self.body.append(f"r[{self.columns}] = (ulong){value};")
                self.columns += 1
            self.body.append("}")
        self.body.append("}")

    def text(self):
        return "\n".join([
            "// options: -cl-std=CL3.0", f"// global: {ITEMS}", f"// local: {GROUP}",
            f"// argument: results {ITEMS * self.columns}", f"// argument: results {ITEMS * 32}", "// argument: input 512",
            "#pragma OPENCL EXTENSION cl_khr_fp16 : enable", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
            "__attribute__((noinline)) void* passed(void* p) { return p; }",
            "kernel void entry(global ulong* results, global ulong* cells, constant ulong* table) {",
            f"local ulong tile[{32 * GROUP}]; const size_t i = get_global_id(0), l = get_local_id(0);",
            f"global ulong* r = results + {self.columns} * i;", *self.body, "}", ""])


def forms(name, arguments, order="memory_order_acq_rel", orders=1):
    """Calls of an atomic function with each number of arguments."""
    relaxed = ", ".join([RELAXED] * orders)
    yield f"{name}({arguments})"
    yield f"{name}_explicit({arguments}, {relaxed})"
    yield f"{name}_explicit({arguments}, {relaxed}, memory_scope_device)"
    yield f"{name}_explicit({arguments}, {order}, memory_scope_work_group)"


def atomics(kind, share):
    kernel = Kernel(kind, share)
    for type_ in ("int", "uint", "long", "ulong", "float", "double"):
        object_, start = f"volatile atomic_{type_}", f"atomic_init(p, ({type_})(i + 3));"
        held = (type_, 1, "atomic_load(p)")
        for call in forms("atomic_load", "p", "memory_order_acquire"):
            kernel.add(object_, start, [(type_, 1, call)])
        for call in forms("atomic_store", f"p, ({type_})7", "memory_order_release"):
            kernel.add(object_, f"{start} {call};", [held])
        names = ["exchange", "fetch_add", "fetch_sub", "fetch_min", "fetch_max"]
        names += [] if type_ in ("float", "double") else ["fetch_or", "fetch_xor", "fetch_and"]
        for name in names:
            for call in forms(f"atomic_{name}", f"p, ({type_})21"):
                kernel.add(object_, start, [(type_, 1, call), held])
        for strength in ("strong", "weak"):
            for call in forms(f"atomic_compare_exchange_{strength}", f"p, e, ({type_})99",
                              "memory_order_acq_rel, memory_order_acquire", 2):
                # Pointers to what is expected are of all kinds, too.
                expected = f"{KINDS[kind].split('*')[0].format(type_)}* e = ({KINDS[kind].split('*')[0].format(type_)}*)(p + 8);"
                kernel.add(object_, f"{start} {expected} *e = ({type_})((i & 2) ? i + 3 : 1);",
                           [("bool", 1, call), held, (type_, 1, "*e")])
    for name in ("intptr_t", "uintptr_t", "size_t", "ptrdiff_t"):
        for operation in ("fetch_add", "fetch_sub", "exchange"):
            kernel.add(f"volatile atomic_{name}", f"atomic_init(p, ({name})(i + 3));",
                       [("long", 1, f"(long)atomic_{operation}(p, (ptrdiff_t)5)"), ("long", 1, "(long)atomic_load(p)")])
    for clear in forms("atomic_flag_clear", "p", "memory_order_release"):
        for call in forms("atomic_flag_test_and_set", "p"):
            kernel.add("volatile atomic_flag", f"{clear};", [("bool", 1, call), ("bool", 1, call)])
    return kernel


def second_results(kind, share):
    """Functions that write a second result to where a pointer points."""
    kernel = Kernel(kind, share)
    for type_ in ("half", "float", "double"):
        for width in WIDTHS:
            float_, int_ = vector(type_, width), vector("int", width)
            argument = f"({float_})(({type_})i * ({type_})0.375 + ({type_})0.625)"  # exact, whether contracted or not
            for name in ("fract", "modf", "sincos"):
                kernel.add(float_, "", [(type_, width, f"{name}({argument}, p)"), (type_, width, "*p")])
            for name, more in (("frexp", ""), ("lgamma_r", ""), ("remquo", f", ({float_})({type_})1.3")):
                kernel.add(int_, "", [(type_, width, f"{name}({argument}{more}, p)"), ("int", width, "*p")])
    return kernel


def vectors(kind, share):
    """Loads and stores of vectors, of halves too."""
    kernel = Kernel(kind, share)
    for type_ in (*INTEGERS, "half", "float", "double"):
        for width in WIDTHS:
            whole = vector(type_, width)
            if width > 1:
                kernel.add(type_, f"vstore{width}(({whole})(({type_})(i + 2)), 0, p + 1); p[2] = ({type_})5;",
                           [(type_, width, f"vload{width}(0, p + 1)"), (type_, width, f"vload{width}(1, p)")])
    for width in WIDTHS:
        suffix = "" if width == 1 else str(width)
        for type_ in ("float", "double"):
            value = f"({vector(type_, width)})(({type_})i * ({type_})0.37)"
            for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
                kernel.add("half", f"vstore_half{suffix}{mode}({value}, 1, p);",
                           [("float", width, f"vload_half{suffix}(1, p)")])
                if width > 1:
                    kernel.add("half", f"vstorea_half{suffix}{mode}({value}, 1, p);",
                               [("float", width, f"vloada_half{suffix}(1, p)")])
    return kernel


def only_one_memory(share):
    """Loads of constants, and hints, which have no generic form."""
    kernel = Kernel("global", share)
    for type_ in (*INTEGERS, "half", "float", "double"):
        for width in WIDTHS:
            kernel.add(vector(type_, width), "prefetch(p, 2);", [(type_, width, "*p")])
            if width > 1:
                kernel.add(type_, "", [(type_, width, f"vload{width}(1, (constant {type_}*)table + (i & 7))")])
    for width in WIDTHS:
        suffix = "" if width == 1 else str(width)
        for name in ("vload_half",) if width == 1 else ("vload_half", "vloada_half"):
            kernel.add("half", "", [("float", width, f"{name}{suffix}(i & 7, (constant half*)table)")])
    return kernel


def kernels(share, kinds):
    """(name, extensions, text)"""
    yield "only_one_memory", "", only_one_memory(share).text()
    for kind in kinds:
        if kind in ATOMIC_KINDS:
            yield f"atomics_{kind}", FLOAT_ATOMICS, atomics(kind, share).text()
        yield f"second_{kind}", "", second_results(kind, share).text()
        yield f"vectors_{kind}", "", vectors(kind, share).text()


def compare(clc, program, folder, found, target):
    packages = []
    for extensions in sorted({extensions for _, extensions, _ in found}):
        files = [os.path.join(folder, f"{name}.cl") for name, wanted, _ in found if wanted == extensions]
        packages.append(os.path.join(folder, f"part{len(packages)}-{target.replace(':', '-')}"))
        compile(clc, *files, "-cl-std=CL3.0", "-w", output=packages[-1], targets=[target + extensions])
    whole = os.path.join(folder, f"all-{target.replace(':', '-')}")
    run(clc, "link", *packages, "-o", whole, expected=0)
    names = [name for name, _, _ in found]
    done = run(program, "--sources", folder, "--package", whole, *names,
               env=environment(OCL_ICD_VENDORS=os.environ["CLC_IL_VENDORS"], CL_CONFIG_CPU_VECTORIZER_MODE="1"))
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines() if not line.startswith("begin "))
    for name in names:
        expect(said.get(name, "").startswith("same "), f"{name} for {target}: {said.get(name, 'the driver died')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if not os.environ.get("CLC_IL_VENDORS"):
        skip_all("pointers of each kind on a device", "CLC_IL_VENDORS names no driver that takes SPIR-V (script/setup --optional)")
    with temporary_folder() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        found = list(kernels(arguments.share, arguments.kinds.split(",")))
        for name, _, text in found:
            with open(os.path.join(folder, f"{name}.cl"), "w", encoding="utf-8") as file:
                file.write(text)
        for target in TARGETS:
            compare(os.path.abspath(arguments.clc), arguments.compare, folder, found, target)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
