#!/usr/bin/env python3
"""Compiles the cases of misuse/: each must fail with the message in its first line, and nothing else wrong in it, when
WRONG is defined, and compile without a warning when it is not. And the header alone, in both languages that it is for.
What the cases include is compiled once for each compiler; a case that defines macros before it is compiled as a whole.

usage: misuse_test.py --generated FOLDER --include FOLDER… [--share K/N] CASE…
       --share   one of N parts of the cases, with other compilers; 1/2: each case by one compiler
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, fail, finish, run, share_of, temporary_folder  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
COMPILERS = [name for name in ("g++", "clang++-22") if shutil.which(name)]


def compiled(compiler, standard, options, arguments):
    includes = [flag for folder in options.include for flag in ("-I", folder)]
    return run(compiler, f"-std={standard}", "-DCL_TARGET_OPENCL_VERSION=300", *WARNINGS, *includes, *arguments,
               env=environment(LC_ALL="C"), timeout=300)


def precompiled(compiler, options, folder):
    """The arguments by which a case includes case.h in the compiler's own form."""
    header = os.path.join(folder, compiler + ".h")
    with open(header, "w", encoding="utf-8") as file:
        file.write('#include "case.h"\n')
    form = header + (".gch" if compiler == "g++" else ".pch")
    done = compiled(compiler, "c++17", options, ["-x", "c++-header", header, "-o", form])
    if done.returncode != 0:
        fail(f"case.h with {compiler}:\n{done.stderr[-2000:]}")
    return ["-Winvalid-pch", "-include", header] if compiler == "g++" else ["-include-pch", form]


def check_case(path, compiler, options):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    expected = re.match(r"// expect: (.*)\n", text).group(1)
    included = [] if "#define" in text.split('#include "case.h"')[0] else options.precompiled[compiler]
    arguments = ["-fsyntax-only", *included, path]
    right = compiled(compiler, "c++17", options, arguments)
    if right.returncode != 0:
        return f"does not compile:\n{right.stderr[-2000:]}"
    wrong = compiled(compiler, "c++17", options, ["-DWRONG", *arguments])
    if wrong.returncode == 0:
        return "compiles with WRONG"
    errors = [line for line in wrong.stderr.splitlines() if " error: " in line]
    if not any(expected in line for line in errors):
        return f"none of its errors is: {expected}\n{wrong.stderr[-2000:]}"
    noise = [line for line in errors if "static assertion failed" not in line]
    return "has other errors, too:\n" + "\n".join(noise) if noise else ""


def check_header(compiler, standard, options):
    header = os.path.join(options.generated, "launch_tests.h")
    done = compiled(compiler, standard, options, ["-fsyntax-only", "-x", "c++", "-include", header, os.devnull])
    return done.stderr[-2000:] if done.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--generated", required=True)
    parser.add_argument("--include", nargs="+", required=True)
    parser.add_argument("--share", default="1/1")
    parser.add_argument("cases", nargs="+")
    options = parser.parse_args()
    options.include.append(options.generated)

    which, parts = share_of(options.share)
    jobs = [(os.path.basename(case), check_case, case, compiler) for i, case in enumerate(options.cases)
            for j, compiler in enumerate(COMPILERS) if (i + j) % parts == which]
    jobs += [(f"the header as {standard}", check_header, compiler, standard)
             for standard in ("c++17", "c++20") for compiler in COMPILERS]
    with temporary_folder() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        options.precompiled = {compiler: precompiled(compiler, options, folder) for compiler in COMPILERS}
        results = pool.map(lambda job: job[1](job[2], job[3], options), jobs)
        for (name, _, *arguments), problem in zip(jobs, results):
            expect(not problem, f"{name}, {' '.join(map(os.path.basename, arguments))}: {problem}")
    print(f"share {options.share}, compilers: {', '.join(COMPILERS)}")
    sys.exit(finish())


main()
