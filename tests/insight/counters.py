#!/usr/bin/env python3
"""Compares what `clc report --accesses` says of the algorithm set with what the hardware counts on an NVIDIA GPU.

usage: counters.py make FOLDER --clc PROGRAM --kernels FOLDER      here: PTX, and what the report expects
       counters.py run FOLDER                                      there: needs CuPy and Nsight Compute (`ncu`)

`ncu` does not see OpenCL's kernels, so `make` turns the registers that NVIDIA's OpenCL driver fills (`%envreg`) into CUDA's and
assembles the PTX, and `run` launches that through CUDA. For each source line and kind of access it prints sectors of global memory or
wavefronts of shared memory, as expected and as counted (of one request, where the report does not know how often a loop
turns), and how often the instructions ran. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import collections
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TARGET = "nvptx:sm_90"
MIB = 1 << 20
HERE = os.path.dirname(os.path.abspath(__file__))


def buffer(size):
    return {"kind": "buffer", "size": size}


def local(size):
    return {"kind": "local", "size": size}


def number(name, value, width=8):
    return {"kind": "number", "name": name, "value": value, "width": width}


def matmul(kernel, group, groups, aligned=False):
    size = 256
    arguments = [buffer(size * size * 4) for _ in range(3)]
    arguments += [number(name, size) for name in ("depth", "b_pitch", "c_pitch")]
    if "whole" not in kernel:
        arguments += [number(name, size) for name in ("row_end", "column_end")]
    if kernel == "matmul_whole_small":
        arguments += [number("part_depth", size), number("c_first", 0)]
    if aligned:
        arguments.append(number("aligned", 1, 4))
    return ("matmul/matmul.cl", kernel, group, groups, arguments)


def transpose(kernel, element, group, groups, aligned=False):
    size = 512
    arguments = [buffer(size * size * element) for _ in range(2)]
    arguments += [number(name, size) for name in ("in_pitch", "out_pitch", "x_end", "y_end")]
    if aligned:
        arguments.append(number("aligned", 1, 4))
    return ("transpose/transpose.cl", kernel, group, groups, arguments)


def histogram(kernel):
    arguments = [buffer(MIB), number("size", MIB), buffer(MIB), local(128 * 256)]
    return ("histogram256/histogram256.cl", kernel, [128], [32], arguments)


def reduction(file, kernel, element, groups=64):
    count = groups * 512
    return (file, kernel, [256], [groups],
            [buffer(count * element), number("size", count), buffer(4096 * element), local(256 * 4 * element)])


PATTERNS = ("same", "straight", "every_second", "every_fourth", "twos", "fours", "eights", "halves", "modulo_2", "modulo_4", "modulo_8",
            "modulo_16", "twos_apart", "twos_far", "fours_far", "swapped_twos", "rows", "rows_of_8", "interleaved", "crosswise")

# File, kernel, work-group, groups, arguments.
LAUNCHES = [
    *((os.path.join(HERE, "local_patterns.cl"), f"{name}_{width}", [32], [1], [buffer(128 * 16)])
      for name in PATTERNS for width in (4, 8, 16)),
    ("vecadd/vecadd.cl", "vecadd_scalar", [256], [256], [buffer(MIB)] * 3 + [number("end", 65536)]),
    ("vecadd/vecadd.cl", "vecadd_float4", [256], [64], [buffer(MIB)] * 3 + [number("begin", 0), number("end", 65536)]),
    ("copy_width/copy_width.cl", "copy_width_float", [256], [256], [buffer(MIB)] * 2 + [number("size", 65536)]),
    ("copy_width/copy_width.cl", "copy_width_float4", [256], [64], [buffer(MIB)] * 2 + [number("size", 65536)]),
    ("copy_width/copy_width_patterns.cl", "copy_width_strided", [256], [256],
     [buffer(MIB)] * 2 + [number("size", 65536), number("stride", 32)]),
    transpose("transpose_naive_float", 4, [32, 8], [16, 64]),
    transpose("transpose_naive_uchar", 1, [32, 8], [16, 64]),
    transpose("transpose_padded_float", 4, [32, 8], [16, 16]),
    transpose("transpose_padded_uchar", 1, [32, 8], [16, 16]),
    transpose("transpose_blocks_float", 4, [16, 16], [8, 8]),
    transpose("transpose_fast_float", 4, [16, 16], [8, 8], True),
    matmul("matmul_rows_first", [16, 16], [16, 16]),
    matmul("matmul_columns_first", [16, 16], [16, 16]),
    matmul("matmul_tiles", [16, 16], [16, 16]),
    matmul("matmul_blocks", [16, 16], [4, 4], True),
    matmul("matmul_whole_small", [16, 8], [2, 4]),
    matmul("matmul_whole_large", [16, 16], [1, 2]),
    histogram("histogram256_conflict_free"),
    histogram("histogram256_private_bins"),
    histogram("histogram256_swizzled"),
    reduction("reduce/reduce.cl", "reduce_tree_uint4", 4),
    reduction("reduce_double/reduce_double.cl", "reduce_double_contiguous", 8),
    reduction("reduce_double/reduce_double.cl", "reduce_double_modulo", 8),
    reduction("reduce_double/reduce_double.cl", "reduce_double_halves", 8),
    ("branches/branches.cl", "branches_taken", [256], [256], [buffer(MIB)] * 2 + [number("end", 65536), number("shift", 0, 4)]),
    ("branches/branches.cl", "branches_taken", [256], [256], [buffer(MIB)] * 2 + [number("end", 65536), number("shift", 5, 4)]),
    ("constant_memory/constant_memory.cl", "constant_memory_global_same", [256], [256],
     [buffer(MIB)] * 3 + [number("end", 65536)]),
    ("nbody/nbody.cl", "nbody_global", [256], [16], [buffer(MIB)] * 4 + [number("count", 4096), number("end", 4096)]
     + [{"kind": "float", "value": 0.5}] * 2),
    ("nbody/nbody.cl", "nbody_tiles", [256], [16], [buffer(MIB)] * 4 + [number("count", 4096), number("end", 4096)]
     + [{"kind": "float", "value": 0.5}] * 2),
]

# Machine instructions by what they access, and the columns of `ncu` that count how often they ran and what that cost.
OPCODES = {"LDG": ("global", "load"), "STG": ("global", "store"), "LDS": ("local", "load"), "STS": ("local", "store")}
EXECUTED = "Instructions Executed"
COSTS = {"global": "L2 Theoretical Sectors Global", "local": "L1 Wavefronts Shared"}
PARTED, BRANCHES = "smsp__sass_branch_targets_threads_divergent.sum", "smsp__sass_branch_targets.sum"
# Wavefronts of random data are expected values.
TOLERANCE = 0.02


# Making


def cuda_ptx(text):
    """PTX for NVIDIA's OpenCL driver as CUDA takes it: no global offset, and local arguments behind each other."""
    for d, axis in enumerate("xyz"):
        text = text.replace(f"%envreg{6 + d};", f"%nctaid.{axis};")
    text = re.sub(r"mov\.b32(\s+%r\d+), %envreg[0-5];", r"mov.b32\1, 0;", text)
    text = re.sub(r"mov\.b32(\s+%r\d+), %envreg\d+;", r"mov.b32\1, 3;", text)
    text = text.replace(", texmode_independent", "").replace(".entry", ".visible .entry").replace(".ptr .shared", ".ptr .global")
    return text.replace(".address_size 64", ".address_size 64\n.extern .shared .align 16 .b8 clc_dynamic[];", 1)


