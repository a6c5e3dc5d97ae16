#!/usr/bin/env python3
"""Builds all algorithms twice, the second time while every fork, clone and execve fails, and compares the packages.

usage: warm_without_processes.py --clc PROGRAM --launcher PROGRAM --kernels FOLDER [--target TARGET]… [--share K/N]
       --share   one of N parts of the algorithms
Each target is built by itself; one that is not available here is skipped with its reason.
"""
import argparse
import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, attempt, fail, finish, hold, run, share_of, skip_all  # noqa: E402

from workspace import Workspace  # noqa: E402

# LLVM, OpenCL and the network: what a hit must not load. The dynamic linker tells in a file for each process.
FORBIDDEN = r"lib(?:LLVM|clang|OpenCL|pocl|curl|hiredis|ssl|igc|ocloc|stdc\+\+)[^/]*\.so"
if os.environ.get("CLC_SANITIZER"):  # whose programs load the sanitizer, and libstdc++, which they share with it
    FORBIDDEN = FORBIDDEN.replace("clang|", "clang(?!_rt\\.)|").replace(r"|stdc\+\+", "")
FORBIDDEN = re.compile(FORBIDDEN)
TARGETS = ["spirv64", "nvptx:sm_75", "cubin:sm_90", "amdgcn:gfx906", "intel:skl", "driver:pocl"]


def build(options, work, target, launcher, output):
    which, parts = share_of(options.share)
    kernels = sorted(glob.glob(os.path.join(options.kernels, "*", "*.cl")))[which::parts]
    # Not optimised: what a hit starts and loads is the same, and drivers and assemblers take a fraction of the time.
    return run(*launcher, options.clc, "compile", *kernels, "-t", target, "-cl-opt-disable", "-o", work.path(output), "-MD", "-MF",
               work.path("d/" + output), cwd=work.folder, env=work.environment, timeout=600)


def loaded_files(work):
    """The texts that the processes since the last call told, a text each."""
    texts = []
    for path in glob.glob(work.environment["LD_DEBUG_OUTPUT"] + ".*"):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(file.read())
        os.remove(path)
    return texts


def compare_hits(options, work, target):
    os.makedirs(work.path("d"), exist_ok=True)
    cold = build(options, work, target, [], "cold")
    if cold.returncode == 4:
        raise Skipped(cold.stderr.strip().splitlines()[-1])
    hold(cold.returncode == 0, f"cold: exit {cold.returncode}: {cold.stderr[-2000:]}")
    loaded_files(work)
    warm = build(options, work, target, [options.launcher], "warm")
    if warm.returncode == 77:
        raise Skipped(warm.stderr.strip())
    hold(warm.returncode == 0, f"warm: exit {warm.returncode}: {warm.stderr[-2000:]}")
    texts = loaded_files(work)
    hold(len(texts) == 1 and "libc.so" in texts[0] and not FORBIDDEN.search(texts[0]),
         f"a hit loads more than it should: {len(texts)} processes, {FORBIDDEN.findall(''.join(texts))}")
    hold(work.package("cold") == work.package("warm"), "the packages differ")
    names = [work.package("d/" + name).replace(name.encode(), b"p") for name in ("cold", "warm")]
    hold(names[0] == names[1], "the dependency files differ")


def check_report(options, work):
    """`clc report --accesses` is a hit when it is repeated, and a hit for nothing else."""
    def run_clc(*words, launcher=()):
        source = os.path.join(options.kernels, "transpose", "transpose.cl")
        return run(*launcher, options.clc, words[0], source, "-t", "nvptx:sm_75", *words[1:], cwd=work.folder, env=work.environment,
                   timeout=600)
    cold = run_clc("report", "--accesses", "--work-group", "32x8")
    warm = run_clc("report", "--accesses", "--work-group", "32x8", launcher=[options.launcher])
    hold(cold.returncode == 0 and (warm.returncode, warm.stdout) == (0, cold.stdout),
         f"{cold.returncode}, {warm.returncode}: {warm.stderr[-2000:]}")
    for words in (("report", "--accesses", "--work-group", "16x16"), ("report", "--accesses", "--work-group", "32x8", "--arg", "in_pitch=64"),
                  ("compile", "-o", work.path("plain"))):
        hold(run_clc(*words, launcher=[options.launcher]).returncode != 0, f"what it kept serves {words}, too")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--launcher", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--target", action="append")
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    for name in ("clc", "launcher", "kernels"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    # The launcher must be able to fail: it is for nothing where processes still start.
    probe = run(options.launcher, "/bin/sh", "-c", "true; /bin/true; exit 5")
    if probe.returncode == 77:
        skip_all(probe.stderr.strip())
    if probe.returncode == 5 and "true" not in probe.stderr:
        fail(f"a process was started under the launcher: {probe}")
    # The launcher keeps LeakSanitizer from starting its own process, too.
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    print(f"share {options.share} of the algorithms")
    with Workspace(options.clc) as work:
        work.environment.update(POCL_CACHE_DIR=work.path("pocl"), LD_DEBUG="files", LD_DEBUG_OUTPUT=work.path("loaded"))
        for target in options.target or TARGETS:
            attempt(target, compare_hits, options, work, target)
    with Workspace(options.clc) as work:
        attempt("report --accesses", check_report, options, work)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
