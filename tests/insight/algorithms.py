#!/usr/bin/env python3
"""Tests `clc report --accesses` on kernels that textbooks explain, and of the algorithm set: exact numbers.

usage: algorithms.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, finish, output_of, run, temporary_folder  # noqa: E402

TEXTBOOK = """
kernel __attribute__((reqd_work_group_size(32, 32, 1))) void tile32(global const float* in, global float* out, uint pitch) {
  local float tile[32][32];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[(get_group_id(1) * 32 + y) * pitch + get_group_id(0) * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 32 + y) * pitch + get_group_id(1) * 32 + x] = tile[x][y];  // line 7
}
kernel __attribute__((reqd_work_group_size(32, 32, 1))) void tile33(global const float* in, global float* out, uint pitch) {
  local float tile[32][33];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[(get_group_id(1) * 32 + y) * pitch + get_group_id(0) * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 32 + y) * pitch + get_group_id(1) * 32 + x] = tile[x][y];  // line 14
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void diverging(global uint* data) {
  local uint sum[256];
  uint i = get_local_id(0);
  sum[i] = data[get_global_id(0)];
  for (uint step = 1; step < 256; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i % (2 * step) == 0) sum[i] += sum[i + step];  // line 22
  }
  if (i == 0) data[get_group_id(0)] = sum[0];
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void conflicting(global uint* data) {
  local uint sum[256];
  uint i = get_local_id(0);
  sum[i] = data[get_global_id(0)];
  for (uint step = 1; step < 256; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = 2 * step * i;
    if (at < 256) sum[at] += sum[at + step];  // line 33
  }
  if (i == 0) data[get_group_id(0)] = sum[0];
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sequential(global uint* data) {
  local uint sum[256];
  uint i = get_local_id(0);
  sum[i] = data[get_global_id(0)];
  for (uint step = 128; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) sum[i] += sum[i + step];  // line 43
  }
  if (i == 0) data[get_group_id(0)] = sum[0];
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void clearing(global uint* out) {
  local uint bins[64 * 64];
  _Pragma("unroll 1") for (uint i = 0; i < 64; ++i) bins[get_local_id(0) * 64 + i] = 0;  // line 49
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < 64; ++i) sum += bins[i * 64 + get_local_id(0)];  // line 52
  out[get_local_id(0)] = sum;
}
kernel void half_a_barrier(global uint* data) {
  if (get_local_id(0) < 16) {  // line 56
    data[0] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);  // line 58
  }
}
kernel void maybe_a_barrier(global uint* data, uint n) {
  if (get_global_id(0) >= n) return;  // line 62
  data[get_global_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);  // line 64
  data[get_global_id(0) + 1] = 2;
}
kernel void whole_barriers(global uint* data, uint n) {
  for (uint i = 0; i < data[0]; ++i) {
    if (n > 3) barrier(CLK_GLOBAL_MEM_FENCE);
    data[i] = n;
  }
}
kernel void of_four(global float4* data) {
  data[get_global_id(0)] *= 2;  // line 74
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void by_components(global const float4* in, global float* out) {
  float4 a = in[get_global_id(0)]; out[get_global_id(0)] = a.x * 2 + a.y * 3 + a.z * a.w;  // line 77
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void by_bytes(global const uchar4* in, global uint* out) {
  uchar4 a = in[get_global_id(0)]; out[get_global_id(0)] = a.x + a.y * 2 + a.z * 3 + a.w;  // line 80
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void by_locals(global float4* data) {
  local float4 turned[256];
  uint i = get_local_id(0);
  turned[i] = data[get_global_id(0)];  // line 85
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 a = turned[255 - i]; data[get_global_id(0)] = (float4)(a.x * 2, a.y + 1, sqrt(a.z), a.w - a.x);  // line 87
}
struct aligned { float x, y, z, w; } __attribute__((aligned(16)));
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void by_members(global struct aligned* data) {
  global struct aligned* a = data + get_global_id(0);
  float sum = a->x + a->y + a->z * a->w;  // line 92
  a->x = sum; a->y = sum + 1; a->z = sum + 2; a->w = sum + 3;  // line 93
}
"""
# Elements of two words, one after the other and every second one, forwards and backwards.
PAIRS = """kernel void pairs(global float* data) {
  local float2 u[256];
  uint i = get_local_id(0);
  u[2 * i & 255].x = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = u[2 * i & 255].x + u[255 - i].y;
}
"""
# Arrays of structs, of vectors and of rows; each row or element has 16 words.
ELEMENTS = """typedef struct { float v[16]; } Struct;
kernel void of_structs(global float* o) { local Struct t[64]; uint i = get_local_id(0); t[i].v[3] = o[i]; barrier(1); o[i] = t[o[i] > 0].v[2]; }
kernel void of_vectors(global float* o) { local float16 t[64]; uint i = get_local_id(0); t[i].s3 = o[i]; barrier(1); o[i] = t[o[i] > 0].s2; }
kernel void given(global float* o, local Struct* t) { uint i = get_local_id(0); t[i].v[3] = o[i]; barrier(1); o[i] = t[o[i] > 0].v[2]; }
kernel void of_rows(global float* o) { local float t[64][16]; uint i = get_local_id(0); t[i][3] = o[i]; barrier(1); o[i] = t[o[i] > 0][2]; }
"""
# Accesses of 16 bytes: kernel, line, kind, memory, and the pattern.
JOINED = [("by_components", 77, "load", "global", "coalesced"), ("by_locals", 85, "store", "local", "coalesced"),
          ("by_locals", 87, "load", "local", "strided"), ("by_members", 92, "load", "global", "coalesced"),
          ("by_members", 93, "store", "global", "coalesced")]


# LLVM writes n - 1 - i as n + ~i.
MIRRORED = """kernel void ui(global const uint* a, global uint* b, uint n) { uint i = get_global_id(0); b[i] = a[n - 1 - i]; }
kernel void si(global const int* a, global int* b, int n) { int i = get_global_id(0); b[i] = a[n - 1 - i]; }
kernel void ul(global const float* a, global float* b, ulong n) { size_t i = get_global_id(0); b[i] = a[n - 1 - i]; }
kernel void rows(global const float* a, global float* b, int w) {
  int x = get_global_id(0), y = get_global_id(1); b[y * w + x] = a[y * w + w - 1 - x];
}
kernel void flipped(global const float* a, global float* b, int n) { int i = get_global_id(0); b[i] = a[~i + n]; }
"""


class Report:
    def __init__(self, clc, path, *options):
        text = output_of(clc, "report", path, "--accesses", "--format", "json", *options, env=environment(CLC_CACHE="0"))
        self.kernels = {(kernel["kernel"], kernel["target"]): kernel for kernel in json.loads(text)["kernels"]}

    def access(self, kernel, line, access, memory, target="nvptx:sm_90"):
        """(pattern, known, waves, ideal, least, most, degree) of all that fit."""
        return [(one["pattern"], one["known"], one["waves"], one["ideal"], one["least"], one["most"],
                 one.get("conflict_degree"))
                for one in self.kernels[kernel, target]["accesses"]
                if (one["line"], one["access"], one["memory"]) == (line, access, memory)]


def check_textbook(clc, folder):
    path = os.path.join(folder, "textbook.cl")
    with open(path, "w") as file:
        file.write(TEXTBOOK)
    report = Report(clc, path, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx942", "--arg", "pitch=4096")
    equal("tile of 32", report.access("tile32", 7, "load", "local"), [("strided", True, 32, 32, 1024, 1024, 32)])
    equal("tile of 33", report.access("tile33", 14, "load", "local"), [("strided", True, 32, 32, 32, 32, 1)])
    equal("tile of 32, waves of 64", report.access("tile32", 7, "load", "local", "amdgcn:gfx942"),
          [("gather", True, 16, 32, 1024, 1024, 32)])
    equal("write of a tile", report.access("tile32", 7, "store", "global"), [("coalesced", True, 32, 128, 128, 128, None)])
    advice = [one["text"] for one in report.kernels["tile32", "nvptx:sm_90"]["advice"]]
    equal("advice", advice, ["work-items lie 32 words apart, which conflicts 32-fold; rows of 33 words instead of 32 "
                             "would not conflict"])
    equal("no advice", report.kernels["tile33", "nvptx:sm_90"]["advice"], [])

    path = os.path.join(folder, "pairs.cl")
    with open(path, "w") as file:
        file.write(PAIRS)
    texts = {one["text"] for one in Report(clc, path, "-t", "nvptx:sm_90").kernels["pairs", "nvptx:sm_90"]["advice"]}
    equal("advice without rows", sorted(texts), [
        f"work-items lie {words} words apart, which conflicts {words}-fold; an odd number of words apart they would not"
        for words in (2, 4)])

    path = os.path.join(folder, "elements.cl")
    with open(path, "w") as file:
        file.write(ELEMENTS)
    elements = Report(clc, path, "-t", "nvptx:sm_90", "--work-group", "64")
    for kernel, what in (("of_structs", "elements"), ("of_vectors", "elements"), ("given", "elements"), ("of_rows", "rows")):
        texts = {one["text"] for one in elements.kernels[kernel, "nvptx:sm_90"]["advice"]}
        equal(f"advice for {kernel}", texts, {"work-items lie 16 words apart, which conflicts 16-fold; "
                                              f"{what} of 17 words instead of 16 would not conflict"})

    def parted(kernel, line):
        return [(one["kind"], one["waves"], one["divergent_waves"], one["lanes"], one["lanes_on_rarer_side"])
                for one in report.kernels[kernel, "nvptx:sm_90"]["branches"] if one["line"] == line]

    # Steps 1 to 16 part all 8 waves, 32 4 of them, 64 2, 128 1.
    equal("i % (2 * step)", parted("diverging", 22), [("divergent", 64, 47, 1504, 8 * (16 + 8 + 4 + 2 + 1) + 7)])
    # 128 items at first: 4 whole waves; 64: 2; 32: 1; then parts of one.
    equal("2 * step * i", parted("conflicting", 33), [("divergent", 64, 5, 160, 16 + 8 + 4 + 2 + 1)])
    equal("i < step", parted("sequential", 43), [("divergent", 64, 5, 160, 16 + 8 + 4 + 2 + 1)])
    equal("worst of 2 * step * i", max(one[6] for one in report.access("conflicting", 33, "store", "local")), 8)
    equal("worst of i < step", max(one[6] for one in report.access("sequential", 43, "store", "local")), 1)
    equal("worst of i % (2 * step)", max(one[6] for one in report.access("diverging", 22, "store", "local")), 1)

    equal("clearing", {one[6] for one in report.access("clearing", 49, "store", "local")}, {32})
    equal("merging", {one[6] for one in report.access("clearing", 52, "load", "local")}, {1})

    def barriers(kernel):
        return [(one["line"], one["branch"]["line"], one["proven"]) for one in
                report.kernels[kernel, "nvptx:sm_90"]["divergent_barriers"]]

    equal("barrier of a half", barriers("half_a_barrier"), [(58, 56, True)])
    equal("barrier of maybe all", barriers("maybe_a_barrier"), [(64, 62, False)])
    equal("barriers of all", barriers("whole_barriers"), [])
    equal("float4", report.access("of_four", 74, "load", "global"), [("coalesced", True, 8, 128, 128, 128, None)])


def check_mirrored(clc, folder):
    path = os.path.join(folder, "mirrored.cl")
    with open(path, "w") as file:
        file.write(MIRRORED)
    size = "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "--global-size", "4096", "--work-group", "128"
    report = Report(clc, path, *size, "--arg", "n=4096", "--arg", "w=4096")
    for target, sectors in ("nvptx:sm_90", 16), ("amdgcn:gfx1100", 4):
        for kernel, line in ("ui", 1), ("si", 2), ("ul", 3), ("rows", 5), ("flipped", 7):
            equal(f"{kernel}, mirrored, {target}", report.access(kernel, line, "load", "global", target),
                  [("permuted", True, 4, sectors, sectors, sectors, None)])
    equal("mirrored by a number that is not known", Report(clc, path, *size).access("si", 2, "load", "global")[0][0], "permuted")


def check_joined(clc, folder):
    """An access that the optimiser takes apart and the code generator joins again is one access."""
    chips = {"nvptx:sm_90": (32, 16, 4), "amdgcn:gfx942": (64, 16, 8), "amdgcn:gfx1100": (32, 4, 4), "r600:cypress": (64, 16, 8)}
    report = Report(clc, os.path.join(folder, "textbook.cl"), *[word for chip in chips for word in ("-t", chip)], "-k", "by_*")
    for chip, (wave, transactions, passes) in chips.items():
        waves = 256 // wave
        for kernel, line, kind, memory, pattern in JOINED:
            cost = waves * (passes if memory == "local" else transactions)
            equal(f"{kernel} for {chip}, line {line}", report.access(kernel, line, kind, memory, chip),
                  [(pattern, True, waves, cost, cost, cost, 1 if memory == "local" else None)])
        equal(f"bytes for {chip}", {one["waves"] for one in report.kernels["by_bytes", chip]["accesses"]}, {waves})
        equal(f"bytes for {chip}, accesses", len(report.kernels["by_bytes", chip]["accesses"]), 2)
        equal(f"advice for {chip}", [one for (name, target), kernel in report.kernels.items() if target == chip
                                     for one in kernel["advice"]], [])
    apart = Report(clc, os.path.join(folder, "textbook.cl"), "-t", "nvptx:sm_90", "-k", "by_members", "-cl-opt-disable")
    equal("variables are no reads without optimisation",
          [one for one in apart.kernels["by_members", "nvptx:sm_90"]["branches"] if one["depends_on"]], [])
    equal("nothing is joined without optimisation", len(apart.access("by_members", 93, "store", "global")), 4)


def check_set(clc, kernels):
    transpose = Report(clc, os.path.join(kernels, "transpose/transpose.cl"), "-t", "nvptx:sm_90", "-k", "*_float")
    store = transpose.access("transpose_naive_float", 33, "store", "global")
    equal("naive transpose without a pitch", [one[:2] for one in store], [("strided", False)])
    transpose = Report(clc, os.path.join(kernels, "transpose/transpose.cl"), "-t", "nvptx:sm_90", "-k", "*_float",
                       "--arg", "in_pitch=4096", "--arg", "out_pitch=4096")
    equal("naive transpose writes", transpose.access("transpose_naive_float", 33, "store", "global"),
          [("strided", True, 8, 32, 256, 256, None)])
    equal("naive transpose reads", transpose.access("transpose_naive_float", 33, "load", "global"),
          [("coalesced", True, 8, 32, 32, 32, None)])
    equal("padded transpose", transpose.access("transpose_padded_float", 85, "load", "local"),
          [("strided", True, 32, 32, 32, 32, 1)])
    matmul = Report(clc, os.path.join(kernels, "matmul/matmul.cl"), "-t", "nvptx:sm_90", "-k", "matmul_*_first", "--work-group",
                    "16x16", *[word for name in ("depth", "b_pitch", "c_pitch") for word in ("--arg", f"{name}=1024")])
    equal("matmul, columns first", sorted(matmul.access("matmul_columns_first", 6, "load", "global")),
          [("gather", True, 8192, 8192, 16384, 16384, None), ("permuted", True, 8192, 16384, 16384, 16384, None)])
    equal("matmul, rows first", sorted(matmul.access("matmul_rows_first", 6, "load", "global")),
          [("coalesced", True, 8192, 8192, 8192, 8192, None), ("gather", True, 8192, 16384, 131072, 131072, None)])
    advice = [one["text"] for one in matmul.kernels["matmul_rows_first", "nvptx:sm_90"]["advice"]]
    equal("rows first: advice", advice, ["with the roles of dimensions 0 and 1 exchanged, in the kernel's ids and in the launch, a "
                                         "group needs 32800 transactions instead of 139392",
                                         TURNS + VECTOR % (16, 4, 2048, 8192, 32768, 131072)])
    equal("columns first: advice", [one["text"] for one in matmul.kernels["matmul_columns_first", "nvptx:sm_90"]["advice"]],
          [TURNS + VECTOR % (16, 4, 2048, 8192, 4096, 16384)])
    matmul = Report(clc, os.path.join(kernels, "matmul/matmul.cl"), "-t", "nvptx:sm_90", "-k", "matmul_rows_first", "--work-group", "16x16")
    equal("rows first, pitches not known: no advice", matmul.kernels["matmul_rows_first", "nvptx:sm_90"]["advice"], [])
    histogram = Report(clc, os.path.join(kernels, "histogram256/histogram256.cl"), "-t", "nvptx:sm_90", "--work-group", "128")
    for kernel, degree in (("histogram256_private_bins", 3.53), ("histogram256_conflict_free", 1)):
        counting = [one for one in histogram.kernels[kernel, "nvptx:sm_90"]["accesses"]
                    if one["line"] == 29 and not one["repeated"]]
        equal(f"{kernel} with random pixels", [one.get("expected_conflict_degree") for one in counting], [degree])
        equal(f"{kernel} clears", histogram.access(kernel, 23, "store", "local"),
              [("coalesced", True, 256, 256, 256, 256, 1)])
    equal("private_bins merges", {one[6] for one in histogram.access("histogram256_private_bins", 40, "load", "local")}, {1})


def check_reductions(clc, kernels):
    """(waves that part at the tree's branch, passes over local memory, their ideal, worst conflict) of a group of 256."""
    trees = Report(clc, os.path.join(kernels, "reduce_double/reduce_double.cl"), "-t", "nvptx:sm_90")
    for kernel, line, wanted in (("modulo", 22, (47, 254, 158, 1)), ("contiguous", 36, (5, 254, 74, 16)),
                                 ("halves", 48, (5, 74, 74, 1))):
        facts = trees.kernels[f"reduce_double_{kernel}", "nvptx:sm_90"]
        local = [one for one in facts["accesses"] if one["memory"] == "local"]
        equal(f"reduce_double_{kernel}: all known", {one["known"] for one in local}, {True})
        parted = [(one["divergent_waves"], one["waves"]) for one in facts["branches"] if one["line"] == line]
        equal(f"reduce_double_{kernel}", (parted, sum(one["most"] for one in local), sum(one["ideal"] for one in local),
                                          max(one["conflict_degree"] for one in local)),
              ([(wanted[0], 64)], *wanted[1:]))
    tutorial = Report(clc, os.path.join(kernels, "histogram256/histogram256_tutorial.cl"), "-t", "nvptx:sm_90", "--work-group", "128")
    for kernel, pattern, cost in (("linear", "coalesced", 1), ("strided", "strided", 32)):
        # Where the loop is unrolled, the copy for the iterations that are left over is not known.
        equal(f"histogram256_tutorial_{kernel} reads pixels",
              [one[:2] + (one[4] // one[2],) for one in tutorial.access(f"histogram256_tutorial_{kernel}", 28, "load", "global") if one[1]],
              [(pattern, True, cost)])


DIFF = """
kernel __attribute__((reqd_work_group_size(32, 32, 1))) void turn(global float* a) {
  local float tile[32][32 + PAD];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[y * 32 + x] = tile[x][y];
}
"""


GROUPED = """
kernel __attribute__((reqd_work_group_size(X, Y, 1))) void copy(global const float* a, global float* o) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x & 1) o[y * 4096 + x] = a[y * 4096 + x] * a[y * 4096 + x];
  else o[TO] = a[y * 4096 + x];
}
"""


def check_groups(paths, folder, figures, diff):
    """Groups of different size are compared by work-item: a larger group is no more work, and a smaller one hides none."""
    along, across = "y * 4096 + x", "x * 4096 + y"
    for name, x, y, to in (("large", 32, 32, along), ("small", 32, 8, along), ("tall", 4, 64, along), ("across", 32, 2, across)):
        paths[name] = os.path.join(folder, name + ".cl")
        with open(paths[name], "w") as file:
            file.write(GROUPED.replace("X", str(x), 1).replace("Y", str(y), 1).replace("TO", to))

    def rows(before, after, *words):
        code, all_of_it = figures(diff(before, after, "--format", "json", "--exit-code", *words))
        return code, [one[2:] for one in all_of_it if "registers" not in one[2] and one[2] != "code bytes"]

    equal("a larger group", rows("small", "large"), (0, []))
    code, found = rows("large", "across")
    equal("smaller, and worse by work-item", (code, [(one[0], one[3:]) for one in found if "transactions" in one[0]]),
          (6, [("transactions of a work-item", (True, False))]))
    equal("of one size", [one[0] for one in rows("small", "tall")[1] if "transactions" in one[0]], ["transactions of a group"])


def check_diff(clc, folder):
    """The effect of a change on accesses, as text, JSON and exit code; the files may have different names."""
    paths = {}
    for name, pad in (("narrow", 0), ("wide", 1)):
        paths[name] = os.path.join(folder, name + ".cl")
        with open(paths[name], "w") as file:
            file.write(DIFF.replace("PAD", str(pad)))

    def diff(before, after, *words):
        done = run(clc, "diff", paths[before], paths[after], "-t", "nvptx:sm_90", *words)
        return done.returncode, done.stdout, done.stderr

    def figures(answer):
        changes = json.loads(answer[1])["changes"]
        return answer[0], [(change["kernel"], change["module"], one["figure"], one["before"], one["after"], one["worse"], one["better"])
                           for change in changes for one in change["figures"] if one["figure"] != "local bytes"]

    equal("a wider tile", figures(diff("narrow", "wide", "--format", "json", "--exit-code")),
          (6, [("turn", "wide", "passes over local memory", "1056", "64", False, True),
               ("turn", "wide", "worst bank conflict", "32", "1", False, True)]))
    equal("a narrower tile", figures(diff("wide", "narrow", "--format", "json", "--exit-code")),
          (6, [("turn", "narrow", "passes over local memory", "64", "1056", True, False),
               ("turn", "narrow", "worst bank conflict", "1", "32", True, False)]))
    equal("the code changed", [change["code_changed"] for change in json.loads(diff("wide", "narrow", "--format", "json")[1])["changes"]],
          [True])
    equal("the same", diff("wide", "wide", "--exit-code")[:2], (0, "no differences\n"))
    check_groups(paths, folder, figures, diff)
    equal("another kernel", diff("wide", "narrow", "-k", "no")[0], 2)
    equal("one source", run(clc, "diff", paths["wide"], "-t", "nvptx:sm_90").returncode, 2)


ADVICE = """
kernel void four(global const float* a, global float* o) {
  uint i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 4; ++k) s += a[i * 4 + k];
  o[i] = s;
}
kernel void four_by_vector(global const float4* a, global float* o) {
  uint i = get_global_id(0);
  float4 s = a[i] * a[i];
  o[i] = s.x + s.y + s.z + s.w;
}
kernel void bytes(global const uchar* a, global uint* o) {
  uint i = get_global_id(0);
  o[i] = a[i * 8] + a[i * 8 + 1] + a[i * 8 + 2] * a[i * 8 + 3] + a[i * 8 + 4] * a[i * 8 + 5] * a[i * 8 + 6] * a[i * 8 + 7];
}
kernel void three(global const float* a, global float* o) {
  uint i = get_global_id(0);
  o[i] = a[i * 3] + a[i * 3 + 1] + a[i * 3 + 2];
}
kernel void not_aligned(global const float* a, global float* o) {
  uint i = get_global_id(0);
  o[i] = a[i * 4 + 1] + a[i * 4 + 2];
}
kernel void any_pitch(global const float* a, global float* o, uint pitch) {
  uint i = get_global_id(0);
  o[i] = a[i * pitch] + a[i * pitch + 1] + a[i * pitch + 2] + a[i * pitch + 3];
}
kernel void written_between(global float* a, global float* o) {
  uint i = get_global_id(0);
  float x = a[i * 2];
  o[i] = x;
  o[i + 4096] = a[i * 2 + 1];
}
kernel void already_a_vector(global const float4* a, global float* o) {
  uint i = get_global_id(0);
  o[i] = a[i].x + a[i].y + a[i].z + a[i].w;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void last_turn(global const float* a, global float* o) {
  uint i = get_local_id(0);
  float s = 0;
#pragma clang loop unroll(disable)
  for (uint k = 0; k < 16; ++k) {
    if (k * 64 + i < 1000) s += a[k * 64 + i];
  }
  o[i] = s;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void last_turn_apart(global const float* a, global float* o) {
  uint i = get_local_id(0);
  float s = 0;
#pragma clang loop unroll(disable)
  for (uint k = 0; k < 15; ++k) s += a[k * 64 + i];
  if (15 * 64 + i < 1000) s += a[15 * 64 + i];
  o[i] = s;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void to_and_fro(global float* a) {
  uint i = get_local_id(0);
#pragma clang loop unroll(disable)
  for (uint k = 0; k < 16; ++k) {
    if ((k & 1) != 0) a[k * 64 + i] *= 3; else atomic_inc((global int*)&a[k]);
  }
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void triangle(global float* a) {
  uint i = get_local_id(0);
#pragma clang loop unroll(disable)
  for (uint k = 0; k < 64; ++k) {
    if (k < i) a[k * 64 + i] *= 3;
  }
}
kernel void unknown_end(global float* a, uint n) {
  uint i = get_local_id(0);
  for (uint k = 0; k < n; ++k) {
    if (k * 64 + i < 1000) a[k * 64 + i] *= 3;
  }
}
"""
VECTOR = (" at a multiple of %d bytes where the buffer does: read as one vector of %d, through a pointer to such vectors, they take a "
          "group %d instead of %d requests of waves, %d instead of %d transactions")
TURNS = "the loads of 4 iterations of a loop, of 4 bytes each, lie side by side and begin"
BYTES = "8 loads of 1 byte lie side by side and begin"


def check_advice(clc, kernels, folder):
    """Vector loads and split loops: where they are proven, with the numbers that the changed kernels have; and nowhere else."""
    path = os.path.join(folder, "advice.cl")
    with open(path, "w") as file:
        file.write(ADVICE)

    def report(*words):
        return json.loads(output_of(clc, "report", *words, "--accesses", "--format", "json"))["kernels"]

    told = {one["kernel"]: one for one in report(path, "-t", "nvptx:sm_90")}
    advice = {name: [(each["line"], each["text"]) for each in one["advice"]] for name, one in told.items() if one["advice"]}
    equal("advice", advice, {
        "four": [(5, TURNS + VECTOR % (16, 4, 8, 32, 128, 512))],
        "bytes": [(15, BYTES + VECTOR % (8, 8, 8, 64, 64, 512))],
        "last_turn": [(44, "the condition is true in the first 15 of the loop's 16 iterations for all work-items: with the loop split "
                          "there, a group needs 2 instead of 32 branches of waves")]})
    equal("the vector load as the changed kernel has it",
          [(one["waves"], one["most"]) for one in told["four_by_vector"]["accesses"] if one["access"] == "load"], [(8, 128)])
    apart = [one for one in told["last_turn_apart"]["branches"] if one["line"] == 53]
    equal("the split loop as the changed kernel has it", [(one["waves"], one["divergent_waves"]) for one in apart], [(2, 1)])
    # AMD's compiler joins loads that are aligned to words.
    amd = report(path, "-t", "amdgcn:gfx90a", "-k", "four")
    equal("no vector load for AMD", amd[0]["advice"], [])
    vectors = set()
    for source in ("reduce", "matmul", "transpose", "nbody", "image_rotate", "copy_width", "constant_memory", "branches"):
        for one in report(os.path.join(kernels, source, source + ".cl"), "-t", "nvptx:sm_90"):
            vectors |= {(one["kernel"], each["line"]) for each in one["advice"]
                        if "vector of" in each["text"] or "loop split" in each["text"]}
    equal("advice for the set", vectors, {("reduce_tree_uint4", 7)})


LIVE = """.version 7.8
.target sm_90
.address_size 64
.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .pred 	%p<3>;
	.reg .b32 	%r<5>;
	.reg .b64 	%rd<4>;

	ld.param.b64 	%rd1, [k_param_0];
	mov.u32 	%r1, %tid.x;
	mul.wide.u32 	%rd2, %r1, 4;
	add.s64 	%rd3, %rd1, %rd2;
	ld.global.b32 	%r2, [%rd3];
	setp.eq.b32 	%p1, %r1, 0;
	mov.b32 	%r3, 7;
	@%p1 mov.b32 	%r3, 8;
$L__BB0_1:
	add.s32 	%r2, %r2, %r3;
	setp.lt.s32 	%p2, %r2, 100;
	@%p2 bra 	$L__BB0_1;
	st.global.b32 	[%rd3], %r2;
	ret;
}
"""
# Counted by hand: what is read later, on some way, and not written before.
ALIVE = ["0", "1 .b64", "1 .b32, 1 .b64", "1 .b32, 2 .b64 (the most)", "1 .b32, 1 .b64", "2 .b32, 1 .b64",
         "1 .b32, 1 .b64, 1 .pred", "2 .b32, 1 .b64, 1 .pred", "2 .b32, 1 .b64", "2 .b32, 1 .b64", "2 .b32, 1 .b64, 1 .pred",
         "1 .b32, 1 .b64", "0"]


def check_live(clc, folder):
    path = os.path.join(folder, "live.ptx")
    with open(path, "w") as file:
        file.write(LIVE)
    shown = output_of(clc, "disasm", path, "--live")
    lines = shown.splitlines()
    equal("values alive", [line.split("  // alive: ")[1] for line in lines if "// alive" in line], ALIVE)
    equal("the rest of the text", "\n".join(line.split("  // alive: ")[0] for line in lines), LIVE.rstrip("\n"))
    plain = output_of(clc, "disasm", path)
    equal("only when asked for", "alive" in plain, False)


def check_command(clc, kernels, folder):
    """Refused calls, and SARIF."""
    source = os.path.join(kernels, "transpose/transpose.cl")
    refused = run(clc, "report", source, "-t", "spirv64", "--accesses")
    equal("SPIR-V names no chip", (refused.returncode, "names no chip" in refused.stderr), (2, True))

    def checked(*words):
        done = run(clc, "check", os.path.join(folder, "textbook.cl"), "-t", "nvptx:sm_90", *words)
        return done.returncode, done.stderr.count("error:"), done.stderr

    equal("gate on conflicts", checked("-k", "tile3*", "--max-bank-conflict", "31")[:2], (6, 1))
    equal("its line", "textbook.cl:7: strided 128 B load of local memory conflicts 32-fold, limit 31 (kernel tile32" in
          checked("-k", "tile3*", "--max-bank-conflict", "31")[2], True)
    equal("gate that is kept", checked("-k", "tile33", "--max-bank-conflict", "1"), (0, 0, ""))
    equal("gate on barriers", checked("-k", "*barrier*", "--no-divergent-barrier")[:2], (6, 2))
    equal("gate on coalescing", checked("-k", "tile33", "--arg", "pitch=4096", "--min-coalescing", "100"), (0, 0, ""))
    equal("an unknown pitch may shift rows", checked("-k", "tile33", "--min-coalescing", "100")[0], 6)
    equal("no gate", checked()[0], 2)
    told = output_of(clc, "check", "--help")
    for option in ("--min-coalescing PERCENT", "--max-bank-conflict N", "--no-divergent-barrier", "--work-group XxYxZ", "--arg NAME=NUMBER"):
        equal(f"help of clc check tells {option}", option in told, True)
    package = run(clc, "check", folder, "--max-bank-conflict", "1")
    equal("packages have no accesses", (package.returncode, "are for sources" in package.stderr), (2, True))
    log = json.loads(run(clc, "report", os.path.join(folder, "textbook.cl"), "-t", "nvptx:sm_90", "--accesses", "--format",
                         "sarif").stdout)
    logged = log["runs"][0]
    equal("what SARIF requires of a log", (log["version"], "sarif-2.1.0" in log["$schema"], logged["tool"]["driver"]["name"]),
          ("2.1.0", True, "clc"))
    rules = {rule["id"] for rule in logged["tool"]["driver"]["rules"]}
    results = logged["results"]
    for one in results:
        place = one["locations"][0]["physicalLocation"]
        equal("what SARIF requires of a result", (one["ruleId"] in rules, one["level"] in ("error", "warning", "note"),
                                                  bool(one["message"]["text"]), os.path.basename(place["artifactLocation"]["uri"]),
                                                  place["region"]["startLine"] > 0), (True, True, True, "textbook.cl", True))
    faults = [(one["level"], one["locations"][0]["physicalLocation"]["region"]["startLine"])
              for one in results if one["ruleId"] == "divergent-barrier"]
    equal("barriers in SARIF", faults, [("error", 58), ("warning", 64)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        check_textbook(options.clc, folder)
        check_mirrored(options.clc, folder)
        check_joined(options.clc, folder)
        check_set(options.clc, options.kernels)
        check_reductions(options.clc, options.kernels)
        check_diff(options.clc, folder)
        check_advice(options.clc, options.kernels, folder)
        check_live(options.clc, folder)
        check_command(options.clc, options.kernels, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