def with_local_arguments(text, kernel, arguments):
    """Reads of local arguments, in place of which stand addresses in the dynamic shared memory; and its size."""
    used = 0
    for index, argument in enumerate(arguments):
        if argument["kind"] != "local":
            continue
        text = re.sub(rf"ld\.param\.b64 (\s*)(%rd\d+), \[{kernel}_param_{index}\];",
                      rf"mov.u64 \1\2, clc_dynamic;\n\tadd.s64 \2, \2, {used};", text)
        used += argument["size"]
    return text, used


def machine_code(text, kernel, options, cubin):
    """Assembles PTX; the source line of each of the kernel's instructions, by its place in the code."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as ptx:
        ptx.write(text)
        ptx.flush()
        subprocess.run([options.ptxas, "-lineinfo", "-arch", "sm_90", ptx.name, "-o", cubin], check=True)
    said = subprocess.run([options.nvdisasm, "-g", "-c", cubin], stdout=subprocess.PIPE, text=True, check=True).stdout
    places, line, section = [], "", ""
    for row in said.splitlines():
        if row.startswith(".text."):
            section = row
        elif found := re.search(r'//## File "(?:.*/)?([^"/]+)", line (\d+)', row):
            line = f"{found[1]}:{found[2]}"  # said only where it changes, across kernels, too
        elif section == f".text.{kernel}:" and (found := re.search(r"/\*([0-9a-f]{4,})\*/\s+[@A-Z]", row)):
            places.append({"at": int(found[1], 16), "line": line})
    return places


def expected(report):
    """For each line and kind of access of a kernel's report: least and most cost, and requests, of a group."""
    sums = {}
    for access in report["accesses"]:
        key = f"{access['file']}:{access['line']} {access['memory']} {access['access']}"
        entry = sums.setdefault(key, {"least": 0, "most": 0, "requests": 0, "bytes": 0, "whole": True, "assumed": False})
        entry["assumed"] |= bool(access["assumes"])
        entry["whole"] &= not access["repeated"]
        entry["bytes"] = max(entry["bytes"], access["bytes"])
        entry["least"] += access["least"]
        entry["most"] += access["most"]
        entry["requests"] += access["waves"]
    return sums


