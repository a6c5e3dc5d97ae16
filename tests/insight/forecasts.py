#!/usr/bin/env python3
"""What `clc report --time` makes of guards, loops that data end early, atomic operations on one address, and of what it cannot count.

usage: forecasts.py --clc PROGRAM
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, run, temporary_folder  # noqa: E402

TARGETS = ("amdgcn:gfx1100", "amdgcn:gfx942", "amdgcn:gfx90a", "nvptx:sm_90")
SIDE = 1024
COPY = "b[y * w + x] = a[y * w + x];"
# Each copies every element of a square of 1024 x 1024, or of a block of 256 x 64 x 64.
GUARDS = {
    "both": ("int", f"int x = get_global_id(0), y = get_global_id(1); if (x < w && y < h) {COPY}"),
    "unsigned_both": ("uint", f"uint x = get_global_id(0), y = get_global_id(1); if (x < w && y < h) {COPY}"),
    "size_both": ("ulong", f"size_t x = get_global_id(0), y = get_global_id(1); if (x < w && y < h) {COPY}"),
    "either": ("int", f"int x = get_global_id(0), y = get_global_id(1); if (x >= w || y >= h) return; {COPY}"),
    "early": ("uint", f"uint x = get_global_id(0), y = get_global_id(1); if (x >= w) return; if (y >= h) return; {COPY}"),
    "nested": ("int", f"int x = get_global_id(0); if (x < w) {{ int y = get_global_id(1); if (y < h) {{ {COPY} }} }}"),
    "ternary": ("int", "int x = get_global_id(0), y = get_global_id(1); bool in = x < w && y < h; float v = in ? a[y * w + x] : 0; "
                       "if (in) b[y * w + x] = v;"),
    "clamped": ("int", "int x = min((int)get_global_id(0), w - 1), y = clamp((int)get_global_id(1), 0, h - 1); " + COPY),
    "by_groups": ("int", "int x = get_group_id(0) * get_local_size(0) + get_local_id(0), "
                         f"y = get_group_id(1) * get_local_size(1) + get_local_id(1); if (x < w && y < h) {COPY}"),
    "by_size": ("ulong", f"size_t x = get_global_id(0), y = get_global_id(1); if (x < get_global_size(0) && y < get_global_size(1)) {COPY}"),
    "volume": ("int", "int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2); if (x < w && y < h && z < 64) "
                      "b[(z * h + y) * w + x] = a[(z * h + y) * w + x];"),
}
EXITS = """
kernel void found(global const int* x, global float* a) {
  int i = get_global_id(0); float s = i;
  for (int j = 0; j < 1000000; j++) { s += native_sin(s); if (x[i + j] == 7) break; }
  a[i] = s;
}
kernel void escapes(global int* o, float x0, float y0) {
  float cx = x0 + get_global_id(0) * 1e-3f, cy = y0, x = 0, y = 0; int j = 0;
  for (; j < 1000000; j++) { if (x * x + y * y > 4) break; float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; }
  o[get_global_id(0)] = j;
}
kernel void escapes_at_once(global int* o) {
  float cx = 10.0f + get_global_id(0) * 1e-3f, cy = 0, x = 0, y = 0; int j = 0;
  for (; j < 1000000; j++) { if (x * x + y * y > 4) break; float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; }
  o[get_global_id(0)] = j;
}
kernel void limited(global const int* x, global int* o) {
  int i = get_global_id(0), n = 0, v = x[i];
  while (v != 1 && n < 1000000) { v = (v & 1) ? 3 * v + 1 : v / 2; n++; }
  o[i] = n;
}
kernel void inner(global const int* x, global int* o) {
  int i = get_global_id(0), s = 0;
  for (int k = 0; k < 64; ++k) for (int j = 0; j < 1000; j++) { int v = x[i + k * j]; if (v > 9) break; s += v; }
  o[i] = s;
}
kernel void whole(global const int* x, global int* o) {
  int i = get_global_id(0), s = 0;
  for (int j = 0; j < 100000; j++) s += x[i + j];
  o[i] = s;
}
"""
ATOMICS = """
kernel void one(global int* b) { atomic_inc(b); }
kernel void four(global int* b) { atomic_add(b + (get_local_id(0) & 3), 1); }
kernel void floats(volatile global uint* b) { atomic_cmpxchg(b, 0u, 1u); }
kernel void own(global int* b) { atomic_inc(b + get_global_id(0)); }
kernel void of_group(global int* b) { atomic_inc(b + 8 * get_group_id(0)); }
kernel void bins(global const uchar* a, global int* b) { atomic_inc(b + a[get_global_id(0)]); }
kernel void local_bins(global const uchar* a, global int* b) {
  local int l[256];
  l[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 64; ++k) atomic_inc(l + a[get_global_id(0) + k * 4096]);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = l[get_local_id(0)];
}
"""
UNCOUNTED = """
typedef struct { float x[9]; } Row;
kernel void rows(global const Row* a, global Row* b) { b[get_global_id(0)] = a[get_global_id(0)]; }
kernel void outside(global const int* a, global int* b, int n) { int i = get_global_id(0); if (i < n) b[i] = a[i]; }
kernel void edge(global const int* a, global int* b) { if (get_group_id(0) == 0) b[get_local_id(0)] = a[get_local_id(0)]; }
"""


def times(options, path, target, *words):
    text = output_of(options.clc, "report", path, "-t", target, "--time", "--format", "json", *words)
    return {one["kernel"]: one for one in json.loads(text)["kernels"]}


def written(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def check_guards(options, folder):
    path = written(folder, "guards.cl", "\n".join(f"kernel void {name}(global const float* a, global float* b, {size} w, {size} h) {{ {body} }}"
                                                  for name, (size, body) in GUARDS.items()))
    for target in TARGETS:
        for group in ("256x1", "64x4", "32x8", "16x16", "1x256"):
            words = ("--work-group", group, "--arg", f"w={SIDE}", "--arg", f"h={SIDE}", "--global-size", f"{SIDE}x{SIDE}")
            found = times(options, path, target, *words)
            for name in GUARDS:
                if name == "volume":
                    continue
                effort = found[name]["effort"]
                equal(f"{name} for {target} by groups of {group}: bytes read and written", (effort["read_bytes"], effort["written_bytes"]),
                      (4 * SIDE * SIDE, 4 * SIDE * SIDE))
        for group in ("64x4x1", "4x8x8", "16x4x4"):
            found = times(options, path, target, "-k", "volume", "--work-group", group, "--arg", "w=256", "--arg", "h=64", "--global-size", "256x64x64")
            equal(f"volume for {target} by groups of {group}: bytes read", found["volume"]["effort"]["read_bytes"], 4 * 256 * 64 * 64)


def check_exits(options, folder):
    path = written(folder, "exits.cl", EXITS)
    for target in TARGETS:
        found = times(options, path, target, "--global-size", "1048576")
        for name in ("found", "escapes", "escapes_at_once", "limited", "inner"):
            one = found[name]
            product = one["times"][0]
            expect(product["least_us"] < (1000 if name == "inner" else 100), f"{name} for {target}: at least {product['least_us']} us, if all leave in the first iteration")
            expect(product["most_us"] > 10 * product["least_us"], f"{name} for {target}: at most {product['most_us']} us")
            expect(len(one["effort"].get("open_loops", [])) >= 1, f"{name} for {target}: no word of the loop")
        expect("open_loops" not in found["whole"]["effort"], f"whole for {target}: {found['whole']['effort'].get('open_loops')}")
        equal(f"whole for {target}: all iterations are certain", found["whole"]["effort"]["least"]["sectors"],
              found["whole"]["effort"]["most"]["sectors"])
    told = output_of(options.clc, "report", path, "-t", TARGETS[-1], "--time", "-k", "found", "--global-size", "1048576")
    expect("found for nvptx:sm_90: the loop in line 4 may end after any iteration, decided by the value read in line 4" in told, told)
    for limit, code in (("50", 6), ("1e12", 0)):
        done = run(options.clc, "check", path, "-t", TARGETS[-1], "-k", "found", "--global-size", "1048576", "--max-time", limit)
        equal(f"a limit of {limit} us", done.returncode, code)


def check_atomics(options, folder):
    path = written(folder, "atomics.cl", ATOMICS)
    items = 1 << 27
    for target in TARGETS:
        wave = 64 if target.endswith(("gfx942", "gfx90a")) else 32
        found = times(options, path, target, "--global-size", str(items))
        equal(f"one for {target}: operations that meet", found["one"]["effort"]["contention"],
              {"least": items // wave, "usual": items // wave, "most": items})
        equal(f"floats for {target}: operations that meet", found["floats"]["effort"]["contention"]["least"], items)
        equal(f"four for {target}: operations that meet, at most", found["four"]["effort"]["contention"]["most"], items // 4)
        equal(f"own for {target}: operations that meet", found["own"]["effort"]["contention"]["most"], 1)
        equal(f"of_group for {target}: operations that meet", found["of_group"]["effort"]["contention"]["most"], 256)
        equal(f"bins for {target}: operations that meet, if all data are the same", found["bins"]["effort"]["contention"]["most"], items)
        expect(items / wave / 32 < found["bins"]["effort"]["contention"]["usual"] < items / 4, f"bins for {target}: {found['bins']['effort']['contention']}")
        expect(found["one"]["times"][0]["least_us"] > items / wave / 1800 / 2.5, f"one for {target}: {found['one']['times'][0]['least_us']} us")
        expect(found["own"]["times"][0]["bound_by"] != "atomics on one address", f"own for {target} is bound by one address")
        bins = found["local_bins"]
        expect(bins["effort"]["worst_passes"] > 2 * bins["effort"]["most"]["passes"], f"local_bins for {target}: {bins['effort']}")
    h200 = times(options, path, "nvptx:sm_90", "-k", "one", "--global-size", str(items))["one"]["times"][0]
    expect(h200["us"] > 2400 and h200["bound_by"] == "atomics on one address", f"one on an H200: {h200}")


def check_uncounted(options, folder):
    path = written(folder, "uncounted.cl", UNCOUNTED)
    for target in TARGETS:
        found = times(options, path, target, "--global-size", "1048576", "--arg", "n=0")
        equal(f"rows for {target}: bytes read and written", tuple(found["rows"]["effort"][name] for name in ("read_bytes", "written_bytes")),
              (36 << 20, 36 << 20))
        for name in ("outside", "edge"):
            equal(f"{name} for {target}: forecasts", found[name]["times"], [])
            expect("access" in found[name].get("unknown", ""), f"{name} for {target}: {found[name].get('unknown')}")
        done = run(options.clc, "check", path, "-t", target, "-k", "outside", "--global-size", "1048576", "--arg", "n=0", "--max-time", "1e9")
        equal(f"outside for {target}: a limit without a forecast", (done.returncode, "time unknown: not counted: " in done.stderr), (6, True))


def check_lines(options, folder):
    path = written(folder, "lines.cl", """
kernel void sums(global const float* a, global float* b) {
  uint i = get_global_id(0);
  float y = 0;
  for (uint k = 0; k < 256; ++k)
    y = fma(y, 0.5f, a[i + k * 1024]);
  b[i] = y;
}
kernel void pairs(global const float2* a, global float2* b, uint n) {
  uint i = get_global_id(0);
  float2 y = 0;
  for (uint k = 0; k < n; ++k)
    y = y * a[i + k * 1024] + y.yx;
  b[i] = y;
}
""")
    for target in TARGETS:
        text = output_of(options.clc, "report", path, "-t", target, "--time", "--lines", "--format", "json", "--global-size", "65536", "--arg", "n=256")
        for one in json.loads(text)["kernels"]:
            iterations = [loop.get("iterations", 0) for loop in one["stalls"].get("loops", [])]
            expect(iterations and max(iterations) <= 256 and any(256 % count == 0 for count in iterations if count), f"{one['kernel']} for {target}: iterations {iterations}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    os.environ.update(environment(CLC_CACHE="0"))
    with temporary_folder() as folder:
        for check in (check_guards, check_exits, check_atomics, check_uncounted, check_lines):
            check(options, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
