#!/usr/bin/env python3
"""Ctrl-C and SIGTERM end clc and clrun while they wait for what does not come: a silent standard input, a pipe that nobody
opens, or that nobody reads.

usage: interrupts_test.py --clc PROGRAM [--clrun PROGRAM]
What refuses such a file at once (exit code 2 or 3) is good, too. A program that is hit before it waits ends as well, so that the
test cannot fail by bad timing.
"""
import argparse
import os
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, temporary_folder  # noqa: E402

CLC_CASES = [
    ["compile", "-", "-t", "spirv64", "-o", "p"], ["compile", "pipe", "-t", "spirv64", "-o", "p"],
    ["compile", "a.cl", "-include", "pipe", "-t", "spirv64", "-o", "p"], ["compile", "a.cl", "-t", "spirv64", "-o", "out.clcpack"],
    ["compile", "a.cl", "-t", "spirv64", "-o", "p", "--add-on-of", "pipe.clcpack"],
    ["compile", "a.cl", "-t", "spirv64", "-o", "p", "-MD", "-MF", "pipe"],
    ["explain", "pipe", "-t", "spirv64"], ["explain", "-", "-t", "spirv64"],
    ["inspect", "-"], ["inspect", "pipe.clcpack"], ["verify", "-"], ["verify", "pipe.clcpack"],
    ["verify", "good.clcpack", "--key", "pipe"], ["sign", "good.clcpack", "--key", "pipe"], ["sign", "pipe.clcpack", "--key", "pipe"],
    ["link", "pipe.clcpack", "good.clcpack", "-o", "p"], ["disasm", "pipe.clcpack"], ["disasm", "-"], ["report", "pipe.clcpack"],
    ["check", "pipe.clcpack", "--no-spills"], ["check", "good.clcpack", "--budget", "pipe"], ["diff", "pipe.clcpack", "good.clcpack"],
    ["audit", "pipe.clcpack"], ["audit", "good.clcpack", "--source", "pipe"], ["unpack", "pipe.clcpack", "-o", "u"],
    ["embed", "pipe.clcpack", "-o", "e.c"], ["embed", "good.clcpack", "-o", "pipe"], ["header", "pipe.clcpack", "-o", "h.h"],
    ["header", "good.clcpack", "-o", "pipe"], ["inspect", "folder"], ["replay", "pipe.clcpack"],
]
CLRUN_CASES = [["list", "--package", "pipe.clcpack"], ["verify", "vecadd", "--package", "pipe.clcpack"],
               ["list", "--package", "folder"], ["run", "image_rotate", "--input", "pipe", "--output", "o.png"]]


def is_waiting(process):
    """True when it sleeps now."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "S"
    except OSError:
        return False


def interrupted(command, folder, number, variables):
    """Returns what is wrong with how the command ends by the signal."""
    process = subprocess.Popen(command, cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, start_new_session=True)
    seen = 0
    deadline = time.monotonic() + 60
    while process.poll() is None and seen < 10 and time.monotonic() < deadline:
        seen = seen + 1 if is_waiting(process.pid) else 0
        time.sleep(0.01)
    process.send_signal(number)
    try:
        code = process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return "does not end"
    finally:
        process.stdin.close()
        errors = process.stderr.read().decode(errors="replace")
        process.stderr.close()
    return "" if code in (-number, 2, 3) else f"exit code {code}: {errors}"


def left(folder):
    """Files that calls left behind, here or in the folder for temporary ones."""
    found = []
    for top, _, names in os.walk(folder):
        found += [os.path.join(top, name) for name in names if name.startswith(".clc-tmp-")]
    temporary = os.path.join(folder, "tmp")
    return found + [os.path.join(temporary, name) for name in os.listdir(temporary)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun")
    options = parser.parse_args()
    with temporary_folder("clc-interrupts-") as folder:
        variables = environment(CLC_CACHE_DIR=os.path.join(folder, "cache"), TMPDIR=os.path.join(folder, "tmp"))
        for name in ("tmp", "folder"):
            os.mkdir(os.path.join(folder, name))
        for name in ("pipe", "pipe.clcpack", "out.clcpack", "folder/manifest.clc.json"):
            os.mkfifo(os.path.join(folder, name))
        with open(os.path.join(folder, "a.cl"), "w", encoding="utf-8") as file:
            file.write("kernel void k(global int* o) { o[0] = 1; }\n")
        compile(options.clc, "a.cl", targets=["spirv64"], output="good.clcpack", cwd=folder, env=variables)
        cases = [[options.clc, *case] for case in CLC_CASES]
        if options.clrun:
            cases += [[options.clrun, *case] for case in CLRUN_CASES]
        for case in cases:
            for number in (signal.SIGINT, signal.SIGTERM):
                problem = interrupted(case, folder, number, variables)
                expect(not problem, f"{' '.join(case[1:])}, {number.name}: {problem}")
        expect(not left(folder), f"left behind: {left(folder)}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
