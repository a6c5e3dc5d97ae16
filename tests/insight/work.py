#!/usr/bin/env python3
"""Floating-point operations and bytes of a work-item as `clc report --accesses` counts them: by hand for the algorithm set
and for kernels of one feature each, and for generated kernels against what is counted here item by item. Where Oclgrind
is installed, it counts what the generated kernels do when they run.

usage: work.py --clc PROGRAM --kernels FOLDER [--count N] [--seed N]
"""
import argparse
import json
import os
import random
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, run, temporary_folder  # noqa: E402

def report(clc, path, *words):
    text = output_of(clc, "report", path, "--accesses", "--format", "json", *words, env=environment(CLC_CACHE="0"))
    return {(one["kernel"], one["target"]): one for one in json.loads(text)["kernels"]}


def figures(kernel):
    """(float operations, bytes asked for, least and most bytes of transactions) of an item."""
    work, items = kernel["work"], kernel["group"][0] * kernel["group"][1] * kernel["group"][2]
    return tuple(work[name] / items if name in work else None for name in ("float_operations", "bytes", "least_bytes", "most_bytes"))


def check_set(clc, kernels):
    words = lambda **values: [word for name, value in values.items() for word in ("--arg", f"{name}={value}")]
    source = lambda name: os.path.join(kernels, f"{name}/{name}.cl")
    n = 1 << 20
    vecadd = report(clc, source("vecadd"), "-t", "nvptx:sm_90", "-t", "amdgcn:gfx942", "--global-size", f"{n // 4}",
                    *words(begin=0, end=n))
    for target in ("nvptx:sm_90", "amdgcn:gfx942"):
        equal(f"vecadd_scalar, {target}", figures(vecadd["vecadd_scalar", target]), (1, 12, 12, 12))
        equal(f"vecadd_float4, {target}", figures(vecadd["vecadd_float4", target]), (4, 48, 48, 48))
        equal(f"vecadd_scalar, {target}: exact", vecadd["vecadd_scalar", target]["work"]["at_most"], False)
        equal(f"vecadd_scalar, {target}: ratio", vecadd["vecadd_scalar", target]["work"]["operations_per_byte"], 0.0833)
    unknown = report(clc, source("vecadd"), "-t", "nvptx:sm_90", "-k", "vecadd_scalar")["vecadd_scalar", "nvptx:sm_90"]["work"]
    equal("vecadd_scalar, end not known", (unknown["float_operations"], unknown["at_most"], unknown["assumes"]),
          (256, True, ["argument end", "get_group_id(0)"]))

    # Each item: `depth` products and sums, a row and a column of 4 bytes each, and one result.
    for depth in (1000, 1024):
        matmul = report(clc, source("matmul"), "-t", "nvptx:sm_90", "--work-group", "16x16", *words(
            depth=depth, b_pitch=1024, c_pitch=1024, row_end=1024, column_end=1024))
        for name in ("rows_first", "columns_first"):
            equal(f"matmul_{name} of {depth}", figures(matmul[f"matmul_{name}", "nvptx:sm_90"])[:2], (2 * depth, 8 * depth + 4))
    # A tile of 16x16: each item fetches one element of A and of B for 16 products.
    equal("matmul_tiles", figures(matmul["matmul_tiles", "nvptx:sm_90"])[:2], (2 * 1024, 2 * 4 * 1024 / 16 + 4))
    # Eight by eight sums of an item.
    equal("matmul_blocks", figures(matmul["matmul_blocks", "nvptx:sm_90"])[0], 2 * 1024 * 64)
    work = report(clc, source("matmul"), "-t", "nvptx:sm_90", "-k", "matmul_tiles")["matmul_tiles", "nvptx:sm_90"]["work"]
    equal("matmul_tiles, depth not known", ("float_operations" in work, work["operations_depend_on"], work["bytes_depend_on"]),
          (False, ["argument depth"], ["argument depth"]))

    # A pull: 3 differences, 3 products and 3 sums for the square, a root and a quotient, 3 products, 3 products and sums;
    # NVIDIA's rsqrt is both of the root and the quotient. Then 6 products and sums for each of speed and position.
    count = 4096
    nbody = report(clc, source("nbody"), "-t", "nvptx:sm_90", "--global-size", str(count), *words(count=count, end=count))
    pull = 3 + 6 + 2 + 3 + 6
    equal("nbody_global", figures(nbody["nbody_global", "nvptx:sm_90"])[:2], (count * pull + 12, 16 * (count + 4)))
    equal("nbody_tiles", figures(nbody["nbody_tiles", "nvptx:sm_90"])[:2], (count * pull + 12, 16 * (count / 256 + 4)))


