#!/usr/bin/env python3
"""Builds programs of others, runs each by `clc run --sanitize`, and prints what is reported.

usage: foreign_programs.py --clc PROGRAM --foreign FOLDER [--vendors FOLDER] [--seconds N] [--only WORD]
       --foreign  where the repositories of foreign_programs.txt are
       --vendors  the drivers: OCL_ICD_VENDORS; default: those of the system
       --seconds  for a program, at most (default: 120)
Prints a line for each program: how it ended, and how many of its builds clc compiled with checks. Exit code 1: something is reported.
"""
import argparse
import os
import re
import string
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
from clc_testing import environment, run, temporary_folder  # noqa: E402

COMPILERS = {"AMD": "cp *.cl $(dirname $PROGRAM) && c++ -w -O1 -std=c++98 -fpermissive -I../../include/SDKUtil",
             "BOOST": "c++ -w -O1 -DBOOST_COMPUTE_MAX_CL_VERSION=102 -I../include",
             "EXERCISE": "cc -w -O1 -DDEVICE=CL_DEVICE_TYPE_CPU -I../../C_common",
             "RODINIA": "c++ -w -O1 -std=c++11 -fpermissive -I../util",
             "POLYBENCH": "cc -w -O1 -DMINI_DATASET -DOPENCL_DEVICE_SELECTION=CL_DEVICE_TYPE_CPU -I../../utilities -I../../../utilities"}
REPORT = re.compile(r"(?:bounds|uninitialised|race|barrier|arithmetic): .*|.*not checked.*")


def programs(folder):
    repository = ""
    with open(os.path.join(HERE, "foreign_programs.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("repository "):
                repository = line.split("/")[1].strip()
            elif not line.startswith("#"):
                name, at, build, words = (part.strip() for part in line.split("|"))
                yield name, os.path.join(folder, repository, at), build, words


def main():
    parser = argparse.ArgumentParser()
    for name, is_required in (("--clc", True), ("--foreign", True), ("--vendors", False), ("--only", False)):
        parser.add_argument(name, required=is_required, default="")
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    found = False
    with temporary_folder(own_cache=True) as temporary:
        for name, folder, build, words in programs(options.foreign):
            if options.only not in name:
                continue
            os.mkdir(os.path.join(temporary, name))
            variables = environment(PROGRAM=os.path.join(temporary, name, name),
                                    **({"OCL_ICD_VENDORS": os.path.abspath(options.vendors)} if options.vendors else {}))
            built = run("sh", "-c", f"{string.Template(build).safe_substitute(COMPILERS)} -o $PROGRAM -lOpenCL -lm", cwd=folder, env=variables, expected=None)
            if built.returncode != 0:
                print(f"{name}: is not built: {built.stderr[-300:]}")
                continue
            try:
                done = run("sh", "-c", f"exec {os.path.abspath(options.clc)} run --sanitize -- {words}", cwd=folder, env=variables, expected=None,
                           timeout=options.seconds)
                ended, said = f"exit code {done.returncode}", done.stderr
            except subprocess.TimeoutExpired as late:
                ended, said = f"over {options.seconds} s", (late.stderr or b"").decode(errors="replace")
            reports = [line for line in said.splitlines() if REPORT.search(line)]
            compiled = re.search(r"[0-9]+ compiled by clc", said)
            print(f"{name}: {ended}, {compiled.group(0) if compiled else 'no summary'}, {len(reports)} reports", *reports, sep="\n  ", flush=True)
            found |= bool(reports)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
