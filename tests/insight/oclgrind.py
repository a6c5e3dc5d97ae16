#!/usr/bin/env python3
"""Holds what `clrun profile` counts against Oclgrind, which interprets another compiler's code for the same sources.

A plugin (oclgrind_trace.cpp) has Oclgrind write every access with its source line. From the addresses the waves, bytes and
costs of each line are computed here, by the formulas of generated.py, and compared with the profile's figures.

usage: oclgrind.py --clc PROGRAM --clrun PROGRAM --vendors FOLDER --plugin LIBRARY --sources FOLDER [--share K/N]
With --share 1/2, the kernels of the first half.
"""
import argparse
import collections
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, run, share_of, skip_all, temporary_folder  # noqa: E402

import algorithms
import generated
import profile as traces

CHIPS = ("nvptx:sm_90", "amdgcn:gfx942")

TILES = "buffer:float:4096:zeros buffer:float:4096:zeros 64"
TRANSPOSE = "buffer:float:4096:zeros buffer:float:4096:zeros ulong:64 ulong:64 ulong:64 ulong:64"
MATMUL = "buffer:float:1024:zeros buffer:float:1024:zeros buffer:float:1024:zeros ulong:32 ulong:32 ulong:32 ulong:32 ulong:32"
HISTOGRAM = "buffer:uchar:4096:zeros ulong:4096 buffer:uint:256:zeros local:32768"
# Source, kernel, work-items of the launch and of a group, arguments, and what is particular: JOIN where Oclgrind's compiler
# takes vectors apart, and (line, access) where the two compilers make other instructions of the same code.
JOIN = "join"
KERNELS = [
    ("textbook", "tile32", (64, 64), (32, 32), TILES, ()),
    ("textbook", "tile33", (64, 64), (32, 32), TILES, ()),
    # Oclgrind's compiler makes one store of two in different blocks, which has no line.
    ("textbook", "diverging", (1024, 1), (256, 1), "buffer:uint:1024:zeros", [(0, "store"), (19, "store"), (22, "store")]),
    # The first step's two loads are of neighbours, which clc's optimiser has seen.
    ("textbook", "conflicting", (1024, 1), (256, 1), "buffer:uint:1024:zeros", [(33, "load")]),
    ("textbook", "sequential", (1024, 1), (256, 1), "buffer:uint:1024:zeros", ()),
    ("textbook", "clearing", (128, 1), (64, 1), "buffer:uint:64:zeros", ()),
    ("textbook", "by_components", (512, 1), (256, 1), "buffer:float4:512:zeros buffer:float:512:zeros", [JOIN]),
    ("textbook", "by_bytes", (512, 1), (256, 1), "buffer:uchar4:512:zeros buffer:uint:512:zeros", [JOIN]),
    # Oclgrind stores the vector, and then each component again.
    ("textbook", "by_locals", (512, 1), (256, 1), "buffer:float4:512:zeros", [JOIN, (87, "store")]),
    ("textbook", "by_members", (512, 1), (256, 1), "buffer:float4:512:zeros", [JOIN]),
    ("textbook", "of_four", (512, 1), (256, 1), "buffer:float4:512:zeros", ()),
    ("transpose", "transpose_naive_float", (64, 64), (32, 8), TRANSPOSE, ()),
    ("transpose", "transpose_padded_float", (64, 16), (32, 8), TRANSPOSE, ()),
    ("matmul", "matmul_rows_first", (32, 32), (16, 16), MATMUL, ()),
    ("matmul", "matmul_columns_first", (32, 32), (16, 16), MATMUL, ()),
    # clc unrolls the loop, and four turns' loads of one tile are one.
    ("matmul", "matmul_tiles", (32, 32), (16, 16), MATMUL, [(44, "load")]),
    ("histogram256", "histogram256_private_bins", (128, 1), (128, 1), HISTOGRAM, ()),
    ("reduce", "reduce_serial", (512, 1), (256, 1), "buffer:uint:4096:zeros ulong:4096 buffer:uint:64:zeros local:4096", ()),
]
SIZES = {"uchar": 1, "uchar4": 4, "uint": 4, "float": 4, "ulong": 8, "float4": 16}


def simulated(argument):
    """An argument as oclgrind-kernel's file has it."""
    kind, *words = argument.split(":")
    if kind == "buffer":
        return f"<size={SIZES[words[0]] * int(words[1])} {words[0].rstrip('4')} fill=0>"
    if kind == "local":
        return f"<size={words[0]}>"
    value = words[0] if words else kind
    kind = kind if words else "uint"
    return f"<size={SIZES[kind]} {kind}>\n{value}"


