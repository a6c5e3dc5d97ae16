#!/usr/bin/env python3
"""Calls that want the same at once: one compiles, and the others wait for it and find it in the cache.

usage: at_once.py --clc PROGRAM --fake FOLDER [TEST…]
The stand-in for clc-worker writes a line for each compilation, and goes on when a file is there.
"""
import os
import random
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import equal, hold  # noqa: E402

from workspace import run_in_workspaces  # noqa: E402

COUNT = 6
SETTLED = 0.4  # seconds in which all calls have come as far as they can
OCLOC = """#!/bin/sh
if [ $1 = query ]; then printf 22.1 > $2; exit; fi
if [ $2 = --help ]; then echo '<device_type> can be: skl, dg2, version or'; exit 1; fi
sleep 1
printf '\\177ELF%60s' '' > out
"""


class Calls:
    """Calls of clc compile that go on at the same time, each with an output of its own."""

    def __init__(self, work, fake, mode="facts"):
        self.work, self.log, self.gate = work, work.path("log"), work.path("gate")
        self.environment = work.environment | {"FAKE_WORKER": mode, "FAKE_WORKER_LOG": self.log, "FAKE_WORKER_WAITS_FOR": self.gate}
        if fake:
            self.environment["CLC_LIBEXEC_DIR"] = fake
        self.calls = []
        work.write("k.cl", "kernel void k(global int* o) {}\n")
        work.write("h.h", "")  # the stand-in reads it

    def start(self, *arguments, count=1, **variables):
        for _ in range(count):
            command = [self.work.clc, "compile", *(arguments or ("k.cl", "-t", "spirv64")), "-v", "-o", f"p{len(self.calls)}"]
            self.calls.append(subprocess.Popen(command, cwd=self.work.folder, env=self.environment | variables, text=True,
                                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT))

    def compilations(self):
        if not os.path.exists(self.log):
            return 0
        with open(self.log, encoding="utf-8") as file:
            return len(file.readlines())

    def wait_for(self, count):
        """Until as many compilations have begun; then a moment more."""
        end = time.monotonic() + 20
        while self.compilations() < count and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(SETTLED)
        equal("compilations that have begun", self.compilations(), count)

    def open(self):
        self.work.write("gate", "")

    def codes(self):
        self.texts = [call.communicate(timeout=50)[0] for call in self.calls]
        return [call.returncode for call in self.calls]

    def hits(self):
        return sum("from the cache" in text for text in self.texts)


def one_compiles(work, fake):
    calls = Calls(work, fake)
    calls.start(count=COUNT)
    calls.wait_for(1)
    calls.open()
    equal("ends", calls.codes(), [0] * COUNT)
    equal("compilations", calls.compilations(), 1)
    equal("hits", calls.hits(), COUNT - 1)
    hold(all(work.package(f"p{i}") == work.package("p0") for i in range(COUNT)), "the packages differ")


def one_that_is_killed_gives_way(work, fake):
    """To all that waited, which do not wait for each other again."""
    calls = Calls(work, fake)
    calls.start()
    calls.wait_for(1)
    calls.start(count=COUNT - 1)
    calls.wait_for(1)
    calls.calls[0].send_signal(signal.SIGKILL)
    calls.wait_for(COUNT)
    calls.open()
    equal("ends", calls.codes(), [-signal.SIGKILL] + [0] * (COUNT - 1))


def one_that_fails_gives_way(work, fake):
    calls = Calls(work, fake)
    calls.start(FAKE_WORKER="fail")
    calls.wait_for(1)
    calls.start(count=COUNT - 1)
    calls.open()
    equal("ends", calls.codes(), [1] + [0] * (COUNT - 1))
    hold("no such thing" in calls.texts[0], f"the first says: {calls.texts[0]}")


def each_that_fails_says_so(work, fake):
    calls = Calls(work, fake, "fail")
    calls.start(count=COUNT)
    calls.wait_for(1)
    calls.open()
    equal("ends", calls.codes(), [1] * COUNT)
    hold(all("no such thing" in text for text in calls.texts), f"they say: {calls.texts}")


def a_worker_that_dies_gives_way(work, fake):
    calls = Calls(work, fake)
    calls.start(FAKE_WORKER="die")
    calls.wait_for(1)
    calls.start(count=COUNT - 1)
    calls.open()
    equal("ends", calls.codes(), [5] + [0] * (COUNT - 1))


def others_are_not_waited_for(work, fake):
    """A call goes on with what nobody else makes, even one job at a time."""
    calls = Calls(work, fake)
    work.write("other.cl", "kernel void o() {}\n")
    calls.start()
    calls.wait_for(1)
    calls.start("k.cl", "other.cl", "-t", "spirv64", "-j1")
    calls.wait_for(2)
    calls.open()
    equal("ends", calls.codes(), [0, 0])
    equal("compilations", calls.compilations(), 2)


def files_in_any_order(work, fake):
    calls = Calls(work, fake)
    files = [f"{name}.cl" for name in "abcdefgh"]
    for file in files:
        work.write(file, f"kernel void {file[0]}() {{}}\n")
    numbers = random.Random(1)
    for _ in range(COUNT):
        calls.start(*numbers.sample(files, len(files)), "-t", "spirv64", "-t", "nvptx:sm_90", f"-j{numbers.randint(1, 3)}")
    calls.open()
    equal("ends", calls.codes(), [0] * COUNT)
    equal("compilations", calls.compilations(), 2 * len(files))


def final_steps(work):
    calls = Calls(work, None)
    work.write("ocloc", OCLOC)
    os.chmod(work.path("ocloc"), 0o755)
    calls.start("k.cl", "-t", "intel:dg2", "--tool", "ocloc=" + work.path("ocloc"), count=COUNT)
    equal("ends", calls.codes(), [0] * COUNT)
    equal("hits", calls.hits(), COUNT - 1)
    hold(all(work.package(f"p{i}") == work.package("p0") for i in range(COUNT)), "the packages differ")


def without_a_cache_each_compiles(work, fake):
    calls = Calls(work, fake)
    calls.start(count=2, CLC_CACHE="0")
    calls.wait_for(2)
    calls.open()
    equal("ends", calls.codes(), [0, 0])


def without_locks_each_compiles(work, fake):
    calls = Calls(work, fake)
    os.makedirs(os.path.join(work.cache, "v1/locks"))  # a folder in the place of the file
    calls.start(count=2)
    calls.wait_for(2)
    calls.open()
    equal("ends", calls.codes(), [0, 0])


if __name__ == "__main__":
    sys.exit(run_in_workspaces(__doc__, globals()))
