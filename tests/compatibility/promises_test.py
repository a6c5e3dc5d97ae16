#!/usr/bin/env python3
"""Holds clc to what docs/compatibility.md promises. promised.json has the names that stay: commands and options of clc and clrun, targets, variables, keys
of JSON, names in C++'s headers, arguments of CMake's functions, names of the Python package; packages/VERSION what versions and earlier states wrote, and
inspect.json beside them what they meant. Each promise is also held against a clc that breaks it, which has to be noticed.

usage: promises_test.py --clc PROGRAM [--clrun PROGRAM] --source DIR [--update]
       --update   adds names that are new to promised.json, and inspect.json to packages that lack it. Neither takes anything away
"""
import argparse
import copy
import glob
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, output_of, run, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PROMISED = os.path.join(HERE, "promised.json")
PACKAGES = os.path.join(HERE, "packages")
ELEMENTS = "[]"
ALONE = environment("CLC_OPTIONS", CLC_CACHE="0")
DEVICE = "targets --device"
KEYS = "keys of --format json"
# Calls whose keys stay, by the name that promised.json has for them. P is the folder of the packages of 0.1, F one with sources.
CALLS = {
    "audit": "audit P/base.clcpack", "audit --licenses": "audit P/base.clcpack --licenses", "compile": "compile F/bad.cl -t spirv64 -o F/made.clcpack",
    "doctor": "doctor", "check": "check P/shapes.clcpack --max-code 1 --max-registers 1", "diff": "diff P/shapes.clcpack P/base.clcpack",
    "inspect": "inspect P/shapes.clcpack", "report": "report P/shapes.clcpack", "report of a source": "report F/good.cl -t amdgcn:gfx1030 --accesses",
    "targets": "targets", DEVICE: DEVICE, "targets --matrix": "targets --matrix -t nvptx:sm_75",
    "verify": "verify F/damaged.clcpack", "cache stats": "cache stats"}
CALLS_OF_CLRUN = {"devices": "devices", "list": "list"}
SOURCES = {"good.cl": "kernel void good(global float* x) { x[get_global_id(0)] *= 2; }\n", "bad.cl": "kernel void bad(global float* x) { x = ; }\n",
           "double.cl": "kernel void wide(global double* x) { *x *= 2; }\n"}
# The exit codes that need nothing planted; a compiler that dies (5) is planted by tests/commands/faults.json.
EXITS = {0: "compile F/good.cl -t spirv64 -o F/made.clcpack", 1: "compile F/bad.cl -t spirv64 -o F/made.clcpack",
         2: "compile F/good.cl --no-such-option -t spirv64 -o F/made.clcpack", 3: "inspect F/damaged.clcpack", 4: "compile F/good.cl -t nvptx:sm_1 -o F/made.clcpack",
         6: "verify F/damaged.clcpack", 7: "compile F/double.cl --keep-going -t spirv64 -t r600:cedar -o F/made.clcpack"}


def shape_of(value):
    """What programs rely on: keys, and the kinds of values. Elements of a list are one shape, below a key that no object has."""
    if isinstance(value, dict):
        return {key: shape_of(each) for key, each in value.items()}
    if isinstance(value, list):
        merged = {}
        for each in value:
            merged = joined(merged, {ELEMENTS: shape_of(each)})
        return merged
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def joined(a, b):
    """All that is in either; of two kinds of values the first. Lists are of names."""
    if isinstance(a, dict) and isinstance(b, dict):
        return {key: joined(a[key], b[key]) if key in a and key in b else a.get(key, b.get(key)) for key in sorted(a.keys() | b.keys())}
    if isinstance(a, list) and isinstance(b, list):
        return sorted({*a, *b}) if {*b} - {*a} else a
    return a


def broken(promised, found, where=""):
    """Where something of what is promised is not there, or is another thing. What is new breaks nothing."""
    if isinstance(promised, dict) and isinstance(found, dict):
        return [fault for key, each in promised.items() for fault in
                (broken(each, found[key], f"{where}/{key}") if key in found else [f"{where}/{key}"] if key != ELEMENTS else [])]
    if isinstance(promised, list) and isinstance(found, list):
        if not promised or isinstance(promised[0], str):
            return [f"{where}/{each}" for each in promised if each not in found]
        if len(found) < len(promised):
            return [where]
        return [fault for index, each in enumerate(promised) for fault in broken(each, found[index], f"{where}/{index}")]
    return [] if promised == found else [where]


