#!/usr/bin/env python3
"""What -MD writes is read back by make and by ninja, whatever the names of folders, headers and outputs; what make cannot hold
is refused in words, and nothing is published.

usage: dependency_names_test.py --clc PROGRAM
"""
import argparse
import os
import shutil
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, share_of, skip, succeed, temporary_folder  # noqa: E402

# Ninja reads no other special characters in dependency files, however they are written.
FOR_NINJA = set(" #$%()+,-./:=@[]\\{}~!_ü")
NAMES = ["a:b", ":b", "a:", "2024-05-01T10:00", "a=b", "=b", "a=", "+=b", ":=b", "?=b", "a b", "a#b", "a$b", "p(1)", "p) [2024] #'&$ ü:=",
         "50%", "a\\b", "a\\", "b ", "a&", "a&b", "a'b", "a*b", "a,b", "a@b", "a!b", "a^b", "{a}", "ü"]


class Place:
    def __init__(self, clc, folder):
        self.clc, self.folder = os.path.abspath(clc), folder
        self.environment = environment("CLC_", "MAKEFLAGS", CLC_CACHE_DIR=os.path.join(os.path.dirname(folder), "cache"))
        os.makedirs(folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, age=0):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        then = time.time() - age
        os.utime(self.path(name), (then, then))

    def run(self, *command):
        return run(*command, cwd=self.folder, env=self.environment, timeout=300)

    def compile(self, *words):
        return self.run(self.clc, "compile", *words)


def builds(place, *command):
    done = place.run(*command)
    return "" if done.returncode == 0 and "BUILD" not in done.stdout else "builds" if "BUILD" in done.stdout else done.stdout + done.stderr


def check_reader(place, what, header, *command):
    """Nothing to do at first; after the header changed, its command runs."""
    with open(place.path("d.d"), encoding="utf-8") as file:
        rules = file.read()
    first = builds(place, *command)
    place.write(header, "#define F 2\n", age=-5)
    second = builds(place, *command)
    check(first == "" and second == "builds", what, f"first: {first!r}, after the change: {second!r}\n{rules}")


def in_sources(clc, folder, number, name, form):
    """A header's folder, all of the sources', or the header itself has the name."""
    place = Place(clc, os.path.join(folder, f"{number}{form}"))
    header = {"folder": f"{name}/h.h", "whole": f"{name}/h.h", "header": f"inc/{name}x.h"}[form]
    source = f"{name}/k.cl" if form == "whole" else "k.cl"
    place.write(header, "#define F 1\n", age=100)
    place.write(source, f'#include "{os.path.basename(header)}"\nkernel void k(global int* a) {{ a[0] = F; }}\n', age=100)
    inside = [f"-I{os.path.dirname(header)}", "-Inowhere"] if form != "whole" else [f"-I{name}"]
    done = place.compile(f"./{source}" if source[0] in "-@" else source, *inside, "-t", "spirv64", "-o", "p.clcpack", "--name", "k", "-MD", "-MF", "d.d", "-MP")
    if done.returncode != 0:
        return check(False, f"{form} {name!r}", done.stderr)
    place.write("Makefile", "all: p.clcpack\np.clcpack:\n\t@echo BUILD\n-include d.d\n")
    check_reader(place, f"make, {form} {name!r}", header, "make", "all")
    if all(c in FOR_NINJA or c.isalnum() for c in name) and (form != "header" or not name.endswith(":")):
        place.write(header, "#define F 1\n", age=100)
        shutil.copy(place.path("d.d"), place.path("d.d.in"))
        place.write("build.ninja", "rule c\n  command = cp d.d.in d.d && touch p.clcpack && echo BUILD\n  depfile = d.d\n  deps = gcc\nbuild p.clcpack: c\n")
        place.run("ninja")
        shutil.copy(place.path("d.d.in"), place.path("d.d"))
        check_reader(place, f"ninja, {form} {name!r}", header, "ninja")
    return True


def refusals(clc, folder):
    """Names that make cannot hold."""
    place = Place(clc, os.path.join(folder, "refused"))
    for name in ("a;b.h", "a|b.h", "~b.h", "a\nb/x.h", "b.h ", "b(1)"):
        place.write(name, "#define F 1\n")
        inside, header = os.path.split(name)
        place.write("k.cl", f'#include "{header}"\nkernel void k(global int* a) {{ a[0] = F; }}\n')
        done = place.compile("k.cl", "-I", inside or ".", "-t", "spirv64", "-o", "p.clcpack", "-MD", "-MF", "d.d")
        check(done.returncode == 2 and "dependency file" in done.stderr and not os.path.exists(place.path("p.clcpack")), f"refused: {name!r}",
              f"exit {done.returncode}\n{done.stderr}")
    place.write("k.cl", "kernel void k(global int* a) { a[0] = 1; }\n")
    for target in ("a=b.clcpack", "a;b.clcpack", "a&"):
        done = place.compile("k.cl", "-t", "spirv64", "-o", target, "-MD", "-MF", "d.d", "-MT", target)
        check(done.returncode == 2 and "-MT" in done.stderr and not os.path.exists(place.path(target)), f"refused: target {target!r}", done.stderr)
    done = place.compile("k.cl", "-t", "spirv64", "-o", "a:=b.clcpack", "-MD", "-MF", "d.d", "--depfile-cmake", "ninja")
    text = open(place.path("d.d"), encoding="utf-8").read() if done.returncode == 0 else ""
    check(text.startswith("a:=b.clcpack: "), "for CMake a colon is written as it is", done.stderr + text)
    for generator, names in ("make", ["a:b.h", "a&", "a ", "b(1)", "a\\b.h"]), ("ninja", ["a&b.h", "a'b.h", "a$b.h", "#.h", "a:", "a\1b.h"]):
        for name in names:
            place.write(name, "#define F 1\n")
            place.write("k.cl", f'#include "{name}"\nkernel void k(global int* a) {{ a[0] = F; }}\n')
            done = place.compile("k.cl", "-t", "spirv64", "-o", "p.clcpack", "-MD", "-MF", "d.d", "--depfile-cmake", generator)
            check(done.returncode == 2 and "CMake's generator cannot read" in done.stderr, f"refused for CMake with {generator}: {name!r}", done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--share", type=share_of, default="1/1", help="2/3: each name in one of three places, the next one in another")
    options = parser.parse_args()
    which, parts = options.share
    print(f"share {which + 1}/{parts} of the places")
    with temporary_folder("clc-names-") as folder:
        for number, name in enumerate(NAMES):
            for form in ("folder", "whole", "header")[(number + which) % parts::parts]:
                in_sources(options.clc, folder, number, name, form)
        refusals(options.clc, folder)
    sys.exit(finish())


main()
