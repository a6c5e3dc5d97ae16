#!/usr/bin/env python3
"""Compiles the kernels of this folder with `clc compile` and checks what comes out.

usage: run.py --clc PROGRAM [CASE…]        a CASE is a file of kernels/, or a part of its name

A case is one source file; comment lines in it say what to do. The directives behind a RUN belong to it.
    // FILE inc/x.h: #define N 2\\n        writes a file beside the case (\\n is a line break), before the first RUN
    // RUN: -t spirv64 -DX=1              arguments of `clc compile`; the case itself is the source unless one is named
    // ENV: NAME=VALUE NAME=VALUE         {dir} in RUN, ENV and STDIN stands for the folder of the case
    // STDIN: text
    // CHECK nvptx: regex                 found in the text of every variant whose target begins with `nvptx`
    // CHECK-NOT spirv*: regex            the opposite; PTX is text already, SPIR-V is disassembled, of AMD's machine
                                          code it is what `clc compile --dump-dir` writes
    // CHECK-STRING spirv64: text         found among the strings in the binary, however it spells them
    // MANIFEST: regex                    found in the manifest
    // VARIANTS: a/spirv64:1.2 b/nvptx:sm_90    all that is in the package, in any order
    // STDERR: regex                      found in what was written to standard error; without one it must be empty
    // STDERR-NOT: regex
    // FAIL: regex                        STDERR, and EXIT: 1
    // EXIT: 5                            and no package, unless VARIANTS says otherwise
Always checked: every SPIR-V module is valid for its version and has that version in its header, LLVM 15's translator takes
it up to version 1.4 (where llvm-spirv-15 is installed), ocloc makes `intel:` of it (where it is installed), ptxas takes every PTX (where it is installed), and no binary or manifest holds the name of the folder that it was compiled in.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Failed, Skipped, environment, finish, problem, remember, run, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER_MARK = "clc-worker-case-"
DIRECTIVE = re.compile(r"^// ([A-Z]+(?:-[A-Z]+)?)(?: ([^:]*?(?::[\w.*]+)?))?: ?(.*)$")
KNOWN = {"FILE", "RUN", "ENV", "STDIN", "CHECK", "CHECK-NOT", "CHECK-STRING", "MANIFEST", "VARIANTS", "STDERR",
         "STDERR-NOT", "FAIL", "EXIT"}
OLDEST_CHIP_OF_PTXAS = 75  # PTX for older chips is checked for this one
NEWEST_VERSION_OF_TRANSLATOR = 4
DUMPED = ("amdgcn", "r600")  # targets of machine code


def parse(path):
    """([(file name, text)], [case_run]); a case_run is a list of (directive, subject, value)."""
    files, runs = [], []
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            match = DIRECTIVE.match(line.rstrip("\n"))
            if not match:
                continue
            name, subject, value = match.groups()
            if name not in KNOWN:
                raise Failed(f"line {number}: no such directive: {name}")
            if name == "FILE":
                files.append((subject, value.replace("\\n", "\n")))
            elif name == "RUN":
                runs.append([(name, subject, value)])
            elif not runs:
                raise Failed(f"line {number}: {name} before the first RUN")
            else:
                runs[-1].append((name, subject, value))
    if not runs:
        raise Failed("no RUN line")
    return files, runs


def values(case_run, name):
    return [value for directive, _, value in case_run if directive == name]


class Tools:
    def __init__(self, clc):
        self.clc = clc
        self.ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
        self.dis = shutil.which("spirv-dis")
        self.val = shutil.which("spirv-val")
        self.translator = shutil.which("llvm-spirv-15")
        self.ocloc = shutil.which("ocloc")

    def missing(self):
        found = {"ptxas": self.ptxas, "spirv-dis": self.dis, "spirv-val": self.val,
                 "llvm-spirv-15": self.translator, "ocloc": self.ocloc}
        return [name for name, path in found.items() if path is None]


class Variant:
    def __init__(self, module, description, folder, tools, dumps):
        self.name = f"{module}/{description['target']}"
        self.target = description["target"]
        self.tools = tools
        self.path = os.path.join(folder, description["file"])
        self.dump = os.path.join(dumps, re.sub(r"[^\w.+-]", "_", f"{module}.{self.target}") + ".isa")
        with open(self.path, "rb") as file:
            self.bytes = file.read()

    def text(self):
        if self.target.startswith(DUMPED):
            with open(self.dump, encoding="utf-8") as file:
                return file.read()
        if not self.target.startswith("spirv"):
            return self.bytes.decode()
        if self.tools.dis is None:
            return None
        return must([self.tools.dis, "--no-color", "--no-indent", self.path]).stdout

    def strings(self):
        """Constant byte arrays in the binary; SPIR-V and PTX write them as lists of numbers."""
        if self.target.startswith("spirv"):
            return spirv_strings(self.bytes) + self.bytes
        if self.target.startswith((*DUMPED, "intel")):
            return self.bytes
        text = self.bytes.decode()
        found = [b"".join(bytes([int(number) & 255]) for number in match.split(","))
                 for match in re.findall(r"= \{(-?\d+(?:, ?-?\d+)*)\}", text)]
        debug = [bytes(int(number) & 255 for number in match.split(","))
                 for match in re.findall(r"^\s*\.b8 (-?\d+(?:,-?\d+)*)", text, re.MULTILINE)]
        return b"\n".join(found) + b"\n" + b"".join(debug) + self.bytes

    def check(self):
        if FOLDER_MARK.encode() in self.strings():
            raise Failed(f"{self.name}: the binary names the folder it was compiled in")
        if self.target.startswith("spirv"):
            minor = int(self.target.rsplit(".", 1)[1])
            magic, version = struct.unpack_from("<II", self.bytes)
            if magic != 0x07230203 or version != 0x10000 + minor * 0x100:
                raise Failed(f"{self.name}: the header says version {version:#x}")
            if self.tools.val:
                must([self.tools.val, "--target-env", f"spv1.{minor}", self.path], self.name)
            if self.tools.translator and minor <= NEWEST_VERSION_OF_TRANSLATOR:
                must([self.tools.translator, "-r", self.path, "-o", os.devnull], self.name)
        elif self.target.startswith("nvptx") and self.tools.ptxas:
            chip = self.target.split("sm_")[1]
            if int(re.match(r"\d+", chip)[0]) < OLDEST_CHIP_OF_PTXAS:
                chip = str(OLDEST_CHIP_OF_PTXAS)
            must([self.tools.ptxas, "-arch", f"sm_{chip}", self.path, "-o", os.devnull], self.name)


def spirv_strings(module):
    """What is made of constant 8-bit integers."""
    words = struct.unpack(f"<{len(module) // 4}I", module)
    types, values_of, strings = set(), {}, []
    at = 5
    while at < len(words):
        length, operation = words[at] >> 16, words[at] & 0xFFFF
        operands = words[at + 1:at + length]
        if operation == 21 and operands[1] == 8:  # OpTypeInt
            types.add(operands[0])
        elif operation == 43 and operands[0] in types:  # OpConstant
            values_of[operands[1]] = operands[2] & 255
        elif operation == 44 and all(operand in values_of for operand in operands[2:]):  # OpConstantComposite
            strings.append(bytes(values_of[operand] for operand in operands[2:]))
        at += max(length, 1)
    return b"\n".join(strings) + b"\n"


def must(command, what=""):
    done = run(*command)
    if done.returncode != 0:
        raise Failed(f"{what}: {os.path.basename(command[0])} says: {(done.stderr or done.stdout).strip()[:1500]}")
    return done


def excerpt(text):
    return text if len(text) < 3000 else text[:1500] + "\n  …\n" + text[-1500:]


def read_variants(package, tools, dumps):
    with open(os.path.join(package, "manifest.clc.json"), encoding="utf-8") as file:
        text = file.read()
    manifest = json.loads(text)
    variants = [Variant(module["name"], variant, package, tools, dumps)
                for module in manifest["modules"] for variant in module["variants"]]
    return text, variants


def check_text(directive, subject, pattern, variants):
    wanted = [v for v in variants if fnmatch.fnmatchcase(v.target, subject + "*")]
    if not wanted:
        raise Failed(f"{directive} {subject}: no such variant")
    for variant in wanted:
        if directive == "CHECK-STRING":
            is_found, text = pattern.encode() in variant.strings(), ""
        else:
            text = variant.text()
            if text is None:  # reported once, as a skip
                continue
            is_found = re.search(pattern, text, re.MULTILINE) is not None
        if is_found == (directive == "CHECK-NOT"):
            raise Failed(f"{variant.name}: {directive} {pattern}\n{excerpt(text)}")


def check_messages(case_run, exit_code, stderr):
    fails = values(case_run, "FAIL")
    expected = int((values(case_run, "EXIT") or [1 if fails else 0])[0])
    if exit_code != expected:
        raise Failed(f"exit {exit_code}, not {expected}\n{excerpt(stderr)}")
    wanted = values(case_run, "STDERR") + fails
    for pattern in wanted:
        if not re.search(pattern, stderr, re.MULTILINE):
            raise Failed(f"not on standard error: {pattern}\n{excerpt(stderr)}")
    for pattern in values(case_run, "STDERR-NOT"):
        if re.search(pattern, stderr, re.MULTILINE):
            raise Failed(f"on standard error: {pattern}\n{excerpt(stderr)}")
    if not wanted and expected == 0 and stderr:
        raise Failed(f"unexpected on standard error:\n{excerpt(stderr)}")
    return expected


def run_one(case_run, case, folder, tools):
    package = os.path.join(folder, "out")
    shutil.rmtree(package, ignore_errors=True)
    arguments = shlex.split(case_run[0][2].replace("{dir}", folder))
    if not any(word == "-" or word.endswith((".cl", ".clcpp")) for word in arguments):
        arguments.insert(0, case)
    if tools.ocloc is None and any(word.startswith("intel:") for word in arguments):
        return  # reported once, as a skip
    variables = environment("SOURCE_DATE_EPOCH", CLC_CACHE="0")
    for line in values(case_run, "ENV"):
        variables.update(word.split("=", 1) for word in shlex.split(line.replace("{dir}", folder)))
    dumps = os.path.join(folder, "dumps")
    shutil.rmtree(dumps, ignore_errors=True)
    if any(word.startswith(DUMPED) for word in arguments):
        variables["CLC_DUMP_DIR"] = dumps
    stdin = "".join(values(case_run, "STDIN")).replace("\\n", "\n")
    done = run(tools.clc, "compile", *arguments, "-o", package, cwd=folder, env=variables, input=stdin, timeout=300)
    expected = check_messages(case_run, done.returncode, done.stderr)
    if expected != 0 and not values(case_run, "VARIANTS"):
        if os.path.exists(package):
            raise Failed("a package was left behind")
        return
    manifest, variants = read_variants(package, tools, dumps)
    if FOLDER_MARK in manifest:
        raise Failed("the manifest names the folder")
    for variant in variants:
        variant.check()
    for names in values(case_run, "VARIANTS"):
        if sorted(names.split()) != sorted(v.name for v in variants):
            raise Failed(f"in the package: {' '.join(sorted(v.name for v in variants))}")
    for pattern in values(case_run, "MANIFEST"):
        if not re.search(pattern, manifest):
            raise Failed(f"not in the manifest: {pattern}\n{excerpt(manifest)}")
    for directive, subject, value in case_run:
        if directive.startswith("CHECK"):
            check_text(directive, subject, value, variants)


def run_case(path, tools):
    """None, or why it failed or was skipped."""
    case = os.path.basename(path)
    if case == "crash_stack_overflow.cl" and os.environ.get("CLC_SANITIZER"):
        return Skipped("a sanitizer reports in place of the signal")
    with temporary_folder(FOLDER_MARK) as folder:
        try:
            files, runs = parse(path)
            shutil.copy(path, os.path.join(folder, case))
            for name, text in files:
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for case_run in runs:
                try:
                    run_one(case_run, case, folder, tools)
                except Failed as failure:
                    raise Failed(f"RUN {case_run[0][2]}\n  {failure}") from None
        except Skipped as reason:
            return reason
        except (Failed, OSError, ValueError, subprocess.TimeoutExpired) as failure:
            return failure
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("cases", nargs="*")
    arguments = parser.parse_args()
    tools = Tools(os.path.abspath(arguments.clc))
    folder = os.path.join(HERE, "kernels")
    cases = [os.path.join(folder, name) for name in sorted(os.listdir(folder))
             if not arguments.cases or any(os.path.basename(word) in name for word in arguments.cases)]
    for tool in tools.missing():
        skip(f"checks with {tool}", "not installed")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, failure in zip(cases, pool.map(lambda path: run_case(path, tools), cases)):
            if isinstance(failure, Skipped):
                skip(os.path.basename(path), failure)
            elif failure is not None:
                problem(f"{os.path.basename(path)}: {failure}")
            else:
                remember("passed", "")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
