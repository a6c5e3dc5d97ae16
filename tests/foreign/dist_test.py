#!/usr/bin/env python3
"""Tests what script/dist makes for another processor, in Debian roots for it under QEMU: script/test-foreign --dist.

The compiler there has to make the bytes that this machine's makes.

usage: dist_test.py --source DIR --processor arm64 [--files N] [--only TEST]
       --files: of the sources that both compile, take every N-th
       --only:  one of the functions below, by its name
"""
import argparse
import glob
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../worker"))
import constants  # noqa: E402
from clc_testing import attempt, check, compile, contents, finish, hold, output_of, shipped_packages, skip, succeed  # noqa: E402
from foreign_root import TRIPLES, ForeignRoot  # noqa: E402

MACHINES = {"arm64": "aarch64"}
# Chips of five families; nvptx and cuda are two front ends of one.
TARGETS = ["spirv64:1.2", "nvptx:sm_90", "amdgcn:gfx90a", "amdgcn:gfx1100", "r600:cayman", "cuda:sm_90"]
MORE_TARGETS = ["spirv32:1.2", "spirv64:1.4", "nvptx:sm_75", "amdgcn:gfx906", "amdgcn:gfx942", "amdgcn:gfx1030", "amdgcn:gfx1201"]  # of fewer files
SIZES = ["--size", "1", "--size", "1009"]
ALGORITHMS = ["vecadd", "transpose"]


class Machine:
    """What script/dist made, and the roots that it is tested in."""

    def __init__(self, options):
        self.source, self.processor, self.every = options.source, options.processor, options.files
        self.triple = TRIPLES[self.processor]
        self.dist = os.path.join(self.source, f"dist/{self.processor}")
        self.folder = os.path.join(self.source, "build/foreign")
        self.work = os.path.join(self.folder, f"{self.processor}-dist")
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.native = os.path.join(self.source, "build/release/bin/clc")

    def made(self, pattern):
        found = glob.glob(os.path.join(self.dist, pattern))
        hold(len(found) == 1, f"{self.dist} holds {len(found)} files {pattern}: script/dist --for {self.processor} makes them")
        return found[0]

    def root(self, name, packages):
        root = ForeignRoot(self.folder, f"{self.processor}-{name}", self.processor, packages)
        root.show(self.source)
        return root

    def root_for(self, name, *rows, more=()):
        """With what docs/shipping.md says that a machine needs."""
        packages = [each.replace("x86-64-linux-gnu", self.triple) for row in rows for each in shipped_packages(self.source, row)]
        return self.root(name, [*packages, *more])

    def unpacked(self):
        """The archive, where it was unpacked."""
        succeed("tar", "-xf", self.made(f"clc-0*-linux-{MACHINES[self.processor]}.tar.gz"), "-C", self.work)
        return glob.glob(os.path.join(self.work, "clc-0*"))[0]


def succeeds(root, what, *command, **variables):
    code, output = root.run(*command, **{"CLC_CACHE": "0", **variables})
    check(code == 0, what, output[-4000:])
    return output


def binaries_in(files):
    return sum(not name.endswith(".json") for name in files)


def compiled_by_both(machine, root, clc, what, sources, targets):
    here, there = (os.path.join(machine.work, f"{what}-{side}") for side in ("here", "there"))
    options = ["--keep-going", "--timeout", "3600"]
    words = [word for target in targets for word in ("-t", target)]
    os.environ["CLC_CACHE"] = "0"
    native = compile(machine.native, *sources, *options, output=here, targets=targets, expected=None)
    code, output = root.run(clc, "compile", *sources, *words, *options, "-o", there, CLC_CACHE="0")
    hold(code == native.returncode, f"{what}: exit {code} there, {native.returncode} here\n{output[-4000:]}")
    ours, theirs = contents(here), contents(there)
    different = [name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name)]
    check(ours and not different, f"{what}: {len(sources)} files for {len(targets)} targets, {binaries_in(ours)} binaries and their manifest: the same bytes", sorted(different))


def fields_of(*command):
    return [line.split() for line in output_of(*command).splitlines()]


