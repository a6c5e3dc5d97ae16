#!/usr/bin/env python3
"""LLVM 15's SPIR-V translator, which drivers are made of, reads every module that clc makes.

usage: translator.py --clc PROGRAM SOURCE-FOLDER…      compiles each folder's kernels, with and without the optimiser

Exits with 77 where llvm-spirv-15 is not installed. The last line is `N passed, N failed, N skipped`: modules.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TARGETS = ("spirv64:1.0", "spirv64:1.2", "spirv64:1.4", "spirv32:1.2")  # the newest version that it knows is 1.4
OPTIONS = ((), ("-cl-opt-disable",), ("-cl-std=CL3.0",))
OPTIONS_OF_CPP = OPTIONS[:2]


def modules_of(clc, folder, options, into):
    """Compiles what can be compiled: some kernels need more than some of the versions have."""
    sources = sorted(path for path in folder.rglob("*") if path.suffix in (".cl", ".clcpp"))
    package = into / f"{folder.name}{''.join(options)}"
    targets = [word for target in TARGETS for word in ("-t", target)]
    subprocess.run([clc, "compile", *sources, *targets, *options, "--keep-going", "-w", "-o", package], check=False,
                   stderr=subprocess.DEVNULL, env=os.environ | {"CLC_CACHE": "0"})
    return sorted(package.glob("*.spv"))


def refusal(translator, module):
    """None, or why the translator does not take a module."""
    ran = subprocess.run([translator, "-r", module, "-o", os.devnull], capture_output=True, text=True, check=False)
    return None if ran.returncode == 0 else f"{module.parent.name}/{module.name}: {ran.stderr.strip()[:400]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clc", required=True)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    translator = shutil.which("llvm-spirv-15")
    if not translator:
        print("SKIP: modules read by LLVM 15's translator: llvm-spirv-15 is not installed (script/setup --optional)")
        return 77
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="clc-translator-") as name, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for folder in options.folders:
            for words in OPTIONS if any(folder.rglob("*.cl")) else OPTIONS_OF_CPP:
                modules = modules_of(options.clc, folder, words, pathlib.Path(name))
                refusals = [why for why in pool.map(lambda module: refusal(translator, module), modules) if why]
                passed += len(modules) - len(refusals)
                failed += len(refusals) + (not modules)
                for why in refusals if modules else [f"{folder} {words}: nothing was compiled"]:
                    print(f"failed  {why}", flush=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
