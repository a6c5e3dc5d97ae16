#!/usr/bin/env python3
"""clc capture and clc replay: launches of a program are captured on PoCL; replayed there, on an emulated GPU and by Intel's driver they
leave the same memory. A wrong result is found, and stays while the launch is made smaller.

usage: capture_test.py --program FILE --clc FILE
       --program   clc_captured_launches
Exit code 77: PoCL is not here.
"""
import argparse
import array
import glob
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import check, environment, equal, finish, hold, run, run_tests, skip, skip_all, temporary_folder  # noqa: E402
from driver_options import DRIVERS  # noqa: E402

CHIP = "amdgcn:gfx1100"
WRONG = """kernel void fill(global int* out) {
  out[get_global_id(0)] = get_global_id(0) == 200 ? -1 : get_global_id(0) + get_global_offset(0);
}
"""


class Captures:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        self.variables = kept | {"HOME": folder, "POCL_CACHE_DIR": os.path.join(folder, "kcache"), "OCL_ICD_VENDORS": DRIVERS["pocl"],
                                 "CLC_CACHE_DIR": os.path.join(folder, "cache")}
        libexec = os.path.join(os.path.dirname(os.path.realpath(options.clc)), "../libexec/clc")
        self.has_emulator = os.path.exists(os.path.join(libexec, "libclc-emulator.so"))

    def clc(self, *arguments, expected=0, **variables):
        return run(self.options.clc, *arguments, expected=expected, cwd=self.folder, env=self.variables | variables)

    def capture(self, name, *arguments, mode, expected=0):
        return self.clc("capture", "-o", name, *arguments, "--", self.options.program, mode, expected=expected)

    def replays(self, name, *more):
        """Everywhere as recorded."""
        check("as recorded" in self.clc("replay", name, "-t", "driver:pocl", *more).stdout, f"{name} on PoCL")
        if self.has_emulator:
            check("as recorded" in self.clc("replay", name, "-t", CHIP, *more).stdout, f"{name} on {CHIP}")
        else:
            skip(f"{name} on {CHIP}", "the emulator was not built")
        if os.path.exists(DRIVERS["intel"]):
            said = self.clc("replay", name, "-t", "spirv64", *more, OCL_ICD_VENDORS=DRIVERS["intel"]).stdout
            check("as recorded" in said, f"{name} by Intel's driver", said)
        else:
            skip(f"{name} by Intel's driver", "it is not here")

    def test_values(self):
        """Which launch, and arguments of every kind."""
        said = self.capture("scale.clccap", "--kernel", "scale", "--launch", "2", mode="values")
        equal("the program's output", said.stdout, self.printed("values"))
        self.replays("scale.clccap", "--ulp", "2")
        found = json.loads(self.clc("replay", "scale.clccap", "-t", "driver:pocl", "--time", "--format", "json").stdout)
        check(found["equal"] and len(found["nanoseconds"]) == 20, "JSON has the times", str(found))
        said = self.clc("replay", "scale.clccap", "-t", "driver:pocl", "--work-group", "16", expected=6).stdout
        check("argument 1 (out)" in said, "other groups, on which the result depends", said)
        self.capture("fill.clccap", "--kernel", "fill", mode="values")
        self.replays("fill.clccap")
        self.replays("fill.clccap", "--work-group", "32")
        said = self.clc("replay", "fill.clccap", "-t", "driver:pocl", "--work-group", "8x8", expected=2).stderr
        hold("only 1 dimension" in said, f"a group of other dimensions: {said}")
        said = self.capture("none.clccap", "--kernel", "fill", "--launch", "2", mode="values", expected=3).stderr
        hold("did not come to launch 2 of fill; it launched fill (1 time), scale (3 times)" in said, f"what there was: {said}")
        check(not os.path.exists(os.path.join(self.folder, "none.clccap")), "nothing is written")

    def printed(self, mode):
        return run(self.options.program, mode, expected=0, env=self.variables).stdout

    def test_memory(self):
        for mode in ("parts", "images", "shared"):
            self.capture(f"{mode}.clccap", mode=mode)
            self.replays(f"{mode}.clccap", *(["--ulp", "1"] if mode == "images" else []))
        said = self.capture("indirect.clccap", mode="indirect", expected=3).stderr
        check("pointers that are no arguments" in said, "indirect memory is refused", said)
        said = self.capture("freed.clccap", mode="freed", expected=3).stderr
        check("or that was freed" in said, "memory that clEnqueueSVMFree has freed is refused", said)

    def places(self):
        """The targets that kernels with checks, and rounding of another compiler, run on here."""
        if self.has_emulator:
            yield CHIP, {}
        if os.path.exists(DRIVERS["intel"]):
            yield "spirv64", {"OCL_ICD_VENDORS": DRIVERS["intel"]}

    def test_rounding(self):
        """A filter that amplifies rounding: near the exact result, though the compilers' sums differ."""
        self.capture("filter.clccap", mode="filter")
        self.replays("filter.clccap", "--absolute", "1e-3")
        opened = os.path.join(self.folder, "filter")
        self.clc("unpack", "filter.clccap", "-o", opened)
        width, height = 64, 512
        before, after = (array.array("f", open(os.path.join(opened, "memory", name), "rb").read())
                         for name in ("argument-0.before", "argument-1.after"))
        values = json.load(open(glob.glob(os.path.join(opened, "programs/*/*.test.json"))[0], encoding="utf-8"))["tests"][0]["arguments"]
        gain, a, b = (float(value) for value in values[4:])
        worst = 0
        for x in range(width):
            y1 = y2 = 0.0
            for at in range(x, width * height, width):
                y1, y2 = gain * before[at] + a * y1 - b * y2, y1
                worst = max(worst, abs(y1 - after[at]))
        check(worst < 5e-4, "what was recorded is near what doubles give", worst)
        for target, variables in self.places():
            done = self.clc("replay", "filter.clccap", "-t", target, "--relative", "1e-7", expected=None, **variables)
            is_right = re.search(r"\d+ of 32768 elements differ, by up to \S+e-0[5-9], where the largest number is 0\.\d+\n", done.stdout)
            check(is_right if done.returncode == 6 else done.returncode == 0, f"{target}: how much they differ", done.stdout)

    def test_checks(self):
        """A kernel with checks shows a read behind a sub-buffer."""
        self.capture("outside.clccap", mode="outside")
        self.capture("shared.clccap", mode="shared")
        for target, variables in self.places():
            done = self.clc("replay", "outside.clccap", "-t", target, "--sanitize", expected=6, **variables)
            hold("bounds: load of 4 bytes at byte 256 of global 'in', which has 256 bytes (kernel neighbours, item 63 0 0" in done.stdout,
                 f"{target}: the read is reported: {done.stdout}")
            hold("argument 1 (out): 1 of 64 elements differ" in done.stdout, f"the read was left out: {done.stdout}")
            found = json.loads(self.clc("replay", "outside.clccap", "-t", target, "--sanitize=bounds", "--format", "json", expected=6, **variables).stdout)
            equal(f"{target}: JSON has it", [(one["check"], one["global_id"]) for one in found["reports"]], [("bounds", [63, 0, 0])])
            said = self.clc("replay", "shared.clccap", "-t", target, "--sanitize", expected=0, **variables).stdout
            hold("as recorded" in said and "the checks found nothing" in said, f"{target}: shared memory is known: {said}")
        said = self.clc("replay", "shared.clccap", "-t", "driver:pocl", "--sanitize", expected=2).stderr
        check("--sanitize" in said, "a driver that compiles source takes no checks", said)

    def test_wrong(self):
        """A program whose kernel computes something else than what was recorded."""
        folder = os.path.join(self.folder, "opened")
        self.clc("unpack", "fill.clccap", "-o", folder)
        check(os.path.getsize(os.path.join(folder, "memory/argument-0.after")) == 264 * 4, "memory is unpacked")
        self.clc("compile", folder, "-t", "driver:pocl", "-o", "fill.clcpack")
        said = self.clc("test", folder, "--device", "portable").stdout
        check("1 passed, 0 failed" in said, "a test of the launch", said)
        tuned = json.load(open(glob.glob(os.path.join(folder, "programs/*/*.tune.json"))[0], encoding="utf-8"))
        equal("the launch in the tuning file", tuned["launches"], [{"kernel": "fill", "global": [256], "arguments": ["buffer:int:264"]}])
        with open(os.path.join(self.folder, "wrong.cl"), "w", encoding="utf-8") as file:
            file.write(WRONG)
        self.clc("compile", "wrong.cl", "-t", "driver:pocl", "-o", "wrong.clcpack")
        said = self.clc("replay", "fill.clccap", "--package", "wrong.clcpack", expected=6).stdout
        hold(re.search(r"argument 0 \(out\): 1 of 264 elements differ\n  \[200\]  expected 208  found -1", said), f"a difference: {said}")
        for against in [], ["--against", "driver:pocl"]:
            said = self.clc("replay", "--reduce", "fill.clccap", "--package", "wrong.clcpack", "-o", "small.clccap", *against).stderr
            hold("global size 256 became 1, " in said, f"one work-item is left: {said}")
            said = self.clc("replay", "small.clccap", "--package", "wrong.clcpack", expected=6).stdout
            hold(re.search(r"\[200\]  expected \d+  found -1", said), f"it fails as before: {said}")
        check("as recorded" in self.clc("replay", "small.clccap", "-t", "driver:pocl").stdout, "the right kernel leaves what is expected")
        said = self.clc("replay", "--reduce", "fill.clccap", "-t", "driver:pocl", "-o", "none.clccap", expected=2).stderr
        check("nothing to reduce" in said, "a launch that does not fail", said)

    def test_file(self):
        """What it reveals, and damage."""
        said = self.clc("audit", "fill.clccap").stdout
        check("arguments: fill, out" in said and "memory: argument 0 (out): 1056 bytes" in said and "nothing leaks" in said, "audit", said)
        with open(os.path.join(self.folder, "fill.clccap"), "rb") as file:
            whole = file.read()
        self.clc("audit", "images.clccap", USER="sam")  # sampler_t names nobody
        said = self.clc("audit", "images.clccap", USER="neighbours", expected=6).stdout
        check('leak: user name "neighbours"' in said, "a user's name that is a word", said)
        self.clc("unpack", "images.clccap", "-o", os.path.join(self.folder, "pictures"))
        said = self.clc("test", "pictures", "--device", "portable").stdout
        check("1 passed, 0 failed" in said, "a test with images and a sampler", said)
        for at in range(0, len(whole), max(1, len(whole) // 40)):
            with open(os.path.join(self.folder, "damaged.clccap"), "wb") as file:
                file.write(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1:])
            self.clc("audit", "damaged.clccap", expected=3)


    def test_program(self):
        """A program in C, for those without clc."""
        compiler = shutil.which("cc")
        if compiler is None:
            skip("the program in C", "there is no cc")
            return
        for name, is_written in (("scale", True), ("images", True), ("shared", False)):
            folder = os.path.join(self.folder, name + "-c")
            self.clc("unpack", name + ".clccap", "-o", folder)
            source = os.path.join(folder, "launch.c")
            if not is_written:
                check(not os.path.exists(source), f"{name}: arguments that share memory have no such program")
                continue
            run(compiler, "-std=gnu99", "-w", "launch.c", "-lOpenCL", "-lm", "-o", "launch", cwd=folder, expected=0)
            said = run("./launch", "Portable", cwd=folder, env=self.variables, expected=0).stdout
            check(said.endswith("as recorded\n"), f"{name}: the program in C", said)
        memory = os.path.join(self.folder, "scale-c/memory/argument-1.after")
        with open(memory, "r+b") as file:
            file.write(b"\0\0\0\0")
        said = run("./launch", cwd=os.path.join(self.folder, "scale-c"), env=self.variables, expected=1).stdout
        hold("argument 1 (out): 1 of 256 numbers differ, the first at byte 0, by up to" in said, f"a difference: {said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, type=os.path.abspath)
    parser.add_argument("--clc", required=True, type=os.path.abspath)
    options = parser.parse_args()
    if not os.path.exists(DRIVERS["pocl"]):
        skip_all("clc capture", "PoCL is not here")
    with temporary_folder("clc-capture-") as folder:
        captures = Captures(options, folder)
        run_tests([captures.test_values, captures.test_memory, captures.test_rounding, captures.test_checks, captures.test_wrong, captures.test_file, captures.test_program], lambda test: test())
    return finish()


if __name__ == "__main__":
    sys.exit(main())
