#!/usr/bin/env python3
"""clc warm: what it keeps for a recording and for a package is what applications find, once it is done there is nothing left to do, and
what an interruption left over is done by the next call.

usage: warm_test.py --program FILE --clc FILE --driver pocl|intel
       --program   clc_build_once
Exit code 77: the driver is not here.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import check, compile, environment, equal, finish, hold, run, skip, skip_all, temporary_folder  # noqa: E402  # pylint: disable=redefined-builtin
from driver_options import DRIVERS, first_device  # noqa: E402

SOURCES = {
    "header.cl": '#include "add.h"\nkernel void k(global int* x) { x[0] = VALUE + ADD; }\n',
    "plain.cl": "kernel void k(global int* x) { x[0] = VALUE * 2; }\n",
    "place/add.h": "#define ADD 5\n",
}
# How the application is started, and what it prints. Its folder of headers is written as it likes to.
USES = (("build", "header.cl", "-DVALUE=3 -IPLACE -cl-mad-enable"), 8), (("link", "plain.cl", "  -DVALUE=4"), 8), \
    (("build", "plain.cl", "-DVALUE=5"), 10)


class Warm:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        for name, text in SOURCES.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        self.variables = kept | {"HOME": folder, "POCL_CACHE_DIR": os.path.join(folder, "kcache"), "OCL_ICD_VENDORS": DRIVERS[options.driver],
                                 "CLC_CACHE_DIR": os.path.join(folder, "cache")}
        self.layer = os.path.join(os.path.dirname(os.path.realpath(options.clc)), "../libexec/clc/libclc-layer.so")

    def clc(self, *arguments, expected=0, **variables):
        return run(self.options.clc, *arguments, expected=expected, cwd=self.folder, env=self.variables | variables)

    def application(self, use):
        mode, source, given = use
        return [self.options.program, mode, os.path.join(self.folder, source), given.replace("PLACE", os.path.join(self.folder, "place"))]

    def cached(self, use):
        """What the application prints when only the cache may answer."""
        more = {"OPENCL_LAYERS": self.layer, "CLC_LAYER_ON_MISS": "cache"}
        return run(*self.application(use), cwd=self.folder, env=self.variables | more).stdout.strip()

    def warm(self, *arguments, expected=0, **variables):
        """How many were compiled, and how many were there."""
        said = self.clc("warm", *arguments, expected=expected, **variables).stderr
        numbers = re.search(r": (\d+) compiled, (\d+) in the cache before", said)
        hold(numbers, f"clc warm says what it did: {said}")
        return int(numbers[1]), int(numbers[2])

    def counters(self):
        stats = self.clc("cache", "stats").stdout
        return [int(re.search(rf"(?m)^{name} +(\d+)", stats)[1]) for name in ("hits", "misses")]

    def forget(self):
        shutil.rmtree(os.path.join(self.folder, "cache"), ignore_errors=True)

    def record(self):
        for use, printed in USES:
            said = self.clc("record", "-o", "recording", "--append", "-q", "--", *self.application(use)).stdout
            if "error" in said:
                skip_all(f"clc warm with {self.options.driver}", said.strip())
            equal("the application prints", int(said), printed)

    def test_recording(self):
        check(all("error" in self.cached(use) for use, _ in USES), "an empty cache answers nothing")
        equal("the first call", self.warm("recording"), (3, 0))
        equal("the second one", self.warm("recording", "-j", "1"), (0, 3))
        for use, printed in USES:
            equal(f"from the cache: {use}", self.cached(use), str(printed))
        equal("with another setting of a driver", self.warm("recording", OCL_TRIED="1"), (3, 0))

    def test_interrupted(self):
        self.forget()
        command = [self.options.clc, "warm", "recording", "-j", "1"]
        with subprocess.Popen(command, cwd=self.folder, env=self.variables, stderr=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + 60
            while not self.has_program() and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
        check(process.returncode in (-signal.SIGINT, 0), f"Ctrl-C ends it: {process.returncode}")
        made, were_there = self.warm("recording")
        check(were_there >= 1 and made + were_there == 3, f"the next call does what is left: {made} of 3")

    def has_program(self):
        return any(name.endswith(".program") for _, _, names in os.walk(os.path.join(self.folder, "cache")) for name in names)

    def test_damaged(self):
        """A program whose files changed is left out; the others are made."""
        damaged = os.path.join(self.folder, "damaged")
        shutil.copytree(os.path.join(self.folder, "recording"), damaged)
        with open(os.path.join(damaged, "programs", sorted(os.listdir(os.path.join(damaged, "programs")))[0], "k.cl"), "a", encoding="utf-8") as file:
            file.write("\n")
        self.forget()
        equal("with a damaged program", self.warm("damaged", expected=3), (2, 0))

    def test_package(self):
        for target, name in ("nvptx:sm_90", "none.clcpack"), ("spirv64", "p.clcpack"):
            compile(self.options.clc, "recording", targets=[target], output=name, cwd=self.folder, env=self.variables)
        equal("a package without anything for the device", self.warm("none.clcpack"), (0, 0))
        if not first_device(self.options.clc, DRIVERS[self.options.driver])["il_version"]:
            skip("clc warm for SPIR-V", "the driver takes none")
            return
        made, were_there = self.warm("p.clcpack")
        equal("modules of a package", made + were_there, 3)
        equal("the second call for it", self.warm("p.clcpack"), (0, 3))
        hits, misses = self.counters()
        use, printed = USES[2]
        said = self.clc("run", "-p", "p.clcpack", "--on-miss", "fail", "-q", "--", *self.application(use)).stdout
        equal("served from the package", int(said), printed)
        equal("hits and misses of that", self.counters(), [hits + 1, misses])

    def test_plain_package(self):
        """A package of a plain source serves nobody, which the miss says."""
        compile(self.options.clc, "plain.cl", "-DVALUE=5", targets=["spirv64"], output="plain.clcpack", cwd=self.folder, env=self.variables)
        done = run(self.options.clc, "run", "-p", "plain.clcpack", "--on-miss", "fail", "--", *self.application(USES[2][0]), cwd=self.folder,
                   env=self.variables)
        check("no package was made of a recording" in done.stderr, "why nothing is served", done.stderr)

    def test_errors(self):
        for arguments, variables, code, words in (
                (["recording", "--device", "nobody"], {}, 4, "no device's name contains 'nobody'"),
                (["recording"], {"CLC_CACHE": "0"}, 3, "no cache to fill"),
                (["recording"], {"CLC_CACHE_DIR": "/etc/passwd"}, 3, "there is no cache to fill: "),
                (["nowhere"], {}, 3, "nowhere"),
                ([], {}, 2, "RECORDING|PACKAGE")):
            said = self.clc("warm", *arguments, expected=code, **variables).stderr
            check(words in said, f"clc warm {arguments} with {variables}", said)


def main():
    parser = argparse.ArgumentParser()
    for name in "program", "clc":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--driver", choices=DRIVERS, required=True)
    options = parser.parse_args()
    if not os.path.exists(DRIVERS[options.driver]):
        skip_all(f"clc warm with {options.driver}", "the driver is not here")
    with temporary_folder("clc-warm-") as folder:
        warm = Warm(options, folder)
        warm.record()
        for test in warm.test_recording, warm.test_interrupted, warm.test_damaged, warm.test_package, warm.test_plain_package, warm.test_errors:
            test()
    sys.exit(finish())


main()
