#!/usr/bin/env python3
"""Gives clc texts that are no kernels: valid ones with a few words changed, type errors, binary garbage. Each has to end in
a diagnostic (or compile, where the change did no harm), within the limits, and harm no other job of the call.

usage: invalid.py --clc PROGRAM --seeds FIRST-LAST [-t TARGET…] [--keep FOLDER] [-j N]
       invalid.py SEED                     prints one text
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, run, temporary_folder  # noqa: E402

import generate
from differential import seed_range

TOGETHER = 10  # texts in a call of clc
TARGETS = ("spirv64", "nvptx:sm_90", "amdgcn:gfx90a")
SANE = "kernel void sane(global int* p) { p[get_global_id(0)] += 1; }\n"
WORDS = ("", ";", "{", "}", "(", ")", "[", "]", ",", "*", "&", "=", "0", "1", "int", "float4", "struct", "local", "global",
         "constant", "kernel", "return", "goto", "switch", "case 1:", "for", "sizeof", "typedef", "union", "half", "double",
         "image2d_t", "sampler_t", "event_t", "pipe", "queue_t", "bool", "void", "atomic_int", "__attribute__", "#define",
         "#include", "#if", "#endif", "barrier", "vload16", "convert_uchar3", "as_long4", ".s0123", ".xyzw", "...", "->",
         "\"", "'", "\\", "0x", "1e400", "99999999999999999999999", "// ", "/*", "\0", "\xff", "asm", "__builtin_trap")
STATEMENTS = ("int e = (float4)(1.0f);", "undeclared = 1;", "local int e = 3;", "global int* e = (local int*)0; *e = 1;",
              "float4 e = (float4)(1, 2);", "int4 e; e.s4 = 1;", "int4 e; e.xx = 1;", "get_global_id();", "barrier();",
              "int e[-1];", "int e[flag];", "void* e; *e;", "struct none e;", "event_t e = 1;", "image2d_t e;",
              "goto nowhere;", "continue;", "case 3:;", "int e = shuffle((int4)1, (int4)1);", "entry(1);", "results = 0;",
              "constant int e = flag;", "int e = sizeof(int[1ul << 62]);", "char e[1ul << 40]; e[flag] = 1;", "return 1;",
              "int (*e)(int) = 0; e(1);", "uint16 e = vload17(0, shared);", "float e = as_float((short)1);",
              "atomic_add(results, 1.0);", "select(1, 2, 3.0f);", "int e = 1 / 0; switch (e) { case 1: case 1:; }")
CRASH = re.compile(r"(m\d+\.cl): error: .*(?:crashed|longer than allowed)")
TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)


def mutant(rng, text):
    tokens = TOKEN.findall(text)
    for _ in range(rng.randrange(1, 6)):
        place, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        kind = rng.randrange(7)
        if kind == 0:
            del tokens[place]
        elif kind == 1:
            tokens.insert(place, rng.choice(WORDS))
        elif kind == 2:
            tokens[place] = rng.choice(WORDS)
        elif kind == 3:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif kind == 4:
            tokens[place:place] = tokens[other:other + rng.randrange(40)]
        elif kind == 5:
            tokens[place] = tokens[other]
        elif rng.random() < 0.2:
            del tokens[place:]
        if not tokens:
            break
    return "".join(tokens).encode("latin-1")


def text_of(seed):
    rng = random.Random(f"invalid {seed}")
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randbytes(rng.choice((1, 10, 1000, 100000)))
    if kind == 1:
        text = SANE.encode()
        place = rng.randrange(len(text))
        return text[:place] + rng.randbytes(rng.randrange(1, 200)) + text[place:]
    text = generate.Program(seed).render()
    if kind < 4:
        lines = text.split("\n")
        inside = [i for i, line in enumerate(lines) if re.search(r"// \d+$", line)]
        if inside:
            lines.insert(rng.choice(inside) + 1, rng.choice(STATEMENTS))
        return "\n".join(lines).encode()
    return mutant(rng, text)


def wrong_with(options, seeds):
    """Returns what is wrong with how clc takes the texts of these seeds."""
    with temporary_folder("clc-invalid-") as name:
        folder = pathlib.Path(name)
        (folder / "sane.cl").write_text(SANE)
        for seed in seeds:
            (folder / f"m{seed}.cl").write_bytes(text_of(seed))
        command = [options.clc, "compile", "sane.cl", *[f"m{seed}.cl" for seed in seeds], "-k", "-w", "-j1", "--timeout", "60"]
        command += [word for target in options.target for word in ("-t", target)] + ["-o", "package"]
        try:
            ran = run(*command, cwd=folder, timeout=60 * len(seeds) * len(options.target), env=environment(CLC_CACHE="0"))
        except subprocess.TimeoutExpired:
            return [f"seeds {seeds}: clc does not end"]
        message = ran.stderr
        wrong = [line for line in message.splitlines() if CRASH.match(line)]
        if ran.returncode not in (0, 1, 5, 7) and not wrong:
            wrong = [f"seeds {seeds}: exit code {ran.returncode}: {message[-300:]}"]
        listed = run(options.clc, "inspect", "package", cwd=folder)
        if listed.stdout.count("module sane") != 1 or "missing: sane" in listed.stdout:
            why = "\n".join(line for line in message.splitlines() if line.startswith("sane.cl: "))
            wrong.append(f"seeds {seeds}: the sane kernel beside them was not built: {why or message[-300:]}")
        if wrong and options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            for seed in seeds:
                if any(f"m{seed}.cl" in line for line in wrong):
                    (options.keep / f"m{seed}.cl").write_bytes(text_of(seed))
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", nargs="?", type=int)
    parser.add_argument("--clc", type=os.path.abspath)
    parser.add_argument("--seeds", type=seed_range)
    parser.add_argument("-t", "--target", action="append", default=[], help="instead of " + ", ".join(TARGETS))
    parser.add_argument("--keep", type=pathlib.Path, help="where texts that make the compiler crash are kept")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.seed is not None:
        sys.stdout.buffer.write(text_of(options.seed))
        return 0
    options.target = options.target or list(TARGETS)
    seeds = list(options.seeds)
    groups = [seeds[i:i + TOGETHER] for i in range(0, len(seeds), TOGETHER)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for wrong in pool.map(lambda group: wrong_with(options, group), groups):
            expect(not wrong, "\n".join(wrong))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
