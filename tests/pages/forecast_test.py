#!/usr/bin/env python3
"""The forecasts that a page's script computes, against those of `clc report --time`, for other groups, registers and local memory. Node runs
the script; without it the test is skipped.

usage: forecast_test.py --clc PROGRAM --script tools/insight/pages/assets/forecast.js
"""
import argparse
import json
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, hold, skip_all, succeed, temporary_folder  # noqa: E402

from pages import data_of, expect_whole, written

SOURCE = """
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(use) __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))
kernel void product(global const half* a, global float* out, uint n) {
  half MATRIX(A) x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  half MATRIX(B) y = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  float MATRIX(ACCUMULATOR) sum = coop_mat_init(0.0f);
  for (uint i = 0; i < n; ++i) sum = coop_mat_mulAdd(x, y, sum);
  coop_mat_store(out, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
kernel void sum(global const float* a, global float* out, uint n) {
  float all = 0;
  for (uint i = 0; i < n; ++i) all += a[get_global_id(0) + i * get_global_size(0)];
  out[get_global_id(0)] = all;
}
kernel void turn(global const float* a, global float* out, local float* tile, uint width) {
  tile[get_local_id(0)] = a[get_global_id(0) * width];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sin(tile[get_local_size(0) - 1 - get_local_id(0)]) / tile[0];
}
kernel void chosen(global const float* a, global double* out) {
  local float fixed[1000];
  fixed[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (a[get_global_id(0)] > 0) out[get_global_id(0)] = exp(a[7]) * fixed[get_local_id(0) ^ 1];
}
"""
GROUPS = """
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(rows, columns, use) __attribute__((coop_mat(memory_scope_work_group, rows, columns, CLK_COOPERATIVE_MATRIX_##use)))
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void groups(global const half* a, global float* c, uint n) {
  local half tiles[2][128 * 32];
  float MATRIX(128, 128, ACCUMULATOR) sum = coop_mat_init(0.0f);
  for (uint k = 0; k < n; ++k) {
    half MATRIX(128, 32, A) x = clc_coop_mat_tile(tiles[k % 2], CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR);
    half MATRIX(32, 128, B) y = clc_coop_mat_tile(tiles[k % 2], CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR);
    clc_coop_mat_fetch(x, a + k * 4096, 32);
    clc_coop_mat_wait(1, 0);
    sum = coop_mat_mulAdd(x, y, sum);
  }
  coop_mat_store(c, sum, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 128);
}
"""
TARGETS = ["nvptx:sm_90", "nvptx:sm_80", "amdgcn:gfx1100", "amdgcn:gfx942"]
# Runs what the page's script would: {kernel, chip, group, local, registers} → a forecast.
PROGRAM = """
globalThis.window = globalThis;
require("vm").runInThisContext(require("fs").readFileSync(process.argv[1], "utf8"));
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map((one) => clcForecastOf(one.kernel, one.chip, one.group, one.local, one.registers))));
"""


class Test:
    def __init__(self, options, source, targets):
        self.options = options
        self.words = [options.clc, "report", source, "--time", "--global-size", "1048576", "--arg", "n=64"]
        self.words += [word for target in targets for word in ("-t", target)]

    def report(self, *more):
        return json.loads(succeed(*self.words, "--format", "json", *more).stdout)["kernels"]

    def page(self, *more):
        page = succeed(*self.words, "--format", "html", *more).stdout
        expect_whole(page, "a page with forecasts")
        return data_of(page)

    def computed(self, asked):
        return json.loads(succeed("node", "-e", PROGRAM, self.options.script, input=json.dumps(asked)).stdout)

    def compare(self, data, said, what, group, local, registers, tolerance):
        asked, expected = [], []
        for kernel in data["kernels"]:
            times = next(one for one in said if (one["kernel"], one["target"]) == (kernel["kernel"], kernel["target"]))
            cannot_run = "it cannot run" in times.get("unknown", "")
            for chip, time in zip(data["chips"][kernel["target"]], times["times"] or [None] * 9):
                hold(time is None or chip["product"] == time["product"], f"{chip['product']}, and not {time}")
                asked.append({"kernel": kernel, "chip": chip, "group": group, "local": local if kernel["takes_local"] else 0, "registers": registers})
                expected.append((f"{kernel['kernel']} on {chip['product']}, {what}", time))
            hold(times["times"] or cannot_run, f"{kernel['kernel']}: {times}")
        for found, (name, time) in zip(self.computed(asked), expected):
            hold((found is None) == (time is None), f"{name}: {found}, and clc report says {time}")
            for key in ("us", "least_us", "most_us") if time else ():
                hold(abs(found[key] - time[key]) <= tolerance * time[key], f"{name}: {key} is {found[key]}, and clc report says {time[key]}")
            if time and tolerance < 0.01:
                hold(found["bound_by"] == time["bound_by"], f"{name}: bound by {found['bound_by']}, and not {time['bound_by']}")
                for part, us in time["parts"].items():
                    hold(abs(found["parts"][part] - us) <= 0.006 * us, f"{name}: {part} takes {found['parts'][part]}, and not {us}")
        return len(asked)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--clc", "--script"):
        parser.add_argument(option, required=True)
    options = parser.parse_args()
    if shutil.which("node") is None:
        skip_all("forecasts of the page", "no node, which runs its script")
    with temporary_folder() as folder:
        test, compared = Test(options, written(folder, "k.cl", SOURCE), TARGETS), 0
        test.words += ["--arg", "width=32"]
        data = test.page()
        hold(len(data["kernels"]) == 4 * len(TARGETS), "kernels of the page")
        # Three digits of each number are told.
        for registers in (None, 32, 128, 200):
            for local in (0, 4096, 30000):
                more = ["--dynamic-local", str(local)] + (["--registers", str(registers)] if registers else [])
                compared += test.compare(data, test.report(*more), " ".join(more), 256, local, registers, 0.006)
        # Of another group the page takes the work of a wave to be the same, which it is for most of a kernel.
        for group in (128, 512):
            compared += test.compare(data, test.report("--work-group", str(group)), f"groups of {group}", group, 0, None, 0.1)
        of_groups = Test(options, written(folder, "groups.cl", GROUPS), ["nvptx:sm_90a", "nvptx:sm_80"])
        compared += of_groups.compare(of_groups.page(), of_groups.report(), "products of groups", 256, 0, None, 0.006)
        print(f"{compared} forecasts compared")
        plain = data_of(succeed(options.clc, "report", os.path.join(folder, "k.cl"), "-t", "nvptx:sm_90", "--format", "html", "--global-size", "4096").stdout)
        hold(plain["chips"] == {} and not any("forecast" in one for one in plain["kernels"]), "forecasts that nobody asked for")
        unknown = data_of(succeed(options.clc, "report", os.path.join(folder, "k.cl"), "-t", "nvptx:sm_90", "-k", "sum", "--time", "--format", "html",
                                  "--global-size", "4096").stdout)
        hold(unknown["kernels"][0]["forecast"] == {"unknown": "decided by argument n"}, f"{unknown['kernels'][0]['forecast']}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