def each_breach(promised):
    """What a program is like that breaks one of the promises, one for each group of names: its first name is gone."""
    def without_first(value):
        if isinstance(value, dict):
            key = next(iter(value))
            if key == ELEMENTS or (value[key] and not isinstance(value[key], str)):
                return value | {key: without_first(value[key])}
            return {other: each for other, each in value.items() if other != key}
        return value[1:] if isinstance(value, list) else "another kind"
    for key, group in promised.items():
        for name in group:
            planted = copy.deepcopy(promised)
            planted[key][name] = without_first(group[name])
            yield f"{key}: {name}", planted


def names_in_help(text):
    below = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return sorted({*re.findall(r"^ {2,}(?:-\w,)?(--[a-z][a-z-]*)", text, re.MULTILINE), *re.findall(r"^ {2}([a-z]+)", below, re.MULTILINE)})


def cmake_functions(source):
    """{function: keywords} of what projects call."""
    with open(os.path.join(source, "cmake/clcKernels.cmake"), encoding="utf-8") as file:
        text = file.read()
    found = {}
    for name, body in re.findall(r"^function\((clc_\w+)[^)]*\)\n(.*?)^endfunction", text, re.MULTILINE | re.DOTALL):
        lists = re.findall(r"^  set\((?:switches|single|lists) ([^)]*)\)", body, re.MULTILINE)
        quoted = re.findall(r'cmake_parse_arguments\(.*?"([A-Z_;]*)" "([A-Z_;]*)" "([A-Z_;]*)"', body)
        words = re.split(r"[\s;\"]+", " ".join([*lists, *(" ".join(one) for one in quoted)]))
        found[name] = sorted(set(filter(re.compile(r"[A-Z][A-Z_]*").fullmatch, words)))
    return found


def cpp_names(source):
    """{header: names} of what programs call, name and read. What is private, and what functions here do, is nobody's."""
    found = {}
    for library in "base", "package", "runtime":
        top = os.path.join(source, library, "include")
        for path in glob.glob(os.path.join(glob.escape(top), "clc/**/*.h"), recursive=True):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"^#.*|//.*|^ *template <.*>$", "", file.read(), flags=re.MULTILINE)
            text = re.sub(r"^ *private:.*?(?=^ *public:|^};)", "", text, flags=re.MULTILINE | re.DOTALL)
            lines = [line if "enum " in line else re.sub(r"\{[^{}]*\}", "{}", line) for line in text.splitlines()
                     if not re.match(r"    | *(return|if|for|while|static_assert)\b", line)]
            names = re.findall(r"\b(?:struct|class|enum|using) (?!class)(\w+)|\b(k_\w+|[a-z]\w+(?=\())|^ +[\w:<>,*& ]+[ >*&](\w+)(?= = [^;]*;|\{\};|;)",
                               "\n".join(lines), re.MULTILINE)
            found[os.path.relpath(path, top)] = sorted({"".join(name) for name in names if not "".join(name).endswith("_")} -
                                                        {"class", "decltype", "explicit", "false", "move", "of", "operator", "void"})
    return {header: names for header, names in found.items() if names}


def python_names(source):
    with open(os.path.join(source, "python/clc_opencl/__init__.py"), encoding="utf-8") as file:
        text = file.read()
    return re.findall(r'"(\w+)"', re.search(r"^__all__ = \[(.*?)\]", text, re.MULTILINE | re.DOTALL).group(1))


