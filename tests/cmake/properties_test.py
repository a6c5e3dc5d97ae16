#!/usr/bin/env python3
"""Builds kernels whose sources and target have what CMake's users know: generated headers, properties, dependencies, pools, cross
configurations. Properties that cannot reach kernels are errors.

usage: properties_test.py --prefix DIR --generator NAME [--share K/N]
       --share   2/3: the second third of the tests, and of the wrong calls
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, finish, share_of, temporary_folder  # noqa: E402

KERNEL = "kernel void k(global int* o) { *o = N; }\n"
GENERATED = """
  add_custom_command(OUTPUT one/one.h COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/one.in one/one.h DEPENDS one.in)
  add_custom_command(OUTPUT listed.h COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/listed.in listed.h DEPENDS listed.in)
  add_custom_target(two COMMAND ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_CURRENT_SOURCE_DIR}/two.in two/two.h BYPRODUCTS two/two.h)
  set_source_files_properties(a.cl PROPERTIES OBJECT_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/one/one.h;${CMAKE_CURRENT_SOURCE_DIR}/data.txt")
  clc_add_kernels(f SOURCES a.cl b.cl listed.h plain.h TARGETS spirv64 MODE %s
    INCLUDES ${CMAKE_CURRENT_BINARY_DIR}/one ${CMAKE_CURRENT_BINARY_DIR}/two ${CMAKE_CURRENT_BINARY_DIR})
  add_dependencies(f two)
"""


class Project:
    def __init__(self, options, folder, name, lists, languages="C"):
        self.options, self.folder = options, os.path.join(folder, name)
        self.build = os.path.join(self.folder, "b")
        os.makedirs(self.folder)
        self.write("k.cl", KERNEL)
        self.write("CMakeLists.txt", f"cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES {languages})\n"
                   f"find_package(clc CONFIG REQUIRED COMPONENTS Compiler)\n{lists}\n")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def configure(self, *words):
        return code_and_output("cmake", "-S", self.folder, "-B", self.build, "-G", self.options.generator, "-DCMAKE_BUILD_TYPE=Debug",
                               f"-DCMAKE_PREFIX_PATH={self.options.prefix}", "--no-warn-unused-cli", *words)

    def make(self, *words):
        code, output = code_and_output("cmake", "--build", self.build, "-j2", *words)
        return code, output, set(re.findall(r"Compiling (\S+) for", output))

    def expect(self, what, compiled):
        code, output, ran = self.make()
        check(code == 0 and ran == set(compiled.split()), what, output)
        code, output, ran = self.make()
        check(code == 0 and not ran and "Linking" not in output, f"{what}: then nothing", output)

    def options_of(self, module):
        folder = "Debug/" if "Multi" in self.options.generator else ""
        with open(os.path.join(self.build, f"f.clc/{folder}options/{module}.options"), encoding="utf-8") as file:
            return [word for word in file.read().strip().split(";") if word]


def generated_headers(options, folder, mode):
    project = Project(options, folder, f"generated {mode}", GENERATED % mode)
    project.write("a.cl", '#include "one.h"\n#include "two.h"\nkernel void a(global int* o) { *o = ONE + TWO; }\n')
    project.write("b.cl", '#include "listed.h"\nkernel void b(global int* o) { *o = LISTED; }\n')
    for name, text in ("one.in", "#define ONE 1\n"), ("two.in", "#define TWO 2\n"), ("listed.in", "#define LISTED 3\n"), ("plain.h", ""), ("data.txt", ""):
        project.write(name, text)
    code, output = project.configure()
    check(code == 0, f"generated headers, MODE {mode}", output)
    project.expect("are made before the kernels", "a b")
    for name, text, compiled in [("one.in", "#define ONE 10\n", "a"), ("two.in", "#define TWO 20\n", "a"),
                                 ("listed.in", "#define LISTED 30\n", "a b"), ("data.txt", "new", "a")]:
        project.write(name, text)
        code, output, ran = project.make()
        check(code == 0 and ran == set(compiled.split()), f"{name} compiles {compiled}", output)


def properties(options, folder):
    """Of sources, then of targets. What holds for a folder is for C and C++."""
    project = Project(options, folder, "of sources", """
        add_compile_definitions(OF_FOLDER)
        add_compile_options(-Wall)
        include_directories(of_folder)
        set_source_files_properties(k.cl PROPERTIES COMPILE_DEFINITIONS "N=1;$<$<CONFIG:Debug>:D=1;E=2>;$<$<CONFIG:Release>:R>;TEXT=\\"a b\\""
          COMPILE_OPTIONS "-cl-mad-enable;SHELL:-D S=1" INCLUDE_DIRECTORIES "sub;$<0:gone>" COMPILE_FLAGS "-DF=1 -DG=2")
        set_source_files_properties(notes.cl PROPERTIES HEADER_FILE_ONLY ON)
        file(MAKE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/sub)
        clc_add_kernels(f SOURCES k.cl l.cl notes.cl TARGETS spirv64 DEFINES "$<$<CONFIG:Debug>:X;Y>")
        include_directories(later)
        set_property(TARGET f PROPERTY COMPILE_DEFINITIONS SET=1)
        """)
    project.write("l.cl", "kernel void l(global int* o) { *o = 1; }\n")
    project.write("notes.cl", "no kernel\n")
    code, output = project.configure()
    check(code == 0, "properties of sources", output)
    project.expect("build", "k l")
    sub = os.path.join(project.folder, "sub")
    got = project.options_of("k")
    check(got == [f"-I{sub}", "-DX", "-DY", "-DSET=1", "-DN=1", "-DD=1", "-DE=2", '-DTEXT="a b"', "-cl-mad-enable", "-D", "S=1", "-DF=1", "-DG=2", "spirv64"],
          "and become options", got)
    got = project.options_of("l")
    check(got == ["-DX", "-DY", "-DSET=1", "spirv64"], "of these sources", got)

    project = Project(options, folder, "of a target", """
        add_compile_options(-Wall)
        include_directories(of_folder)
        clc_add_kernels(f SOURCES k.cl TARGETS spirv64 MODE EMBED)
        target_compile_definitions(f PRIVATE N=1 $<$<CONFIG:Debug>:D=1> PUBLIC P=1 INTERFACE I=1)
        target_include_directories(f PRIVATE own)
        target_include_directories(f BEFORE PRIVATE first)
        target_compile_options(f PRIVATE -cl-mad-enable $<$<COMPILE_LANGUAGE:C>:-Wextra>)
        """)
    code, output = project.configure()
    check(code == 0, "properties of a target", output)
    project.expect("build", "k")
    got = project.options_of("k")
    check(set(got) == {f"-I{project.folder}/first", f"-I{project.folder}/own", "-DN=1", "-DD=1", "-DP=1", "-cl-mad-enable", "spirv64"},
          "become options, too", got)


# The vendor's tool signs what the build made; what it gives lies in the build folder, or is a folder.
IMPORTS = """
  clc_add_kernels(f SOURCES k.cl TARGETS spirv64 DEFINES N=1)
  clc_add_kernels(d SOURCES k.cl TARGETS spirv64 DEFINES N=2 MODE DIRECTORY)
  get_target_property(file f CLC_PACKAGE)
  get_target_property(folder d CLC_PACKAGE)
  if(%d)
    clc_import_package(later PACKAGE ${CMAKE_CURRENT_BINARY_DIR}/signed.clcpack %s)
  endif()
  add_custom_command(OUTPUT signed.clcpack COMMAND ${CMAKE_COMMAND} -E echo Signing COMMAND ${CMAKE_COMMAND} -E copy ${file} signed.clcpack
    DEPENDS f_package ${file})
  add_custom_command(OUTPUT signed/manifest.clc.json COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder} signed
    DEPENDS d_package ${folder}/manifest.clc.json)
  if(NOT %d)
    clc_import_package(v::file PACKAGE signed.clcpack %s)
  endif()
  clc_import_package(v::folder PACKAGE ${CMAKE_CURRENT_BINARY_DIR}/signed %s)
