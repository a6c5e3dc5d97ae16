#!/usr/bin/env python3
"""Embeds a package into C and C++ programs and shared libraries, by every compiler here and each way that it knows.

usage: embed_test.py --clc PATH --kernel FILE
"""
import argparse
import itertools
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Failed, check, finish, run, skip, temporary_folder  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
C_MAIN = """#include "app_kernels.h"
#include <stdio.h>
int main(void) {
  fwrite(app_kernels_package_data(), 1, app_kernels_package_size(), stdout);
  return ((size_t)app_kernels_package_data() & 63) != 0;
}
"""
CPP_MAIN = """#include "app_kernels.h"
#include <cstdio>
std::string_view the_bytes();
int main() {
  const std::string_view bytes = the_bytes();
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
}
"""
CPP_USER = """#include "app_kernels.h"
std::string_view the_bytes();
std::string_view the_bytes() { return app::kernels::package_bytes(); }
"""
# command, language, further arguments
COMPILERS = [("gcc", "c", ["-std=c99"]), ("clang-22", "c", ["-std=c11"]), ("clang-22", "c", ["-std=c23"]),
             ("g++", "c++", ["-std=c++17"]), ("g++", "c++", ["-std=c++20", "-O2"]),
             ("clang++-22", "c++", ["-std=c++17"]), ("clang++-22", "c++", ["-std=c++20", "-O2"])]


def call(command, folder, expected=0):
    return run(*command, cwd=folder, expected=expected, text=False)


def attempt(what, function):
    try:
        check(function(), what)
    except Failed as error:
        check(False, what, error)


def in_a_program(folder, compiler, language, flags):
    suffix = "c" if language == "c" else "cpp"
    sources = [f"main.{suffix}", f"made {suffix}/app_kernels.{suffix}"] + (["user.cpp"] if language == "c++" else [])
    call([compiler, *flags, *WARNINGS, f"-Imade {suffix}", *sources, "-o", "program"], folder)
    return call(["./program"], folder).stdout


def knows_embed(folder, compiler):
    with open(os.path.join(folder, "empty.c"), "w", encoding="utf-8") as file:
        file.write("#ifdef __has_embed\nyes\n#endif\n")
    return "yes" in call([compiler, "-E", "empty.c"], folder).stdout.decode()


def way(folder, compiler, language, flags):
    """How the source takes the bytes."""
    source = "made c/app_kernels.c" if language == "c" else "made cpp/app_kernels.cpp"
    macros = call([compiler, *flags, "-E", "-dM", source], folder).stdout.decode()
    taken = [name for name in ("EMBED", "INCBIN") if f"#define CLC_EMBED_WITH_{name}" in macros]
    return taken[0] if taken else "ARRAY"


def in_a_library(folder, compiler, kind):
    """The bytes are in a library, which alone sees them."""
    call([compiler, "-std=c++17", *WARNINGS, "-fPIC", "-Imade cpp", "-c", "made cpp/app_kernels.cpp", "user.cpp"], folder)
    if kind == "static":
        call(["ar", "rcs", "libkernels.a", "app_kernels.o", "user.o"], folder)
    else:
        call([compiler, "-shared", "app_kernels.o", "user.o", "-o", "libkernels.so"], folder)
        exported = call(["nm", "-D", "--defined-only", "libkernels.so"], folder).stdout.decode()
        check("the_bytes" in exported and "package" not in exported, f"{compiler}: the shared library exports no bytes")
    call([compiler, "-std=c++17", "-Imade cpp", "main.cpp", f"libkernels.{'a' if kind == 'static' else 'so'}",
          "-Wl,-rpath,.", "-o", "program"], folder)
    return call(["./program"], folder).stdout


def read_only_data(folder, compiler, flags):
    call([compiler, "-std=c++17", *flags, "-Imade cpp", "-c", "made cpp/app_kernels.cpp", "-o", "one.o"], folder)
    symbols = call(["nm", "one.o"], folder).stdout.decode()
    sections = call(["readelf", "-SW", "one.o"], folder).stdout.decode()
    return " R clc_embedded_app_kernels" in symbols and ".init_array" not in sections and ".ctors" not in sections


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernel", required=True)
    options = parser.parse_args()
    clc = os.path.abspath(options.clc)
    with temporary_folder("clc embed ") as folder:
        for name, text in (("main.c", C_MAIN), ("main.cpp", CPP_MAIN), ("user.cpp", CPP_USER)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        call([clc, "compile", os.path.abspath(options.kernel), "-t", "spirv64", "-o", "p.clcpack"], folder)
        for suffix in ("c", "cpp"):
            os.mkdir(os.path.join(folder, f"made {suffix}"))
            call([clc, "embed", "p.clcpack", "-o", f"made {suffix}/app_kernels.{suffix}", "-n", "app::kernels"], folder)
        with open(os.path.join(folder, "p.clcpack"), "rb") as file:
            package = file.read()
        check(len(package) > 4096, "there is a package")

        ways = itertools.product(COMPILERS, ([], ["-DCLC_EMBED_ARRAY"]))
        for (compiler, language, flags), more in ways:
            what = " ".join([compiler, *flags, *more])
            if shutil.which(compiler) is None:
                skip(what, "not installed")
                continue
            expected = "ARRAY" if more else "EMBED" if knows_embed(folder, compiler) else "INCBIN"
            attempt(f"{what}: {expected}", lambda: in_a_program(folder, compiler, language, flags + more) == package
                    and way(folder, compiler, language, flags + more) == expected)
        for compiler in ("g++", "clang++-22"):
            if shutil.which(compiler) is None:
                continue
            for kind in ("static", "shared"):
                attempt(f"{compiler}, {kind} library", lambda: in_a_library(folder, compiler, kind) == package)
            for flags in ([], ["-DCLC_EMBED_ARRAY"]):
                attempt(" ".join([compiler, *flags, "gives read-only data, not initialised"]),
                        lambda: read_only_data(folder, compiler, flags))

        # Another file under the name: found by its size, where the compiler takes it without a look.
        with open(os.path.join(folder, "made cpp/app_kernels.bin"), "ab") as file:
            file.write(b"x")
        attempt("g++ refuses another file", lambda: b"is not the file" in call(
            ["g++", "-Imade cpp", "-c", "made cpp/app_kernels.cpp", "-o", "one.o"], folder, expected=1).stderr)
    sys.exit(finish())


main()
