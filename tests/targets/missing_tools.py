#!/usr/bin/env python3
"""Tests what clc says where a tool is missing: exit code 4, and what to install.

usage: missing_tools.py --clc PROGRAM

Tools are hidden one by one in a mount namespace of their own; a tool that is not installed needs no hiding.
"""
import argparse
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, run, skip, skip_all, temporary_folder  # noqa: E402

FOLDERS = ["/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/nvidia-cuda-toolkit/bin", "/usr/lib/llvm-22/bin",
           "/usr/local/bin", "/usr/bin",
           os.path.realpath(os.path.join(os.path.dirname(__file__), "../../build/cuda-tools/bin"))]
SOURCE = "kernel void k(global int* o) { o[get_global_id(0)] = 1; }\n"

# Programs that are not there, what is asked for, and what must be said of them.
COMPILE = [
    (["ptxas"], ["-t", "cubin:sm_90"], ["ptxas is missing", "cuda-toolkit", "nvidia-cuda-toolkit"]),
    (["ocloc"], ["-t", "intel:dg2"], ["ocloc is missing", "install intel-opencl-icd"]),
    ([], ["-t", "driver:pocl"], ["pocl-opencl-icd"]),
]
DISASSEMBLE = [
    (["spirv-dis"], "spirv64", ["spirv-dis is missing", "install spirv-tools"]),
    (["llvm-objdump-22"], "amdgcn:gfx906", ["llvm-objdump-22 is missing", "install llvm-22"]),
    (["iga64"], "intel:dg2", ["iga64 is missing", "install libigc-tools"]),
    (["nvdisasm", "cuobjdump"], "cubin:sm_90", ["nvdisasm is missing", "nvidia-cuda-nvdisasm"]),
]


def without(programs, command):
    """The command with the programs hidden: a device is no program."""
    hide = "".join(f"mount --bind /dev/null {folder}/{program} || exit 99; " for program in programs for folder in FOLDERS
                   if os.path.exists(os.path.join(folder, program)))
    return ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide + 'exec "$@"', "sh", *command]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    clc = os.path.abspath(parser.parse_args().clc)
    if shutil.which("unshare") is None or run(*without([], ["true"])).returncode != 0:
        skip_all("missing tools", "no mount namespaces here to hide them in")
    variables = environment("CLC_", "CUDA_", PATH="/usr/bin:/bin", CLC_CACHE="0")

    def says(programs, arguments, wanted, folder, **extra):
        done = run(*without(programs, [clc, *arguments]), cwd=folder, env={**variables, **extra}, timeout=120)
        check(done.returncode == 4 and all(text in done.stderr for text in wanted),
              f"{' '.join(programs) or 'no driver'}: clc {' '.join(arguments)}",
              f"exit {done.returncode}, not 4, or not all of {wanted} in: {done.stderr}")
        for searched in re.findall(r"looked for in (.*)", done.stderr):
            folders = searched.split(" (`")[0].split(", ")
            equal(f"{programs}: each folder is told once", len(set(folders)), len(folders))

    with temporary_folder() as folder:
        with open(os.path.join(folder, "k.cl"), "w", encoding="utf-8") as file:
            file.write(SOURCE)
        for programs, target, wanted in COMPILE:
            extra = {} if programs else {"OCL_ICD_VENDORS": "/nowhere"}
            says(programs, ["compile", "k.cl", *target, "-o", "p"], wanted, folder, **extra)
        for programs, target, wanted in DISASSEMBLE:
            made = run(clc, "compile", "k.cl", "-t", target, "-o", "d", cwd=folder, env=variables, timeout=120)
            if made.returncode == 4:
                skip("missing tools", f"{target} is not available")
                continue
            says(programs, ["disasm", "d"], wanted, folder)
            shutil.rmtree(os.path.join(folder, "d"))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
