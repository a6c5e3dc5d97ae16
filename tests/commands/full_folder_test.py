#!/usr/bin/env python3
"""A driver that finds no room for its files says that the kernel is wrong; clc has to know better.

usage: full_folder_test.py --clc PROGRAM
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip_all, temporary_folder  # noqa: E402

# A small disk, full, that only this process and its children see.
SMALL = """mount -t tmpfs -o size=64k none "$TMPDIR" && (head -c 100k /dev/zero > "$TMPDIR/rest"; true) && exec "$@" """


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    namespace = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or run(*namespace, "true").returncode != 0:
        skip_all("a full disk", "no mount namespaces here")
    if not os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        skip_all("a driver on a full disk", "PoCL is not installed")
    with temporary_folder("clc-full-") as folder:
        small = os.path.join(folder, "small")
        os.mkdir(small)
        for name, text in ("good.cl", "kernel void k(global int* o) { *o = 1; }\n"), ("bad.cl", "kernel void k( {\n"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        for name, is_full, code, said in (("good.cl", False, 0, ""), ("good.cl", True, 5, "TMPDIR"), ("bad.cl", False, 1, "bad.cl:1"),
                                          ("bad.cl", True, 1, "bad.cl:1")):
            command = [os.path.abspath(options.clc), "compile", name, "-t", "driver:pocl", "-o", "p.clcpack"]
            command = [*namespace, "sh", "-c", SMALL, "sh", *command] if is_full else command
            done = run(*command, cwd=folder, env=environment(CLC_CACHE="0", TMPDIR=small), timeout=300)
            check(done.returncode == code and said in done.stderr, f"{name}, full: {is_full}",
                  f"exit {done.returncode}, not {code}, or it lacks {said!r}\n{done.stderr}")
    sys.exit(finish())


main()
