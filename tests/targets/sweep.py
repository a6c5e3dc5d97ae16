#!/usr/bin/env python3
"""Holds the figures of generated kernels in our manifest against what other people's tools say of the same code.

usage: sweep.py --clc PROGRAM [--modules N] [--seed N] [--share K/N] [--keep DIR]

--share 1/2 takes the first, third and further chips of a family.

The kernels differ in register pressure, private and local arrays, loops, types, images and work-group attributes, so
that some spill and some use scratch memory; the same seed gives the same kernels. Compared, kernel by kernel:
  NVIDIA   registers, spills, stack and local memory with `ptxas -v` of the PTX, and with cuobjdump where there is one;
           code size with llvm-readelf
  AMD      registers, spills, scratch and local memory with `llvm-readelf --notes`; code size with its symbols;
           occupancy with the comment that llc writes into the assembly of the same IR
  R600     registers and local memory with the bytes of `.AMDGPU.config`
  Intel    registers, lanes, local memory, scratch memory and spills with `.ze_info`
Targets and checks whose tool is missing are skipped, with a line that begins with SKIP.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import struct
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import counts, equal, expect, finish, problem, run, share_of, skip, temporary_folder  # noqa: E402

CUDA = "/usr/local/cuda/bin"
NVIDIA_CHIPS = ["sm_75", "sm_86", "sm_90", "sm_120"]
AMD_CHIPS = ["gfx906", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"]
INTEL_CHIPS = ["skl", "dg2", "pvc"]
R600_CHIPS = ["cypress"]
ACCUMULATING_CHIPS = ["gfx90a", "gfx942"]  # those of AMD_CHIPS that have accumulation registers
# The SIMDs of one compute unit or work-group processor: with one wave for each of them in a group, nothing is rounded
# away.
SIMDS = 4
WAVE = {"gfx906": 64, "gfx90a": 64, "gfx942": 64, "gfx1030": 32, "gfx1100": 32, "gfx1201": 32}

compared, tried = {}, []


def tool(name):
    return shutil.which(name) or shutil.which(name, path=CUDA)


def compare(where, name, ours, theirs):
    compared[name] = compared.get(name, 0) + 1
    equal(f"{where}: {name} in the manifest and elsewhere", ours, theirs)


# ---- Kernels -----------------------------------------------------------------------------------------------------------

def pressure(random_, type_, lines):
    """Many values that live at once."""
    count = random_.choice([3, 8, 20, 40, 70, 110, 160, 240, 330])
    step = random_.randint(1, 5)
    lines.append(f"  {type_} v[{count}];")
    lines.append(f"  __attribute__((opencl_unroll_hint({count})))")
    lines.append(f"  for (int i = 0; i < {count}; ++i) v[i] = ({type_})in[g + i * {step}];")
    lines.append("  for (int round = 0; round < n; ++round) {")
    lines.append(f"    __attribute__((opencl_unroll_hint({count})))")
    lines.append(f"    for (int i = 0; i < {count}; ++i) v[i] = v[i] * v[(i + {random_.randint(1, 7)}) % {count}] + ({type_})round;")
    lines.append("  }")
    lines.append(f"  __attribute__((opencl_unroll_hint({count})))")
    lines.append(f"  for (int i = 0; i < {count}; ++i) sum += (float)v[i];")


def private_array(random_, type_, lines):
    """One that is too long for registers, or indexed so that it cannot be in them."""
    size = random_.choice([5, 16, 48, 130, 400])
    lines.append(f"  {type_} a[{size}];")
    lines.append(f"  for (int i = 0; i < {size}; ++i) a[i] = ({type_})in[g * {size} + i];")
    lines.append(f"  for (int i = 0; i < n; ++i) a[(uint)(i * n) % {size}] += a[(uint)(i + n) % {size}];")
    lines.append(f"  sum += (float)a[(uint)n % {size}];")


def local_array(random_, type_, lines):
    size = random_.choice([1, 33, 256, 700, 1500])
    lines.append(f"  local {type_} t[{size}];")
    lines.append(f"  t[l % {size}] = ({type_})in[g];")
    lines.append("  barrier(CLK_LOCAL_MEM_FENCE);")
    lines.append(f"  for (uint i = 0; i < {random_.randint(2, 9)}; ++i) sum += (float)t[(l * 7 + i) % {size}];")


def branches(random_, type_, lines):
    lines.append("  for (int i = 0; i < n; ++i) {")
    lines.append("    if (in[g + i] > sum) sum += native_sin(in[i]); else if (in[i] < 0) break;")
    lines.append("  }")


def maths(random_, type_, lines):
    lines.append("  sum += exp(in[g]) + pow(in[g + 1], sum) + sin(sum);")


PARTS = [pressure, private_array, local_array, branches, maths]


def kernel(random_, name, module):
    types = ["float", "int", "uint", "short"] + ([] if module["plain"] else ["double", "long"])
    attributes = ""
    size = random_.choice([None] * 6 + [(32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (16, 16, 1), (1024, 1, 1)])
    if module["plain"] and size and size[0] * size[1] > 256:
        size = (256, 1, 1)
    if size:
        attributes += f"__attribute__((reqd_work_group_size({size[0]}, {size[1]}, {size[2]}))) "
    lines = [f"{attributes}kernel void {name}(global const float* in, global float* out, int n{module['argument']}) {{",
             "  const int g = get_global_id(0);", "  const uint l = get_local_id(0);", "  float sum = 0;"]
    parts = random_.sample(PARTS, random_.randint(1, 3))
    if module["plain"]:  # LLVM's R600 backend has no scratch memory, and few registers
        parts = [part for part in parts if part in (local_array, branches)] or [branches]
    for part in parts:
        is_local = part is local_array  # which must not be in a block
        lines += [] if is_local else ["  {"]
        part(random_, random_.choice(types), lines)
        lines += [] if is_local else ["  }"]
    if module["argument"]:
        lines.append("  sum += read_imagef(picture, (int2)(g, n)).x;")
    lines += ["  out[g] = sum;", "}"]
    return "\n".join(lines) + "\n"


def write_modules(folder, count, seed, plain):
    """{module: {kernel: required work-items or None}}"""
    modules = {}
    for number in range(count):
        random_ = random.Random(f"{seed} {number} {plain}")
        shape = {"plain": plain, "argument": ", read_only image2d_t picture" if random_.random() < 0.2 else ""}
        name = f"{'plain' if plain else 'full'}{number}"
        kernels = {f"k{i}": kernel(random_, f"k{i}", shape) for i in range(4)}
        with open(os.path.join(folder, name + ".cl"), "w", encoding="utf-8") as file:
            file.write("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" if not plain else "")
            file.write("\n".join(kernels.values()))
        modules[name] = sorted(kernels)
    return modules


# ---- What other tools say -------------------------------------------------------------------------------------------------

def number(pattern, text, default=None):
    found = re.search(pattern, text)
    return int(found[1]) if found else default


def text_sizes(path):
    """Sizes of the sections .text.NAME"""
    listed = run("llvm-readelf-22", "--sections", "--wide", path).stdout
    return {name: int(size, 16) for name, size in
            re.findall(r"\.text\.(\S+) +PROGBITS +[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+)", listed)}


def check_cubin(where, chip, cubin, ptx, figures):
    said = run(tool("ptxas"), "-v", "-O3", f"-arch={chip}", ptx, "-o", os.devnull).stderr
    blocks = dict(re.findall(r"Compiling entry function '(\w+)'[^\n]*\n((?:(?!ptxas info +: Compiling).*\n)*)", said))
    sizes = text_sizes(cubin)
    usage = run(tool("cuobjdump"), "--dump-resource-usage", cubin).stdout if tool("cuobjdump") else ""
    for name, ours in figures.items():
        theirs, at = blocks.get(name, ""), f"{where} {name}"
        compare(at, "registers", ours.get("registers"), number(r"Used (\d+) registers", theirs))
        compare(at, "spill_store_bytes", ours.get("spill_store_bytes"), number(r"(\d+) bytes spill stores", theirs))
        compare(at, "spill_load_bytes", ours.get("spill_load_bytes"), number(r"(\d+) bytes spill loads", theirs))
        compare(at, "local_bytes", ours.get("local_bytes"), number(r"(\d+) bytes smem", theirs, 0))
        frame = number(r"(\d+) bytes stack frame", theirs)
        compare(at, "scratch_bytes", ours.get("scratch_bytes"), number(r"(\d+) bytes cumulative stack size", theirs, frame))
        compare(at, "code_bytes", ours.get("code_bytes"), sizes.get(name))
        if usage:
            theirs = re.search(rf"Function {name}:\s*([^\n]*)", usage)[1]
            compare(at, "cuobjdump's registers", ours.get("registers"), number(r"REG:(\d+)", theirs))
            compare(at, "cuobjdump's stack", ours.get("scratch_bytes"), number(r"STACK:(\d+)", theirs))


NOTES = {"vector_registers": "vgpr_count", "scalar_registers": "sgpr_count", "accumulation_registers": "agpr_count",
         "vector_spills": "vgpr_spill_count", "scalar_spills": "sgpr_spill_count", "wave_size": "wavefront_size",
         "scratch_bytes": "private_segment_fixed_size", "local_bytes": "group_segment_fixed_size",
         "max_work_group_size": "max_flat_workgroup_size"}


def check_code_object(where, chip, binary, figures):
    text = run("llvm-readelf-22", "--notes", "--symbols", "--wide", binary).stdout
    kernels = {}
    for entry in re.split(r"\n  - (?=\.)", text.split("amdhsa.kernels:")[-1]):
        if name := re.search(r"(?m)^(?:    )?\.name: +(\w+)$", entry):
            kernels[name[1]] = dict(re.findall(r"(?m)^(?:    )?\.(\w+): +(\d+)$", entry))
    sizes = dict((name, int(size)) for size, name in re.findall(r" (\d+) FUNC +\S+ +\S+ +\d+ (\w+)", text))
    for name, ours in figures.items():
        theirs = kernels.get(name, {})
        for figure, note in NOTES.items():
            compare(f"{where} {name}", figure, ours.get(figure), int(theirs[note]) if note in theirs else None)
        compare(f"{where} {name}", "code_bytes", ours.get("code_bytes"), sizes.get(name))


def check_occupancy(where, chip, ir, figures, occupancies):
    """llc compiles the same IR again and writes how many waves fit into a SIMD. Now and then it schedules otherwise."""
    made = run("llc-22", f"-mcpu={chip}", "-O3", "-o", "-", ir)
    if made.returncode != 0:
        problem(f"{where}: llc: {made.stderr[-300:]}")
        return
    for name, (waves, is_exact) in occupancies.items():
        body = re.search(rf"(?ms)^{name}:.*?^; Kernel info:\n(.*?)(?=^\t\.text|\Z)", made.stdout)
        said, ours = body[1] if body else "", figures[name]
        vectors = number(r"; TotalNumVgprs: (\d+)", said, number(r"; NumVgprs: (\d+)", said))
        scalars = number(r"; TotalNumSgprs: (\d+)", said)
        # Scalar registers are given out by sixteens.
        same = bool(said) and ours["vector_registers"] == vectors and ours["scalar_registers"] // 16 == scalars // 16
        tried.append(same)
        # It does not know the size of groups, unless the kernel requires one.
        if same and (is_exact or ours["local_bytes"] == 0):
            compare(f"{where} {name}", "occupancy", waves, number(r"; Occupancy: (\d+)", said, 0) * SIMDS)


CONFIG_REGISTERS, CONFIG_LOCAL = 0x288D4, 0x288E8


def section(path, name, folder):
    out = os.path.join(folder, "section")
    done = run("llvm-objcopy-22", "--dump-section", f"{name}={out}", path, os.devnull)
    if done.returncode != 0:
        return b""
    with open(out, "rb") as file:
        return file.read()


def counts_of_r600(text):
    """Counts what the assembler's text of a kernel holds: read clause by clause, as the chip does."""
    counts = collections.Counter()
    clause, open_bundle = None, False
    for line in text.splitlines()[1:]:
        words = line.split()
        if not words:
            continue
        if re.match(r"\s*(Fetch|ALU) clause starting at", line):
            clause = words[0]
        elif clause == "Fetch":
            counts.update(["instructions", "memory_instructions"])
        elif clause == "ALU":
            if re.fullmatch(r"-?\d+\(\S+\), -?\d+\(\S+\)", line.strip()):
                continue  # two literals of the bundle above
            kind = "local_instructions" if words[0].startswith("LDS_") else "arithmetic_instructions"
            counts.update(["instructions", "vliw_operations"] + [kind] * (words[0] != "GROUP_BARRIER"))
            counts["vliw_bundles"] += "*" in words[1:2]
        elif words[0].startswith("MEM_"):
            counts.update(["instructions", "memory_instructions"])
        elif not re.match(r"(ALU\w*|TEX|VTX|CF_\w+|PAD)$", words[0]):
            counts.update(["instructions", "branch_instructions"])
    return counts