class Clc:
    def __init__(self, options, folder):
        self.program, self.clrun, self.source, self.folder = options.clc, options.clrun, options.source, folder
        for name, text in SOURCES.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(PACKAGES, "0.1/base.clcpack"), "rb") as file:
            data = file.read()
        with open(os.path.join(folder, "damaged.clcpack"), "wb") as file:
            file.write(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])

    def words(self, call):
        places = {"P": os.path.join(PACKAGES, "0.1"), "F": self.folder}
        return [re.sub(r"^([PF])(?=/)", lambda found: places[found.group(1)], word) for word in call.split()]

    def json_of(self, call, program=None, env=ALONE):
        """An object a line, on standard error, for compile; None where a call wants a device and there is none."""
        done = run(program or self.program, *self.words(call), "--format", "json", env=env)
        if call == DEVICE and done.returncode == 4:
            return None
        return [json.loads(line) for line in done.stderr.splitlines()] if call.startswith("compile ") else json.loads(done.stdout)

    def options_of(self, program):
        commands = re.findall(r"^  ([a-z]+)  ", output_of(program, "help", env=ALONE).partition("Environment:")[0], re.MULTILINE)
        return {name: names_in_help(output_of(program, "help", name, env=ALONE)) for name in commands if name not in ("help", "version")}

    def meaning_of(self, version, name):
        """By a relative name, for it tells where add-ons lie."""
        return json.loads(output_of(self.program, "inspect", name, "--format", "json", cwd=os.path.join(PACKAGES, version), env=ALONE))

    def found(self):
        variables = output_of(self.program, "help", "environment", env=ALONE)
        targets = {family["name"]: family["archs"] for family in self.json_of("targets")["families"]}
        told = {name: self.json_of(call) for name, call in CALLS.items()}
        of_clrun = {}
        if self.clrun:
            of_clrun = {"commands of clrun and their options": self.options_of(self.clrun),
                        "keys of clrun's --format json": {name: shape_of(self.json_of(call, self.clrun)) for name, call in CALLS_OF_CLRUN.items()}}
        return {"commands and their options": self.options_of(self.program), "targets": {"-t": targets}, **of_clrun,
                "variables": {"environment": re.findall(r"^  ([A-Z_]+)  ", variables, re.MULTILINE)},
                KEYS: {name: shape_of(each) for name, each in told.items() if each is not None},
                "C++": cpp_names(self.source), "CMake's functions": cmake_functions(self.source), "Python": {"clc_opencl": python_names(self.source)}}


def names_stay(found):
    with open(PROMISED, encoding="utf-8") as file:
        promised = json.load(file)
    for name in promised:
        if name not in found:
            skip(name, "clrun is not built")
            continue
        held = promised[name]
        if name == KEYS and DEVICE not in found[name]:
            skip(f"keys of clc {DEVICE}", "no OpenCL device is here")
            held = {key: each for key, each in held.items() if key != DEVICE}
        faults = broken(held, found[name])
        check(not faults, f"{name} are there as promised", "\n".join(faults))
    breaches = list(each_breach(promised))
    missed = [what for what, planted in breaches if not broken(promised, planted)]
    check(len(breaches) > 40 and not missed, f"{len(breaches)} planted breaches are noticed", missed)
    lost = [what for what, planted in [*breaches, ("all", {})] if broken(promised, joined(promised, planted))]
    check(not lost, "--update takes nothing away where they are", lost)


