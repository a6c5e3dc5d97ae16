#!/usr/bin/env python3
"""Compiles every algorithm for every target of matrix.json, and has other people's tools look at what comes out.

usage: matrix.py --clc PROGRAM --source DIR [--targets PATTERN] [--share K/N]

With --share 2/3, a family with several targets gets each algorithm for a third of them, a driver a third of the algorithms, and with more
parts than four a quarter.

What does not compile must stand in matrix.json with the message that is seen, and in the table of docs/targets.md with
the reason; what stands there must not compile. A target whose tool is missing, and a check whose tool is, are
skipped with a line that begins with SKIP.

The checks: spirv-val of SPIR-V; ptxas of PTX; llvm-readelf of every ELF file, which must be for the chip that was asked
for and hold each kernel; llvm-objdump (AMD) and nvdisasm (NVIDIA) must know every instruction, and of AMD's
count as many as the manifest; `ocloc validate`; clCreateProgramWithBinary, clBuildProgram and clCreateKernel of the
driver that a binary is for.
"""
import argparse
import fnmatch
import glob
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import expect, finish, problem, run, share_of, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def tool(name, *folders):
    """Its path, or None after saying that its checks are skipped."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        skip("matrix", f"checks with {name}: not installed")
    return found


def says(done, pattern, what):
    """The program ended well and printed what matches."""
    text = done.stdout + done.stderr
    expect(done.returncode == 0 and re.search(pattern, text),
           f"{what}: {os.path.basename(done.args[0])} exits with {done.returncode} and prints no /{pattern}/: {text[-600:]}")


def check_spirv(path, target, kernels, what):
    if val := tool("spirv-val"):
        says(run(val, "--target-env", "spv" + target.split(":")[1], path), "", what)


def check_ptx(path, target, kernels, what):
    if ptxas := tool("ptxas", "/usr/local/cuda/bin"):
        arch = target.split(":")[1]
        done = run(ptxas, "-v", "-O0", "-arch", arch, path, "-o", os.devnull)  # as it ships, it is in `cubin:`
        for kernel in kernels:
            says(done, f"Compiling entry function '{kernel}' for '{arch}'", what)


def readelf(path, *flags):
    program = tool("llvm-readelf-22") or tool("readelf")
    return program and run(program, "--wide", *flags, path)


def check_cubin(path, target, kernels, what):
    if done := readelf(path, "-h", "-S"):
        says(done, "Machine: .*NVIDIA CUDA", what)
        for kernel in kernels:
            says(done, rf"\.text\.{kernel}\s+PROGBITS", what)
    if nvdisasm := tool("nvdisasm", "/usr/local/cuda/bin"):
        done = run(nvdisasm, "--print-code", path)
        says(done, rf"\.target\s+{target.split(':')[1]}\b", what)
        for kernel in kernels:
            says(done, rf"(?m)^{kernel}:", what)


def check_code_object(path, target, kernels, what):
    arch = target.split(":")[1].split(",")[0]
    if done := readelf(path, "-h", "--notes", "-s"):
        says(done, rf"Flags: .*\b{arch}\b", what)
        for kernel in kernels:
            says(done, rf"\.name: +{kernel}\n", what)
            says(done, rf"OBJECT +GLOBAL +PROTECTED .* {kernel}\.kd\b", what)
    if objdump := tool("llvm-objdump-22"):
        done = run(objdump, "-d", path)
        says(done, "s_endpgm", what)
        if "<unknown>" in done.stdout:
            problem(f"{what}: llvm-objdump does not know every instruction")


def check_counts(path, resources, what):
    """The manifest counts the instructions of the very machine code that is in the package."""
    objdump = tool("llvm-objdump-22")
    if objdump is None:
        return
    kernel, end, counted = None, 0, dict.fromkeys(resources, 0)
    for line in run(objdump, "-d", path).stdout.splitlines():
        if label := re.match(r"([0-9a-f]+) <(\w+)>:$", line):
            kernel = label[2] if label[2] in resources else None
            end = int(label[1], 16) + resources[kernel]["code_bytes"] if kernel else 0
        elif (address := re.search(r"// ([0-9A-F]+): ", line)) and kernel and int(address[1], 16) < end:
            counted[kernel] += 1
    for kernel, count in counted.items():
        if resources[kernel].get("instructions") != count:
            problem(f"{what}: {kernel} has {count} instructions, the manifest says {resources[kernel].get('instructions')}")


def check_r600(path, target, kernels, what):
    if done := readelf(path, "-h", "-s"):
        says(done, rf"Flags: .*r600 ?{target.split(':')[1]}|Flags: .*\b{target.split(':')[1]}\b", what)
        for kernel in kernels:
            says(done, rf"FUNC +GLOBAL .* {kernel}\b", what)


def check_intel(path, target, kernels, what):
    if ocloc := tool("ocloc"):
        says(run(ocloc, "validate", "-file", path), "Binary is VALID", what)
    if done := readelf(path, "-h", "-S"):
        says(done, "Machine: .*(Intel Graphics Technology|0xcd)", what)
        for kernel in kernels:
            says(done, rf"\.text\.{kernel}\s+PROGBITS", what)


def check_driver(path, target, kernels, what):
    name = target.split(":")[1]
    says(run(sys.executable, os.path.join(HERE, "load_binary.py"), name, path, *kernels), "^loaded$", what)


CHECKS = {"spirv": check_spirv, "ptx": check_ptx, "cubin": check_cubin, "hsaco": check_code_object, "r600": check_r600,
          "intel": check_intel, "driver": check_driver}


def available_targets(clc, wanted):
    """Those that can be had here; the others are skipped with what clc says about them."""
    done = run(clc, "targets", "--format", "json")
    families = {family["name"]: family for family in json.loads(done.stdout)["families"]}
    targets = []
    for target in wanted:
        name, arch = target.split(":")
        family = families[name]
        if not family["available"]:
            skip("matrix", f"{name}: {family['reason']}")
        elif name == "driver":
            called = {"pocl": "portable computing language"}.get(arch, arch)
            if any(called in device.lower() for device in family["devices"]):
                targets.append(target)
            else:
                skip("matrix", f"{target}: no such driver is installed")
        elif arch not in family["available_archs"]:
            skip("matrix", f"{target}: {family['tool']} does not know it")
        else:
            targets.append(target)
    return targets


def compile_all(clc, sources, targets, package, *options):
    """The manifest, and what was said for each module and target."""
    command = [clc, "compile", *sources, *options, "--keep-going", "--format", "json", "-o", package]
    for target in targets:
        command += ["-t", target]
    done = run(*command, timeout=1000)
    said = {}
    for line in done.stderr.splitlines():
        message = json.loads(line)
        if message["type"] != "diagnostic" or message["severity"] not in ("error", "fatal error"):
            continue
        module = os.path.splitext(os.path.basename(message["file"]))[0]
        named = [target for target in targets if f"for {target} " in message["text"]] or message["targets"] or targets
        for target in named:
            said[module, target] = said.get((module, target), "") + message["text"] + "\n"
    if done.returncode == 2 or not os.path.exists(os.path.join(package, "manifest.clc.json")):
        problem(f"clc exits with {done.returncode} and makes no package: {done.stderr[-2000:]}")
        return {"modules": []}, said
    with open(os.path.join(package, "manifest.clc.json"), encoding="utf-8") as file:
        return json.load(file), said


def check_package(clc, sources, targets, listed, table, *options):
    modules = [os.path.splitext(os.path.basename(source))[0] for source in sources]
    with temporary_folder("clc matrix ") as folder:
        package = os.path.join(folder, "p")
        manifest, said = compile_all(clc, sources, targets, package, *options)
        built = {}
        for module in manifest["modules"]:
            for variant in module["variants"]:
                kernels = [kernel["name"] for kernel in module["interfaces"][variant["interface"]]["kernels"]]
                built[module["name"], variant["target"]] = (variant, kernels)
        for module in modules:
            for target in targets:
                what = f"{module} for {target}"
                entry = listed.get((module, target))
                if (module, target) in built:
                    if entry:
                        problem(f"{what} compiles: take it out of matrix.json and docs/targets.md")
                    variant, kernels = built[module, target]
                    if check := CHECKS.get(variant["format"]):
                        check(os.path.join(package, variant["file"]), target, kernels, what)
                    if variant["format"] == "hsaco":
                        check_counts(os.path.join(package, variant["file"]), variant["resources"], what)
                elif not entry:
                    problem(f"{what} does not compile and stands not in matrix.json: {said.get((module, target))}")
                elif not re.search(entry["message"], said.get((module, target), "")):
                    problem(f"{what} fails otherwise than matrix.json says: {said.get((module, target))}")
                elif f"| {module} | `{target}` | {entry['reason']} |" not in table:
                    problem(f"{what}: its reason stands not in docs/targets.md")
        return len(built)


def in_share(target, targets, which, parts):
    """A family with one target has a quarter of the algorithms for it."""
    family = [one for one in targets if one.split(":")[0] == target.split(":")[0]]
    if len(family) == 1:
        return (targets.index(target) + which) % min(parts, 4) == 0
    return family.index(target) % parts == which


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--targets", default="*", help="only targets that match this")
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    clc = os.path.abspath(options.clc)
    os.environ["CLC_CACHE"] = "0"
    with open(os.path.join(HERE, "matrix.json"), encoding="utf-8") as file:
        data = json.load(file)
    with open(os.path.join(options.source, "docs", "targets.md"), encoding="utf-8") as file:
        table = file.read()
    listed = {(entry["algorithm"], entry["target"]): entry for entry in data["failures"]}
    sources = sorted(glob.glob(os.path.join(options.source, "kernels", "*", "*.cl")))
    modules = {os.path.splitext(os.path.basename(source))[0] for source in sources}
    wanted = [target for target in data["targets"] if fnmatch.fnmatchcase(target, options.targets)]
    for module, target in listed:
        if module not in modules or target not in data["targets"]:
            problem(f"matrix.json lists {module} for {target}, which is not tried")
    available = available_targets(clc, wanted)
    which, parts = share_of(options.share)
    print(f"share {which + 1}/{parts}")
    # A driver's optimiser takes several times as long as the rest; the test `algorithms-verify` has what it makes.
    drivers = [target for target in available if target.startswith("driver:")]
    of_drivers = sources[which % 4::min(parts, 4)]
    count = check_package(clc, of_drivers, drivers, listed, table, "-cl-opt-disable") if drivers else 0
    for part in range(parts):
        targets = [target for target in available if target not in drivers and in_share(target, available, (which + part) % parts, parts)]
        if targets:
            count += check_package(clc, sources[part::parts], targets, listed, table)
    expect(count > 0, "no binary was looked at")
    print(f"{count} binaries of {len(modules)} algorithms")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
