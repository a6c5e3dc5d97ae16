#!/usr/bin/env python3
"""What reports, forecasts and pages tell of matrix instructions: in the code, of the operations, and of the time.

usage: matrices.py --clc PROGRAM
"""
import argparse
import json
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, skip, temporary_folder  # noqa: E402

SOURCE = """
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(use) __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))
typedef half MATRIX(A) mat_a;
typedef half MATRIX(B) mat_b;
typedef float MATRIX(ACCUMULATOR) mat_c;
kernel void tile(global const half* a, global const half* b, global float* c, uint n, uint depth) {
  mat_c sum = coop_mat_init(0.0f);
  for (uint k = 0; k < depth; k += 16) {
    mat_a x = coop_mat_load(a + k, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, depth);
    mat_b y = coop_mat_load(b + k * n, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, n);
    sum = coop_mat_mulAdd(x, y, sum);
  }
  coop_mat_store(c + 16 * get_group_id(0), sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, n);
}
kernel void busy(global const half* a, global float* c, uint depth) {
  mat_a x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  mat_b y = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  mat_c sum = coop_mat_init(0.0f);
  for (uint k = 0; k < depth; ++k) sum = coop_mat_mulAdd(x, y, sum);
  coop_mat_store(c, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
kernel void bytes(global const char* a, global int* c, uint depth) {
  typedef char MATRIX(A) bytes_a;
  typedef char MATRIX(B) bytes_b;
  typedef int MATRIX(ACCUMULATOR) bytes_c;
  bytes_a x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  bytes_b y = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  bytes_c sum = coop_mat_init(0);
  for (uint k = 0; k < depth; ++k) sum = coop_mat_mulAdd(x, y, sum);
  coop_mat_store(c, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
kernel void eights(global const uchar* a, global float* c, uint depth) {
  uchar __attribute__((coop_mat(memory_scope_sub_group, 16, 32, CLK_COOPERATIVE_MATRIX_A, CLK_COOPERATIVE_MATRIX_E4M3_CLC))) x =
      coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  uchar __attribute__((coop_mat(memory_scope_sub_group, 32, 16, CLK_COOPERATIVE_MATRIX_B, CLK_COOPERATIVE_MATRIX_E5M2_CLC))) y =
      coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 32);
  mat_c sum = coop_mat_init(0.0f);
  for (uint k = 0; k < depth; ++k) sum = coop_mat_mulAdd(x, y, sum);
  coop_mat_store(c, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
#define LINES(LENGTH) \\
  kernel void lines_##LENGTH(global const half* in, global float* out) { \\
    local half copy[32 * LENGTH]; \\
    for (uint i = get_local_id(0); i < 32 * LENGTH; i += 32) copy[i] = in[i]; \\
    barrier(CLK_LOCAL_MEM_FENCE); \\
    mat_a x = coop_mat_load((local half*)copy, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, LENGTH); \\
    mat_b y = coop_mat_load((local half*)copy + 16 * LENGTH, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, LENGTH); \\
    mat_c sum = coop_mat_init(0.0f); \\
    sum = coop_mat_mulAdd(x, y, sum); \\
    coop_mat_store(out, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16); \\
  }
LINES(16)
LINES(24)
LINES(64)
kernel void plain(global float* c) { c[get_global_id(0)] *= 2; }
"""
# One group: 128 rows and columns, from three tiles of A and of B by turns. PRODUCTS run on beside the next copies.
GROUPS = """
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(rows, columns, use) __attribute__((coop_mat(memory_scope_work_group, rows, columns, CLK_COOPERATIVE_MATRIX_##use)))
#define IN_ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define KERNEL(NAME, AHEAD, PRODUCTS) \
  kernel __attribute__((reqd_work_group_size(256, 1, 1))) void NAME(global const half* a, global const half* b, global float* c, uint depth) { \
    local half tiles_a[3][128 * 32], tiles_b[3][32 * 128]; \
    a += 128 * get_group_id(0) * depth; \
    half MATRIX(128, 32, A) x; \
    half MATRIX(32, 128, B) y; \
    for (uint i = 0; i < AHEAD; ++i) { \
      x = clc_coop_mat_tile(tiles_a[i], IN_ROWS); \
      y = clc_coop_mat_tile(tiles_b[i], IN_ROWS); \
      clc_coop_mat_fetch(x, a + 32 * i, depth); \
      clc_coop_mat_fetch(y, b + 32 * i * 128, 128); \
    } \
    float MATRIX(128, 128, ACCUMULATOR) sum = coop_mat_init(0.0f); \
    for (uint k = 0; k < depth; k += 32) { \
      clc_coop_mat_wait(2 * (AHEAD - 1), PRODUCTS); \
      x = clc_coop_mat_tile(tiles_a[k / 32 % 3], IN_ROWS); \
      y = clc_coop_mat_tile(tiles_b[k / 32 % 3], IN_ROWS); \
      sum = coop_mat_mulAdd(x, y, sum); \
      x = clc_coop_mat_tile(tiles_a[(k / 32 + AHEAD) % 3], IN_ROWS); \
      y = clc_coop_mat_tile(tiles_b[(k / 32 + AHEAD) % 3], IN_ROWS); \
      clc_coop_mat_fetch(x, a + k, depth); \
      clc_coop_mat_fetch(y, b + k * 128, 128); \
    } \
    clc_coop_mat_wait(0, 0); \
    coop_mat_store(c + 128 * get_group_id(0) * 128, sum, IN_ROWS, 128); \
  }
KERNEL(waits, 1, 0)
KERNEL(runs_on, 2, 1)
"""
# Target: items of a wave, instructions that 16 × 16 × 16 halves take, units, operations of a unit in a clock, clock in GHz.
CHIPS = {"nvptx:sm_90": (32, 2, 132, 2400, 1.9), "amdgcn:gfx942": (64, 1, 304, 2048, 2.1), "amdgcn:gfx1100": (32, 1, 48, 1024, 2.5)}
PRODUCT = 2 * 16 * 16 * 16