def check_r600_counts(where, binary, figures, folder):
    text = section(binary, ".clc.isa", folder).decode()
    for kernel in re.split(r"^(?=\w+:$)", text, flags=re.M):
        name = kernel.split(":")[0]
        if name not in figures:
            continue
        counts = counts_of_r600(kernel)
        for figure in ("instructions", "memory_instructions", "local_instructions", "arithmetic_instructions",
                       "branch_instructions", "vliw_operations", "vliw_bundles"):
            compare(f"{where} {name}", figure, figures[name].get(figure), counts[figure])


def check_r600(where, chip, binary, figures, folder):
    check_r600_counts(where, binary, figures, folder)
    config = section(binary, ".AMDGPU.config", folder)
    kernels = []  # in the order of the object's functions
    for key, value in struct.iter_unpack("<II", config):
        if key == CONFIG_REGISTERS:
            kernels.append({"general_registers": value & 0xFF})
        elif key == CONFIG_LOCAL:
            kernels[-1]["local_bytes"] = value * 4
    listed = run("llvm-readelf-22", "--symbols", "--wide", binary).stdout
    names = [name for _, name in sorted((int(at, 16), name) for at, name in
                                        re.findall(r": ([0-9a-f]+) +\d+ FUNC +\S+ +\S+ +\d+ (\w+)", listed))]
    for name, theirs in zip(names, kernels):
        for figure, value in theirs.items():
            compare(f"{where} {name}", figure, figures.get(name, {}).get(figure), value)
    compare(where, "kernels", len(figures), len(kernels))