"""


def imports(options, folder):
    """Packages that the build makes, and that do not exist when CMake configures."""
    for mode, is_early in ("", 0), ("", 1), ("MODE EMBED", 0), ("MODE EMBED", 1):
        project = Project(options, folder, f"imports {mode} {is_early}", IMPORTS % (is_early, mode, is_early, mode, mode))
        code, output = project.configure()
        check(code == 0, f"an import of what the build makes, {mode}", output)
        code, output, ran = project.make("--target", "later" if is_early else "v_file", "v_folder")
        check(code == 0 and ran == {"k"} and "Signing" in output, "is made before it is used", output)
        project.expect("and only once", "")
        project.write("k.cl", KERNEL.replace("N;", "N + 1;"))
        code, output, ran = project.make()
        check(code == 0 and "Signing" in output, "and again when its kernels changed", output)


def targets(options, folder):
    for mode in "FILE", "EMBED":
        project = Project(options, folder, f"excluded {mode}", f"""
            clc_add_kernels(f SOURCES k.cl TARGETS spirv64 DEFINES N=1 MODE {mode})
            set_target_properties(f PROPERTIES EXCLUDE_FROM_ALL ON)""")
        code, output = project.configure()
        check(code == 0, "EXCLUDE_FROM_ALL", output)
        project.expect("keeps kernels out of all", "")
        code, output, ran = project.make("--target", "f")
        check(code == 0 and ran == {"k"}, "but not out of their own target", output)
    project = Project(options, folder, "pools", """
        set(CMAKE_JOB_POOLS few=1)
        set(CMAKE_JOB_POOL_COMPILE few)
        clc_add_kernels(f SOURCES k.cl TARGETS spirv64 DEFINES N=1)""")
    code, output = project.configure()
    check(code == 0, "a pool for compilers", output)
    project.expect("is the kernels', too", "k")
    if "Multi" not in options.generator:
        return
    project = Project(options, folder, "crossed", "clc_add_kernels(f SOURCES k.cl TARGETS nvptx:sm_90 DEFINES N=1 BUDGET b.json)")
    code, output = project.configure("-DCMAKE_CROSS_CONFIGS=all")
    check(code == 0, "CMAKE_CROSS_CONFIGS", output)
    code, output, _ = project.make("--target", "f_budget")
    check(code == 0, "has a budget", output)
    project.expect("and builds", "")


GOOD = "clc_add_kernels(f SOURCES k.cl TARGETS spirv64"
WRONG = [
    ("target_compile_definitions of a package in a file", f"{GOOD})\ntarget_compile_definitions(f PRIVATE A)", r"may only set INTERFACE properties"),
    ("sources that come later", f"{GOOD})\ntarget_sources(f INTERFACE l.cl)", r"clc_add_kernels\(f\): target_sources cannot add .*l\.cl: name it in SOURCES"),
    ("sources of an embedded package that come later", f"{GOOD} MODE EMBED)\ntarget_sources(f PRIVATE l.cl)", r"target_sources cannot add \S*l\.cl"),
    ("a language", f"set_source_files_properties(k.cl PROPERTIES LANGUAGE C)\n{GOOD})", r"LANGUAGE of k\.cl is C: clc compiles OpenCL C"),
    ("dependencies that come too late", f"{GOOD})\nset_source_files_properties(k.cl PROPERTIES OBJECT_DEPENDS x.h)", r"OBJECT_DEPENDS of k\.cl is set after the call"),
    ("macros of one source of a module", "set_source_files_properties(k.cl PROPERTIES COMPILE_DEFINITIONS A)\nclc_add_kernels(f SOURCES k.cl l.cl TARGETS spirv64 MODULE)", r"compile properties of l\.cl: with MODULE"),
    ("headers only", "clc_add_kernels(f SOURCES h.h TARGETS spirv64)", r"SOURCES has headers only"),
    ("a header that is not there", "clc_add_kernels(f SOURCES k.cl h.h TARGETS spirv64)", r"the source h\.h does not exist"),
    ("two targets with one name in C", f"{GOOD})\nclc_add_kernels(g.h SOURCES k.cl TARGETS spirv64)\nclc_add_kernels(g-h SOURCES k.cl TARGETS spirv64)", r"clc_add_kernels\(g-h\): its files, such as g_h\.clc\.h, would be those of g\.h"),
]


def wrong_calls(options, folder):
    wrong = list(WRONG)
    if "Ninja" in options.generator:
        wrong.append(("a pool that is not there", f"{GOOD} JOB_POOL many)", r"JOB_POOL many: there is no such pool"))
    which, parts = options.share
    for i, (what, lists, message) in enumerate(wrong[which::parts]):
        project = Project(options, folder, f"wrong {i}", lists)
        project.write("l.cl", KERNEL)
        code, output = project.configure()
        check(code != 0 and re.search(message, " ".join(output.split())), what, output)


# In thirds several configurations get `targets`, which has a test for them alone.
TESTS = [(generated_headers, "FILE"), (targets,), (generated_headers, "EMBED"), (imports,), (properties,)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    with temporary_folder("clc properties ") as folder:
        which, parts = options.share
        print(f"share {which + 1}/{parts}")
        for test, *words in TESTS[which::parts]:
            test(options, folder, *words)
        wrong_calls(options, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
