#!/usr/bin/env python3
"""Tests `clc watch`: a command runs again when a source, a header or a new file changes, also after an error, and not for
what it writes itself.

usage: watch_test.py --clc PROGRAM
"""
import argparse
import os
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, run, temporary_folder  # noqa: E402

PATIENCE = 60


class Watched:
    """A command that is run again and again; `rounds` are the exit codes that were told."""

    def __init__(self, clc, folder, *words):
        self.log = os.path.join(folder, "watch.log")
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([clc, "watch", *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env=environment(CLC_CACHE_DIR=os.path.join(folder, "cache")), start_new_session=True)

    def rounds(self):
        with open(self.log, encoding="utf-8") as log:
            return [int(line.split("exit code ")[1].split(";")[0]) for line in log if "exit code " in line and "waiting" in line]

    def wait_for(self, what, codes):
        end = time.monotonic() + PATIENCE
        while self.rounds() != codes and time.monotonic() < end:
            time.sleep(0.05)
        equal(what, self.rounds(), codes)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def test(clc, folder):
    write(folder, "src/k.cl", '#include "h.h"\nkernel void k(global int* a) { *a = N; }\n')
    write(folder, "inc/deep/other.txt", "")
    write(folder, "inc/h.h", "#define N 1\n")
    watched = Watched(clc, folder, "compile", "src/k.cl", "-Iinc", "-t", "nvptx:sm_90", "-o", "src/p", "-MD", "-MF", "src/p.d")
    watched.wait_for("the first run", [0])
    write(folder, "inc/h.h", "#define N nothing\n")
    watched.wait_for("a header that is wrong now", [0, 1])
    write(folder, "inc/h.h", "#define N 2\n")
    watched.wait_for("a header that was mended", [0, 1, 0])
    write(folder, "inc/deep/other.txt", "x")
    write(folder, "src/k.cl", '#include "h.h"\n#include "deep/new.h"\nkernel void k(global int* a) { *a = N + M; }\n')
    watched.wait_for("a source whose header is missing", [0, 1, 0, 1])
    write(folder, "inc/deep/new.h", "#define M 40\n")
    watched.wait_for("a header that appeared", [0, 1, 0, 1, 0])
    time.sleep(0.5)
    equal("what it wrote itself runs nothing", watched.rounds(), [0, 1, 0, 1, 0])
    shown = run(clc, "disasm", "src/p", cwd=folder).stdout
    check("42" in shown, "the package is the newest", shown)
    os.killpg(watched.process.pid, signal.SIGINT)
    equal("Ctrl-C ends it", watched.process.wait(PATIENCE), -signal.SIGINT)
    os.mkfifo(os.path.join(folder, "pipe.cl"))
    waiting = Watched(clc, folder, "compile", "pipe.cl", "-t", "spirv64", "-o", "q")
    time.sleep(0.5)
    os.killpg(waiting.process.pid, signal.SIGINT)
    check(waiting.process.wait(PATIENCE) in (-signal.SIGINT, 128 + signal.SIGINT), "Ctrl-C while the command runs ends both")
    wrong = run(clc, "watch", "compile", "src/k.cl", cwd=folder)
    check(wrong.returncode == 2 and "waiting" not in wrong.stderr, "a command line that no save mends ends it", wrong)
    wrong = run(clc, "watch", "compile", "src/k.cl", "-t", "spirv46", "-o", "q", cwd=folder, timeout=PATIENCE)
    check(wrong.returncode == 4 and "waiting" not in wrong.stderr, "a target that no save mends ends it", wrong)
    for words, said in ((["compile", "gone.cl"], "gone.cl does not exist"), (["compile"], "names no source"), ([], "name the command"), (["--wrong"], "--wrong")):
        done = run(clc, "watch", *words, cwd=folder)
        check(done.returncode == 2 and said in done.stderr, f"clc watch {' '.join(words)}", done)


def what_goes_returns(clc, folder):
    """A source or a folder that is away for a moment, as while an editor saves or git switches, is waited for."""
    write(folder, "src/k.cl", '#include "h.h"\nkernel void k(global int* a) { *a = N; }\n')
    write(folder, "inc/h.h", "#define N 1\n")
    watched = Watched(clc, folder, "compile", "src/k.cl", "-Iinc", "-t", "nvptx:sm_90", "-o", "p")
    codes = [0]
    watched.wait_for("the first run with a folder of headers", codes)
    for what, path, code in ("only source", "src/k.cl", 3), ("folder of headers", "inc", 1), ("folder of sources", "src", 3):
        path = os.path.join(folder, path)
        os.rename(path, path + ".away")
        codes.append(code)
        watched.wait_for(f"the {what} goes", codes)
        os.rename(path + ".away", path)
        codes.append(0)
        watched.wait_for(f"the {what} returns", codes)
    write(folder, "beside.cl", "kernel void k() {}")
    time.sleep(0.5)
    equal("a source beside a folder that is watched runs nothing", watched.rounds(), codes)
    os.killpg(watched.process.pid, signal.SIGINT)
    watched.process.wait(PATIENCE)
    alone = Watched(clc, folder, "compile", "beside.cl", "-t", "nvptx:sm_90", "-o", "q")
    alone.wait_for("a source without -I", [0])
    os.remove(os.path.join(folder, "beside.cl"))
    alone.wait_for("it goes", [0, 3])
    write(folder, "beside.cl", "kernel void k() {}")
    alone.wait_for("it returns", [0, 3, 0])
    os.killpg(alone.process.pid, signal.SIGINT)
    alone.process.wait(PATIENCE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        test(options.clc, folder)
    with temporary_folder() as folder:
        what_goes_returns(options.clc, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