def make(options):
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    launches = []
    for index, (file, kernel, group, groups, arguments) in enumerate(LAUNCHES):
        source = os.path.join(options.kernels, file)
        with tempfile.TemporaryDirectory() as scratch:
            package = os.path.join(scratch, "package")
            subprocess.run([options.clc, "compile", source, "-g", "-t", TARGET, "-o", package], check=True)
            text = next(pathlib.Path(package).glob("*.ptx")).read_text()
        text, shared = with_local_arguments(cuda_ptx(text), kernel, arguments)
        places = machine_code(text, kernel, options, folder / f"{index}.cubin")
        command = [options.clc, "report", source, "-t", TARGET, "-k", kernel, "--accesses", "--format", "json", "--work-group",
                   "x".join(map(str, group)), "--global-size", "x".join(str(a * b) for a, b in zip(group, groups))]
        command += [word for a in arguments if a["kind"] == "number" for word in ("--arg", f"{a['name']}={a['value']}")]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        report = json.loads(said)["kernels"][0]
        launches.append({"kernel": kernel, "group": group, "groups": groups, "arguments": arguments, "shared": shared,
                         "places": places, "accesses": expected(report), "branches": report["branches"]})
    (folder / "launches.json").write_text(json.dumps(launches, indent=1))
    print(f"{len(launches)} launches are in {folder}")


# Running


def launch(folder):
    """The launches that `ncu` watches: all of them, one after the other."""
    import cupy  # pylint: disable=import-outside-toplevel
    import numpy  # pylint: disable=import-outside-toplevel
    for index, entry in enumerate(json.loads((folder / "launches.json").read_text())):
        random = numpy.random.default_rng(1)
        arguments = []
        for argument in entry["arguments"]:
            if argument["kind"] == "buffer":
                arguments.append(cupy.asarray(random.integers(0, 256, argument["size"], dtype=numpy.uint8)))
            elif argument["kind"] == "local":
                arguments.append(numpy.uint64(0))
            elif argument["kind"] == "float":
                arguments.append(numpy.float32(argument["value"]))
            else:
                arguments.append({4: numpy.uint32, 8: numpy.uint64}[argument["width"]](argument["value"]))
        function = cupy.RawModule(path=str(folder / f"{index}.cubin")).get_function(entry["kernel"])
        if entry["shared"] > 48 * 1024:
            function.max_dynamic_shared_size_bytes = entry["shared"]
        pad = [1, 1, 1]
        function(tuple((entry["groups"] + pad)[:3]), tuple((entry["group"] + pad)[:3]), tuple(arguments), shared_mem=entry["shared"])
        cupy.cuda.runtime.deviceSynchronize()


def imported(profile, *page):
    said = subprocess.run(["ncu", "--import", profile, "--csv", "--page", *page], stdout=subprocess.PIPE, text=True, check=True)
    return said.stdout