def needs_no_device(clc):
    without = ALONE | {name: os.path.join(clc.folder, "none") for name in ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES")}
    check(clc.json_of(DEVICE, env=without) is None, f"without a device clc {DEVICE} is left out")


def codes_stay(clc):
    for code, call in EXITS.items():
        got, output = code_and_output(clc.program, *clc.words(call), env=ALONE)
        check(got == code, f"exit code {code}: {call}", output)


def names_of_packages(version):
    return sorted(name for name in os.listdir(os.path.join(PACKAGES, version)) if name.endswith(".clcpack") or name == "folder")


def states():
    return sorted(name for name in os.listdir(PACKAGES) if os.path.isdir(os.path.join(PACKAGES, name)))


def meanings_stay(clc, version):
    folder = os.path.join(PACKAGES, version)
    with open(os.path.join(folder, "inspect.json"), encoding="utf-8") as file:
        meant = json.load(file)
    check(meant and meant.keys() == set(names_of_packages(version)), f"{version}: inspect.json knows the packages", sorted(meant))
    for name, told in meant.items():
        faults = broken(told, clc.meaning_of(version, name))
        code, output = code_and_output(clc.program, "verify", os.path.join(folder, name), env=ALONE)
        check(not faults and code == 0, f"{version}: {name} is read as ever", "\n".join([*faults, output]))
    return meant


def packages_stay(clc, version):
    folder = os.path.join(PACKAGES, version)
    meant = meanings_stay(clc, version)
    check(len(meant) >= 8, f"{version}: each kind of package is there", sorted(meant))
    code, output = code_and_output(clc.program, "verify", os.path.join(folder, "signed.clcpack"), "--key", os.path.join(folder, "vendor.pub"), env=ALONE)
    check(code == 0, f"{version}: a signature holds", output)
    merged = os.path.join(clc.folder, "merged.clcpack")
    code, output = code_and_output(clc.program, "compile", os.path.join(clc.folder, "good.cl"), "-t", "spirv64", "-o", merged, env=ALONE)
    code, output = code_and_output(clc.program, "link", os.path.join(folder, "shapes.clcpack"), merged, "-o", merged + ".clcpack", env=ALONE)
    check(code == 0, f"{version}: a package goes together with one of today", output)
    planted = copy.deepcopy(meant["shapes.clcpack"])
    planted["modules"][0]["variants"][0]["kernels"][0]["arguments"][0]["type"] = "float*"
    check(broken(meant["shapes.clcpack"], planted) != [], f"{version}: another meaning is noticed")


def programs_of(path):
    """The manifest's format, and for each module the programs and the parts that its variants can stand for."""
    with open(path, "rb") as file:
        text = file.read()
    manifest = json.JSONDecoder().raw_decode(text[text.index(b"{"):].decode(errors="replace"))[0]
    return manifest["format"], {module["name"]: [(each["target"], each["programs"], each["parts"]) for each in module["variants"]]
                                for module in manifest["modules"] if "parts" in module["variants"][0]}


def parts_stay(clc):
    """What inspect does not tell: links of programs outlive a merge with a package of today."""
    old, new, merged = os.path.join(PACKAGES, "format-1.5/parts.clcpack"), *(os.path.join(clc.folder, name) for name in ("new.clcpack", "parts.clcpack"))
    output_of(clc.program, "compile", os.path.join(clc.folder, "good.cl"), "-t", "spirv64", "-o", new, env=ALONE)
    output_of(clc.program, "link", new, old, "-o", merged, env=ALONE)
    form, programs = programs_of(old)
    check(form == {"major": 1, "minor": 5} and len(programs) == 2, "format 1.5 has links of programs", (form, programs))
    check(programs_of(merged) == (form, programs), "they are kept where it goes together with a package of today", programs_of(merged))


def majors_are_refused(clc):
    """A reader of 0.1 to 1.x says so of what is later, rather than guess."""
    folder = os.path.join(clc.folder, "later")
    shutil.copytree(os.path.join(PACKAGES, "0.1/folder"), folder)
    path = os.path.join(folder, "manifest.clc.json")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r'("major"\s*:\s*)1', r"\g<1>2", text))
    code, output = code_and_output(clc.program, "inspect", folder, env=ALONE)
    check(code == 3 and "2" in output, "another major is refused", output)


def update(clc, found):
    promised = {}
    if os.path.exists(PROMISED):
        with open(PROMISED, encoding="utf-8") as file:
            promised = json.load(file)
    with open(PROMISED, "w", encoding="utf-8") as file:
        json.dump(joined(promised, found), file, indent=1, sort_keys=True)
        file.write("\n")
    for version in states():
        into = os.path.join(PACKAGES, version, "inspect.json")
        if not os.path.exists(into):
            meant = {name: clc.meaning_of(version, name) for name in names_of_packages(version)}
            with open(into, "w", encoding="utf-8") as file:
                json.dump(meant, file, sort_keys=True)
                file.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True, type=os.path.abspath)
    parser.add_argument("--clrun", type=os.path.abspath)
    parser.add_argument("--source", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    with temporary_folder() as folder:
        clc = Clc(options, folder)
        found = clc.found()
        if options.update:
            update(clc, found)
            return 0
        names_stay(found)
        needs_no_device(clc)
        codes_stay(clc)
        for version in states():
            (packages_stay if re.fullmatch(r"[\d.]+", version) else meanings_stay)(clc, version)
        parts_stay(clc)
        majors_are_refused(clc)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
