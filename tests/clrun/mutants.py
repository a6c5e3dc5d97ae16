#!/usr/bin/env python3
"""Breaks each kernel a little and checks that `clrun verify` notices: a verification that cannot fail proves nothing.

Each mutant is one replacement in a copy of kernels/, compiled by clc for PoCL, or for an emulated chip where PoCL's own
compiler lacks what the kernels need. `clrun verify` of the variant must
exit 6 and print a failed row that names an element, a sum, or whatever the algorithm's complaint is.
With --share 2/3 these are a third of the mutants.
"""

import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import run, share_of, temporary_folder  # noqa: E402

# The form for whole groups, which clc makes for sm_90a alone by itself, with smaller tiles, which the emulator multiplies sooner.
GROUP_FORM = ["-DGROUP_ROWS=128", "-DGROUP_COLUMNS=128", "-DGROUP_STEP_BYTES=64", "-DGROUP_TILES=3", "-DGROUP_PRODUCTS=0",
              "-DGROUP_ITEMS=128"]

# (NAME/VARIANT, file, text, replacement, size, offset), and the compiler's options where they are not the usual ones
MUTANTS = [
    ("vecadd/scalar", "vecadd/vecadd.cl", "c[i] = a[i] + b[i]", "c[i] = a[i] - b[i]", 1009, 0),
    # Writes behind the end: nothing but the canaries can tell.
    ("vecadd/scalar", "vecadd/vecadd.cl", "if (i < end) c[i]", "if (i <= end) c[i]", 1009, 0),
    # Writes before the begin.
    ("vecadd/float4", "vecadd/vecadd.cl", "first >= begin && first + 4", "first + 4", 1009, 37),
    ("vecadd/2d", "vecadd/vecadd.cl", "const ulong i = y * pitch + x;", "const ulong i = y * (pitch - 1) + x;",
     241 * 337, 0),
    ("reduce/tree_uint4", "reduce/reduce.clh", "if (item < stride) scratch[item] += scratch[item + stride];",
     "if (item + 1 < stride) scratch[item] += scratch[item + stride];", 1009, 0),
    ("reduce/fast", "reduce/reduce_atomic.cl", "    d += vload16(3, values + i);\n", "", 1009, 37),
    ("reduce/strides", "reduce/reduce_atomic.cl", "for (; block < last; block += stride)", "for (; block + 1 < last; block += stride)",
     1009, 0),
    ("reduce_double/halves", "reduce_double/reduce_double.cl", "if (item < stride) scratch[item]",
     "if (item < stride && item != 1) scratch[item]", 4099, 0),
    # 256 equal pixels overflow an 8-bit counter: only a constant image shows it.
    ("histogram256/private_bins", "histogram256/bins.clh", "if (count == 0) atomic_add(histogram_bin, PIXELS_PER_ITEM);",
     "", 65536, 0),
    ("histogram256/strides", "histogram256/histogram256.cl", "if (block < last) add_block", "if (block + 1 < last) add_block", 1009, 0),
    ("histogram256_rgba/channels_strides", "histogram256_rgba/histogram256_rgba.cl", "rotate(pixel, (4 - turn) * 8)",
     "rotate(pixel, turn * 8)", 1009, 0),
    ("histogram256_rgba/channels_private", "histogram256_rgba/histogram256_rgba.cl",
     "i < PIXELS_PER_ITEM && b < end", "i < PIXELS_PER_ITEM && b + 1 < end", 1009, 0),
    ("histogram256/fast", "histogram256/chunks.clh", "for (uint t = 0; t < TABLES; ++t) sum", "for (uint t = 1; t < TABLES; ++t) sum",
     1009, 0),
    ("histogram256_rgba/max_fast", "histogram256_rgba/histogram256_rgba.cl", "= max(v >> 8 & 0xffu, v >> 24);", "= v >> 8 & 0xffu;",
     1009, 0),
    ("histogram256_rgba/channels_fast", "histogram256_rgba/histogram256_rgba.cl", "tables[c][bin] + tables[c + 4][bin]",
     "tables[c][bin]", 1009, 37),
    ("transpose/fast_float", "transpose/transpose_type.clh", "next[2 * i].odd = row[i + 8].lo;", "next[2 * i].odd = row[i + 8].hi;",
     243 * 335, 0),
    ("transpose/fast_uchar", "transpose/transpose_type.clh", "line < min(y + 16, y1)", "line + 1 < min(y + 16, y1)", 243 * 335, 0),
    ("transpose/naive_float", "transpose/transpose_type.clh", "if (x < x_end && y < y_end) out[x * out_pitch + y]",
     "if (x < x_end && y + 1 < y_end) out[x * out_pitch + y]", 243 * 335, 0),
    ("transpose/blocks_uchar", "transpose/transpose_type.clh", "if (x + 1 < x_end) row[x + 1] = value.s1;", "",
     243 * 335, 0),
    ("matmul/tiles", "matmul/matmul.cl", "for (uint k = 0; k < 16; ++k)", "for (uint k = 0; k < 15; ++k)",
     243 * 335, 0),
    # A relative error of 0.001 in one product of a few dozen.
    ("matmul/rows_first", "matmul/matmul.cl", "sum += a_row[k] * b_column[k * b_pitch];",
     "sum += a_row[k] * b_column[k * b_pitch] * (k == 0 ? 1.001f : 1.0f);", 243 * 335, 0),
    ("matmul/blocks", "matmul/matmul.cl", "column0 + y + 64, column_end, inside);\n  }",
     "column0 + y + 64, column_end + 1, inside);\n  }", 243 * 335, 37),
    ("matmul/fast", "matmul/matmul.cl", "row0 + r < row_end; ++r)", "row0 + r + 1 < row_end; ++r)", 243 * 335, 0),
    # The depth beyond the last step, the last column, and what no unit has: the scale.
    ("matmul_units/int8", "matmul_units/tiles.clh", "if (i < inside) vector", "if (i < inside || i == 3) vector", 1009, 0),
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "if (i < count) to[i]", "if (i <= count) to[i]", 1009, 0),
    ("matmul_units/int8_scaled", "matmul_units/matmul_units.clh", "bias[column + i] : 0.0f", "bias[column] : 0.0f", 1009, 37),
    # Groups that fetch the wrong tile, leave one out, or never go on to the next.
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "fetched += get_num_groups(0);", "fetched += 1;", 264 * 272, 37, *GROUP_FORM),
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "made += get_num_groups(0)", "made += get_num_groups(0) + 1", 264 * 272, 0,
     *GROUP_FORM),
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "if (k_fetched == depth) {", "if (k_fetched > depth) {", 264 * 272, 0,
     *GROUP_FORM),
    # Copies without the last line of A and B, and C with what lies behind its columns.
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "y < lines ?", "y + 1 < lines ?", 295936, 0, *GROUP_FORM),
    ("matmul_units/bfloat16", "matmul_units/matmul_units.clh", "is_aligned != 0 && at + 4 <= columns", "is_aligned != 0", 295936, 37, *GROUP_FORM),
    # A key too many, a weight that does not shrink, queries behind the last one, and one that sees no key.
    ("attention/half_128_causal", "attention/attention.clh", "row + shift >= 0 && keys > 0;", "row + shift >= -999;", 211, 0),
    ("attention/half_64", "attention/attention.clh", "(long)keys - key0 - n * 16 - 1)", "(long)keys - key0 - n * 16)", 192, 0),
    ("attention/half_128", "attention/attention.clh", "weight[s] *= factor;", "", 211, 0),
    ("attention/half_64", "attention/attention.clh", "out[s][d] *= factor;", "out[s][d] *= 1.0f;", 211, 0),
    ("attention/bfloat16_64_causal", "attention/attention.clh", "if (query >= queries) continue;", "", 67, 37),
    # Pixels beside an image are those of the next row.
    ("convolution/half_3x3", "matmul_units/matmul_units.clh", "|| x >= (int)width) return 0;", ") return 0;", 990, 0),
    # Windows of whole groups that go on in the same line of the image, and lines of zeros that count as the result's.
    ("convolution/half_3x3", "matmul_units/matmul_units.clh", "a_fetched += a_gap;", "", 256, 0, *GROUP_FORM),
    ("convolution/half_3x3", "convolution/convolution.cl", "* lines + y) * line", "* lines + y) * out_width", 256, 0, *GROUP_FORM),
    ("image_rotate/nearest_grey", "image_rotate/image_rotate.cl", "(position + HALF) >> 31", "position >> 31",
     241 * 337, 0),
    ("image_rotate/bilinear_rgba", "image_rotate/image_rotate.cl", "value = mix(above, below, n.down);",
     "value = above;", 241 * 337, 0),
    ("image_rotate/forward_rgba", "image_rotate/image_rotate.cl", "const long v = 2 * y - (from.y - 1);",
     "const long v = 2 * y - from.y;", 241 * 337, 0),
    ("image_rotate/bilinear_quick_rgba", "image_rotate/image_rotate_tiles.clh", "pixel[BOX_PITCH + 1], weights", "pixel[BOX_PITCH], weights",
     241 * 337, 0),
    # The edge counts beyond the edge: only pixels there show it.
    ("image_rotate/bilinear_quick_grey", "image_rotate/image_rotate_tiles.clh", "clamp(low.x + (int)column, 0, size.x - 1)",
     "max(low.x + (int)column, 0)", 241 * 337, 37),
    ("nbody/tiles", "nbody/nbody.cl", "const float3 distance = other.xyz - me.xyz;",
     "const float3 distance = other.xyz - 1.001f * me.xyz;", 1009, 0),
    ("nbody/fast", "nbody/nbody.cl", "i < WIDTH && body0 + v * WIDTH + i < end", "i < WIDTH", 1009, 0),
    ("nbody/global", "nbody/nbody.cl", "other < count; ++other", "other + 1 < count; ++other", 1009, 0),
    # A pair that pulls one of its bodies only, and rows that meet themselves twice.
    ("nbody/pairs", "nbody/nbody_pairs.clh", "back = fma(-me[b].w * cube", "back = fma(0 * cube", 1009, 0),
    ("nbody/pairs", "nbody/nbody_pairs.clh", "if (met >= ROW_BODIES) add_pull", "add_pull", 1009, 0),
    ("nbody/pairs", "nbody/nbody_pairs.clh", "rows % 2 == 0 && row < rows / 2", "rows % 2 == 0", 1009, 0),
    ("nbody/split", "nbody/nbody.cl", "left >= bodies; left /= 2", "left > bodies; left /= 2", 1009, 0),
    ("bitonic_sort/per_pass", "bitonic_sort/bitonic_sort.cl", "if (right >= size) return;",
     "if (right + 1 >= size) return;", 1009, 0),
    ("bitonic_sort/fused", "bitonic_sort/bitonic_sort.cl", "const uint stride = padded(spacing);",
     "const uint stride = spacing;", 1009, 0),
    # A key that stands in for one behind the end: only blocks of several tiles have that.
    ("bitonic_sort/fused", "bitonic_sort/bitonic_sort.cl", "place <= last ? v[i] : KEY_BEHIND_END", "v[i]", 20011, 0),
    ("sort/chunks_uint", "sort/sort_chunks.clh", "i < end; ++i) {\n    const KEY key", "i + 1 < end; ++i) {\n    const KEY key",
     1009, 37),
    # Sorts, but not in the order in which equal keys came: only the values show it.
    ("sort/chunks_uint_pairs", "sort/sort_chunks.clh", "target_values[place] = source_values[i];",
     "target_values[place] = source_values[key % 4 == 0 ? source_begin : i];", 1009, 0),
    ("sort/tiles_ulong", "sort/sort_tiles.clh", "i < count ? source[source_begin + first + i] : ~flip",
     "i < count ? source[source_begin + first + i] : 0", 1009, 0),
    # The mistakes that the tutorials' own texts make or invite, each in the tutorial's kernel.
    # An 8-bit bin overflows when one item sees 256 equal pixels.
    ("histogram256/tutorial_linear", "histogram256/tutorial.clh",
     "if (first < end && bins[item * BINS + BIN_OF(pixels[first])] == 0) {", "if (false) {", 65536, 0),
    ("histogram256/tutorial_strided", "histogram256/tutorial.clh",
     "if (first < end && bins[item * BINS + BIN_OF(pixels[first])] == 0) {", "if (false) {", 65536, 37),
    ("histogram256_rgba/tutorial_strided", "histogram256/tutorial.clh",
     "if (first < end && bins[item * BINS + BIN_OF(pixels[first])] == 0) {", "if (false) {", 65536, 0),
    # Sizes that the group does not divide are cut off.
    ("histogram256/tutorial_linear", "histogram256/tutorial.clh", "const ulong end = get_global_offset(0) + size;",
     "const ulong end = get_global_offset(0) + size / (items * PIXELS_PER_ITEM) * (items * PIXELS_PER_ITEM);", 70000, 0),
    ("histogram256_rgba/tutorial_linear", "histogram256/tutorial.clh", "const ulong end = get_global_offset(0) + size;",
     "const ulong end = get_global_offset(0) + size / (items * PIXELS_PER_ITEM) * (items * PIXELS_PER_ITEM);", 257 * 131, 0),
    # Bins that are not cleared.
    ("histogram256/tutorial_linear", "histogram256/tutorial.clh", "for (uint i = 0; i < BINS; ++i) bins",
     "for (uint i = 0; i < BINS - 1; ++i) bins", 70000, 0),
    ("reduce/tutorial_uint4", "reduce/reduce_tutorial.cl", "if (first + 2 >= begin && first + 2 < end) v.z = values[first + 2];",
     "", 1011, 0),
    ("reduce/tutorial_uint4", "reduce/reduce_tutorial.cl", "const ulong end = begin + size;",
     "const ulong end = begin + size / (get_local_size(0) * 8) * (get_local_size(0) * 8);", 4099, 0),
    ("reduce_double/tutorial_first_add", "reduce_double/reduce_double_tutorial.cl",
     " + value_or_0(values, i + get_local_size(0), end)", "", 4099, 0),
    ("reduce_double/tutorial_first_add", "reduce_double/reduce_double_tutorial.cl",
     "get_group_id(0) * get_local_size(0) * 2 + item", "get_group_id(0) * get_local_size(0) + item", 4099, 0),
    # A loop that is one of the four loads short, and a last number that is left out.
    ("reduce_double/strides", "reduce_double/reduce_double_strides.cl", " + pairs[pair + 3 * stride])", " + pairs[pair + stride])", 1 << 17, 0),
    ("reduce_double/strides", "reduce_double/reduce_double_strides.cl", "mine += values[end - 1];", "mine += 0;", 1009, 0),
    ("reduce_double/strides", "reduce_double/reduce_double_strides.cl", "i < get_num_groups(0);", "i + 1 < get_num_groups(0);", 1 << 20, 0),
    ("transpose/tutorial_blocks_uchar", "transpose/transpose_tutorial.cl", "if (x + 1 < x_end) store_four", "store_four", 241 * 337, 37),
    # A middle that is no whole pixel turns the first row onto the canvas: what the text wanted, and not what it computes.
    ("image_rotate/tutorial_forward_grey", "image_rotate/image_rotate_tutorial.cl", "(y - middle_y) * sine + middle_x",
     "(y - middle_y) * sine + middle_x - 1", 241 * 337, 0),
    ("reduce/tutorial_no_fence", "reduce/reduce_atomic.cl", "k < get_local_size(0); ++k) sum", "k + 1 < get_local_size(0); ++k) sum", 1009, 0),
    ("reduce/tutorial_no_fence", "reduce/reduce_atomic.cl", "total += partial[group];", "total += partial[group] | 1;", 4096, 37),
    ("constant_memory/program_large", "constant_memory/constant_memory_tables.cl", "LARGE, start + k * 7", "SMALL, start + k * 7", 1009, 0),
    ("minmax/groups", "minmax/minmax.cl", "mine[0] = 0xffffffffu;", "mine[0] = 0u;", 1009, 0),
    ("branches/voted", "branches/branches.cl", "first = first_way(value)", "first = second_way(value)", 1009, 0),
    ("fma/chains_2", "fma/fma.cl", "v.s0 + v.s1)", "v.s0)", 1009, 0),
    # az += f * dx
    ("nbody/tutorial_integrator", "nbody/nbody_tutorial.cl", "a += f * d;", "a += f * d.xyxw;", 1009, 0),
    ("nbody/tiles", "nbody/nbody.cl", "return sum + strength * distance;", "return sum + strength * distance.xyx;", 1009, 0),
    ("nbody/tutorial_integrator", "nbody/nbody_tutorial.cl", "0.5f * dt * dt * a", "dt * dt * a", 1009, 0),
    ("nbody/tutorial_integrator", "nbody/nbody_tutorial.cl", "first < count; first += items",
     "first + items <= count; first += items", 1009, 0),
    ("bitonic_sort/tutorial_alternating", "bitonic_sort/bitonic_sort_tutorial.cl",
     "if (item / same_direction % 2 == 1) is_up = 1 - is_up;", "", 1009, 0),
    ("bitonic_sort/tutorial_alternating", "bitonic_sort/bitonic_sort_tutorial.cl", ": filler;", ": 7u;", 1009, 0),
    ("copy_width/strided", "copy_width/copy_width_patterns.cl", "(size + stride - 1) / stride", "size / stride", 1009, 0),
    ("copy_width/rows", "copy_width/copy_width_patterns.cl", "min(first + count, end)", "min(first + count, end + 1)", 1009, 37),
    ("constant_memory/varying", "constant_memory/constant_memory.cl", "DEFINE_LOOKUPS(varying, constant, start + k * 7)",
     "DEFINE_LOOKUPS(varying, constant, k * 7)", 1009, 0),
    ("branches/divergent", "branches/branches.cl", "if ((i >> shift & 1) == 0) {", "if ((i >> shift & 1) != 0) {", 1009, 0),
    ("branches/selected", "branches/branches.cl", "? 0xffffffffu : 0u", "? 0xfffffffeu : 0u", 1009, 0),
    ("transfer/non_blocking", "transfer/transfer.cl", "if (i < end)", "if (i <= end)", 1009, 0),
    ("transfer/to_read_only", "transfer/transfer.cl", "i >= begin && ", "", 1009, 37),
    ("overlap/kernels", "overlap/overlap.cl", "x << 5", "x << 6", 1009, 0),
    ("overlap/copies", "overlap/overlap.cl", "i = first + get_local_id(0)", "i = first + get_local_id(0) + 1", 1009, 37),
    ("nbody/tree", "nbody/nbody_tree.cl", "node = next[node];", "node = next[node] + 1;", 1009, 0),
    ("nbody/tree", "nbody/nbody_tree.cl", "squared <= opens[node]", "squared <= 0.1f * opens[node]", 1009, 0),
    ("fma/chains", "fma/fma.cl", "k < rounds", "k + 1 < rounds", 1009, 0),
    ("copy_width/float4", "copy_width/copy_width.cl", "first >= begin && first + 4", "first + 4", 1009, 37),
]


