#!/usr/bin/env python3
"""Programs that bring an OpenCL loader of their own, which knows no layers: `clc run` and `clc record` say what to do, and `clc run
--replace-loader` takes the system's loader in its place.

usage: layer_loader_test.py --program FILE --clc FILE --driver pocl|intel
       --program   clc_build_many, whose RUNPATH is its own folder
Exit code 77: the driver or a loader that knows layers is not here.
"""
import argparse
import json
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, finish, hold, output_of, run, skip_all, temporary_folder  # noqa: E402
from driver_options import DRIVERS, parse_options  # noqa: E402



def loader_of(program):
    lines = [line for line in output_of("ldd", program).splitlines() if "libOpenCL.so.1" in line]
    return lines[0].split("=>")[1].split()[0] if lines else ""


class Trial:
    def __init__(self, options, base):
        self.options, self.base = options, base
        self.package = os.path.join(base, "package")

    def run(self, command, *words, expected=0, **more):
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD", "LD_")
        variables = {**kept, "HOME": self.base, "OCL_ICD_VENDORS": DRIVERS[self.options.driver], "POCL_CACHE_DIR": self.base + "/kcache", **more}
        return run(self.options.clc, command, *words, env=variables, expected=expected)

    def start(self, program, *words, **more):
        done = self.run("run", "--package", self.package, *words, "--", program, "serial", "1", "1", **more)
        equal("the right number", json.loads(done.stdout)["right"], 1)
        return done.stderr


def check_file_beside(trial, program, text):
    """A loader beside the program that looks for no variable, as those did that knew no layers yet."""
    with open(os.path.join(os.path.dirname(program), "libOpenCL.so.1"), "wb") as file:
        file.write(text.replace(b"OPENCL_LAYERS", b"OPENCL_LAXERS"))
    said = trial.start(program)
    hold("knows no layers" in said and "--replace-loader" in said, f"clc run says what to do:\n{said}")
    recording = os.path.join(trial.base, "recording")
    said = trial.run("record", "-o", recording, "--", program, "serial", "1", "1").stderr
    hold("--replace-loader" in said, f"clc record says what to do:\n{said}")
    said = trial.start(program, "--replace-loader")
    hold("1 build" in said, f"the layer sees what the program builds with the system's loader:\n{said}")
    said = trial.start(program, "--replace-loader", LD_PRELOAD="libm.so.6")
    hold("1 build" in said, f"the same with something else that is preloaded:\n{said}")


def check_part_of_program(trial):
    program = os.path.join(trial.base, "whole")
    shutil.copy("/bin/true", program)
    said = trial.run("run", "--package", trial.package, "--", program).stderr
    hold("used no OpenCL" in said, f"a program without OpenCL:\n{said}")
    with open(program, "ab") as file:
        file.write(b"\0/etc/OpenCL/vendors\0")
    said = trial.run("run", "--package", trial.package, "--", program).stderr
    hold("is a part of" in said and "libOpenCL.so.1" in said, f"a loader that is a part of the program:\n{said}")


def main():
    options = parse_options(argparse.ArgumentParser(), "--program", "--clc")
    loader = loader_of(options.program)
    with open(loader, "rb") as file:
        text = file.read()
    if b"OPENCL_LAYERS" not in text:
        skip_all(f"{loader} knows no layers")
    with temporary_folder() as base:
        trial = Trial(options, base)
        with open(os.path.join(base, "k.cl"), "w", encoding="utf-8") as file:
            file.write("kernel void other() {}\n")
        trial.run("compile", os.path.join(base, "k.cl"), "-t", "spirv64", "-o", trial.package)
        program = os.path.join(base, "application", "program")
        os.mkdir(os.path.dirname(program))
        shutil.copy(options.program, program)
        check_file_beside(trial, program, text)
        check_part_of_program(trial)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