class Reports:
    def __init__(self, clc, folder, name="k.cl", source=SOURCE):
        self.clc, self.path = clc, os.path.join(folder, name)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(source)

    def text(self, target, *more):
        return output_of(self.clc, "report", self.path, "-t", target, *more, env=environment(CLC_CACHE="0"))

    def kernels(self, target, *more):
        return {one["kernel"]: one for one in json.loads(self.text(target, *more, "--format", "json"))["kernels"]}

    def code(self, target, word, kernel="tile"):
        text = self.text(target, "--instructions", "-k", kernel)
        head = next(line.split() for line in text.splitlines() if " matrix " in line)
        expect(head.index("matrix") == head.index("arith") + 1, f"{target}: the column matrix: {head}")
        kernels = self.kernels(target, "--instructions")
        package = self.path[:-3] + ".clcpack"
        output_of(self.clc, "compile", self.path, "-t", target, "-o", package)
        lines = output_of(self.clc, "disasm", package, "-t", target, "-k", kernel).splitlines()
        wanted = sum(word in line for line in lines)
        expect(wanted > 0, f"{target}: no {word} in the code")
        equal(f"{target}: matrix instructions of the code", kernels[kernel]["resources"].get("matrix_instructions"), wanted)
        expect("matrix_instructions" not in kernels["plain"]["resources"], f"{target}: matrix instructions of plain")
        return wanted


