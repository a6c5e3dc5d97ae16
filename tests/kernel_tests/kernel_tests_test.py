#!/usr/bin/env python3
"""clc test on PoCL and on an emulated GPU: the example, tests of the algorithm set, what the emulator alone finds, the header for other
frameworks, and the plugin for pytest.

usage: kernel_tests_test.py --clc PROGRAM --source DIR --cxx PROGRAM [--share N/M]
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, run, run_tests, share_of, skip, temporary_folder  # noqa: E402

POCL, CHIP = ["--device", "portable computing"], ["--chip", "gfx1100", "--device", "emulated"]
READS_BEYOND = "kernel void k(global const int* a, global int* b) {\n  size_t i = get_global_id(0);\n  b[i] = a[i + 1];\n}\n"
COPY = {"tests": [{"kernel": "k", "sizes": {"N": [1, 8]}, "global": "N", "arguments": ["buffer:int:{N}", "buffer:int:{N}:zeros"],
                   "expected": "k.py:k"}]}
COPY_FUNCTION = "def k(a, b):\n    b[:] = a\n"
PROGRAM = """#include <cstdio>
#include "kernel_tests.h"
int main(int, char** words) {
  for (const KernelTestResult& one : run_kernel_tests(words[1])) std::printf("%s|%s|%s", one.status.c_str(), one.name.c_str(), one.details.c_str());
}
"""


def is_for_some_targets(file):
    with open(file, encoding="utf-8") as tests:
        return all("targets" in one for one in json.load(tests)["tests"])


class Test:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.example = os.path.join(options.source, "docs/examples/tested-kernels")
        self.has_emulator = os.path.exists(os.path.join(os.path.dirname(options.clc), "../libexec/clc/libclc-emulator.so"))

    def write(self, name, contents):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(contents if isinstance(contents, str) else json.dumps(contents))

    def clc(self, *words):
        return run(self.options.clc, "test", *words, cwd=self.folder, timeout=300)

    def chips(self):
        if not self.has_emulator:
            skip("tests on emulated GPUs", "none are installed: script/setup --optional fetches what they are made of")
        return [CHIP] if self.has_emulator else []

    def the_example_passes(self):
        for device in [POCL] + self.chips():
            done = self.clc(self.example, *device)
            check(done.returncode == 0 and "4 passed, 0 failed" in done.stdout, f"the example on {device[-1]}", done.stdout + done.stderr)

    def the_algorithms_pass(self):
        """A share of the test files of the set on each device; `clc test kernels` runs all."""
        files = sorted(glob.glob(f"{self.options.source}/kernels/*/*.test.json"))
        which, parts = share_of(self.options.share)
        # PoCL compiles each kernel again for sizes and offsets of other kinds, which takes most of the time.
        for device, less in [(POCL, 4 if parts > 1 else 1)] + [(chip, 1) for chip in self.chips()]:
            for file in files[which::parts * less]:
                done = self.clc(file, *device)
                name = f"{os.path.basename(file)} on {device[-1]}"
                if done.returncode == 4 and device is POCL and is_for_some_targets(file):
                    skip(name, "all its kernels are for other targets")
                else:
                    check(done.returncode == 0 and ", 0 failed, " in done.stdout, name, done.stdout + done.stderr)

    def an_emulated_gpu_finds_what_gives_no_wrong_result(self):
        self.write("k.cl", READS_BEYOND)
        self.write("k.test.json", COPY)
        self.write("k.py", COPY_FUNCTION)
        for device in self.chips():
            done = self.clc("k.cl", "-g", *device)
            check(done.returncode == 6 and re.search(r"out-of-bounds: .*k\.cl:3: kernel 'k'", done.stdout), "a read behind a buffer",
                  done.stdout + done.stderr)
            check(re.search(r"smallest: with N=1: out-of-bounds: (.*\n)*      a: \[0\]", done.stdout), "the same with simpler contents", done.stdout)

    def a_driver_changes_no_file_beside_its_counters(self):
        """The emulator asks another program, which PATH leads to, for places of the source; it tries to."""
        self.write("k.cl", READS_BEYOND)
        self.write("k.test.json", COPY)
        self.write("k.py", COPY_FUNCTION)
        counts, asked = os.path.join(self.folder, "counts"), os.path.join(self.folder, "asked")
        self.write("asked", f"#!/bin/sh\necho asked >>'{counts}/c.jsonl'\necho planted >'{counts}/planted'\n")
        os.chmod(asked, 0o755)
        for device in self.chips():
            run(self.options.clc, "test", "k.cl", "-g", *device, cwd=self.folder, timeout=300, expected=6,
                env=environment(CLC_EMULATOR_COUNTERS=os.path.join(counts, "c.jsonl"), CLC_EMULATOR_SYMBOLIZER="asked",
                                PATH=self.folder + os.pathsep + os.environ["PATH"]))
            with open(os.path.join(counts, "c.jsonl"), encoding="utf-8") as file:
                check("asked\n" in file.read(), "the other program runs")
            equal("the files beside the counters", os.listdir(counts), ["c.jsonl"])

    def a_package_without_the_device_skips(self):
        self.write("k.cl", READS_BEYOND)
        self.write("k.test.json", COPY)
        self.write("k.py", COPY_FUNCTION)
        run(self.options.clc, "compile", "k.cl", "-t", "nvptx:sm_90", "-o", "k.clcpack", cwd=self.folder, expected=0)
        done = self.clc("k.cl", "--package", "k.clcpack", *POCL)
        check(done.returncode == 4 and "0 passed, 0 failed, 1 skipped" in done.stdout, "a package for another device", done.stdout)

    def a_program_of_tests_gets_the_results(self):
        self.write("main.cpp", PROGRAM)
        run(self.options.cxx, "-std=c++17", "-Wall", "-Werror", f"-I{self.example}", "main.cpp", "-o", "main", cwd=self.folder, expected=0)
        command = f"'{self.options.clc}' test '{self.example}' --device 'portable computing' --filter "
        good = run("./main", command + "hand", cwd=self.folder).stdout
        check(good.startswith("passed|blur: numbers by hand on ") and good.count("|") == 2, "one that passes", good)
        bad = run("./main", command + "hand --chips", cwd=self.folder).stdout
        check(bad.startswith("failed|") and "unknown option --chips" in bad, "a command that is wrong", bad)

    def pytest_collects_test_files(self):
        if subprocess.run([sys.executable, "-c", "import pytest"], capture_output=True, check=False).returncode != 0:
            skip("the plugin for pytest", "pytest is missing")
            return
        shutil.copytree(self.example, f"{self.folder}/example")
        variables = environment(CLC_PREFIX=os.path.dirname(os.path.dirname(self.options.clc)), PYTHONPATH=f"{self.options.source}/python")
        done = run(sys.executable, "-B", "-m", "pytest", "-q", "-p", "clc_opencl.pytest_plugin", "-p", "no:cacheprovider",
                   "--clc-test=--device=portable computing", "example", cwd=self.folder, env=variables, timeout=300)
        check("4 passed" in done.stdout, "the example by pytest", done.stdout + done.stderr)
        self.write("k.cl", "kernel void k(global const int* a, global int* b) { b[get_global_id(0)] = a[get_global_id(0)]; }\n")
        self.write("k.test.json", {"tests": [dict(COPY["tests"][0], name=name) for name in ("one", "one more", "another")]})
        self.write("k.py", "open('calls', 'a').write('x')\n" + COPY_FUNCTION)
        done = run(sys.executable, "-B", "-m", "pytest", "-q", "-p", "clc_opencl.pytest_plugin", "-p", "no:cacheprovider", "-k", "one",
                   "--clc-test=--device=portable computing", "k.test.json", cwd=self.folder, env=variables, timeout=300)
        check("2 passed, 1 deselected" in done.stdout, "two of three tests by pytest", done.stdout + done.stderr)
        with open(os.path.join(self.folder, "calls"), encoding="utf-8") as calls:
            equal("calls of clc test for them", len(calls.read()), 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in "clc", "source", "cxx":
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    options.clc, options.source = os.path.abspath(options.clc), os.path.abspath(options.source)

    def call(test):
        with temporary_folder("clc-kernel-tests-") as folder:
            test(Test(options, folder))

    run_tests([Test.the_example_passes, Test.the_algorithms_pass, Test.an_emulated_gpu_finds_what_gives_no_wrong_result,
               Test.a_driver_changes_no_file_beside_its_counters, Test.a_package_without_the_device_skips,
               Test.a_program_of_tests_gets_the_results, Test.pytest_collects_test_files], call)
    sys.exit(finish())


if __name__ == "__main__":
    main()