def addresses_are_near(machine):
    """glibc's objects for arm64 read the table of addresses by offsets of 15 bits, and LLD cuts longer ones short without a word."""
    worker = os.path.join(machine.source, f"build/{machine.processor}/libexec/clc/clc-worker")
    libraries = os.path.join(machine.folder, f"{machine.processor}-sysroot/usr/lib", machine.triple)
    near = {words[4] for name in ("libc.a", "libm.a") for words in fields_of("readelf", "--relocs", "--wide", os.path.join(libraries, name))
            if "R_AARCH64_LD64_GOTPAGE_LO15" in words}
    begin, size = next((int(words[words.index(".got") + 2], 16), int(words[words.index(".got") + 4], 16))
                       for words in fields_of("readelf", "--sections", "--wide", worker) if ".got" in words)
    places = {int(words[3], 16): int(words[0], 16) for words in reversed(fields_of("readelf", "--relocs", "--wide", worker))
              if "R_AARCH64_RELATIVE" in words and begin <= int(words[0], 16) < begin + size}
    read = {words[2]: places[int(words[0], 16)] for words in fields_of("nm", worker)
            if len(words) == 3 and words[2] in near and int(words[0], 16) in places}
    far = sorted(name for name, place in read.items() if place - begin // 4096 * 4096 >= 1 << 15)
    check(len(read) > 50 and not far, f"{len(read)} addresses that glibc reads lie in the first 32 of {size // 1024} KB", far)


def compiles_the_same(machine):
    """In a root with glibc alone, by the archive."""
    root = machine.root("bare", ["libc6"])
    clc = os.path.join(machine.unpacked(), "bin/clc")
    check(succeeds(root, "clc starts in a root with glibc alone", clc, "--version").startswith("clc "), "and says its version")
    all_calls = list(constants.calls())
    source = os.path.join(machine.work, "constants.cl")
    constants.write(all_calls, source)
    compiled_by_both(machine, root, clc, f"constants, {len(all_calls)} calls", [source], ["spirv64:1.2", "amdgcn:gfx90a"])
    algorithms = sorted(glob.glob(f"{machine.source}/kernels/*/*.cl"))[::machine.every]
    for target in TARGETS + MORE_TARGETS:
        files = algorithms if target in TARGETS else algorithms[::4]
        compiled_by_both(machine, root, clc, f"algorithms for {target.replace(':', ' ')}", files, [target])
    skip("intel and cubin", f"Debian has ocloc for x86-64 alone, and NVIDIA's ptxas is not in the root for {machine.processor}")


def runs_on_pocl(machine):
    """The algorithm set, compiled there for PoCL, and what the layer serves; Debian's packages of clc, unpacked."""
    rows = "each program", "`driver:pocl`", "PoCL's linker"
    root = machine.root_for("installed", *rows, more=["libcurl4", "libhiredis0.14", "clpeak"])
    for path in sorted(glob.glob(os.path.join(machine.dist, "*.deb"))):
        succeed("dpkg-deb", "--extract", path, root.path)
    package = os.path.join(machine.work, "pocl.clcpack")
    sources = [path for name in ALGORITHMS for path in sorted(glob.glob(f"{machine.source}/kernels/{name}/*.cl"))]
    succeeds(root, "the .deb's clc compiles for driver:pocl", "/usr/bin/clc", "compile", *sources, "-t", "driver:pocl", "-o", package, "--timeout", "3600")
    output = succeeds(root, "clrun computes on PoCL by them", "/usr/bin/clrun", "verify", "--package", package, *SIZES, *ALGORITHMS)
    print(*re.findall(r"(?m)^\d+ passed, .*$", output))
    recording, package = (os.path.join(machine.work, name) for name in ("recording", "clpeak.clcpack"))
    clpeak = ["--", "/usr/bin/clpeak", "--kernel-latency"]
    succeeds(root, "clc record sees what Debian's clpeak compiles", "/usr/bin/clc", "record", "-o", recording, *clpeak)
    succeeds(root, "and clc compiles it ahead", "/usr/bin/clc", "compile", recording, "-t", "driver:pocl", "-o", package, "--timeout", "3600")
    output = succeeds(root, "the layer serves it to clpeak", "/usr/bin/clc", "run", "--package", package, "--on-miss", "fail", *clpeak)
    check("Kernel launch latency" in output, "which runs its kernel", output)


def emulates(machine):
    root = machine.root_for("installed", "each program", "`driver:pocl`", "PoCL's linker", more=["libcurl4", "libhiredis0.14", "clpeak"])
    package = os.path.join(machine.work, "amd.clcpack")
    sources = [path for name in ALGORITHMS for path in sorted(glob.glob(f"{machine.source}/kernels/{name}/*.cl"))]
    succeeds(root, "clc compiles for gfx1100", "/usr/bin/clc", "compile", *sources, "-t", "amdgcn:gfx1100", "-o", package)
    output = succeeds(root, "an emulated gfx1100 computes", "/usr/bin/clc", "emulate", "--chip", "gfx1100", "-p", package, "--", "/usr/bin/clrun", "verify", *SIZES, *ALGORITHMS)
    print(*re.findall(r"(?m)^\d+ passed, .*$", output))


def wheel_by_pip(machine):
    root = machine.root("pip", ["python3", "python3-pip", "libc6"])
    target = os.path.join(machine.work, "site")
    succeeds(root, "pip takes the wheel", "/usr/bin/python3", "-m", "pip", "install", "--no-index", "--no-deps", "--prefix", target,
             machine.made("clc_opencl-*.whl"))
    script = ("import clc_opencl; p = clc_opencl.compile(source='kernel void f(global float* a) { *a = 1; }', targets=['spirv64', 'nvptx:sm_90'])\n"
              "p.verify(); print([v.target for v in p.manifest.modules[0].variants])")
    packages = glob.glob(f"{target}/**/clc_opencl", recursive=True)
    hold(len(packages) == 1, f"pip wrote {packages}")
    output = succeeds(root, "Python compiles and inspects there", "/usr/bin/python3", "-c", script, PYTHONPATH=os.path.dirname(packages[0]))
    check("nvptx:sm_90" in output and "spirv64:1.2" in output, "for two targets", output)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--processor", required=True, choices=MACHINES)
    parser.add_argument("--files", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    machine = Machine(options)
    for test in addresses_are_near, wheel_by_pip, runs_on_pocl, emulates, compiles_the_same:
        if options.only in (None, test.__name__):
            attempt(test.__name__, test, machine)
    sys.exit(finish())


if __name__ == "__main__":
    main()
