#!/usr/bin/env python3
"""The work of a group as `clc report --time` counts it, by hand for kernels of one feature each.

usage: effort.py --clc PROGRAM
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, temporary_folder  # noqa: E402

ITEMS, WAVES, GROUPS = 256, 8, 1024
SOURCE = """
kernel void table(global uint* restrict out, global const uint* restrict in, global const uint* restrict words) {
  const size_t i = get_global_id(0);
  out[i] = words[(in[i] + 7) % 256];
}
kernel void rare(global uint* restrict out, global const uchar* restrict in) {
  if (in[get_global_id(0)] == 7) atomic_add(out, 1u);
}
kernel void sides(global float* restrict out, global const int* restrict flag, global const float* restrict a,
                  global const float* restrict b) {
  const size_t i = get_global_id(0);
  float value;
  if (flag[0] != 0) value = a[i]; else value = b[8 * i] * b[8 * i + 96];
  out[i] = value;
}
kernel void edges(global float* restrict out, global const float* restrict in, uint last) {
  const uint i = get_global_id(0);
  out[i] = in[i == 0 ? 0 : i - 1] + in[i == last ? last : i + 1];
}
kernel void most(global float* restrict out, global const float* restrict in) {
  const size_t i = get_global_id(0);
  global const float* at = in + i;
  float sum = 0;
  for (uint k = 0; k < 60000; ++k) {
    if (k >= 1000 && k < 58000) sum += sqrt(*at), at += 262144;
    sum = sqrt(sum);
  }
  out[i] = sum;
}
kernel void leaves(global float* restrict out, global const float* restrict in, global const float* restrict behind) {
  const size_t i = get_global_id(0);
  global const float* at = in + i;
  float sum = 0;
  for (uint k = 0;; ++k) {
    if (k >= 5000) {
      sum += *at, at += 262144;
      if (k >= 59999) break;
    }
    sum = sqrt(sum);
  }
  out[i] = sum + behind[i];
}
kernel void nest(global float* restrict out) {
  float sum = 0;
#define LOOP(k) _Pragma("unroll 1") for (uint k = 0; k < 5000; ++k) { if (k > 7 && k < 4000) sum = sqrt(sum + k);
  LOOP(a) LOOP(b) LOOP(c) LOOP(d) LOOP(e) sum = sqrt(sum); } } } } }
  out[get_global_id(0)] = sum;
}
kernel void deep(global float* restrict out) {
  float sum = 0;
  LOOP(a) LOOP(b) LOOP(c) LOOP(d) LOOP(e) LOOP(f) LOOP(g) LOOP(h) LOOP(i) LOOP(j) sum = sqrt(sum); } } } } } } } } } }
  out[get_global_id(0)] = sum;
}
kernel void switched(global float* restrict out, global const float* restrict in, global const uint* restrict words) {
  const size_t i = get_global_id(0);
  float x = in[i];
  for (uint k = 0; k < 60000; ++k) {
    switch (words[k]) {
      case 0: x = sqrt(x); break;
      case 1: x = native_exp2(x); break;
      case 2: x = native_recip(x); break;
      case 3: x = native_log2(x); break;
      default: __builtin_unreachable();
    }
  }
  out[i] = x;
}
kernel void unaligned(global uint* restrict out, global const uchar* restrict in) {
  const size_t i = 4 * get_global_id(0);
  out[i / 4] = in[i] | in[i + 1] << 8 | in[i + 2] << 16 | (uint)in[i + 3] << 24;
}
kernel void pairs(global float* restrict out, global const float* restrict in) {
  const size_t i = get_global_id(0);
  out[2 * i] = in[i];
  out[2 * i + 1] = in[i] + 1;
}
kernel void eights(global float* restrict out, global const float* restrict in) {
  const size_t i = get_global_id(0);
  for (uint k = 0; k < 8; ++k) out[8 * i + k] = in[i] + k;
}
kernel void firsts(global float* restrict out, global const float* restrict in) {
  const size_t i = get_global_id(0);
  out[2 * i] = in[i];
}
"""


def efforts(clc, folder):
    path = os.path.join(folder, "k.cl")
    with open(path, "w") as file:
        file.write(SOURCE)
    text = output_of(clc, "report", path, "-t", "nvptx:sm_90", "--time", "--format", "json", "--global-size", str(ITEMS * GROUPS),
                     "--arg", f"last={ITEMS * GROUPS - 1}", env=environment(CLC_CACHE="0"))
    return {one["kernel"]: one.get("effort") for one in json.loads(text)["kernels"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        found = efforts(options.clc, folder)
    bytes_of = 4 * ITEMS * GROUPS

    # 32 lanes choose among 32 segments of 32 bytes: 32 * (1 - (31 / 32) ** 32) = 20.4 are hit. The words lie in 32 banks.
    table = found["table"]
    equal("table: segments", table["most"]["sectors"], WAVES * (4 + 20))
    expect(2 * WAVES < table["most"]["lines"] <= 6 * WAVES, f"table: rows of the cache: {table['most']['lines']}")
    equal("table: bytes that the launch reads", table["read_bytes"], bytes_of + 1024)

    # One of 256 values: a wave meets it with 1 - (255 / 256) ** 32 = 12 %.
    rare = found["rare"]
    equal("rare: atomic operations without and with what depends on data", (rare["least"]["atomics"], rare["most"]["atomics"]), (0, 1))

    # One of two sides, each as likely: one row of the flag, half of one row and half of sixteen rows.
    sides = found["sides"]
    equal("sides: rows", sides["most"]["lines"], WAVES + (WAVES + 16 * WAVES) // 2)
    equal("sides: rows whatever the flag is", sides["least"]["lines"], WAVES)

    # The first and the last group bound what is read.
    equal("edges: bytes that the launch reads and writes", (found["edges"]["read_bytes"], found["edges"]["written_bytes"]),
          (bytes_of, bytes_of))

    # 57000 of 60000 iterations read a row for each wave, and take a step.
    for which in ("least", "most"):
        equal(f"most: rows, {which}", found["most"][which]["lines"], 57000 * WAVES)
    # A way out behind a condition on the iterations: all come to what stands behind the loop.
    equal("leaves: rows", found["leaves"]["most"]["lines"], (55000 + 1) * WAVES)
    # Each loop around walks this one several times, but not twice as often at each depth.
    equal("nest: loops whose end is open", found["nest"].get("open_loops", []), [])
    # The walk ends at 200 000 instructions: ten loops within each other may take that many only if each adds work, and does not double it.
    expect(found["deep"] is not None, "deep: the walk ended early")
    # The unreachable way out of the loop is none: its iterations are known.
    equal("switched: loops whose end is open", found["switched"].get("open_loops", []), [])
    # Bytes are loaded one by one: each load touches the row.
    equal("unaligned: rows", found["unaligned"]["most"]["lines"], 4 * WAVES)
    # Two stores that fill segments together, eight that do, and one alone.
    equal("pairs: segments that are partly written", found["pairs"]["most"]["partial_sectors"], 0)
    equal("eights: segments that are partly written", found["eights"]["most"]["partial_sectors"], 8 * 32 * WAVES)
    equal("firsts: segments that are partly written", found["firsts"]["most"]["partial_sectors"], 8 * WAVES)
    return finish()


sys.exit(main())
