#!/usr/bin/env python3
"""A program that lies in another folder at each start, as an AppImage does: it hits the cache and its package all the same, unless
what is compiled can tell the folder.

usage: layer_moved_test.py --program FILE --layer FILE --clc FILE --driver pocl|intel [--briefly]
       --program   clc_build_once
       --briefly   without the cases in which drivers hardly differ
Exit code 77: the driver is not here.
"""
import argparse
import itertools
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import compile, environment, equal, finish, hold, run, temporary_folder  # noqa: E402  # pylint: disable=redefined-builtin
from driver_options import DRIVERS, parse_options  # noqa: E402

TARGETS = {"pocl": "driver:pocl", "intel": "spirv64"}
KERNEL = "\nkernel void k(global int* x) { x[0] = VALUE; }\n"
STRING = "#define S_(x) #x\n#define S(x) S_(x)\n"


class Application:
    """A program with its kernels, which starts from a folder of its own each time."""

    numbers = itertools.count()

    def __init__(self, options, base):
        self.options, self.base = options, os.path.join(base, str(next(self.numbers)))
        self.places = 0
        os.makedirs(self.base)

    def place(self):
        """A new folder, whose name is one letter longer than that of the last one."""
        self.places += 1
        return os.path.join(self.base, "mount" + "X" * self.places)

    def variables(self, **more):
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        home = os.path.join(self.base, "home")
        shutil.rmtree(home, ignore_errors=True)
        return {**kept, "HOME": home, "POCL_CACHE_DIR": os.path.join(home, "kcache"), "OCL_ICD_VENDORS": DRIVERS[self.options.driver],
                "CLC_CACHE_DIR": os.path.join(self.base, "cache"), "CLC_LAYER_LOG": os.path.join(self.base, "log"), **more}

    def command(self, place, files, options, mode):
        shutil.rmtree(place, ignore_errors=True)
        for name, text in files.items():
            path = os.path.join(place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        program = os.path.join(place, "program")
        shutil.copy(self.options.program, program)
        return [program, mode, os.path.join(place, "k.cl"), options.replace("PLACE", place)]

    def start(self, place, files, options, mode="build", layer=True):
        """What it prints, and from where its last program came."""
        more = {"OPENCL_LAYERS": self.options.layer} if layer else {}
        done = run(*self.command(place, files, options, mode), env=self.variables(**more), cwd=self.base, timeout=300)
        if not layer:
            return done.stdout, ""
        with open(os.path.join(self.base, "log"), encoding="utf-8") as file:
            lines = [line for line in file.read().splitlines() if ": program " in line]
        return done.stdout, lines[-1].split(": ")[2].split(" ")[0]


def check_moves(options, base, what, files, words, wanted, mode="build", again="cache"):
    """Starts at two places: the same answers as without the layer, and the first start serves the second."""
    application = Application(options, base)
    for turn, served in enumerate(("driver", again)):
        place = application.place()
        answer, by = application.start(place, files, words, mode)
        plain = wanted or application.start(place, files, words, mode, layer=False)[0]
        equal(f"{what}: its answer in start {turn}", answer, plain)
        equal(f"{what}: who served start {turn}", by, served)
    return application, place


def check_cache(options, base):
    header = {"k.cl": '#include "a/a.h"\n' + KERNEL, "inc/a/a.h": '#include "b.h"\n', "inc/a/b.h": "#define VALUE 1\n"}
    application, place = check_moves(options, base, "headers", header, "-I PLACE/nowhere -I PLACE/inc/ -DA", "1\n")
    changed = {**header, "inc/a/b.h": "#define VALUE 2\n"}
    equal("a changed header", application.start(application.place(), changed, "-I PLACE/nowhere -I PLACE/inc/ -DA"), ("2\n", "driver"))
    appears = {**header, "nowhere/a/a.h": "#define VALUE 3\n"}
    equal("a header that appears", application.start(place, appears, "-I PLACE/nowhere -I PLACE/inc/ -DA"), ("3\n", "driver"))
    check_move_of_steps(options, base)


def check_move_of_steps(options, base):
    linked = {"k.cl": '#include "a.h"\n' + KERNEL, "inc/a.h": "#define VALUE 5\n"}
    if not options.briefly:
        check_moves(options, base, "a link", linked, "-I PLACE/inc", "5\n", mode="link")
    asked = {**linked, "k.cl": STRING + "#include S(a.h)\n" + KERNEL}
    check_moves(options, base, "a preprocessor", asked, "-I PLACE/inc", "5\n")
    warned = {**linked, "inc/a.h": "#warning of the header\n#define VALUE 6\n"}
    application, place = check_moves(options, base, "a log", warned, "-I PLACE/inc", None, mode="told")
    answer = application.start(place, warned, "-I PLACE/inc", "told")[0]
    hold(place + "/inc/a.h" in answer and "mountX/" not in answer, f"the log of a served program names its folder of now:\n{answer}")


def check_telling(options, base):
    """Programs that can tell their folder: each place has its own entry."""
    size = {"k.cl": '#include "a.h"\n' + KERNEL, "inc/a.h": "enum { VALUE = sizeof(__FILE__) };\n"}
    application = check_moves(options, base, "__FILE__", size, "-I PLACE/inc", None, again="driver")[0]
    where = os.path.join(application.base, "mountX")
    equal("__FILE__ at a place of before", application.start(where, size, "-I PLACE/inc"), (f"{len(where) + 9}\n", "cache"))
    if options.briefly:
        return
    pasted = {**size, "inc/a.h": "#define P(a, b) a##b\nenum { VALUE = sizeof(P(__FI, LE__)) };\n"}
    check_moves(options, base, "__FILE__ in pieces", pasted, "-I PLACE/inc", None, again="driver")
    plain = {"k.cl": '#include "a.h"\n' + KERNEL, "inc/a.h": "#define VALUE 7\n"}
    check_moves(options, base, "-g", plain, "-g -I PLACE/inc", "7\n", again="driver")
    check_moves(options, base, "a definition", plain, "-I PLACE/inc -DW=PLACE", "7\n", again="driver")
    outside = {"k.cl": '#include "a.h"\n' + KERNEL, "inc/a.h": '#include "../../b.h"\n#include "../c.h"\n', "c.h": "#define VALUE 8\n",
               "../b.h": ""}
    check_moves(options, base, "a file outside", outside, "-I PLACE/inc", "8\n", again="driver")


def check_package(options, base):
    application = Application(options, base)
    files = {"k.cl": '#include "a.h"\n' + KERNEL, "inc/a.h": "#define VALUE 9\n"}
    recording, package = (os.path.join(application.base, name) for name in ("recording", "package"))
    words = application.command(application.place(), files, "-I PLACE/inc", "build")
    run(options.clc, "record", "-o", recording, "--", *words, env=application.variables(), expected=0)
    compile(options.clc, recording, targets=[TARGETS[options.driver]], output=package, env=application.variables())
    words = application.command(application.place(), files, "-I PLACE/inc", "build")
    done = run(options.clc, "run", "--package", package, "--on-miss", "fail", "--", *words, env=application.variables(), expected=0)
    equal("the package", done.stdout, "9\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--briefly", action="store_true")
    options = parse_options(parser, "--program", "--layer", "--clc")
    for check in (check_cache, check_telling, check_package):
        with temporary_folder() as base:
            check(options, base)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
