#!/usr/bin/env python3
"""Builds a project of kernels with CMake, changes something, builds again, and holds what ran against what had to.

usage: rebuild_test.py --prefix DIR --generator NAME [--cmake PROGRAM] [--brief]
  --prefix   where clc is installed
  --brief    only that it builds, and that building again runs nothing
"""
import argparse
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, finish, skip_all, temporary_folder  # noqa: E402

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rebuild")
FILES = {
    "kernels/a.cl": '#include "near.h"\n#include <common.h>\nkernel void a(global int* o) { *o = NEAR + COMMON * SCALE; }\n',
    "kernels/b.cl": "#include <common.h>\nkernel void b(global int* o) { *o = COMMON + TEXT[1]; }\n",
    "kernels/c.cl": "kernel void c(global int* o) { *o = SCALE; }\n",
    "kernels/v.cl": "kernel void v(global int* o) {\n#ifdef UNROLL\n  *o = WIDTH;\n#endif\n}\n",
    "kernels/near.h": "#define NEAR 1\n",
    "inc/common.h": "#define COMMON 1\n",
    "first inc/unused.h": "",
}


class Project:
    """A copy of the project, and its build folder beside it; both names have spaces."""

    def __init__(self, options, folder):
        self.options = options
        self.source = os.path.join(folder, "the source")
        self.build = os.path.join(folder, "the build")
        shutil.copytree(PROJECT, self.source)
        for name, text in FILES.items():
            self.write(name, text)

    def path(self, name):
        return os.path.join(self.source, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def configure(self, *words):
        code, output = code_and_output(self.options.cmake, "-S", self.source, "-B", self.build, "-G", self.options.generator,
                                       f"-DCMAKE_PREFIX_PATH={self.options.prefix}", *words)
        if code != 0 or "Warning" in output:
            sys.exit(f"CMake failed or warned:\n{output}")

    def make(self, *words):
        return code_and_output(self.options.cmake, "--build", self.build, *words)

    def expect(self, what, compiled, linked, *words):
        """Builds: exactly these modules are compiled and these packages linked, and then nothing any more."""
        code, output = self.make(*words)
        ran = set(re.findall(r"Compiling (\S+) for", output)), set(re.findall(r"Linking package (\S+)", output))
        good = code == 0 and ran == (set(compiled.split()), set(linked.split()))
        check(good, what, f"compiled {sorted(ran[0])}, linked {sorted(ran[1])}, exit {code}\n{output}")
        code, output = self.make(*words)
        is_idle = code == 0 and not re.search(r"Compiling|Linking|Making|Generating", output)
        if "Ninja" in self.options.generator:
            is_idle = is_idle and "no work to do" in output
        if not is_idle:
            check(False, what + ": building again runs nothing")
            print(output)

    def expect_failure(self, what, pattern):
        code, output = self.make()
        check(code != 0 and re.search(pattern, output) is not None, what)
        if code == 0:
            print(output)

    def inspect(self, package):
        code, output = code_and_output(os.path.join(self.options.prefix, "bin", "clc"), "inspect",
                                os.path.join(self.build, package))
        check(code == 0, f"clc inspect {package}")
        return output


def listing(folder):
    return {(where, name, os.stat(os.path.join(where, name)).st_mtime_ns)
            for where, folders, files in os.walk(folder) for name in folders + files}


def first_build(project):
    project.configure()
    before = listing(project.source)
    project.expect("the first build makes everything", "a b c v.plain v.fast", "shared variants")
    check(listing(project.source) == before, "the source tree is as it was")
    text = project.inspect("shared.clc/shared.clcpack")
    check(all(f"module {name} " in text for name in "abc") and text.count("nvptx:sm_90") == 3, "three modules, two targets")
    check("-DCHECKED" not in text and "-cl-std=CL1.2" in text, "the options of this configuration")
    text = project.inspect("variants.clc/variants")
    check("module v.plain " in text and "module v.fast " in text, "a module for each variant")


def headers(project):
    # make goes by times and links what was compiled; Ninja sees that it stayed the same.
    same = "" if "Ninja" in project.options.generator else "shared"
    os.utime(project.path("inc/common.h"))
    project.expect("a touched header compiles what includes it", "a b", same)
    project.write("inc/common.h", "#define COMMON 2\n")
    project.expect("a changed header compiles what includes it", "a b", "shared")
    os.utime(project.path("kernels/near.h"))
    project.expect("a header of one file compiles that file", "a", same)
    os.utime(project.path("kernels/c.cl"))
    project.expect("a touched source compiles itself", "c", same)

    project.write("first inc/common.h", "#define COMMON 3\n")
    project.expect("a header that appears earlier on the path compiles what includes it", "a b", "shared")
    os.remove(project.path("first inc/common.h"))
    project.expect("and so does its end", "a b", "shared")
    os.remove(project.path("kernels/near.h"))
    project.expect_failure("a header that is gone is an error", r"near\.h' file not found")
    project.write("kernels/a.cl", FILES["kernels/a.cl"].replace('#include "near.h"\n', "#define NEAR 1\n"))
    project.expect("until nobody includes it", "a", "shared")
    project.write("kernels/b.cl", "kernel void b() { oops }\n")
    project.expect_failure("an error in a kernel says where", r"kernels/b\.cl:1:19: error: ")
    project.write("kernels/b.cl", FILES["kernels/b.cl"])
    project.expect("and mending it compiles that file", "b", same)


def launchers(project):
    header = os.path.join(project.build, "shared.clc/launchers/shared_kernels.h")
    made = os.stat(header).st_mtime_ns
    project.write("kernels/c.cl", FILES["kernels/c.cl"].replace("SCALE", "SCALE + 1"))
    project.expect("a kernel's new code", "c", "shared")
    check(os.stat(header).st_mtime_ns == made, "does not change the header with its launcher")
    project.write("kernels/c.cl", FILES["kernels/c.cl"].replace("int* o", "int* o, int n"))
    project.expect("a kernel's new argument", "c", "shared")
    with open(header, encoding="utf-8") as file:
        check(os.stat(header).st_mtime_ns != made and "int n" in file.read(), "does")


def options(project):
    project.configure("-DSCALE=5")
    project.expect("another macro compiles what it is for", "a b c", "shared")
    lists = project.path("CMakeLists.txt")
    with open(lists, encoding="utf-8") as file:
        text = file.read()
    project.write("CMakeLists.txt", text.replace(" kernels/c.cl", ""))
    project.expect("a source less links again", "", "shared")
    check("module c " not in project.inspect("shared.clc/shared.clcpack"), "it is no longer in the package")
    project.write("CMakeLists.txt", text)
    project.make()
    code, output = project.make("--target", "clean")
    check(code == 0 and not os.path.exists(os.path.join(project.build, "variants.clc/variants")), "clean takes packages away")
    project.expect("and they come back", "a b c v.plain v.fast", "shared variants")
    shutil.rmtree(project.build)
    project.configure("-DCMAKE_BUILD_TYPE=Debug")
    project.make()
    text = project.inspect("shared.clc/shared.clcpack")
    check("-DCHECKED" in text and "-g" in text, "a Debug build has its own options")


def several_configurations(project):
    project.options.generator = "Ninja Multi-Config"
    shutil.rmtree(project.build)
    project.configure()
    for configuration in "Debug", "Release":
        project.expect(f"Ninja Multi-Config, {configuration}", "a b c v.plain v.fast", "shared variants", "--config", configuration)
    for configuration, is_debug in ("Debug", True), ("Release", False):
        text = project.inspect(f"shared.clc/{configuration}/shared.clcpack")
        check(("-DCHECKED" in text) == is_debug, f"{configuration} has its own package")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--brief", action="store_true")
    arguments = parser.parse_args()
    if shutil.which(arguments.cmake) is None:
        skip_all(f"no {arguments.cmake} (script/setup --optional gets it)")
    with temporary_folder("clc rebuild ") as folder:
        project = Project(arguments, folder)
        first_build(project)
        if not arguments.brief:
            headers(project)
            launchers(project)
            options(project)
            if arguments.generator == "Ninja":
                several_configurations(project)
    sys.exit(finish())


if __name__ == "__main__":
    main()
