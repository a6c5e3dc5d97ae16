#!/usr/bin/env python3
"""A call with hundreds of jobs: it holds few files open and little memory, a Ctrl-C loses what was under way and no more, and a
terminal is told how long it will take. bench/scale measures 10 000 jobs.

usage: scale_test.py --clc PROGRAM
"""
import argparse
import os
import pty
import re
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, hold, succeed, temporary_folder
from clc_testing import compile as compile_kernels

JOBS = 160
PAUSE = 0.02


class Scale:
    def __init__(self, clc, folder):
        self.clc, self.folder = clc, folder
        self.names = [f"k{number}.cl" for number in range(JOBS)]
        for number, name in enumerate(self.names):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(f"kernel void k(global int* x) {{ x[get_global_id(0)] += {number}; }}\n")

    def command(self, *more):
        return [self.clc, "compile", *self.names, "-t", "spirv64", "-j", "2", "-o", "p.clcpack", *more]

    def variables(self, cache):
        return environment("CLC_", CLC_CACHE_DIR=os.path.join(self.folder, cache))

    def cached(self, cache):
        return sum(name.endswith(".artifact") for _, _, names in os.walk(os.path.join(self.folder, cache)) for name in names)

    def test_interrupted(self):
        """What ended before a Ctrl-C is not compiled again, and the package is the one of a call that was let alone."""
        variables = self.variables("interrupted")
        with subprocess.Popen(self.command(), cwd=self.folder, env=variables, stderr=subprocess.DEVNULL) as process:
            most = 0
            while self.cached("interrupted") < JOBS // 4 and process.poll() is None:
                most = max(most, len(os.listdir(f"/proc/{process.pid}/fd")))
                time.sleep(PAUSE)
            with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                memory = int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024
            process.send_signal(signal.SIGINT)
        equal("it ends by the signal", process.returncode, -signal.SIGINT)
        check(not os.path.exists(os.path.join(self.folder, "p.clcpack")), "it writes nothing")
        check(0 < most <= 16, f"file descriptors, whatever the number of jobs: {most}")
        check(memory < 40, f"memory of clc: {memory:.0f} MiB")
        kept = self.cached("interrupted")
        said = succeed(*self.command("-v"), cwd=self.folder, env=variables).stderr
        hold(f" for spirv64:1.2: " in said, f"-v tells of each job: {said[:400]}")
        equal("from the cache", said.count(" from the cache"), kept)
        equal("compiled", len(re.findall(r" after \d+ ms", said)), JOBS - kept)
        compile_kernels(self.clc, *self.names, targets=["spirv64"], output="whole.clcpack", cwd=self.folder, env=self.variables("whole"))
        succeed("cmp", "p.clcpack", "whole.clcpack", cwd=self.folder)
        check(True, "the continued call gives the bytes of one that was let alone")

    def on_terminal(self, cache):
        """What a terminal is shown."""
        ours, theirs = pty.openpty()
        with subprocess.Popen(self.command(), cwd=self.folder, env=self.variables(cache) | {"COLUMNS": "80"}, stderr=theirs) as process:
            os.close(theirs)
            shown = b""
            while True:
                try:
                    read = os.read(ours, 65536)
                except OSError:  # Linux tells the end so
                    break
                if not read:
                    break
                shown += read
        os.close(ours)
        equal("the call on a terminal", process.returncode, 0)
        return shown.decode(errors="replace")

    def test_time_left(self):
        shown = self.on_terminal("terminal")
        left = [int(text) for text in re.findall(r"\] k\d+ spirv64:1\.2, (\d+) s left", shown)]
        check(len(left) > JOBS, f"lines of progress tell the time left: {len(left)}", shown[-400:])
        check(0 <= left[-1] <= 1 and left[-1] <= max(left), f"it ends with none left: {left[-3:]}")
        shown = self.on_terminal("terminal")
        check("left" not in shown and f"{JOBS} from the cache" in shown, "nothing is left when all comes from the cache", shown[-400:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder("clc-scale-") as folder:
        scale = Scale(options.clc, folder)
        scale.test_interrupted()
        scale.test_time_left()
    sys.exit(finish())


main()
