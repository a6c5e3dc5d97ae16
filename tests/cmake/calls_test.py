#!/usr/bin/env python3
"""Tests how the functions of the CMake package answer wrong calls, what clangd gets, packages made elsewhere, exported ones,
and clc as a subdirectory of another project.

usage: calls_test.py --prefix DIR --source DIR --build DIR --clang PROGRAM [--share K/N]
       --share   2/3: a third of the wrong calls, and by Make a third of what Ninja does; nothing by FetchContent, which packaging_ways has
"""
import argparse
import json
import os
import re
import shlex
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, share_of, skip, temporary_folder  # noqa: E402

KERNEL = "kernel void k(global int* o) { *o = N + get_global_id(0); }\n"


class Project:
    def __init__(self, options, folder, name, lists, languages="NONE", find="CONFIG REQUIRED COMPONENTS Compiler"):
        self.folder = os.path.join(folder, name)
        self.build = os.path.join(self.folder, "b")
        self.options = options
        self.write("k.cl", KERNEL)
        package = f"find_package(clc {find})\n" if find is not None else ""
        self.write("CMakeLists.txt", f"cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES {languages})\n{package}{lists}\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def configure(self, *words):
        return code_and_output("cmake", "-S", self.folder, "-B", self.build, "-G", "Ninja",
                               f"-DCMAKE_PREFIX_PATH={self.options.prefix}", *words)

    def make(self, *words):
        return code_and_output("cmake", "--build", self.build, *words)


GOOD = "SOURCES k.cl TARGETS spirv64"
WRONG = [  # name, call, what CMake must say
    ("no sources", "clc_add_kernels(n TARGETS spirv64)", r"clc_add_kernels\(n\): SOURCES is missing"),
    ("no targets", "clc_add_kernels(n SOURCES k.cl)", r"TARGETS is missing"),
    ("an unknown word", f"clc_add_kernels(n k.cl {GOOD})", r"unknown argument k\.cl"),
    ("a misspelt keyword at the front", "clc_add_kernels(n SOURCE k.cl TARGETS spirv64)", r"unknown argument SOURCE; did you mean SOURCES\?"),
    ("a misspelt keyword among sources", "clc_add_kernels(n SOURCES k.cl TARGET spirv64)", r"unknown argument TARGET; did you mean TARGETS\?"),
    ("a misspelt keyword among targets", f"clc_add_kernels(n {GOOD} NAMESPCE a)", r"unknown argument NAMESPCE; did you mean NAMESPACE\?"),
    ("a misspelt keyword among macros", "clc_add_kernels(n TARGETS spirv64 DEFINES A SOURCE k.cl)", r"unknown argument SOURCE; did you mean SOURCES\?"),
    ("a misspelt keyword of an import", "clc_import_package(n PAKAGE x)", r"unknown argument PAKAGE; did you mean PACKAGE\?"),
    ("a misspelt keyword of an installation", f"clc_add_kernels(n {GOOD})\nclc_install_kernels(n DESTINATON share)", r"unknown argument DESTINATON; did you mean DESTINATION\?"),
    ("a misspelt keyword of tests", f"clc_add_kernels(n {GOOD})\nclc_add_kernel_tests(n FILE k.test.json)", r"unknown argument FILE; did you mean FILES\?"),
    ("tests of what is no target", "clc_add_kernel_tests(n)", r"clc_add_kernel_tests\(n\): there is no such target"),
    ("tests that are not there", f"clc_add_kernels(n {GOOD})\nclc_add_kernel_tests(n)", r"no file NAME\.test\.json is beside a source NAME\.cl"),
    ("a test file that is not there", f"clc_add_kernels(n {GOOD})\nclc_add_kernel_tests(n FILES a.test.json)", r"a\.test\.json: there is no such file"),
    ("a source that is not there", "clc_add_kernels(n SOURCES kk.cl TARGETS spirv64)", r"the source kk\.cl does not exist; did you mean k\.cl\?"),
    ("a folder of headers that is not there", f"clc_add_kernels(n {GOOD} INCLUDES ssub)", r"clc_add_kernels\(n\): the folder of INCLUDES ssub does not exist; did you mean sub\?"),
    ("a header of structs that is not there", f"clc_add_kernels(n {GOOD} LAUNCHERS STRUCTS pairs.h INCLUDES sub)", r"the header pairs\.h of STRUCTS is neither in this folder, nor in one of INCLUDES, nor in the build folder; did you mean pair\.h\?"),
    ("a whole path of structs that is not there", f"clc_add_kernels(n {GOOD} LAUNCHERS STRUCTS /nowhere/pair.h)", r"the header of STRUCTS /nowhere/pair\.h does not exist"),
    ("a target that does not exist", "clc_add_kernels(n SOURCES k.cl TARGETS spirv65)", r"clc_add_kernels\(n\): .*spirv65.*spirv64"),
    ("an architecture of two families", "clc_add_kernels(n SOURCES k.cl TARGETS sm_80)", r"nvptx:sm_80 or cubin:sm_80"),
    ("a namespace of two words", f"clc_add_kernels(n {GOOD} NAMESPACE \"a b\")", r"clc_add_kernels\(n\): NAMESPACE a b: write names of C\+\+"),
    ("a namespace that ends too early", f"clc_add_kernels(n {GOOD} NAMESPACE a::)", r"NAMESPACE a::: write names of C\+\+"),
    ("a namespace of a reserved name", f"clc_add_kernels(n {GOOD} NAMESPACE a::b__c)", r"NAMESPACE a::b__c: 'b__c' cannot be the name"),
    ("a keyword as the namespace of an import", "clc_import_package(n PACKAGE p.clcpack NAMESPACE new)", r"clc_import_package\(n\): NAMESPACE new: 'new' cannot be"),
    ("an unknown mode", f"clc_add_kernels(n {GOOD} MODE ZIP)", r"MODE ZIP: must be FILE, DIRECTORY or EMBED"),
    ("data without a language", f"clc_add_kernels(n {GOOD} MODE EMBED)", r"C or CXX must be among"),
    ("a variant of no name", f"clc_add_kernels(n {GOOD} VARIANTS :A)", r"VARIANTS :A: write name:MACRO"),
    ("a size that is none", f"clc_add_kernels(n {GOOD} LAUNCHES k=8y8)", r"LAUNCHES k=8y8: write KERNEL=SIZE"),
    ("a size of no kernel", f"clc_add_kernels(n {GOOD} LAUNCHES kk=8)", r"LAUNCHES kk=8: no source names kk"),
    ("structs for no launchers", f"clc_add_kernels(n {GOOD} STRUCTS a.h)", r"STRUCTS needs LAUNCHERS"),
    ("a budget without a file", f"clc_add_kernels(n {GOOD} BUDGET --tolerance 5%)", r"BUDGET .*: a file comes first"),
    ("checks without options", f"clc_add_kernels(n {GOOD} CHECKS no-spills)", r"CHECKS no-spills: give options of clc check"),
    ("a budget among the checks", f"clc_add_kernels(n {GOOD} CHECKS --no-spills --budget b.json)", r"CHECKS --budget: a budget is for the keyword BUDGET"),
    ("a misspelt keyword among checks", f"clc_add_kernels(n {GOOD} CHECKS --no-spills BUDGT b)", r"unknown argument BUDGT; did you mean BUDGET\?"),
    ("a source for no target", f"set_source_files_properties(k.cl PROPERTIES CLC_TARGETS \"\")\nclc_add_kernels(n {GOOD})", r"clc_add_kernels\(n\): CLC_TARGETS of k\.cl is empty"),
    ("a source for a target that does not exist", f"set_source_files_properties(k.cl PROPERTIES CLC_TARGETS spirv65)\nclc_add_kernels(n {GOOD})", r"clc_add_kernels\(n\): .*spirv65.*spirv64"),
    ("targets of a source that come too late", f"clc_add_kernels(n {GOOD})\nset_source_files_properties(k.cl PROPERTIES CLC_TARGETS nvptx:sm_90)", r"CLC_TARGETS of k\.cl is set after the call, which did not see it"),
    ("a folder for a file", f"clc_add_kernels(n {GOOD} OUTPUT out)", r"OUTPUT out: end it in \.clcpack"),
    ("a key that is not there", f"clc_add_kernels(n {GOOD} SIGN_KEY vendor.pem)", r"the key of SIGN_KEY vendor\.pem does not exist"),
    ("two sources of one name", "clc_add_kernels(n SOURCES k.cl sub/k.cl TARGETS spirv64)", r"k\.cl and sub/k\.cl would both be module 'k'"),
    ("two variants of one name", f"clc_add_kernels(n {GOOD} VARIANTS a:N=1 a:N=2)", r"two modules have one name \(k\.a;k\.a\)"),
    ("a source of a module for other targets", f"set_source_files_properties(k.cl PROPERTIES CLC_TARGETS nvptx:sm_90)\nclc_add_kernels(n {GOOD} MODULE)", r"CLC_TARGETS of k\.cl: with MODULE all sources are for the same targets"),
    ("a library without a package", f"add_library(l INTERFACE)\nclc_add_kernels(n {GOOD} LIBRARIES l)", r"LIBRARIES l: this target has no package"),
    ("a package that is not there", "clc_import_package(n PACKAGE gone.clcpack)", r"/gone\.clcpack does not exist"),
    ("two imports of one name", "clc_import_package(a::x PACKAGE ${CMAKE_BINARY_DIR}/a.clcpack)\nclc_import_package(b::x PACKAGE ${CMAKE_BINARY_DIR}/b.clcpack)",
     r"clc_import_package\(b::x\): its files, such as x\.clc\.h, would be those of a::x"),
    ("an import of the name of kernels", f"clc_add_kernels(x {GOOD})\nclc_import_package(b::x PACKAGE ${{CMAKE_BINARY_DIR}}/b.clcpack)", r"clc_import_package\(b::x\): its files.* those of x"),
    ("a folder that is no package", "clc_import_package(n PACKAGE .)", r"holds no manifest\.clc\.json"),
    ("no destination", f"clc_add_kernels(n {GOOD})\nclc_install_kernels(n)", r"clc_install_kernels\(n\): DESTINATION is missing"),
    ("a target that is not there", "clc_install_kernels(n DESTINATION share)", r"there is no such target"),
    ("a target without a package", "add_library(n INTERFACE)\nclc_install_kernels(n DESTINATION share)", r"this target has no package"),
    ("a misspelt keyword of notices", "clc_install_notices(DESTINATON share)", r"unknown argument DESTINATON; did you mean DESTINATION\?"),
    ("a clc without notices", "set_property(GLOBAL PROPERTY CLC_DATA_DIR /gone)\nclc_install_notices()", r"clc_install_notices: there is no /gone/RUNTIME-NOTICES"),
]


def wrong_calls(options, folder):
    which, parts = options.share
    print(f"share {which + 1}/{parts} of the wrong calls")
    for i, (what, call, message) in enumerate(WRONG[which::parts]):
        project = Project(options, folder, f"wrong{i}", call)
        project.write("sub/pair.h", "")
        code, output = project.configure()
        check(code != 0 and re.search(message, " ".join(output.split())), what, output)
    code, output = Project(options, folder, "component", "", find="CONFIG REQUIRED COMPONENTS Linker").configure()
    check(code != 0 and "There is no component Linker" in output, "an unknown component", output)
    code, output = Project(options, folder, "version", "", find="0.9 CONFIG REQUIRED").configure()
    check(code != 0 and "0.1.0" in output, "a version that is not installed", output)
    code, output = Project(options, folder, "executable", "").configure("-DCLC_EXECUTABLE=/bin/true")
    check(code != 0 and "CLC_EXECUTABLE=/bin/true is not a clc" in output, "a CLC_EXECUTABLE that is none", output)
    project = Project(options, folder, "made later", """
        clc_add_kernels(n SOURCES made.cl TARGETS spirv64 DEFINES TARGET=1 INCLUDES later ${CMAKE_BINARY_DIR}/any $<0:none>
                        LAUNCHERS STRUCTS made.h "<stddef.h>" ${CMAKE_BINARY_DIR}/any/made.h)
        file(MAKE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/later)
        add_custom_command(OUTPUT made.h COMMAND ${CMAKE_COMMAND} -E touch made.h)
        add_custom_command(OUTPUT ${CMAKE_CURRENT_SOURCE_DIR}/made.cl
          COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/k.cl ${CMAKE_CURRENT_SOURCE_DIR}/made.cl)""")
    code, output = project.configure()
    check(code == 0, "a source that a later command makes, and a macro with a keyword's name", output)


def namespaces(options, folder):
    """CMake takes for keywords what clc takes for them."""
    with open(os.path.join(options.source, "tools/clc/bindings/cpp_names.cpp"), encoding="utf-8") as file:
        listed = file.read().split("k_taken =", 1)[1].split(";", 1)[0]
    with open(os.path.join(options.source, "cmake/clcArguments.cmake"), encoding="utf-8") as file:
        taken = re.search(r"set\(taken([^)]*)\)", file.read()).group(1).split()
    check(taken and taken == " ".join(re.findall(r'"(.*)"', listed)).split(), "the keywords of CMake and of clc", taken)
    project = Project(options, folder, "namespace", f"clc_add_kernels(n {GOOD} NAMESPACE a1::b_c)")
    code, output = project.configure()
    check(code == 0, "a namespace in a namespace", output)


def clangd(options, folder):
    if shutil.which(options.clang) is None:
        skip("whether Clang takes compile_commands.json", f"no {options.clang}")
        return
    for language in "C", "CXX":
        project = Project(options, folder, f"clangd {language}", """
            set(CMAKE_C_STANDARD 11)
            set(CMAKE_CXX_STANDARD 20)
            set_source_files_properties(k.cl PROPERTIES COMPILE_DEFINITIONS "OF_SOURCE=1;SPACED=\\"a b\\"" COMPILE_FLAGS -DFLAG=1
              COMPILE_OPTIONS "-cl-mad-enable;--strip;SHELL:-D SHELL=1;$<1:-DONE=1>" INCLUDE_DIRECTORIES "of source")
            clc_add_kernels(n SOURCES k.cl TARGETS spirv64 STD CL3.0 DEFINES "TEXT=\\"a b\\"" INCLUDES "an inc"
              OPTIONS -Wextra -Xtarget nvptx* -DTILE=1 VARIANTS one:N=1 two:N=2)
            """, language)
        project.write("k.cl", "#include <h.h>\n#include <s.h>\n" + KERNEL.replace("N +", "N + TEXT[0] + OF_SOURCE + SPACED[2] + FLAG + SHELL + ONE +"))
        project.write("of source/s.h", "")
        project.write("an inc/h.h", "")
        code, output = project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        check(code == 0, f"a project of {language} configures", output)
        with open(os.path.join(project.build, "compile_commands.json"), encoding="utf-8") as file:
            entries = [entry for entry in json.load(file) if entry["file"].endswith("k.cl")]
        check(len(entries) == 1, "the kernel is in compile_commands.json", entries)
        words = shlex.split(entries[0]["command"])
        words = [options.clang] + [word for word in words[1:] if word != "-c"] + ["-fsyntax-only", "-Werror"]
        code, output = code_and_output(*words, cwd=entries[0]["directory"])
        check(code == 0, "and Clang takes it from there", output)
        code, output = project.make()
        check(code == 0 and "n_clangd" not in output, "nothing of it is built", output)


def packages_made_elsewhere(options, folder):
    clc = os.path.join(options.prefix, "bin", "clc")
    project = Project(options, folder, "elsewhere", """
        add_executable(embedded main.cpp)
        clc_import_package(others::kernels PACKAGE package MODE EMBED NAMESPACE a::b)
        target_link_libraries(embedded PRIVATE others::kernels)
        add_library(plugin MODULE main.cpp)
        target_link_libraries(plugin PRIVATE others::kernels)
        """, "CXX", "CONFIG REQUIRED")
    project.write("main.cpp", '#include "kernels.clc.h"\nint main() { return a::b::open_package() ? 0 : 1; }\n')
    code, output = code_and_output(clc, "compile", "k.cl", "-DN=1", "-t", "spirv64", "-o", "package", cwd=project.folder)
    check(code == 0, "a package is made", output)
    code, output = project.configure()
    check(code == 0, "it is imported as data", output)
    code, output = project.make()
    check(code == 0, "into a program and a module", output)
    code, output = code_and_output(os.path.join(project.build, "embedded"))
    check(code == 0, "and opened there", output)


def embedded_by_configuration(options, folder):
    project = Project(options, folder, "configurations", """
        clc_add_kernels(n SOURCES k.cl TARGETS spirv64 MODE EMBED DEFINES N=$<IF:$<CONFIG:Debug>,1,2>)
        add_executable(app main.cpp)
        target_link_libraries(app PRIVATE n)
        """, "CXX", "CONFIG REQUIRED")
    project.write("main.cpp", """
        #include <cstdio>
        #include "n.clc.h"
        int main() {
          const auto package = n::open_package();
          std::puts(package ? package->manifest().modules[0].variants[0].options[0].c_str() : "no package");
        }""")
    code, output = project.configure("-G", "Ninja Multi-Config")
    check(code == 0, "data for several configurations", output)
    for configuration, macro in ("Debug", "-DN=1"), ("Release", "-DN=2"):
        code, output = project.make("--config", configuration)
        check(code == 0, f"{configuration} builds", output)
        code, output = code_and_output(os.path.join(project.build, configuration, "app"))
        check(output == macro + "\n", "and holds its own package", output)


def compressed(options, folder):
    project = Project(options, folder, "compressed",
                      "clc_add_kernels(n SOURCES k.cl TARGETS nvptx:sm_90 MODE DIRECTORY DEFINES N=1 COMPRESS)")
    code, output = project.configure()
    check(code == 0, "a compressed package", output)
    code, output = project.make()
    names = os.listdir(os.path.join(project.build, "n.clc", "n")) if code == 0 else []
    check(any(name.endswith(".ptx.zst") for name in names), "is compressed", output)


def launched(options, folder):
    """Each size goes to the source that has its kernel: clc refuses one that a source has not."""
    project = Project(options, folder, "launched", "clc_add_kernels(n SOURCES k.cl other.cl TARGETS spirv64 DEFINES N=1 LAUNCHES k=8x8 k2=64)")
    project.write("other.cl", KERNEL.replace(" k(", " k2("))
    code, output = project.configure()
    check(code == 0, "sizes of groups", output)
    with open(os.path.join(project.build, "build.ninja"), encoding="utf-8") as file:
        sizes = sorted(re.findall(r"--launch (\S+)", file.read()))
    code, output = project.make()
    check(code == 0 and sizes == ["k2=64", "k=8x8"], "each for its source", f"{sizes}\n{output}")


def dumped(options, folder):
    """IL and ISA of every kernel, a folder for each module: kernels of two variants have the same names."""
    project = Project(options, folder, "dumped", "clc_add_kernels(n SOURCES k.cl TARGETS r600:cypress DUMP isa VARIANTS a:N=1 b:N=2)")
    code, output = project.configure()
    check(code == 0, "a package with dumps", output)
    code, output = project.make()
    found = {variant: sorted(os.listdir(place)) if os.path.isdir(place := os.path.join(project.build, "isa", f"k.{variant}")) else []
             for variant in "ab"}
    check(code == 0 and all(any(name.endswith("_cypress.isa") for name in names) and
                            any(name.endswith("_cypress.il") for name in names) for names in found.values()),
          "writes IL and ISA of every kernel", f"{found}\n{output}")
    shutil.rmtree(os.path.join(project.build, "isa"))
    project.write("k.cl", "kernel void later(global int* a) { a[0] = N; }\n")
    code, output = project.make()
    check(code == 0 and os.path.exists(os.path.join(project.build, "isa/k.b/later_cypress.isa")), "and again when they change", output)


def budget(options, folder, generator):
    """The build fails when a kernel needs more than the file allows, and a target writes the file."""
    project = Project(options, folder, "budget with " + generator, """
        set(more "")
        if(MORE)
          set(more DEFINES MORE)
        endif()
        clc_add_kernels(ker-nels SOURCES k.cl TARGETS amdgcn:gfx1100 spirv64 ${more} BUDGET limits/budget.json --tolerance 5% --only code)
        """)
    project.write("k.cl", "kernel void k(global float* a) {\n  a[0] = 1;\n#ifdef MORE\n  a[get_global_id(0)] = sin(a[0]) + cos(a[1]);\n#endif\n}\n")
    os.makedirs(os.path.join(project.folder, "limits"))
    code, output = project.configure("-G", generator)
    check(code == 0, "a package with a budget configures", output)
    code, output = project.make()
    check(code != 0 and "budget.json" in output and "--write-budget" in output, "without the file the build says how to make it", output)
    code, output = project.make("--target", "ker-nels_budget")
    file = os.path.join(project.folder, "limits", "budget.json")
    with open(file, encoding="utf-8") as text:
        text = text.read()
    check(code == 0 and "max_code_bytes" in text and "max_registers" not in text, "a target writes it", output + text)
    code, output = project.make()
    check(code == 0 and "Checking the budget" in output, "the build keeps to it", output)
    code, output = project.make()
    check(code == 0 and "Checking" not in output, "and checks again only after a change", output)
    # The file did not exist when the project was configured, and is changed all the same.
    with open(file, "w", encoding="utf-8") as tightened:
        tightened.write(re.sub(r'("max_code_bytes": )\d+', r"\g<1>1", text))
    code, output = project.make()
    check(code != 0 and "limit 1" in output, "a tightened file is a change", output)
    with open(file, "w", encoding="utf-8") as loosened:
        loosened.write(text)
    code, output = project.make()
    check(code == 0 and "Checking the budget" in output, "and so is a loosened one", output)
    os.remove(file)
    code, output = project.make()
    check(code != 0 and "--write-budget" in output, "without the file it says again how to make it", output)
    with open(file, "w", encoding="utf-8") as same:
        same.write(text)
    code, output = project.make()
    code, output = project.configure("-G", generator, "-DMORE=1")
    code, output = project.make()
    check(code != 0 and re.search(r"kernel k of module k for amdgcn:gfx1100: code bytes \d+, limit \d+", output), "a kernel that needs more fails", output)
    code, output = project.make("--target", "ker-nels_budget")
    code, output = project.make()
    check(code == 0, "until the file allows it", output)


BARRIER = """kernel void k(global float* a) {
  if (get_local_id(0) < LIMIT)
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0) * STEP] = 1;
}
"""
CHECKED = "k.one k.two other.one other.two".split()


def checks(options, folder, generator):
    """The build fails when a module does not keep to CHECKS, and checks again only what changed."""
    project = Project(options, folder, "checks with " + generator, """
        clc_add_kernels(n SOURCES k.cl other.cl TARGETS nvptx:sm_90 amdgcn:gfx1100 spirv64 CHECKS --no-divergent-barrier --min-coalescing ${LEAST}
                        --no-spills INCLUDES inc VARIANTS one:LIMIT=1000000,STEP=1 two:LIMIT=2000000,STEP=1)
        add_library(unchecked INTERFACE)
        """)

    def make(what, checked, message=None):
        code, output = project.make()
        ran = sorted(re.findall(r"Checking (\S+)", output))
        good = code == 0 and ran == checked
        if message is not None:  # a build stops at the first error, or at the second
            good = code != 0 and re.search(message, output) and ran and set(ran) <= set(checked)
        check(good, what, f"checked {ran}, exit {code}\n{output}")

    project.write("k.cl", BARRIER)
    project.write("other.cl", "#include <o.h>\nkernel void other(global int* o) { o[get_global_id(0)] = O; }\n")
    project.write("inc/o.h", "#define O 1\n")
    code, output = project.configure("-G", generator, "-DLEAST=50")
    check(code == 0, "a package with checks configures", output)
    make("every module is checked", CHECKED)
    make("and only once", [])
    project.write("inc/o.h", "#define O 2\n")
    make("a changed header checks what includes it", CHECKED[2:])
    project.write("k.cl", BARRIER.replace("LIMIT", "5"))
    make("a barrier that a part of the work-items reaches fails", CHECKED[:2],
         r"k\.cl:3: a barrier that only a part of the work-items reaches, by the branch in .*k\.cl:2")
    project.write("k.cl", BARRIER.replace("STEP", "32"))
    make("and so does an access that wastes", CHECKED[:2], r"k\.cl:4: .* has an efficiency of 3\.12 %, limit 50 %")
    project.write("k.cl", BARRIER)
    make("until it is mended", CHECKED[:2])
    project.configure("-G", generator, "-DLEAST=40")
    make("other limits check everything again", CHECKED)


def targets_of_sources(options, folder, generator):
    """The property CLC_TARGETS gives a source targets of its own."""
    project = Project(options, folder, "targets with " + generator, """
        set(targets spirv64 nvptx:sm_90)
        set_source_files_properties(half.cl ${CMAKE_CURRENT_SOURCE_DIR}/whole.cl PROPERTIES CLC_TARGETS "${targets}")
        set_source_files_properties(none.cl PROPERTIES CLC_TARGETS "r600:cypress")
        clc_add_kernels(n SOURCES k.cl half.cl ${CMAKE_CURRENT_SOURCE_DIR}/half2.cl whole.cl TARGETS ${targets} amdgcn:gfx1100 DEFINES N=1 LAUNCHERS)
        """)
    for name in "half", "half2", "whole":
        project.write(name + ".cl", KERNEL.replace("void k", "void in_" + name))

    def found():
        _, text = code_and_output(os.path.join(options.prefix, "bin", "clc"), "inspect", os.path.join(project.build, "n.clc/n.clcpack"))
        return {words[0]: re.findall(r"(?m)^  (\w+:\S+)  ", "module " + words[1])
                for words in (part.split(None, 1) for part in text.split("\nmodule ")[1:])}

    both, all_three = ["nvptx:sm_90", "spirv64:1.2"], ["amdgcn:gfx1100", "nvptx:sm_90", "spirv64:1.2"]
    code, output = project.configure("-G", generator)
    check(code == 0, "sources with targets of their own", output)
    code, output = project.make()
    expected = {"k": all_three, "half": both, "half2": all_three, "whole": both}
    check(code == 0 and found() == expected, "are compiled for these", f"{found()}\n{output}")
    lists = os.path.join(project.folder, "CMakeLists.txt")
    with open(lists, "r+", encoding="utf-8") as file:
        text = file.read().replace("PROPERTIES CLC_TARGETS \"${targets}\"", "PROPERTIES CLC_TARGETS nvptx:sm_90")
        file.seek(0)
        file.truncate()
        file.write(text)
    code, output = project.make()
    built = sorted(re.findall(r"Compiling (\S+) for", output))
    check(code == 0 and built == ["half", "whole"] and found() == {**expected, "half": both[:1], "whole": both[:1]},
          "and other targets compile only these again", f"{found()}\n{output}")


def modules(options, folder, generator):
    """MODULE links the sources into one module, which any of them and of their headers builds again."""
    project = Project(options, folder, "module with " + generator, """
        clc_add_kernels(n SOURCES k.cl "s p/scale.cl" TARGETS spirv64 nvptx:sm_90 MODULE VARIANTS one:N=1 two:N=2 CHECKS --no-spills --allow-unknown)
        """)
    project.write("k.cl", "int scale(int);\nkernel void k(global int* o) { *o = scale(N); }\n")
    project.write("s p/scale.cl", '#include "factor.h"\nint scale(int x) { return x * FACTOR; }\n')
    project.write("s p/factor.h", "#define FACTOR 3\n")
    code, output = project.configure("-G", generator)
    check(code == 0, "a module of two sources", output)
    code, output = project.make()
    _, text = code_and_output(os.path.join(options.prefix, "bin", "clc"), "inspect", os.path.join(project.build, "n.clc/n.clcpack"))
    check(code == 0 and re.findall(r"(?m)^module (\S+)", text) == ["n.one", "n.two"], "is one for each variant", text + output)
    code, output = project.make()
    check(code == 0 and "Compiling" not in output, "and built once", output)
    project.write("s p/factor.h", "#define FACTOR 5\n")
    code, output = project.make()
    check(code == 0 and sorted(re.findall(r"Compiling (\S+) for", output)) == ["n.one", "n.two"], "until a header of one changes", output)


def separate_families(options, folder):
    """SEPARATE gives the package of one command for the other families, too."""
    told = json.loads(code_and_output(os.path.join(options.prefix, "bin", "clc"), "targets", "--format", "json")[1])
    is_here = {family["name"]: family["available"] for family in told["families"]}
    targets = [target for target in ("amdgcn:gfx1100", "r600:cypress", "cubin:sm_90", "intel:dg2", "driver:pocl")
               if is_here[target.partition(":")[0]]]
    call = f"SOURCES k.cl TARGETS {' '.join(targets)}"
    project = Project(options, folder, "separate families", f"clc_add_kernels(whole {call})\nclc_add_kernels(parts {call} SEPARATE)")
    project.write("k.cl", "kernel void k(global int* o) { *o = 3; }\n")
    code, output = project.configure()
    check(code == 0, "kernels of other families compiled apart", output)
    code, output = project.make()
    files = [os.path.join(project.build, f"{name}.clc/{name}.clcpack") for name in ("whole", "parts")]
    check(code == 0 and open(files[0], "rb").read() == open(files[1], "rb").read(), f"are those of one command: {' '.join(targets)}", output)


def separate(options, folder):
    """SEPARATE compiles each source for each target by a command of its own, with a launcher and in a pool of jobs."""
    call = "SOURCES k.cl l.cl TARGETS spirv64 nvptx:sm_90 VARIANTS one:N=1 two:N=2 COMPRESS"
    project = Project(options, folder, "separate", f"""
        set_property(GLOBAL PROPERTY JOB_POOLS few=1)
        clc_add_kernels(whole {call})
        set(CLC_COMPILER_LAUNCHER "${{CMAKE_COMMAND}}" -E env LAUNCHED=1)
        clc_add_kernels(parts {call} SEPARATE JOB_POOL few CHECKS --no-spills --allow-unknown)
        """)
    project.write("k.cl", '#include "n.h"\nkernel void k(global int* o) { *o = FACTOR; }\n')
    project.write("l.cl", "#ifdef __NVPTX__\n#include \"m.h\"\n#endif\nkernel void l(global int* o) { *o = N; }\n")
    project.write("n.h", "#define FACTOR (3 * N)\n")
    project.write("m.h", "#define OTHER 1\n")
    code, output = project.configure()
    check(code == 0, "kernels compiled apart", output)
    code, output = project.make()
    built = sorted(re.findall(r"Compiling (\S+) for (\S+)\n", output))
    names = [f"{source}.{variant}" for source in "kl" for variant in ("one", "two")]
    check(code == 0 and [pair for pair in built if not pair[1].endswith(",")] ==
          sorted((name, target) for name in names for target in ("nvptx:sm_90", "spirv64")), "have a command for each target", output)
    whole, parts = (os.path.join(project.build, name) for name in ("whole.clc/whole.clcpack", "parts.clc/parts.clcpack"))
    check(open(whole, "rb").read() == open(parts, "rb").read(), "and give the package of one command for all targets")
    rules = open(os.path.join(project.build, "build.ninja"), encoding="utf-8").read()
    check(rules.count("LAUNCHED=1") == 8 and rules.count("pool = few") == 8, "each has the launcher and the pool",
          f"{rules.count('LAUNCHED=1')} {rules.count('pool = few')}")
    separate_families(options, folder)
    project.write("m.h", "#define OTHER 2\n")
    code, output = project.make("--target", "parts_package")
    built = sorted(re.findall(r"Compiling (\S+) for (\S+)\n", output))
    check(code == 0 and built == [("l.one", "nvptx:sm_90"), ("l.two", "nvptx:sm_90")], "a header that one target reads builds that", output)


def libraries(options, folder, generator):
    """LIBRARIES are linked into each module, which is built again when a source of theirs changes."""
    project = Project(options, folder, "libraries with " + generator, """
        add_subdirectory(lib)
        clc_add_kernels(n SOURCES k.cl "other, one.cl" TARGETS spirv64 nvptx:sm_90 LIBRARIES scale CHECKS --no-spills --allow-unknown)
        clc_add_kernels(m SOURCES k.cl "other, one.cl" TARGETS spirv64 MODULE LIBRARIES "${CMAKE_CURRENT_BINARY_DIR}/lib/scale.clc/scale")
        add_dependencies(m_package scale)
        """)
    project.write("k.cl", "int scale(int);\nkernel void k(global int* o) { *o = scale(2); }\n")
    project.write("other, one.cl", "int scale(int);\nkernel void other(global int* o) { *o = scale(3); }\n")
    project.write("lib/CMakeLists.txt", "clc_add_kernels(scale SOURCES scale.cl TARGETS spirv64 nvptx:sm_90 OPTIONS -create-library MODE DIRECTORY)\n")
    project.write("lib/scale.cl", "int scale(int x) { return x * 3; }\n")
    code, output = project.configure("-G", generator)
    check(code == 0, "modules with a library", output)
    code, output = project.make()
    inspect = os.path.join(options.prefix, "bin", "clc"), "inspect"
    texts = [code_and_output(*inspect, os.path.join(project.build, f"{name}.clc/{name}.clcpack"))[1] for name in "nm"]
    check(code == 0 and [re.findall(r"(?m)^module (.+)  ", text) for text in texts] == [["k", "other, one"], ["m"]], "are built", texts + [output])
    code, output = project.make()
    check(code == 0 and "Compiling" not in output, "and built once", output)
    project.write("lib/scale.cl", "int scale(int x) { return x * 5; }\n")
    code, output = project.make()
    check(code == 0 and sorted(re.findall(r"Compiling (.+) for", output)) == ["k", "m", "other, one", "scale"], "until the library changes", output)


def structs(options, folder):
    """The headers of STRUCTS are found where people keep them, without include folders by hand."""
    for place, named, includes in (("", "params.h", ""), ("shared/", "shared/params.h", ""), ("shared/", "params.h", "INCLUDES shared")):
        project = Project(options, folder, f"structs {place.strip('/')} {bool(includes)}", f"""
            clc_add_kernels(n SOURCES k.cl TARGETS spirv64 LAUNCHERS STRUCTS {named} {includes})
            add_subdirectory(app)
            """, "CXX", "CONFIG REQUIRED")
        project.write(place + "params.h", "typedef struct { int a; float b; } Params;\n")
        project.write("k.cl", f'#include "{named}"\nkernel void k(global int* o, Params p) {{ *o = p.a; }}\n')
        project.write("app/CMakeLists.txt", "add_executable(app main.cpp)\ntarget_link_libraries(app PRIVATE n)\n")
        project.write("app/main.cpp", '#include "n.clc.h"\nint main() { Params p{1, 2}; return n::open_package() ? p.a - 1 : 1; }\n')
        code, output = project.configure()
        check(code == 0, f"structs in {place}params.h, named {named}", output)
        code, output = project.make()
        check(code == 0, "and a program in another folder finds them", output)


def build_tree_on_path(options, folder):
    """PATH gives CMake prefixes to search; the build tree of clc is one like an installed tree."""
    for prefix, other in (options.build, options.prefix), (options.prefix, options.build):
        path = os.pathsep.join([os.path.join(prefix, "bin"), os.path.join(other, "bin"), os.environ["PATH"]])
        project = Project(options, folder, "path to " + os.path.basename(prefix), "clc_add_kernels(n SOURCES k.cl TARGETS spirv64 DEFINES N=1)")
        code, output = code_and_output("cmake", "-S", project.folder, "-B", project.build, "-G", "Ninja", env=environment(PATH=path))
        with open(os.path.join(project.build, "CMakeCache.txt"), encoding="utf-8") as file:
            found = re.search(r"(?m)^clc_DIR:PATH=(.*)$", file.read())
        check(code == 0 and found and found.group(1).startswith(prefix), "the first clc on PATH is found, the build tree's and an installed one", output)


LIBRARY = """
    include(GNUInstallDirs)
    clc_add_kernels(ker-nels SOURCES k.cl TARGETS spirv64 MODE EMBED LAUNCHERS STRUCTS pair.h INCLUDES . VARIANTS a:N=1 b:N=2)
    target_include_directories(ker-nels INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
    add_library(lib SHARED lib.cpp)
    target_link_libraries(lib PRIVATE ker-nels)
    install(TARGETS lib EXPORT all)
    install(FILES pair.h TYPE INCLUDE)
    {install}(ker-nels EXPORT all)
    install(EXPORT all NAMESPACE its:: FILE itsConfig.cmake DESTINATION lib/cmake/its)
    """
MODULES = """
    #include "ker_nels.clc.h"
    int modules();
    int modules() {
      const auto package = ker_nels::open_package();
      static_assert(sizeof(ker_nels::k_a::Kernels) != 0 && sizeof(ker_nels::k_b::Kernels) != 0);
      return package ? static_cast<int>(package->manifest().modules.size()) : -1;
    }
    """


def exported(options, folder, install):
    """A library with its kernels inside, and a program that uses the library and the same kernels by itself."""
    folder = os.path.join(folder, "exported by " + re.sub(r"\W", " ", install))
    library = Project(options, folder, "library", LIBRARY.replace("{install}(", install), "C CXX", "CONFIG REQUIRED")
    kernel = '#include "pair.h"\nkernel void k(global Pair* p) { p->a = N; }\n'
    library.write("k.cl", kernel)
    library.write("pair.h", "typedef struct { int a; float b; } Pair;\n")
    library.write("lib.cpp", MODULES)
    code, output = library.configure()
    check(code == 0, "a library with embedded kernels", output)
    code, output = library.make()
    check(code == 0, "builds with their launchers", output)
    library.write("k.cl", kernel.replace("= N", "= N + 1"))
    code, output = library.make()
    built = re.findall(r"Building \w+ object \S+/(\S+)\.o", output)
    check(code == 0 and built == ["ker_nels_package.c"], "new code of kernels compiles only the data again", output)
    code, output = code_and_output("cmake", "--install", library.build, "--prefix", os.path.join(folder, "its prefix"))
    check(code == 0, "and is installed", output)
    shutil.rmtree(library.folder)

    project = Project(options, folder, "user", """
        find_package(its CONFIG REQUIRED)
        add_executable(user main.cpp own.cpp)
        target_link_libraries(user PRIVATE its::lib its::ker-nels)
        """, "C CXX", "CONFIG REQUIRED COMPONENTS Runtime")
    project.write("own.cpp", MODULES.replace("modules()", "own_modules()"))
    project.write("main.cpp", "int modules();\nint own_modules();\nint main() { return modules() == 2 && own_modules() == 2 ? 0 : 1; }\n")
    code, output = project.configure(f"-DCMAKE_PREFIX_PATH={options.prefix};{os.path.join(folder, 'its prefix')}")
    check(code == 0, "another project finds it", output)
    code, output = project.make()
    check(code == 0, "and builds with both", output)
    code, output = code_and_output(os.path.join(project.build, "user"))
    check(code == 0, "and both have the kernels", output)


def file_installed_alone(options, folder):
    """The target of a package in a file says which function installs it with its package."""
    library = Project(options, folder, "alone", """
        clc_add_kernels(n SOURCES k.cl TARGETS spirv64 DEFINES N=1)
        install(TARGETS n EXPORT all)
        install(EXPORT all NAMESPACE its:: FILE itsConfig.cmake DESTINATION lib/cmake/its)
        """, "CXX", "CONFIG REQUIRED")
    prefix = os.path.join(folder, "alone prefix")
    for what in library.configure(), library.make(), code_and_output("cmake", "--install", library.build, "--prefix", prefix):
        check(what[0] == 0, "a target of a package in a file is exported without it", what[1])
    user = Project(options, folder, "user of alone", "find_package(its CONFIG REQUIRED)\nadd_library(u main.cpp)\ntarget_link_libraries(u its::n)",
                   "CXX", "CONFIG REQUIRED COMPONENTS Runtime")
    user.write("main.cpp", '#include "n.clc.h"\n')
    user.configure(f"-DCMAKE_PREFIX_PATH={options.prefix};{prefix}")
    code, output = user.make()
    check(code != 0 and "install it by clc_install_kernels(n" in output, "and who uses it is told how it is installed", output)


def without_runtime(options, folder):
    """The header of a package says which component it needs."""
    for mode in ("FILE", "EMBED"):
        project = Project(options, folder, "without the runtime " + mode, f"""
            clc_add_kernels(n SOURCES k.cl TARGETS spirv64 DEFINES N=1 MODE {mode})
            add_library(app main.cpp)
            target_link_libraries(app n)
            """, "CXX")
        project.write("main.cpp", '#include "n.clc.h"\n')
        project.configure()
        code, output = project.make()
        wanted = "n.clc.h needs clc's runtime: find_package(clc COMPONENTS Compiler Runtime)"
        check(code != 0 and wanted in output, f"a program without the component Runtime is told, {mode}", output)


def signed(options, folder, generator):
    """SIGN_KEY signs a package before it is embedded, installed or packed."""
    project = Project(options, folder, "signed " + generator, """
        set(KEY "" CACHE FILEPATH "")
        foreach(mode FILE DIRECTORY EMBED)
          clc_add_kernels(${mode} SOURCES k.cl TARGETS spirv64 DEFINES N=1 MODE ${mode} SIGN_KEY "${KEY}")
        endforeach()
        add_library(app SHARED main.c)
        target_link_libraries(app PRIVATE EMBED)
        """, "C", "CONFIG REQUIRED COMPONENTS Compiler")
    project.write("main.c", '#include "EMBED_package.h"\nconst void* data(void) { return EMBED_package_data(); }\n')
    clc = os.path.join(options.prefix, "bin", "clc")
    keys = [os.path.join(project.folder, name) for name in ("first.pem", "second.pem")]
    for key in keys:
        code_and_output("openssl", "genpkey", "-algorithm", "ed25519", "-out", key, umask=0o077)
        code_and_output("openssl", "pkey", "-in", key, "-pubout", "-out", key + ".pub")

    def make(what, key, signer):
        """Builds with this key, checks who signed, and that a second build has nothing to do."""
        code, output = code_and_output("cmake", "-S", project.folder, "-B", project.build, "-G", generator,
                                       f"-DCMAKE_PREFIX_PATH={options.prefix}", f"-DKEY={key}")
        code, output = project.make() if code == 0 else (code, output)
        check(code == 0, what, output)
        for package in "FILE.clc/FILE.clcpack", "DIRECTORY.clc/DIRECTORY", "libapp.so":
            code, output = code_and_output(clc, "verify", os.path.join(project.build, package), *(["--key", signer + ".pub"] if signer else []))
            check(code == 0, f"{what}: {package}", output)
        code, output = project.make()
        check(code == 0 and not re.search(r"Linking package|Embedding|Compiling", output), f"{what}: a second build has nothing to do", output)

    make("packages without a key", "", "")
    make("packages that a key signs", keys[0], keys[0])
    make("packages that another key signs", keys[1], keys[1])
    shutil.copy(keys[0], keys[1])
    make("packages when the key has changed", keys[1], keys[0])


def subdirectory(options, folder, name, how):
    """Returns what would be built, without building it: that is clc's own build."""
    project = Project(options, folder, "by " + name, f"""
        {how}
        clc_add_kernels(n SOURCES k.cl TARGETS spirv64 MODE EMBED)
        add_executable(app main.cpp)
        target_link_libraries(app PRIVATE n clc::runtime)
        """, "C CXX", None)
    project.write("main.cpp", '#include "n.clc.h"\nint main() { return n::open_package() ? 0 : 1; }\n')
    code, output = project.configure()
    check(code == 0, f"clc by {name} configures", output)
    code, output = code_and_output("ninja", "-C", project.build, "-t", "commands", "all")
    commands = output.splitlines()
    places = [next((i for i, line in enumerate(commands) if re.search(pattern, line)), None)
              for pattern in (r"-o \S+/libexec/clc/clc-worker", r"/bin/clc\"? compile .*k\.cl", r"/bin/clc\"? embed", r"-o app ")]
    check(code == 0 and None not in places and places == sorted(places), "clc, then kernels, then the program", places)
    check("clc_parts_tests" not in output and "clrun" not in output, "and none of clc's tests and algorithms")
    code, output = code_and_output("cmake", "--install", project.build, "--prefix", os.path.join(folder, "nothing"))
    check(code == 0 and not os.path.exists(os.path.join(folder, "nothing")), "nothing of it is installed", output)


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "source", "build", "clang":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    which, parts = options.share
    with temporary_folder("clc calls ") as folder:
        wrong_calls(options, folder)
        namespaces(options, folder)
        clangd(options, folder)
        packages_made_elsewhere(options, folder)
        embedded_by_configuration(options, folder)
        compressed(options, folder)
        dumped(options, folder)
        launched(options, folder)
        exported(options, folder, "clc_install_kernels(")
        exported(options, folder, "install(TARGETS ")
        file_installed_alone(options, folder)
        without_runtime(options, folder)
        builds = (budget, checks, targets_of_sources, modules, libraries, signed)
        for generator, some in (("Ninja", builds), ("Unix Makefiles", builds[which::parts])):
            for build in some:
                build(options, folder, generator)
        separate(options, folder)
        structs(options, folder)
        build_tree_on_path(options, folder)
        subdirectory(options, folder, "add_subdirectory", f"add_subdirectory(\"{options.source}\" clc)")
        if parts == 1:
            subdirectory(options, folder, "FetchContent", "include(FetchContent)\n"
                         f"FetchContent_Declare(clc SOURCE_DIR \"{options.source}\")\nFetchContent_MakeAvailable(clc)")
    sys.exit(finish())


if __name__ == "__main__":
    main()
