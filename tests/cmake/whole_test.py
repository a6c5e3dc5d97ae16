#!/usr/bin/env python3
"""A whole project below a folder of an awkward name: ten kernels that include a header which the build makes, one package in the
program and one beside it, both signed, packed by CPack as a .deb and an archive. The second build has nothing to do, and a new
text of the header makes both packages again.

usage: whole_test.py --prefix DIR [--generator NAME]
"""
import argparse
import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, finish, temporary_folder  # noqa: E402

PLACES = {"Ninja": "p) [2024] ü:=", "Ninja Multi-Config": "p) [2024] ü:=", "Unix Makefiles": "p) [2024] '&$ ü="}
LISTS = """
cmake_minimum_required(VERSION 3.22)
project(whole VERSION 1.0 LANGUAGES C CXX)
find_package(clc CONFIG REQUIRED COMPONENTS Compiler Runtime)
set(KEY "" CACHE FILEPATH "")
add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/gen/made.h"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/gen"
  COMMAND "${CMAKE_COMMAND}" -E copy "${CMAKE_CURRENT_SOURCE_DIR}/made.in" "${CMAKE_CURRENT_BINARY_DIR}/gen/made.h"
  DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/made.in" VERBATIM)
set(made "${CMAKE_CURRENT_BINARY_DIR}/gen/made.h")
clc_add_kernels(inside SOURCES k0.cl k1.cl k2.cl k3.cl k4.cl "${made}" TARGETS spirv64 nvptx:sm_90 MODE EMBED SIGN_KEY "${KEY}"
                INCLUDES "${CMAKE_CURRENT_BINARY_DIR}/gen")
set_source_files_properties(k5.cl k6.cl k7.cl k8.cl k9.cl PROPERTIES OBJECT_DEPENDS "${made}")
clc_add_kernels(beside SOURCES k5.cl k6.cl k7.cl k8.cl k9.cl TARGETS spirv64 nvptx:sm_90 SIGN_KEY "${KEY}"
                INCLUDES "${CMAKE_CURRENT_BINARY_DIR}/gen")
add_executable(whole main.cpp)
target_compile_features(whole PRIVATE cxx_std_17)
target_link_libraries(whole PRIVATE inside beside)
install(TARGETS whole)
clc_install_kernels(beside DESTINATION share/whole)
set(CPACK_PACKAGE_CONTACT "a@example.org")
set(CPACK_STRIP_FILES ON)
include(CPack)
"""
MAIN = """#include <cstdio>
#include "beside.clc.h"
#include "inside.clc.h"
int main() {
  const auto one = inside::open_package(), two = beside::open_package();
  if (!one || !two) return 1;
  std::printf("%zu %zu\\n", one->manifest().modules.size(), two->manifest().modules.size());
}
"""


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


class Whole:
    def __init__(self, options, root, generator):
        self.generator, self.clc = generator, os.path.join(options.prefix, "bin", "clc")
        self.folder = os.path.join(root, PLACES[generator])
        self.build = os.path.join(self.folder, "b")
        self.packed = os.path.join(root, "packed")
        os.makedirs(self.folder)
        write(self.folder, "CMakeLists.txt", LISTS)
        write(self.folder, "main.cpp", MAIN)
        write(self.folder, "made.in", "#define N 1\n")
        for i in range(10):
            write(self.folder, f"k{i}.cl", f'#include "made.h"\nkernel void k{i}(global int* a) {{ *a = N + {i}; }}\n')
        self.key = os.path.join(root, "k.pem")
        code_and_output("openssl", "genpkey", "-algorithm", "ed25519", "-out", self.key, umask=0o077)
        code_and_output("openssl", "pkey", "-in", self.key, "-pubout", "-out", self.key + ".pub")
        self.expect("configures", "cmake", "-S", self.folder, "-B", self.build, "-G", generator, f"-DCMAKE_PREFIX_PATH={options.prefix}",
                    f"-DKEY={self.key}", "-DCMAKE_BUILD_TYPE=Release",
                    # CMake 3.31 lets GNU ld list what it read, and ld writes blanks of names as they are: plain CMake links again and again.
                    "-DCMAKE_LINK_DEPENDS_USE_LINKER=OFF")

    def expect(self, what, *command, cwd=None):
        code, output = code_and_output(*command, cwd=cwd)
        check(code == 0, f"{self.generator}: {what}", output[-3000:])
        return output

    def make(self, what):
        return self.expect(what, "cmake", "--build", self.build, "--config", "Release")

    def run(self):
        output = self.make("builds")
        check(len(set(re.findall(r"Compiling (k\d)", output))) == 10, f"{self.generator}: every kernel", output[-3000:])
        output = self.make("a second time")
        check(not re.search(r"Compiling|Linking|Embedding|Building", output), f"{self.generator}: with nothing to do", output[-3000:])
        write(self.folder, "made.in", "#define N 200\n")
        output = self.make("with another header")
        check(len(set(re.findall(r"Compiling (k\d)", output))) == 10, f"{self.generator}: every kernel again", output[-3000:])
        output = self.make("once more")
        check(not re.search(r"Compiling|Linking|Embedding|Building", output), f"{self.generator}: and then nothing", output[-3000:])
        # In a folder with brackets CPack itself makes empty packages.
        self.expect("is packed", "cpack", "-C", "Release", "-G", "DEB;TGZ", "-B", self.packed, cwd=self.build)
        for kind, unpack in ("deb", ["dpkg-deb", "-x"]), ("tar.gz", ["tar", "--strip-components=1", "-xf"]):
            place = os.path.join(self.folder, kind)
            os.mkdir(place)
            [made] = glob.glob(os.path.join(glob.escape(self.packed), f"*.{kind}"))
            self.expect(f"the {kind} is unpacked", *unpack, made, *([place] if kind == "deb" else ["-C", place]))
            place = os.path.join(place, "usr") if kind == "deb" else place
            program = os.path.join(place, "bin/whole")
            equal = self.expect(f"the program of the {kind} runs", program)
            check(equal == "5 5\n", f"{self.generator}: with ten kernels", equal)
            for package in program, os.path.join(place, "share/whole/beside.clcpack"):
                self.expect("what is packed is signed", self.clc, "verify", package, "--key", self.key + ".pub")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--generator", choices=PLACES)
    options = parser.parse_args()
    for generator in [options.generator] if options.generator else PLACES:
        with temporary_folder("clc whole ") as root:
            Whole(options, root, generator).run()
    sys.exit(finish())


if __name__ == "__main__":
    main()