FEATURES = """
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void types(global float* f, global double* d, global half* h) {
  uint i = get_global_id(0);
  f[i] = f[i] * 3 + 1;
  d[i] = d[i] / 3 - d[i + 1];
  h[i] = h[i] + (half)2;
}
kernel void vectors(global float4* f) { uint i = get_global_id(0); f[i] = fma(f[i], f[i], f[i + 1]); }
kernel void free_of_charge(global float* f, global int* n) {
  uint i = get_global_id(0);
  f[i] = -fabs(f[i]) < f[i + 1] ? fmin(fmax(f[i], f[i + 2]), f[i + 3]) : convert_float(n[i]);
}
kernel void special(global float* f) { uint i = get_global_id(0); f[i] = native_sin(f[i]) + native_exp2(native_log2(f[i])); }
kernel void added(volatile global float* f) { if (get_local_id(0) < 10) f[get_global_id(0)] += 1; }
kernel void two_ways(global float* f) {
  uint i = get_global_id(0);
  if (i & 1) f[i] = f[i] * 3 + 1; else f[i + 512] = f[i] / 3;
}
kernel void by_data(global float* f, global const int* n) {
  uint i = get_global_id(0);
  for (int k = 0; k < n[i]; ++k) f[i] = f[i] * 3 + 1;
}
kernel void by_argument(global float* f, uint n, uint m) {
  float s = f[get_global_id(0)];
  for (uint k = 0; k < n; ++k)
    for (uint j = 0; j < m; ++j) s = s * 3 + 1;
  f[get_global_id(0)] = s;
}
kernel void before_the_end(global float* f, uint n) {
  float s = f[get_global_id(0)];
  for (uint k = 0;; ++k) {
    s = s / 3;
    if (k == n) break;
    s = s * 3 + 1;
  }
  f[get_global_id(0)] = s;
}
kernel void no_numbers(global int* n) { n[get_global_id(0)] *= 3; }
kernel void no_memory(local float* l) { l[get_local_id(0)] = l[get_local_id(0)] * 2; }
"""
ASSEMBLY = """
kernel void assembly(global float* f) {
  float s;
  __asm__("mul.f32 %0, %1, %1;" : "=f"(s) : "f"(f[get_global_id(0)]));
  f[get_global_id(0)] = s;
}
"""


COPIES = """
__attribute__((reqd_work_group_size(128, 1, 1))) kernel void copies(global const float* from, global float* to) {
  local float box[1024];
  event_t copied = async_work_group_copy(box, (global const float*)((global const float4*)from + 8), 1024, 0);
  wait_group_events(1, &copied);
  to[get_global_id(0)] = box[1023 - get_local_id(0)];
}
"""


