#!/usr/bin/env python3
"""Builds all algorithms twice, the second time while every fork, clone and execve fails, and compares the packages.

usage: warm_without_processes.py --clc PROGRAM --launcher PROGRAM --kernels FOLDER [--target TARGET]…
Each target is built by itself; one that is not available here is skipped with its reason.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from workspace import Workspace  # noqa: E402

# LLVM, OpenCL and the network: what a hit must not load. The dynamic linker tells in a file for each process.
FORBIDDEN = r"lib(?:LLVM|clang|OpenCL|pocl|curl|hiredis|ssl|igc|ocloc|stdc\+\+)[^/]*\.so"
if os.environ.get("CLC_SANITIZER"):  # whose programs load the sanitizer, and libstdc++, which they share with it
    FORBIDDEN = FORBIDDEN.replace("clang|", "clang(?!_rt\\.)|").replace(r"|stdc\+\+", "")
FORBIDDEN = re.compile(FORBIDDEN)
TARGETS = ["spirv64", "nvptx:sm_75", "cubin:sm_90", "amdgcn:gfx906", "intel:skl", "driver:pocl"]


def run(options, work, target, launcher, output):
    kernels = sorted(glob.glob(os.path.join(options.kernels, "*", "*.cl")))
    command = [*launcher, options.clc, "compile", *kernels, "-t", target, "-o", work.path(output), "-MD", "-MF", work.path("d/" + output)]
    return subprocess.run(command, cwd=work.folder, env=work.environment, capture_output=True, text=True, errors="replace",
                          timeout=600, check=False)


def loaded_files(work):
    """The texts that the processes since the last call told, a text each."""
    texts = []
    for path in glob.glob(work.environment["LD_DEBUG_OUTPUT"] + ".*"):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(file.read())
        os.remove(path)
    return texts


def check(options, work, target):
    os.makedirs(work.path("d"), exist_ok=True)
    cold = run(options, work, target, [], "cold")
    if cold.returncode == 4:
        return f"SKIP: {target}: {cold.stderr.strip().splitlines()[-1]}"
    if cold.returncode != 0:
        return f"FAILED {target}: cold: exit {cold.returncode}: {cold.stderr[-2000:]}"
    loaded_files(work)
    warm = run(options, work, target, [options.launcher], "warm")
    if warm.returncode == 77:
        return f"SKIP: {target}: {warm.stderr.strip()}"
    if warm.returncode != 0:
        return f"FAILED {target}: warm: exit {warm.returncode}: {warm.stderr[-2000:]}"
    texts = loaded_files(work)
    if len(texts) != 1 or "libc.so" not in texts[0] or FORBIDDEN.search(texts[0]):
        return f"FAILED {target}: a hit loads more than it should: {len(texts)} processes, {FORBIDDEN.findall(''.join(texts))}"
    if work.package("cold") != work.package("warm"):
        return f"FAILED {target}: the packages differ"
    names = [work.package("d/" + name).replace(name.encode(), b"p") for name in ("cold", "warm")]
    if names[0] != names[1]:
        return f"FAILED {target}: the dependency files differ"
    return f"passed {target}: {len(work.package('cold'))} files"


def check_report(options, work):
    """`clc report --accesses` is a hit when it is repeated, and a hit for nothing else."""
    def run_clc(*words, launcher=()):
        source = os.path.join(options.kernels, "transpose", "transpose.cl")
        return subprocess.run([*launcher, options.clc, words[0], source, "-t", "nvptx:sm_75", *words[1:]], cwd=work.folder,
                              env=work.environment, capture_output=True, text=True, timeout=600, check=False)
    cold = run_clc("report", "--accesses", "--group", "32x8")
    warm = run_clc("report", "--accesses", "--group", "32x8", launcher=[options.launcher])
    if cold.returncode != 0 or (warm.returncode, warm.stdout) != (0, cold.stdout):
        return f"FAILED report --accesses: {cold.returncode}, {warm.returncode}: {warm.stderr[-2000:]}"
    for words in (("report", "--accesses", "--group", "16x16"), ("report", "--accesses", "--group", "32x8", "--arg", "in_pitch=64"),
                  ("compile", "-o", work.path("plain"))):
        if run_clc(*words, launcher=[options.launcher]).returncode == 0:
            return f"FAILED report --accesses: what it kept serves {words}, too"
    return "passed report --accesses"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--launcher", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--target", action="append")
    options = parser.parse_args()
    for name in ("clc", "launcher", "kernels"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    # The launcher must be able to fail: it is for nothing where processes still start.
    probe = subprocess.run([options.launcher, "/bin/sh", "-c", "true; /bin/true; exit 5"], capture_output=True, text=True, check=False)
    if probe.returncode == 77:
        print(f"SKIP: {probe.stderr.strip()}")
        return 77
    if probe.returncode == 5 and "true" not in probe.stderr:
        print(f"FAILED: a process was started under the launcher: {probe}")
        return 1
    # The launcher keeps LeakSanitizer from starting its own process, too.
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    failed = 0
    with Workspace(options.clc) as work:
        work.environment.update(POCL_CACHE_DIR=work.path("pocl"), LD_DEBUG="files", LD_DEBUG_OUTPUT=work.path("loaded"))
        for target in options.target or TARGETS:
            told = check(options, work, target)
            failed += told.startswith("FAILED")
            print(told, flush=True)
    with Workspace(options.clc) as work:
        told = check_report(options, work)
        failed += told.startswith("FAILED")
        print(told, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