def check(reports, target):
    wave, products, units, rate, clock = CHIPS[target]
    launch = ("--work-group", str(wave), "--global-size", str(1024 * wave), "--arg", "depth=64", "--arg", "n=4096")
    facts = reports.kernels(target, "--accesses", *launch)
    work = facts["tile"]["work"]
    equal(f"{target}: operations of a wave", (work["matrix_half_operations"], work["float_operations"]), (4 * PRODUCT, 0))
    expect("matrix_float_operations" not in work, f"{target}: operations of floats")
    expect(f"work of an item: {4 * PRODUCT // wave} FLOP of half matrices; " in reports.text(target, "--accesses", "-k", "tile", *launch),
           f"{target}: the line of the work")
    expect(not any(name.startswith("matrix") for name in facts["plain"]["work"]), f"{target}: matrices of plain")
    times = reports.kernels(target, "--time", *launch)
    for sums in (times["tile"]["effort"]["least"], times["tile"]["effort"]["most"]):
        equal(f"{target}: products of a wave", (sums["work"]["matrices"], sums["work"]["matrix_halfs"]), (4 * products, 4 * PRODUCT))
    equal(f"{target}: operations of bytes", times["bytes"]["effort"]["most"]["work"]["matrix_bytes"] >= 64 * PRODUCT, True)
    expect("matrices" not in times["plain"]["effort"]["most"]["work"], f"{target}: products of plain")

    # Nothing but products: their rate bounds the time. Groups fill all units evenly.
    groups, depth = 64 * units, 10000
    busy = reports.kernels(target, "--time", "-k", "busy", "--work-group", "256", "--global-size", str(256 * groups), "--arg", f"depth={depth}")
    time = busy["busy"]["times"][0]
    equal(f"{target}: what bounds products", time["bound_by"], "matrix units")
    wanted = groups * (256 // wave) * depth * PRODUCT / (units * rate * clock * 1e3)
    expect(abs(time["parts"]["matrix units"] / wanted - 1) < 0.01, f"{target}: products take {time['parts']['matrix units']} us, and not {wanted}")
    page = reports.text(target, "--accesses", "--format", "html", *launch)
    expect('"matrix_half":' in page and '"matrix_half_operations":' in page, f"{target}: the page has no roof for matrices")


def check_float8(reports):
    """Units of fp8 have a rate and a roof of their own."""
    launch = ("--work-group", "32", "--global-size", "32768", "--arg", "depth=64")
    facts, operations = reports.kernels("nvptx:sm_90", "--accesses", *launch)["eights"], 64 * 2 * PRODUCT
    equal("operations of fp8", facts["work"]["matrix_float8_operations"], operations)
    expect("FLOP of fp8 matrices; " in reports.text("nvptx:sm_90", "--accesses", "-k", "eights", *launch), "the line of the work of fp8")
    work = reports.kernels("nvptx:sm_90", "--time", *launch)["eights"]["effort"]["most"]["work"]
    equal("operations of fp8 for the forecast", (work["matrix_float8s"], "matrix_bytes" in work), (operations, False))
    page = reports.text("nvptx:sm_90", "--accesses", "--format", "html", *launch)
    expect('"matrix_float8":' in page and '"matrix_float8_operations":' in page, "the page has no roof for fp8")


# Elements of a line: how many of eight lines are on the same banks, as measured on an H200 (bench/log/matrices.md).
CONFLICTS = {16: 2, 24: 1, 64: 8}


def check_conflicts(reports):
    """An ldmatrix of four matrices reads each in as many passes as its lines need that are on the same banks."""
    launch = ("--work-group", "32", "--global-size", "32768")
    kernels, times = reports.kernels("nvptx:sm_90", "--accesses", *launch), reports.kernels("nvptx:sm_90", "--time", *launch)
    for length, degree in CONFLICTS.items():
        loads = [one for one in kernels[f"lines_{length}"]["accesses"] if one["memory"] == "local" and one["access"] == "load"]
        equal(f"ldmatrix of lines of {2 * length} bytes", [(one["bytes"], one["conflict_degree"], one["most"]) for one in loads],
              [(16, degree, 2 * 4 * degree)])
        effort = times[f"lines_{length}"]["effort"]["most"]
        equal(f"passes for the forecast, lines of {2 * length} bytes", effort["passes"], length + 2 * 4 * degree)


def check_groups(reports):
    """Products of wgmma and asynchronous copies: what they compute, what waits for them, and what hides."""
    launch, steps, waves = ("--global-size", str(132 * 256), "--arg", "depth=4096"), 128, 8
    operations = steps * 2 * 128 * 128 * 32
    facts = reports.kernels("nvptx:sm_90a", "--accesses", *launch)
    kernels = reports.kernels("nvptx:sm_90a", "--time", *launch)
    for name, ahead in (("waits", 1), ("runs_on", 2)):
        equal(f"{name}: operations of a group", facts[name]["work"]["matrix_half_operations"], operations)
        work, chain = kernels[name]["effort"]["most"]["work"], kernels[name]["effort"]["most"]["chain"]
        equal(f"{name}: operations of wgmma", (work["matrix_halfs"], work["matrix_of_groups"]), (operations, operations))
        equal(f"{name}: instructions", work["matrices"], steps * 2 * waves)
        equal(f"{name}: copies", (work["copy_commits"], work["copy_waits"], work.get("copies_left", 0)),
              (2 * (steps + ahead) * waves, (steps + 1) * waves, 2 * (ahead - 1) * steps * waves))
        equal(f"{name}: registers of sums", kernels[name]["effort"]["sums"], 64)
        parts = kernels[name]["times"][0]["parts"]
        wanted = operations / (3500 * 1.9e3)
        expect(abs(parts["matrix units"] / wanted - 1) < 0.01, f"{name}: products take {parts['matrix units']} us, and not {wanted}")
        waited = operations // waves if name == "waits" else 0
        equal(f"{name}: operations that are waited for", chain.get("matrix_of_groups", 0), waited)
    parts = {name: kernel["times"][0]["parts"] for name, kernel in kernels.items()}
    # Four of the eight waves wait for their own half of the operations.
    expect(parts["waits"]["latency"] > parts["runs_on"]["latency"] + 0.45 * parts["waits"]["matrix units"], f"products that are waited for: {parts}")
    expect(parts["waits"]["copies in flight"] > 1.5 * parts["runs_on"]["copies in flight"], f"copies that are waited for: {parts}")
    expect(kernels["runs_on"]["times"][0]["us"] < kernels["waits"]["times"][0]["us"], f"what overlaps takes less time: {parts}")


def check_waits(reports, *targets):
    """The products of a loop wait for each other, whatever the code is."""
    for target in targets:
        text = reports.text(target, "--time", "--lines", "-k", "busy", "--work-group", "64", "--global-size", "65536", "--arg", "depth=100")
        expect("matrix units" in text, f"{target}: nothing waits for matrix units: {text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        reports = Reports(options.clc, folder)
        for target in CHIPS:
            check(reports, target)
        check_float8(reports)
        check_conflicts(reports)
        check_groups(Reports(options.clc, folder, "groups.cl", GROUPS))
        check_waits(reports, "nvptx:sm_90", "amdgcn:gfx1100")  # on gfx942 the loop itself takes as long
        equal("mma.sync of tile", reports.code("nvptx:sm_90", "mma.sync"), 2)
        equal("v_mfma of tile", reports.code("amdgcn:gfx942", "v_mfma_"), 1)
        equal("v_wmma of tile", reports.code("amdgcn:gfx1100", "v_wmma_"), 1)
        if shutil.which("ptxas") and shutil.which("nvdisasm"):
            expect(reports.code("cubin:sm_90", "HMMA.16816.F32") % 2 == 0, "HMMA of tile")
            reports.code("cubin:sm_75", "HMMA.1688.F32")
            reports.code("cubin:sm_90", "IMMA.16816.S8.S8", "bytes")
            reports.code("cubin:sm_75", "IMMA.8816.S8.S8", "bytes")
            reports.code("cubin:sm_89", "QMMA.16832.F32.E4M3.E5M2", "eights")
            reports.code("cubin:sm_80", "HMMA.16816.F32.BF16", "eights")
            check_waits(reports, "cubin:sm_90")
        else:
            skip("SASS", "ptxas and nvdisasm are not installed")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
