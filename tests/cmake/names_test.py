#!/usr/bin/env python3
"""Builds kernels in folders and files of awkward names: each builds, then there is nothing to do until a header changes; or CMake
refuses it, in words.

usage: names_test.py --prefix DIR --generator NAME [--share K/N]
       --share   2/3: the second third of the characters, each at one of the three places in a name, and of the rest
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, finish, share_of, temporary_folder  # noqa: E402

PUNCTUATION = "!\"#$%&'()*+,-:;<=>?@[]^_`{|}~"
# For all generators: what CMake takes in no path, or in no output of a command.
NEVER = set("\";#<>|\t\n\r")
OF_NINJA = set("$&'*?^`\x01\x7f")  # in no dependency file
REFUSED = "cannot use a name with"


def refused_in(name, generator):
    if name.count("[") != name.count("]") or "$<" in name or "${" in name:
        return True
    return bool(set(name) & (NEVER | (set(":") if "Makefiles" in generator else OF_NINJA)))


def quoted(text):
    for character in "\\\"$;":
        text = text.replace(character, "\\" + character)
    return f'"{text}"'


class Project:
    """Kernels in <folder>, which include <header> from <includes>. More words of the call may follow."""

    def __init__(self, options, folder, source="k.cl", header="h.h", includes="inc", words="", name="f", prefix=None):
        self.options, self.folder, self.build = options, folder, os.path.join(folder, "b")
        self.files = [os.path.join(folder, includes, header), os.path.join(folder, source)]
        for path, text in zip(self.files, ("#define F 1\n", f'#include "{header}"\nkernel void k(global int* a) {{ *a = F; }}\n')):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write("cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES NONE)\n"
                       f"find_package(clc CONFIG REQUIRED COMPONENTS Compiler PATHS {quoted(prefix or options.prefix)} NO_DEFAULT_PATH)\n"
                       f"clc_add_kernels({name} SOURCES {quoted(source)} INCLUDES {quoted(includes)} TARGETS spirv64 {words})\n")

    def make(self):
        return code_and_output("cmake", "--build", self.build)

    def answer(self):
        """Either `refused` and `builds`, or what is wrong."""
        code, output = code_and_output("cmake", "-S", self.folder, "-B", self.build, "-G", self.options.generator)
        if code != 0:
            return "refused" if REFUSED in " ".join(output.split()) else "cannot be configured: " + output
        code, output = self.make()
        if code != 0:
            return "refused" if "no dependency file can hold" in " ".join(output.split()) else "cannot be built: " + output
        code, output = self.make()
        if code != 0 or "Compiling" in output or "Linking" in output:
            return "is not idle at the second build: " + output
        for seconds, path in enumerate(self.files, 1):
            time = os.stat(path).st_mtime + 60 * seconds
            os.utime(path, (time, time))
            code, output = self.make()
            if code != 0 or "Compiling" not in output:
                return f"does not see a change of {path}: {output}"
        return "builds"


def folders(options, root):
    which, parts = options.share
    names = [(f"a{c}b", f"a{c}", f"{c}a") for c in PUNCTUATION + "\t\n\r\x01\x7f"][which::parts]
    names = [name for i, places in enumerate(names) for name in (places if parts == 1 else places[i % 3:i % 3 + 1])]
    names += ["[2024]", "]a[", "p (copy)", "a(x)", "ü", "a b ", "a${X}b", "a$<1:b>", "@X@", "p) [2024] ü=", "p) [2024] ü:=", "p) [2024] '&$ ü=",
              "p) [2024] #'&$ ü:="][which::parts]
    for i, name in enumerate(names):
        if ";" in name and name != "a;b":
            continue  # CMake's project() itself stops at some of these
        folder = os.path.join(root, str(i), name)
        wanted = "refused" if refused_in(name, options.generator) else "builds"
        got = Project(options, folder).answer()
        if name != "a;b":
            check(got == wanted, f"{wanted} in {name!r}", got)
        else:
            check(got != "builds", "nothing is built in a folder with ;", got)


def own_names(options, root):
    """Names of all kinds, in a folder of a plain name."""
    ninja = "Ninja" in options.generator
    good, bad = ("p) [2024] ü:=.", "a&b") if ninja else ("p) [2024] '&$ ü=.", "a:b")
    prefixes = [os.path.join(root, name) for name in ("c) #'&$ ü:=" if ninja else "c) #'&$ ü=", "a[b]" if ninja else "a:b")]
    for path in prefixes:
        os.symlink(options.prefix, path)
    cases = [
        ("a source", {"source": good.replace(":", "") + ".cl"}, {"source": bad + ".cl"}),
        ("a header", {"header": good + ".h"}, {"header": bad + ".h"}),
        ("a folder of headers", {"includes": good}, {"includes": bad}),
        ("a folder of headers that ends in a bracket", {"includes": "a(x)"}, {"includes": "[a"}),
        ("the file of OUTPUT", {"words": f"OUTPUT {quoted(good + '/k.clcpack')}"}, {"words": "OUTPUT \"a#b/k.clcpack\""}),
        ("the folder of OUTPUT", {"words": f"MODE DIRECTORY OUTPUT {quoted(good)}"}, {"words": "MODE DIRECTORY OUTPUT \"a\\;b\""}),
        ("the folder of DUMP, and words with marks", {"words": f"DUMP {quoted(good)} DEFINES \"A=\\\"x y\\\"\" \"B='c'\""}, None),
        ("a variant", {"words": "VARIANTS \"a) b\""}, {"words": "VARIANTS \"a#b\""}),
        ("the place of clc", {"prefix": prefixes[0], "words": "DUMP d"}, {"prefix": prefixes[1]}),
    ]
    which, parts = options.share
    for i, (what, taken, refused) in enumerate(cases[which::parts]):
        got = Project(options, os.path.join(root, f"taken {i}"), **taken).answer()
        check(got == "builds", f"{what}: {taken}", got)
        if refused is not None:
            got = Project(options, os.path.join(root, f"refused {i}"), **refused).answer()
            check(got == "refused", f"{what}: {refused} is refused", got)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    options = parser.parse_args()
    with temporary_folder("clc names ") as root:
        folders(options, os.path.join(root, "folders"))
        own_names(options, root)
    sys.exit(finish())


if __name__ == "__main__":
    main()