def check_copies(clc, folder):
    """Asynchronous copies are loads of global memory, by whatever units."""
    path = os.path.join(folder, "copies.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(COPIES)
    for target in ("nvptx:sm_90", "nvptx:sm_75", "amdgcn:gfx90a", "amdgcn:gfx950", "amdgcn:gfx1100"):
        kernel = report(clc, path, "-t", target)["copies", target]
        equal(f"copies, {target}", (figures(kernel)[1], kernel.get("not_counted")), (8 * 4 + 4, None))


def check_features(clc, folder):
    path = os.path.join(folder, "features.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FEATURES)
    for target in ("nvptx:sm_90", "amdgcn:gfx1100"):
        known = report(clc, path, "-t", target)
        counts = lambda name: tuple(known[name, target]["work"].get(f"{kind}_operations", None) for kind in ("float", "double", "half"))
        equal(f"types, {target}", counts("types"), (2 * 256, 2 * 256, 256))
        equal(f"vectors, {target}", counts("vectors"), (8 * 256, 0, 0))
        equal(f"free of charge, {target}", counts("free_of_charge"), (0, 0, 0))
        equal(f"added, {target}", counts("added"), (10, 0, 0))
        equal(f"two ways, {target}", (counts("two_ways"), known["two_ways", target]["work"]["at_most"]), ((3 * 128, 0, 0), False))
        equal(f"no numbers, {target}", (counts("no_numbers"), known["no_numbers", target]["work"]["operations_per_byte"]), ((0, 0, 0), 0))
        equal(f"no memory, {target}", (counts("no_memory"), "operations_per_byte" in known["no_memory", target]["work"]),
              ((256, 0, 0), False))
        for name, decides in (("by_argument", ["argument m", "argument n"]), ("before_the_end", ["argument n"])):
            work = known[name, target]["work"]
            equal(f"{name}, {target}", (counts(name), work["operations_depend_on"], work["bytes"]), ((None,) * 3, decides, 8 * 256))
        work = known["by_data", target]["work"]
        equal(f"by data, {target}", [(one.startswith("the value read in line"), "float_operations" in work)
                                     for one in work["operations_depend_on"]], [(True, False)])
        given = report(clc, path, "-t", target, "--arg", "n=100", "--arg", "m=7")
        equal(f"by argument, given, {target}", given["by_argument", target]["work"]["float_operations"], 2 * 700 * 256)
        equal(f"before the end, given, {target}", given["before_the_end", target]["work"]["float_operations"], (101 + 200) * 256)
        large = report(clc, path, "-t", target, "--arg", "n=5000", "--arg", "m=3000", "-k", "b*")
        equal(f"by argument, many turns, {target}", large["by_argument", target]["work"]["float_operations"], 2 * 15_000_000 * 256)
        equal(f"many turns: exact, {target}", [large[name, target]["work"]["at_most"] for name in ("by_argument", "before_the_end")],
              [False, False])
    special = report(clc, path, "-t", "nvptx:sm_90", "-k", "special")["special", "nvptx:sm_90"]["work"]
    equal("special functions", special["float_operations"], 4 * 256)
    path = os.path.join(folder, "assembly.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ASSEMBLY)
    work = report(clc, path, "-t", "nvptx:sm_90")["assembly", "nvptx:sm_90"]["work"]
    equal("assembly", ("float_operations" in work, work["operations_depend_on"], work["bytes"]),
          (False, ["what inline assembly computes"], 8 * 256))


IMAGES = """
constant sampler_t fixed = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t in, write_only image2d_t out, sampler_t given) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = read_imagef(in, fixed, p) + read_imagef(in, fixed, p + (int2)(1, 0)) + read_imagef(in, given, p - (int2)(1, 0));
  write_imagef(out, p, sum * 0.25f);
}
kernel void mixed(read_only image2d_t in, global float4* out) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  out[get_local_id(0)] = read_imagef(in, p) * 0.5f;
}
kernel void none(global float4* out) { out[get_local_id(0)] *= 0.5f; }
"""


def check_images(clc, folder):
    """Their formats are known when the kernel runs: no bytes are said of them, nothing is divided by the rest, and what describes them is no traffic."""
    path = os.path.join(folder, "images.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(IMAGES)
    for target in ("nvptx:sm_80", "amdgcn:gfx1100", "amdgcn:gfx803"):
        known = report(clc, path, "-t", target)
        for name, moved in (("blur", 0), ("mixed", 16), ("none", 32)):
            kernel, has_images = known[name, target], name != "none"
            equal(f"{name}, {target}: bytes", figures(kernel)[1:3], (moved, moved))
            equal(f"{name}, {target}: accesses", len(kernel["accesses"]), moved // 16)
            equal(f"{name}, {target}: images", (kernel["work"]["images_not_counted"], "operations_per_byte" in kernel["work"]), (has_images, not has_images))
        text = run(clc, "report", path, "--accesses", "-t", target).stdout
        lines = [line for line in text.splitlines() if line.startswith("work of an item")]
        equal(f"{target}: lines of work", [("images are not counted" in line, "FLOP a byte" in line) for line in lines],
              [(True, False), (True, False), (False, True)])


class Code:
    """A text in OpenCL C, and what an item does in it: {"float": N, "double": N, "bytes": N}."""

    def __init__(self, text, done):
        self.text, self.done = text, done


OPERATIONS = [("s = s * x + y;", "float", 2), ("s = s + x;", "float", 1), ("s = s * y;", "float", 1), ("s = s / x;", "float", 1),
              ("s = fma(s, y, x);", "float", 2), ("d = d * e + e;", "double", 2), ("d = d - e;", "double", 1), ("d = d / e;", "double", 1)]


def summed(parts):
    return {kind: sum(part[kind] for part in parts) for kind in ("float", "double", "bytes")}


def straight(choose):
    chosen = [choose.choice(OPERATIONS) for _ in range(choose.randint(1, 5))]
    counts = summed([{"float": 0, "double": 0, "bytes": 0} | {kind: count} for _, kind, count in chosen])
    # A store that has to happen, and no other one is like, keeps a branch a branch.
    return Code(f"*at = {choose.randrange(1 << 20)}.0f; " + " ".join(text for text, _, _ in chosen), lambda item, n: counts | {"bytes": 4})


def generated(choose, depth, names):
    kind = choose.choice(["straight", "loop", "loop", "branch", "branch"]) if depth else "straight"
    if kind == "straight":
        return straight(choose)
    inner = [generated(choose, depth - 1, names) for _ in range(choose.randint(1, 2))]
    text, done = " ".join(one.text for one in inner), lambda item, n: summed([one.done(item, n) for one in inner])
    if kind == "loop":
        bound, turns = choose.choice([("4u", lambda item, n: 4), ("9u", lambda item, n: 9), ("n", lambda item, n: n),
                                      ("(lx & 3u) + 1u", lambda item, n: (item & 3) + 1), ("lx % 5u", lambda item, n: item % 5)])
        k = f"k{names.pop()}"
        return Code(f"for (uint {k} = 0; {k} < {bound}; ++{k}) {{ {text} }}",
                    lambda item, n: {what: count * turns(item, n) for what, count in done(item, n).items()})
    condition, holds = choose.choice([("lx < 20u", lambda item, n: item < 20), ("lx & 1u", lambda item, n: item & 1),
                                      ("n > 5u", lambda item, n: n > 5), ("lx * 3u < n * 9u", lambda item, n: item * 3 < n * 9)])
    other = generated(choose, depth - 1, names)
    return Code(f"if ({condition}) {{ {text} }} else {{ {other.text} }}",
                lambda item, n: done(item, n) if holds(item, n) else other.done(item, n))


def oclgrind_counts(folder, name, n):
    """The work that Oclgrind saw a group of 64 do."""
    path = os.path.join(folder, name + ".sim")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"generated.cl\n{name}\n64 1 1\n64 1 1\n<size=256 float fill=1>\n<size=4 float fill=1.5>\n<size=4 float fill=2.5>\n"
                   f"<size=8 double fill=1.5>\n<size=4 uint fill={n}>\n<size=512 double fill=1>\n")
    done = run("oclgrind-kernel", "--inst-counts", path, cwd=folder)
    counts = {"float": 0, "double": 0, "bytes": 0}
    unit = {"fadd": 1, "fsub": 1, "fmul": 1, "fdiv": 1}
    for number, what in re.findall(r"^\s+([\d,]+) - (.*)$", done.stdout, re.MULTILINE):
        times = int(number.replace(",", ""))
        words = what.split()
        if words[0] in unit:
            counts["all"] = counts.get("all", 0) + times
        elif "fmuladd" in what or re.search(r"\bfma|_Z3fma", what):
            counts["all"] = counts.get("all", 0) + 2 * times
        elif words[0] in ("load", "store") and words[1] == "global":
            counts["bytes"] += int(re.search(r"\(([\d,]+) bytes", what).group(1).replace(",", ""))
    return counts.get("all", 0), counts["bytes"], done.stdout + done.stderr


def check_generated(clc, folder, count, seed):
    choose, n = random.Random(seed), 6
    kernels, text = {}, ""
    for number in range(count):
        parts = [generated(choose, 3, list(range(200))) for _ in range(choose.randint(1, 2))]
        kernels[f"k{number}"] = parts
        text += (f"kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k{number}(global float* f, float x, float y, double e, uint n, "
                 "global double* g) {\n  uint lx = get_local_id(0); volatile global float* at = f + lx; float s = f[lx]; double d = g[lx];\n  "
                 f"{' '.join(part.text for part in parts)}\n  f[lx] = s; g[lx] = d * e;\n}}\n")
    path = os.path.join(folder, "generated.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    known = report(clc, path, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx942", "--arg", f"n={n}")
    not_known, not_exact, ran = 0, 0, 0
    for (name, target), kernel in known.items():
        work = kernel["work"]
        wanted = summed([part.done(item, n) for part in kernels[name] for item in range(64)])
        wanted["bytes"] += 64 * (4 + 8) * 2
        wanted["double"] += 64
        if work["operations_depend_on"] or work["bytes_depend_on"]:
            not_known += 1
            continue
        got = {"float": work["float_operations"], "double": work["double_operations"], "bytes": work["bytes"]}
        equal(f"{name} for {target} (seed {seed})", got, wanted)
        not_exact += work["at_most"]
    expect(not_exact * 10 <= len(known), f"{not_exact} of {len(known)} generated kernels have a bound where all is known")
    expect(not_known * 4 <= len(known), f"{not_known} of {len(known)} generated kernels are not known")
    if shutil.which("oclgrind-kernel"):
        for name, parts in list(kernels.items())[:40]:
            wanted = summed([part.done(item, n) for part in parts for item in range(64)])
            operations, moved, said = oclgrind_counts(folder, name, n)
            ran += 1
            equal(f"{name} on Oclgrind (seed {seed}): {said[:300] if not moved else ''}", (operations, moved),
                  (wanted["float"] + wanted["double"] + 64, wanted["bytes"] + 64 * 24))
    print(f"{len(known) - not_known} of {len(known)} generated kernels are known; {ran} ran on Oclgrind")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with temporary_folder() as folder:
        check_set(options.clc, options.kernels)
        check_features(options.clc, folder)
        check_copies(options.clc, folder)
        check_images(options.clc, folder)
        check_generated(options.clc, folder, options.count, options.seed)
    sys.exit(finish())


if __name__ == "__main__":
    main()
