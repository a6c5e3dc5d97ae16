#!/usr/bin/env python3
"""Gives clc sources that are as bad for a compiler as can be. Each call has to end within its limits, with the exit code
that the table says and a message; the sane kernel beside them is built, and what the cache holds afterwards is whole.

usage: robustness_test.py --clc PROGRAM [--only TEXT] [--target TARGET] [-j N]
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, temporary_folder  # noqa: E402

SANE = "kernel void sane(global int* p) { p[get_global_id(0)] += 1; }\n"
# Limits of each job; the shorter time is for what may be given up.
SECONDS, SECONDS_TO_GIVE_UP, MEBIBYTES = 30, 4, 1024
PATIENCE = 6  # how much longer a call may take than its jobs may: machines are busy

DONE, REFUSED, GAVE_UP, LACKING = 0, 1, 5, 7
# Messages of a compiler about its own limits, and of clc when it stops one.
LIMIT = r"longer than allowed|ran out of (time|memory)|out of memory|died of signal"

Case = collections.namedtuple("Case", "name source exits says extension files", defaults=("cl", {}))


def nested(opening, inside, closing, depth):
    return opening * depth + inside + closing * depth


def kernel(body, before=""):
    return f"{before}\nkernel void k(global int* p, int n) {{ {body} }}\n"


def doubling(name, inside, levels):
    """Macros of which each is twice the one before."""
    lines = [f"#define {name}0 {inside}"]
    lines += [f"#define {name}{level} {name}{level - 1} {name}{level - 1}" for level in range(1, levels + 1)]
    return "\n".join(lines)


def cases():
    bytes_of = random.Random(12).randbytes
    yield Case("nothing at all", b"", (DONE,), "")
    yield Case("binary garbage", bytes_of(200000), (REFUSED,), "error")
    yield Case("zeros", b"\0" * 100000, (DONE, REFUSED), "")
    yield Case("an ELF file", pathlib.Path(sys.executable).read_bytes()[:200000], (REFUSED,), "error")
    yield Case("a line of a million characters", "int " + "x" * 1000000 + ";", (DONE, REFUSED), "")
    yield Case("an unclosed comment", "/*" + SANE, (REFUSED,), "unterminated")
    yield Case("an unclosed string", kernel('printf("'), (REFUSED,), "missing terminating|expected")
    yield Case("50 MB of comments", "// nothing\n" * 4700000 + SANE.replace("sane", "big"), (DONE,), "")
    yield Case("50 MB of declarations", "int f(int a, int b, int c);\n" * 1800000, (DONE, GAVE_UP), LIMIT)
    yield Case("50 MB of one expression", kernel("p[0] = n" + " + p[n]" * 7000000 + ";"), (REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("a million tokens from a macro", kernel("A20", doubling("A", "p[n]++;", 20)), (DONE, GAVE_UP), LIMIT)
    yield Case("more tokens than there is memory", kernel("A60", doubling("A", "p[n]++;", 60)), (GAVE_UP,), LIMIT)
    yield Case("a file that includes itself", '#include "hostile.cl"\n', (REFUSED,), "nested too deeply")
    yield Case("files that include each other", '#include "a.h"\n', (REFUSED,), "nested too deeply", "cl",
               {"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n'})
    yield Case("a device as header", '#include "/dev/zero"\n', (REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("a folder as header", '#include "/"\n', (REFUSED,), "error")
    yield Case("100 000 parentheses", kernel("p[0] = " + nested("(", "n", ")", 100000) + ";"), (REFUSED, GAVE_UP), f"nesting level|{LIMIT}")
    yield Case("100 000 unary operators", kernel("p[0] = " + "-~" * 50000 + "n;"), (DONE, REFUSED, GAVE_UP), f"nested more deeply|{LIMIT}")
    yield Case("100 000 braces", kernel(nested("{", "p[0] = n;", "}", 100000)), (REFUSED,), "nesting level")
    yield Case("100 000 brackets", kernel("p" + "[p" * 100000 + "[0]" + "]" * 100000 + " = 0;"), (REFUSED, GAVE_UP),
               f"nesting level|{LIMIT}")
    yield Case("100 000 pointers", kernel("", "typedef int" + "*" * 100000 + " T;"), (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("10 000 else ifs", kernel("".join(f"if (n == {i}) p[{i}] = n; else " for i in range(10000)) + ";"),
               (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("structures in structures", "struct s0 { int a; };" +
               "".join(f"struct s{i + 1} {{ struct s{i} a; struct s{i} b; }};" for i in range(70)) + kernel("struct s70 s;"),
               (REFUSED, GAVE_UP), f"too large|error|{LIMIT}")
    yield Case("templates without end", "template <int N> struct T { static constexpr int v = T<N + 1>::v; };" +
               kernel("p[0] = T<0>::v;"), (REFUSED,), "recursive template", "clcpp")
    yield Case("templates that double", "template <int N, int M> struct T { static constexpr unsigned v = T<N - 1, 2 * M>::v + "
               "T<N - 1, 2 * M + 1>::v; }; template <int M> struct T<0, M> { static constexpr unsigned v = M; };" +
               kernel("p[0] = T<26, 1>::v;"), (GAVE_UP,), LIMIT, "clcpp")
    yield Case("a constant that takes for ever", "constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }" +
               "constant int x = f(90);" + kernel("p[0] = x;"), (DONE, REFUSED, GAVE_UP), "", "clcpp")
    yield Case("an array larger than memory", kernel("int a[1ul << 60]; p[0] = a[n];"), (REFUSED,), "too large")
    yield Case("a private array of 4 GB", kernel("int a[1 << 30]; for (int i = 0; i < n; i++) a[i] = p[i]; p[0] = a[n];"),
               (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("a constant array of 1 GB", kernel("p[0] = a[n];", "constant int a[1 << 28] = {1};"), (DONE, REFUSED, GAVE_UP),
               f"error|{LIMIT}")
    yield Case("local memory of 1 GB", kernel("local int a[1 << 28]; a[n] = n; barrier(CLK_LOCAL_MEM_FENCE); p[0] = a[0];"),
               (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("a vector of a million elements", kernel("", "typedef int T __attribute__((ext_vector_type(1000000)));"),
               (DONE, REFUSED), "")
    yield Case("a vector too large for LLVM", kernel("T a = n; p[0] = a.s0;", "typedef int T __attribute__((ext_vector_type(65536)));"),
               (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}|vector")
    yield Case("a switch of 50 000 cases", kernel("switch (n) {" + "".join(f"case {i * 7}: p[{i % 100}] = {i}; break;"
                                                                           for i in range(50000)) + "}"), (DONE, GAVE_UP), LIMIT)
    yield Case("a kernel of 100 000 statements", kernel("".join(f"p[{i}] += n * {i};" for i in range(100000))), (DONE, GAVE_UP),
               LIMIT)
    yield Case("a kernel of 2 000 arguments", f"kernel void k({', '.join(f'global int* p{i}' for i in range(2000))}) {{ p7[0] = 1; }}",
               (DONE, REFUSED, GAVE_UP), f"error|{LIMIT}")
    yield Case("5 000 kernels", "".join(f"kernel void k{i}(global int* p) {{ p[0] = {i}; }}\n" for i in range(5000)),
               (DONE, GAVE_UP), LIMIT)
    yield Case("recursion", kernel("p[0] = f(n);", "int f(int n) { return n ? f(n - 1) * n : 1; }"), (DONE, REFUSED, GAVE_UP),
               "recurs|error")
    yield Case("an enormous number", kernel(f"p[0] = {'9' * 100000};"), (REFUSED,), "too large")
    yield Case("an enormous exponent", kernel("p[0] = 1e999999999f > 0;"), (DONE, REFUSED), "")
    yield Case("loops unrolled for ever", kernel("\n#pragma unroll\nfor (int i = 0; i < 100000; i++)\n#pragma unroll\n"
                                                 "for (int j = 0; j < 100000; j++) p[i] += p[j] * n;"), (DONE, GAVE_UP), LIMIT)
    yield Case("LLVM aborts", "#pragma clang __debug llvm_fatal_error\n" + SANE, (GAVE_UP,), "crashed")
    yield Case("the compiler crashes", "#pragma clang __debug crash\n" + SANE, (GAVE_UP,), "crashed")
    yield Case("the compiler overflows its stack", "#pragma clang __debug overflow_stack\n" + SANE, (GAVE_UP,), LIMIT)


def seconds_of(case):
    return SECONDS_TO_GIVE_UP if GAVE_UP in case.exits else SECONDS


def wrong_with(options, case, target):
    """Returns what is wrong with how clc takes a source."""
    with temporary_folder("clc-hostile-") as name:
        folder = pathlib.Path(name)
        hostile = f"hostile.{case.extension}"
        (folder / hostile).write_bytes(case.source if isinstance(case.source, bytes) else case.source.encode())
        (folder / "sane.cl").write_text(SANE)
        for path, text in case.files.items():
            (folder / path).write_text(text)
        variables = environment(CLC_CACHE_DIR=f"{name}/cache", TMPDIR=name)

        def clc(*arguments, limit=120):
            start = time.monotonic()
            ran = run(options.clc, *arguments, cwd=folder, env=variables, timeout=limit)
            return ran.returncode, ran.stderr, time.monotonic() - start

        limits = ["--timeout", str(seconds_of(case)), "--memory-limit", str(MEBIBYTES), "-w", "-j1", "-k"]
        try:
            code, message, _ = clc("compile", hostile, "sane.cl", "-t", target, *limits, "-o", "package",
                                   limit=PATIENCE * seconds_of(case) + 60)
        except subprocess.TimeoutExpired:
            return "it does not end"
        exits = (*case.exits, GAVE_UP) if target.startswith("driver:") else case.exits  # drivers die of many things
        code = REFUSED if code == LACKING else code
        if code not in exits:
            return f"exit code {code}, not {exits}: {message[-400:]}"
        if code != DONE and not re.search(f"{case.says}|crashed" if exits != case.exits else case.says, message):
            return f"no /{case.says}/ in {message[-400:]}"
        if len(message) > 200000:
            return f"{len(message)} characters of messages"
        # Variants that failed are not in the package or the cache; the others are, and whole.
        if clc("cache", "verify")[0] or clc("verify", "package")[0]:
            return "the cache or the package is damaged"
        if clc("compile", "sane.cl", "-t", target, "-o", "again")[0]:
            return "the sane kernel does not compile afterwards"
        explained = run(options.clc, "explain", hostile, "-t", target, "-w", cwd=folder, env=variables).stdout
        if (code != DONE) and re.search(r"^hostile.*\bhit\b", explained, re.MULTILINE):
            return f"a failure is in the cache: {explained}"
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clc", required=True, type=os.path.abspath)
    parser.add_argument("--only", default="")
    parser.add_argument("--target", action="append")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    work = [(case, target) for case in cases() if options.only in case.name for target in options.target or ["spirv64"]]

    def timed(item):
        start = time.monotonic()
        return wrong_with(options, *item), time.monotonic() - start

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (case, target), (wrong, seconds) in zip(work, pool.map(timed, work)):
            check(not wrong, f"{case.name} [{target}] {seconds:.1f} s{': ' + wrong if wrong else ''}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
