#!/usr/bin/env python3
"""LLVM's SPIR-V translator, which drivers are made of, reads every module that clc makes.

usage: translator.py --clc PROGRAM [--share K/N] SOURCE-FOLDER…      compiles each folder's kernels, with and without the optimiser
       --share 2/3    the second third of them; each of the options has another third

Exits with 77 where it is not installed. The last line is `N passed, N failed, N skipped`: modules.
"""
import argparse
import concurrent.futures
import os
import pathlib
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, problem, run, share_of, skip_all, spirv_translator, temporary_folder  # noqa: E402

TARGETS = ("spirv64:1.0", "spirv64:1.2", "spirv64:1.4", "spirv32:1.2")  # the newest version that LLVM 15's knows is 1.4
OPTIONS = ((), ("-cl-opt-disable",), ("-cl-std=CL3.0",))
OPTIONS_OF_CPP = OPTIONS[:2]


def modules_of(clc, folder, options, into, share):
    """Compiles what can be compiled: some kernels need more than some of the versions have."""
    which, parts = share
    sources = sorted(path for path in folder.rglob("*") if path.suffix in (".cl", ".clcpp"))[which::parts]
    package = into / f"{folder.name}{''.join(options)}"
    compile(clc, *sources, *options, "--keep-going", "-w", targets=TARGETS, output=package, expected=None,
            env=environment(CLC_CACHE="0"))
    return sorted(package.glob("*.spv"))


def refusal(translator, module):
    """None, or why the translator does not take a module."""
    ran = run(translator, "-r", module, "-o", os.devnull)
    return None if ran.returncode == 0 else f"{module.parent.name}/{module.name}: {ran.stderr.strip()[:400]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clc", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    print(f"share {options.share[0] + 1}/{options.share[1]}")
    translator = spirv_translator()
    if not translator:
        skip_all("modules read by LLVM's translator", "it is not installed (script/setup --optional)")
    print(f"translator {translator}")
    with temporary_folder("clc-translator-") as name, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for folder in options.folders:
            for words in OPTIONS if any(folder.rglob("*.cl")) else OPTIONS_OF_CPP:
                which, parts = options.share
                share = ((which + OPTIONS.index(words)) % parts, parts)
                modules = modules_of(options.clc, folder, words, pathlib.Path(name), share)
                for why in pool.map(lambda module: refusal(translator, module), modules):
                    expect(not why, why)
                if not modules:
                    problem(f"{folder} {words}: nothing was compiled")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