def check_intel(where, chip, binary, figures, folder):
    info = section(binary, ".ze_info", folder).decode("utf-8", "replace")
    info = info.split("kernels_misc_info:")[0]
    sizes = text_sizes(binary)
    for entry in re.split(r"\n  - name: +", info)[1:]:
        name = re.match(r"'?(\w+)", entry)[1]
        if name not in figures:
            continue
        ours, at = figures[name], f"{where} {name}"
        lanes = number(r"simd_size: +(\d+)", entry)
        compare(at, "registers", ours.get("registers"), number(r"grf_count: +(\d+)", entry))
        compare(at, "wave_size", ours.get("wave_size"), lanes)
        compare(at, "local_bytes", ours.get("local_bytes"), number(r"slm_size: +(\d+)", entry, 0))
        scratch, spills = 0, 0
        buffers = entry.split("per_thread_memory_buffers:")
        for kind, buffer in re.findall(r"- type: +(\w+)((?:\n        \S.*)*)", buffers[1]) if len(buffers) > 1 else []:
            size = number(r"size: +(\d+)", buffer)
            scratch += size if "is_simt_thread:  true" in buffer else size // lanes
            usage = re.search(r"usage: +(\w+)", buffer)[1]
            if kind == "scratch" and usage != "private_space":
                spills = None if usage == "single_space" or spills is None else spills + size
        compare(at, "scratch_bytes", ours.get("scratch_bytes"), scratch)
        compare(at, "spill_bytes", ours.get("spill_bytes"), spills)
        compare(at, "code_bytes", ours.get("code_bytes"), sizes.get(name))


