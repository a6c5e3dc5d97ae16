#!/usr/bin/env python3
"""A driver that finds no room for its files says that the kernel is wrong; clc has to know better.

usage: full_folder_test.py --clc PROGRAM
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

# A small disk, full, that only this process and its children see.
SMALL = """mount -t tmpfs -o size=64k none "$TMPDIR" && (head -c 100k /dev/zero > "$TMPDIR/rest"; true) && exec "$@" """


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    namespace = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode != 0:
        print("SKIP: a full disk: no mount namespaces here")
        sys.exit(77)
    if not os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        print("SKIP: a driver on a full disk: PoCL is not installed")
        sys.exit(77)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="clc-full-") as folder:
        small = os.path.join(folder, "small")
        os.mkdir(small)
        for name, text in ("good.cl", "kernel void k(global int* o) { *o = 1; }\n"), ("bad.cl", "kernel void k( {\n"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        environment = {**os.environ, "CLC_CACHE": "0", "TMPDIR": small}
        for name, is_full, code, said in (("good.cl", False, 0, ""), ("good.cl", True, 5, "TMPDIR"), ("bad.cl", False, 1, "bad.cl:1"),
                                          ("bad.cl", True, 1, "bad.cl:1")):
            command = [os.path.abspath(options.clc), "compile", name, "-t", "driver:pocl", "-o", "p.clcpack"]
            command = [*namespace, "sh", "-c", SMALL, "sh", *command] if is_full else command
            run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)
            if run.returncode != code or said not in run.stderr:
                failed += 1
                print(f"FAILED  {name}, full: {is_full}: exit {run.returncode}, not {code}, or it lacks {said!r}\n{run.stderr}")
    sys.exit(1 if failed else 0)


main()