def count(folder):
    """Has `ncu` watch the launches; what it counted for each machine instruction, and for each launch, goes into two files."""
    profile = folder / "launches.ncu-rep"
    done = subprocess.run(["ncu", "--force-overwrite", "-o", profile, "--clock-control", "none", "--section", "SourceCounters",
                           "--metrics", f"{PARTED},{BRANCHES}", sys.executable, os.path.abspath(__file__), "launch", folder],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if not profile.exists():
        sys.exit(done.stdout[-1500:])
    (folder / "instructions.csv").write_text(imported(profile, "source", "--print-source", "sass"))
    (folder / "launches.csv").write_text(imported(profile, "raw"))


def counted_accesses(entry, text):
    """For each line and kind of access, the counts of `ncu`: cost, how often the instructions ran, and the bytes of the widest one."""
    rows = list(csv.DictReader(io.StringIO(text[text.index('"Address"'):])))
    first = min(int(row["Address"], 16) for row in rows if row["Address"])
    lines = {place["at"]: place["line"] for place in entry["places"]}
    sums = {}
    for row in rows:
        opcode = re.search(r"(?:^|\s)(LDG|STG|LDS|STS)((?:\.\w+)*)", row["Source"] or "")
        if not opcode or not int(row[EXECUTED]):
            continue
        memory, access = OPCODES[opcode[1]]
        key = f"{lines[int(row['Address'], 16) - first]} {memory} {access}"
        width = {"64": 8, "128": 16}.get((set(opcode[2].split(".")) & {"64", "128"} or {""}).pop(), 4)
        cost, executed, widest = sums.get(key, (0, 0, 0))
        sums[key] = (cost + int(row[COSTS[memory]]), executed + int(row[EXECUTED]), max(widest, width))
    return sums


def verdict(figure, groups, cost, executed, width):
    """Compares what is expected with what was counted; returns both, and whether that is well."""
    if not executed:
        return "", "", "did not run"
    if width > max(figure["bytes"], 4):
        return "", "", f"ptxas made accesses of {width} bytes of it"
    # All accesses of a kernel whose loops are known; else the cost of one.
    times, per = (groups, 1) if figure["whole"] else (1 / figure["requests"], executed)
    least, most, now = figure["least"] * times, figure["most"] * times, cost / per
    if figure["assumed"] and figure["whole"] and executed < figure["requests"] * groups:
        least = 0  # a condition that the report takes to hold did not
    wanted = f"{least:.5g}" if least == most else f"{least:.5g}-{most:.5g}"
    return wanted, f"{now:.5g}", "passed" if least * (1 - TOLERANCE) <= now <= most * (1 + TOLERANCE) else "failed"


def compare(entry, text):
    """Rows: line and access, expected cost, counted cost, expected requests, instructions that ran, verdict."""
    groups, counted, rows = math.prod(entry["groups"]), counted_accesses(entry, text), []
    for key, figure in entry["accesses"].items():
        if " atomic" not in key:
            cost, executed, width = counted.pop(key, (0, 0, 0))
            wanted, now, said = verdict(figure, groups, cost, executed, width)
            rows.append((key, wanted, now, figure["requests"] * groups, executed, said))
    rows += [(key, "", f"{cost:.5g}", 0, executed, "no such line in the report") for key, (cost, executed, _) in counted.items()]
    return rows


def branches(entry, counted):
    """A row about all branches: ptxas turns short ones into predicates, so that at most the expected ones part a warp."""
    parted, all_branches = (int(float((counted.get(name) or "0").replace(",", ""))) for name in (PARTED, BRANCHES))
    groups = math.prod(entry["groups"])
    most = sum(b["waves"] if b["kind"] == "unknown" else b["divergent_waves"] for b in entry["branches"]) * groups
    return ("branches that part a warp", f"0-{most}", parted, sum(b["waves"] for b in entry["branches"]) * groups, all_branches,
            "passed" if parted <= most else "failed")


def run(options):
    folder = pathlib.Path(options.folder).resolve()
    if not options.counted:
        count(folder)
    launches = json.loads((folder / "launches.json").read_text())
    instructions = (folder / "instructions.csv").read_text().split('"Kernel Name",')[1:]
    totals = [row for row in csv.DictReader(io.StringIO((folder / "launches.csv").read_text())) if row["ID"]]
    if not len(launches) == len(instructions) == len(totals):
        sys.exit(f"{len(launches)} launches, but ncu told of {len(instructions)} and {len(totals)}")
    verdicts = collections.Counter()
    for entry, text, counted in zip(launches, instructions, totals):
        print(entry["kernel"], "x".join(map(str, entry["groups"])), "groups of", "x".join(map(str, entry["group"])))
        for row in [*compare(entry, text), branches(entry, counted)]:
            print("  {:48} {:>14} {:>10} {:>10} {:>10}  {}".format(*row))
            verdicts[row[-1]] += 1
    passed, failed = verdicts["passed"], verdicts["failed"]
    print(f"{passed} passed, {failed} failed, {sum(verdicts.values()) - passed - failed} skipped")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["make", "run", "launch"])
    parser.add_argument("folder")
    parser.add_argument("--clc", default="clc")
    parser.add_argument("--kernels", default="kernels")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--counted", action="store_true", help="compare what an earlier `run` counted")
    options = parser.parse_args()
    if options.action == "make":
        make(options)
    elif options.action == "launch":
        launch(pathlib.Path(options.folder))
    else:
        sys.exit(run(options))


main()