# ---- The sweep ------------------------------------------------------------------------------------------------------------

def compile_all(clc, folder, modules, targets, name):
    package, dumps = os.path.join(folder, name), os.path.join(folder, name + " dumps")
    command = [clc, "compile", *(f"{module}.cl" for module in modules), "-w", "-k", "-o", package, "--dump-dir", dumps]
    for target in targets:
        command += ["-t", target]
    done = run(*command, cwd=folder)
    if not os.path.exists(os.path.join(package, "manifest.clc.json")):
        sys.exit(f"clc exits with {done.returncode}: {done.stderr[-3000:]}")
    with open(os.path.join(package, "manifest.clc.json"), encoding="utf-8") as file:
        return package, dumps, json.load(file)


def our_occupancies(clc, package, chip, manifest):
    """The waves of a unit by module and kernel, for groups of one wave for each SIMD, and whether the kernel requires these."""
    required = {(module["name"], kernel["name"]): True for module in manifest["modules"]
                for interface in module["interfaces"] for kernel in interface["kernels"]
                if kernel.get("required_work_group_size", [0])[0] > 0}
    done = run(clc, "report", package, "-t", f"amdgcn:{chip}", "--work-group", str(WAVE[chip] * SIMDS), "--format", "json")
    result = {}
    for entry in json.loads(done.stdout)["kernels"]:
        if "waves" in entry["occupancy"][0]:
            kernel = (entry["occupancy"][0]["waves"], (entry["module"], entry["kernel"]) in required)
            result.setdefault(entry["module"], {})[entry["kernel"]] = kernel
    return result


