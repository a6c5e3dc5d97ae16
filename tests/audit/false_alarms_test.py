#!/usr/bin/env python3
"""What a package has to show, or shows of any source, is no leak for `clc audit`.

- Kernels in the styles of several kinds of projects (innocent/), whose comments, lines, strings and local names equal what has to stay:
  stripped, none leaks for any target.
- Every word in binaries of a kernel that has no names (nameless.cl) may be somebody's name.
- The same kernels with a name planted leak, so that it is not the search that is gone.

usage: false_alarms_test.py --clc PROGRAM --worker PROGRAM [--share K/N]
       --share   2/2: the second of the two ways to strip, and for the next target the first
"""
import argparse
import glob
import os
import re
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, fail, run, share_of, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
TARGETS = ["spirv64:1.2", "spirv32:1.2", "nvptx:sm_90", "cubin:sm_90", "amdgcn:gfx942", "amdgcn:gfx1100", "intel:skl", "driver:pocl"]
RAW = (4, 5, 6)  # kinds of strings whose words nobody takes for names: see protocol/embedded_strings.h


def call(folder, *command, expected=0, **more):
    return run(*command, expected=expected, cwd=folder, timeout=600, env=environment(CLC_CACHE_DIR=os.path.join(folder, "own cache")), **more)


def compiled(clc, folder, files, target, *options):
    """The package, or nothing where this machine cannot make it."""
    done = call(folder, clc, "compile", *files, "-t", target, "-o", "package", *options, expected=None)
    if done.returncode == 0:
        return os.path.join(folder, "package")
    if done.returncode == 4 or "not supported for" in done.stderr:
        return skip(target, done.stderr.strip().splitlines()[0])
    return fail(f"{target}: exit {done.returncode}\n{done.stderr}")


def check_innocent(clc, folder, share):
    files = sorted(glob.glob(os.path.join(HERE, "innocent", "*.cl")))
    which, parts = share
    print(f"share {which + 1}/{parts} of the ways to strip")
    for i, target in enumerate(TARGETS):
        for option in ("--strip", "--strip=arguments")[(i + which) % parts::parts]:
            package = compiled(clc, folder, files, target, option, "-cl-fast-relaxed-math", "-cl-std=CL1.2")
            if not package:
                break
            call(folder, clc, "audit", package, "--source", *files)
            print(f"{target} {option}: no false alarm in {len(files)} sources")


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def words_in(worker, blob):
    """The words in what clc-worker answers about the strings of a file, but for those that only look like words."""
    with open(blob, "rb") as file:
        question = b"\0" + file.read()
    data = run(worker, "--ask", expected=0, input=struct.pack("<Q", len(question)) + question, text=False).stdout
    count, at = number(data, 0)
    words = set()
    for _ in range(count):
        kind, at = data[at], at + 1
        size, at = number(data, at)
        at += size
        size, at = number(data, at)
        if kind not in RAW:
            words |= set(re.findall(rb"[A-Za-z_][A-Za-z0-9_]*", data[at:at + size]))
        at += size
    # As people write names. PoCL's own and numbered parameters nobody does, and some lengths of strings look like words.
    spelt = {word.decode().strip("_") for word in words}
    return {word for word in spelt
            if re.fullmatch(r"[a-z][a-z0-9_]{2,29}|[A-Z][a-z]{2,}", word) and not re.search(r"^pocl_|^tempfile|_param_\d|efghijk|hijklmn|^bcbdeeb$", word)}


def check_words(clc, worker, folder):
    for target in TARGETS:
        package = compiled(clc, folder, [os.path.join(HERE, "nameless.cl")], target, "--strip=arguments")
        if not package:
            continue
        words = set()
        for blob in glob.glob(os.path.join(package, "*")):
            if not blob.endswith(".json"):
                words |= words_in(worker, blob)
        if target != "spirv64:1.2" and target != "spirv32:1.2" and len(words) < 5:
            fail(f"{target}: only {len(words)} words")
        with open(os.path.join(folder, "words.cl"), "w", encoding="utf-8") as file:
            file.writelines(f"int {word};\n" for word in sorted(words))
        call(folder, clc, "audit", package, "--source", "words.cl")
        print(f"{target}: {len(words)} words of the format are no secrets")


def check_planted(clc, folder):
    """A source that has the words of the manifest in other names, and one name that it tells."""
    for source in sorted(glob.glob(os.path.join(HERE, "innocent", "*.cl"))):
        with open(source, encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(folder, "planted.cl"), "w", encoding="utf-8") as file:
            file.write(text.replace("#line 2", "//") + "constant int hidden_table[2] = {1, 2};\nkernel void shows(global int* o) { *o = hidden_table[*o]; }\n")
        for target in ("spirv64:1.2", "nvptx:sm_90", "amdgcn:gfx1100"):
            package = compiled(clc, folder, ["planted.cl"], target, "-g", "-cl-std=CL1.2")
            found = call(folder, clc, "audit", package, "--source", "planted.cl", expected=6).stdout
            for leak in ('name "hidden_table"', 'file name "planted.cl"'):
                if f"leak: {leak}" not in found:
                    fail(f"{source}, {target}: {leak} is not found:\n{found}")
        print(f"{os.path.basename(source)}: what is planted is found")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--worker", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    clc, worker = os.path.realpath(options.clc), os.path.realpath(options.worker)
    with temporary_folder() as folder:
        check_innocent(clc, folder, options.share)
        check_words(clc, worker, folder)
        check_planted(clc, folder)


main()