def oclgrind(options, folder, source, kernel, items, group, arguments):
    """The lines of the plugin."""
    launch, trace = os.path.join(folder, "launch.sim"), os.path.join(folder, "trace")
    with open(launch, "w") as file:
        file.write("\n".join([source, kernel, f"{items[0]} {items[1]} 1", f"{group[0]} {group[1]} 1",
                              *map(simulated, arguments)]) + "\n")
    done = run("oclgrind-kernel", "--build-options", f"-cl-std=CL1.2 -I{os.path.dirname(source)}", "--plugins", options.plugin,
               launch, env=environment(CLC_OCLGRIND_TRACE=trace))
    if done.returncode != 0 or done.stderr:
        sys.exit(f"oclgrind-kernel, {kernel}: exit {done.returncode}\n{done.stderr[-2000:]}")
    with open(trace) as file:
        return [line.split() for line in file]


def joined(trace):
    """The trace of items that go through each line once, with neighbouring accesses of a line as one: up to 16 bytes,
    aligned to all of them."""
    lines = collections.defaultdict(list)
    for _, place, access, memory, size, group, item, address in trace:
        lines[place, access, memory, group, item].append((int(address), int(size)))
    for (place, access, memory, group, item), parts in lines.items():
        parts.sort()
        count = 0
        while parts:
            begin, size = parts[0][0], 16
            while size > parts[0][1]:
                inside = [part for part in parts if part[0] < begin + size]
                if begin % size == 0 and sum(part[1] for part in inside) == size:
                    break
                size //= 2
            parts = [part for part in parts if part[0] >= begin + size]
            yield f"{place} {access} {memory} {count}", place, access, memory, size, group, item, begin
            count += 1


def waves_of(trace, wave):
    """The addresses of the items of a wave that execute each instruction for the nth time, by lanes, by place."""
    seen = collections.Counter()
    together = collections.defaultdict(dict)
    for instruction, place, access, memory, size, group, item, address in trace:
        times = seen[instruction, group, item] = seen[instruction, group, item] + 1
        key = (place, access, memory, int(size)), instruction, group, int(item) // wave, times
        together[key][int(item) % wave] = int(address)
    by_place = collections.defaultdict(list)
    for (place, *_), addresses in together.items():
        by_place[place].append(addresses)
    return by_place


def figures(chip, trace):
    """(waves, cost) by line, access, memory and size, as counts for the chip."""
    wave, segment = generated.CHIPS[chip]
    result = {}
    for (place, access, memory, size), waves in waves_of(trace, wave).items():
        # The number of the buffer stands in the upper bits of its addresses.
        if memory == "local":
            cost = sum(generated.local_cost({lane: address & 0xFFFFFFFF for lane, address in one.items()}, size,
                                            chip.startswith("nvptx")) for one in waves)
        else:
            cost = sum(len({byte // segment for address in one.values() for byte in (address, address + size - 1)}) for one in waves)
        result[int(place.split(":")[1]), access, memory, size] = (len(waves), cost)
    return result


def profiled(runner, package, chip, kernel, items, group, arguments):
    words = [argument.split(":")[-1] if not argument.startswith(("buffer", "local")) else argument for argument in arguments]
    [traced] = runner.profile(package, chip, "--kernel", kernel, "--global-size", f"{items[0]}x{items[1]}", "--work-group",
                              f"{group[0]}x{group[1]}", *[word for one in words for word in ("--arg", one)])
    sums = collections.defaultdict(lambda: (0, 0))
    for one in traced["accesses"]:
        key = one["line"], one["access"], one["memory"], one["bytes"]
        sums[key] = (sums[key][0] + one["waves"], sums[key][1] + one["most"])
    return sums


def main():
    parser = argparse.ArgumentParser()
    for name in ("clc", "clrun", "vendors", "plugin", "sources"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--share", type=share_of, default="1/1", metavar="K/N")
    options = parser.parse_args()
    if not os.path.isdir(options.vendors):
        skip_all(f"no driver that takes IL in {options.vendors} (script/setup --optional gets one)")
    if shutil.which("oclgrind-kernel") is None:
        skip_all("oclgrind-kernel is not installed (Debian's oclgrind)")
    compared, packages = 0, {}
    which, parts = options.share
    kernels = KERNELS[which::parts]
    with temporary_folder() as folder:
        runner = traces.Runner(options, folder)
        textbook = os.path.join(folder, "textbook.cl")
        with open(textbook, "w") as file:
            file.write(algorithms.TEXTBOOK)
        for module, kernel, items, group, words, particular in kernels:
            source = textbook if module == "textbook" else os.path.join(options.sources, module, f"{module}.cl")
            if module not in packages:
                packages[module] = runner.package(source, f"{module}.clcpack")
            trace = oclgrind(options, folder, source, kernel, items, group, words.split())
            trace = list(joined(trace)) if JOIN in particular else trace
            for chip in CHIPS:
                simulation = figures(chip, trace)
                profile = profiled(runner, packages[module], chip, kernel, items, group, words.split())
                for place in sorted(set(simulation) | set(profile)):
                    if place[:2] in particular:
                        continue
                    compared += 1
                    equal(f"{kernel} for {chip}, {place}: waves and cost, and those in Oclgrind", profile.get(place), simulation.get(place))
    expect(compared > 0, "no line was compared")
    print(f"{compared} lines of {len(kernels)} of {len(KERNELS)} kernels compared")
    sys.exit(finish())


if __name__ == "__main__":
    main()
