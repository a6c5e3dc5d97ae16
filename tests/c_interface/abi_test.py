#!/usr/bin/env python3
"""Programs that were built with the C interface of an earlier version go on running: holds the header against the one of that version,
clc_runtime_1.h, by abidiff, and what libclc-runtime.so exports against the header.

A function that is added is added to exports.map, under a version of its own where CLC_1 has been shipped, and then to clc_runtime_1.h
by `abi_test.py --source DIR --update`.

usage: abi_test.py --source DIR [--compiler C --library LIBRARY | --update]
"""
import argparse
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, finish, output_of, run, skip, succeed, temporary_folder  # noqa: E402

REFERENCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clc_runtime_1.h")
FUNCTION = re.compile(r"^(?:const )?\w+[ *]+(clc_\w+)\([^;{]*\);", re.MULTILINE)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def without_comments(header):
    lines = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL).splitlines()
    return "\n".join(line.rstrip() for line in lines if line.strip()) + "\n"


def library_of(options, folder, name, header):
    """A library with functions of this header that do nothing: what abidiff sees is their types, and exports.map's versions."""
    path = os.path.join(folder, name)
    with open(path + ".c", "w", encoding="utf-8") as file:
        file.write(header)
        for found in FUNCTION.finditer(header):
            is_void = found.group().startswith("void ")
            file.write(found.group().rstrip(";") + ("{}\n" if is_void else "{ return 0; }\n"))
    exports = os.path.join(options.source, "runtime/c_interface/exports.map")
    succeed(options.compiler, "-g", "-gdwarf-4", "-w", "-shared", "-fPIC", f"-Wl,--version-script={exports}", "-o", path + ".so", path + ".c")
    return path + ".so"


def exported(library):
    lines = output_of("nm", "-D", "--defined-only", library).splitlines()
    return {line.split()[-1] for line in lines if " T " in line}, [line for line in lines if " T " not in line and " A " not in line]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--compiler")
    parser.add_argument("--library")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    header = without_comments(read(options.source, "runtime/c_interface/include/clc_runtime.h"))
    if options.update:
        with open(REFERENCE, "w", encoding="utf-8") as file:
            file.write(header)
        return 0
    declared = set(FUNCTION.findall(header))
    names, others = exported(options.library)
    check(names == {f"{name}@@CLC_1" for name in declared} and len(declared) > 20 and not others,
          "the library exports what the header declares, under CLC_1, and nothing else", (sorted(names), others, sorted(declared)))
    if not shutil.which("abidiff"):
        skip("abidiff", "abigail-tools is not installed")
        return finish()
    with temporary_folder() as folder:
        before, now = library_of(options, folder, "before", read(REFERENCE)), library_of(options, folder, "now", header)
        done = run("abidiff", before, now, merged=True)
        check(done.returncode == 0, "the header means to programs what it did", done.stdout)
        for what, text, other in (("a narrower member", "uint64_t hits;", "uint32_t hits;"),
                                  ("another number", "CLC_ERROR_DAMAGED = 3", "CLC_ERROR_DAMAGED = 9"),
                                  ("another parameter", "clc_package_verify(const clc_package* package)", "clc_package_verify(int package)")):
            planted = header.replace(text, other)
            check(planted != header and run("abidiff", before, library_of(options, folder, "planted", planted)).returncode != 0,
                  f"abidiff finds {what}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