def check_variant(options, package, dumps, manifest, module, variant, occupancies, folder):
    target, figures = variant["target"], variant.get("resources", {})
    where, chip = f"{module['name']} for {target}", target.split(":")[1]
    path = os.path.join(package, variant["file"])
    if variant["format"] == "cubin":
        ptx = next(v for v in module["variants"] if v["target"] == f"nvptx:{chip}")
        check_cubin(where, chip, path, os.path.join(package, ptx["file"]), figures)
    elif variant["format"] == "hsaco":
        check_code_object(where, chip, path, figures)
        ir = os.path.join(dumps, f"{module['name']}.amdgcn_{chip}.ll")
        check_occupancy(where, chip, ir, figures, occupancies.get(chip, {}).get(module["name"], {}))
    elif variant["format"] in ("r600", "intel"):
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            check = check_r600 if variant["format"] == "r600" else check_intel
            check(where, chip, path, figures, scratch)
    return figures


def sweep(options, folder):
    available = {family["name"]: family["available_archs"] for family in
                 json.loads(run(options.clc, "targets", "--format", "json").stdout)["families"] if family["available"]}

    def wanted(family, chips):
        known = available.get(family, [])
        which, parts = options.share if len(chips) > 1 else (0, 1)
        chips = chips[which::parts]
        for chip in chips:
            if chip not in known:
                skip("sweep", f"{family}:{chip} is not available here")
        return [f"{family}:{chip}" for chip in chips if chip in known]

    if not tool("cuobjdump"):
        skip("sweep", "checks with cuobjdump: not installed")
    cubins = wanted("cubin", NVIDIA_CHIPS)
    targets = cubins + [target.replace("cubin", "nvptx") for target in cubins]
    targets += wanted("amdgcn", AMD_CHIPS) + wanted("intel", INTEL_CHIPS)
    jobs = []
    for plain, chips in ((False, targets), (True, wanted("r600", R600_CHIPS))):
        count = options.modules if not plain else max(2, options.modules // 2)
        modules = write_modules(folder, count, options.seed, plain)
        package, dumps, manifest = compile_all(options.clc, folder, modules, chips, "plain" if plain else "full")
        for entry in manifest.get("missing", []):
            has_no_images = entry["target"].startswith(("r600", "amdgcn:gfx942")) and "images are not supported" in entry["reason"]
            if not (has_no_images or entry["target"].startswith(("intel:dg2", "r600"))):
                problem(f"{entry['module']} for {entry['target']}: {entry['reason']}")
        occupancies = {}
        for chip in [target.split(":")[1] for target in targets if target.startswith("amdgcn:")] if not plain else []:
            occupancies[chip] = our_occupancies(options.clc, package, chip, manifest)
        for module in manifest["modules"]:
            for variant in module["variants"]:
                if variant["format"] not in ("ptx", "spirv"):
                    jobs.append((package, dumps, manifest, module, variant, occupancies))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_figures = list(pool.map(lambda job: check_variant(options, *job, folder), jobs))
    check_that_figures_differ([kernel for variant in all_figures for kernel in variant.values()], targets)


def check_that_figures_differ(figures, targets):
    """Demands kernels that spill and the like: a sweep in which nothing does would show nothing."""
    names = ["spill_store_bytes", "vector_spills", "scratch_bytes", "local_bytes"]
    if any(f"amdgcn:{chip}" in targets for chip in ACCUMULATING_CHIPS):
        names.append("accumulation_registers")
    for name in names:
        count = sum(1 for kernel in figures if kernel.get(name, 0) > 0)
        print(f"{count} of {len(figures)} kernels with {name}")
        if count == 0 and not counts["skipped"]:
            problem(f"no kernel has {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--modules", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--keep", help="an empty or new folder for everything that is made")
    options = parser.parse_args()
    options.clc = os.path.abspath(options.clc)
    print(f"share {options.share[0] + 1}/{options.share[1]} of the chips")
    os.environ["CLC_CACHE"] = "0"
    with temporary_folder("clc sweep ") as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        sweep(options, folder)
    expect(tried.count(True) >= 0.8 * len(tried), f"llc makes the same code of {tried.count(True)} of {len(tried)} kernels only")
    expect(compared, "no figure was compared")
    print(f"{sum(compared.values())} figures compared ({', '.join(f'{n} {name}' for name, n in sorted(compared.items()))})")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