EMULATED = {"matmul_units": "gfx1100", "attention": "gfx1100", "convolution": "gfx1100"}


def place_of(arguments, algorithm):
    """Target, device and environment for the mutants of an algorithm."""
    if algorithm not in EMULATED:
        return "driver:pocl", "portable computing language", None
    chip = EMULATED[algorithm]
    return f"amdgcn:{chip}", chip, dict(os.environ, OCL_ICD_VENDORS=arguments.emulator)


def try_mutant(arguments, folder, mutant):
    """The empty string when clrun noticed, else what went wrong."""
    name, file, text, replacement, size, offset, *options = mutant
    kernels = os.path.join(folder, "kernels")
    shutil.copytree(arguments.kernels, kernels)
    path = os.path.join(kernels, file)
    with open(path, encoding="utf-8") as source:
        original = source.read()
    if text not in original:
        return f"{file} no longer contains: {text}"
    with open(path, "w", encoding="utf-8") as source:
        source.write(original.replace(text, replacement))
    algorithm, variant = name.split("/")
    package = os.path.join(folder, "package")
    # A header is part of several modules; clrun wants the one with the variant.
    ending = "_tutorial" if variant.startswith("tutorial_") else "_half" if variant.startswith("half_") and algorithm == "attention" else ""
    module = algorithm + ending + ".cl"
    sources = [path] if file.endswith(".cl") else [os.path.join(kernels, algorithm, module)]
    # Not optimised: PoCL's optimiser takes several times as long as the rest, and no mutant is about it.
    target, device, environment = place_of(arguments, algorithm)
    compiled = run(arguments.clc, "compile", *sources, "-t", target, *(options or ["-cl-opt-disable"]), "-o", package, merged=True, timeout=120)
    if compiled.returncode != 0:
        return f"the mutant does not compile:\n{compiled.stdout}"
    verified = run(arguments.clrun, "verify", name, "--package", package, "--device", device, "--size", size, "--offset", offset,
                   merged=True, timeout=120, env=environment)
    if verified.returncode < 0:  # what a kernel writes beyond its buffers may end the process
        return ""
    if verified.returncode != 6 or "failed: " not in verified.stdout or "0 passed, 1 failed" not in verified.stdout:
        return f"exit {verified.returncode}, expected 6 and a failed row:\n{verified.stdout}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    for name in ("--clrun", "--clc", "--kernels"):
        parser.add_argument(name, required=True)
    parser.add_argument("--emulator", help="the folder of the emulated GPUs' .icd files, for algorithms that need matrix units")
    parser.add_argument("--only", help="the mutants of one algorithm")
    parser.add_argument("--share", type=share_of, default=(0, 1), metavar="K/N")
    arguments = parser.parse_args()
    which, parts = arguments.share
    mutants = [mutant for mutant in MUTANTS[which::parts] if arguments.only in (None, mutant[0].split("/")[0])]
    if not mutants:
        parser.error(f"there is no mutant of {arguments.only}")
    if not arguments.emulator and any(mutant[0].split("/")[0] in EMULATED for mutant in mutants):
        parser.error(f"--emulator is needed for {', '.join(EMULATED)}")
    survivors = 0
    for mutant in mutants:
        with temporary_folder("clc-mutant-") as folder:
            wrong = try_mutant(arguments, folder, mutant)
        print(f"{mutant[0]}: {mutant[2]!r} -> {mutant[3]!r}: {'NOT NOTICED: ' + wrong if wrong else 'noticed'}",
              flush=True)
        survivors += 1 if wrong else 0
    print(f"{len(mutants) - survivors} of {len(mutants)} mutants noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
