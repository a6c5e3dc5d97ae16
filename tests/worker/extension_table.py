#!/usr/bin/env python3
"""Makes the table of docs/targets.md that says which extension which family of targets has, from what the compiler does.

usage: extension_table.py --clc PROGRAM (--check FILE | --into FILE)

A row's kernels (announced_macros.py, and OTHERS here) are compiled for the targets of COLUMNS; a cell tells from which of
them on they compile. What compiles without the instruction that NATIVE names is emulated. What does not compile has its
reason in WHY. Where ocloc is missing, Intel's column is not looked at.
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, run, skip, temporary_folder  # noqa: E402

from announced_macros import ATTRIBUTES, KERNELS, PRELUDES

BEGIN, END = "<!-- extensions -->\n", "<!-- end of extensions -->\n"
ADDITIONS = ["SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max",
             "SPV_INTEL_bfloat16_conversion", "SPV_INTEL_split_barrier", "SPV_INTEL_subgroups", "SPV_KHR_integer_dot_product",
             "SPV_KHR_subgroup_rotate"]
COLUMNS = {
    "SPIR-V": [*(f"spirv64:1.{minor}" for minor in (0, 1, 3, 6)), *(f"spirv64:1.2,{name}" for name in ADDITIONS)],
    "NVIDIA": ["nvptx:sm_50", "nvptx:sm_53", "nvptx:sm_60", "nvptx:sm_70", "nvptx:sm_90"],
    "AMD": ["amdgcn:gfx700", "amdgcn:gfx801", "amdgcn:gfx906", "amdgcn:gfx942", "amdgcn:gfx1100"],
    "R600": ["r600:cypress"],
    "Intel": ["intel:skl", "intel:dg2"],
}

MAD = ("global int8* o, int8 a, int8 b", "o[0] = intel_sub_group_i8_i8_matrix_mad_k32(a, b, o[0]);")
WAVE = "#ifdef __AMDGCN__\n#define SIZE 64\n#else\n#define SIZE 32\n#endif\n"
# Rows without a macro of their own: (attribute and what comes before, kernels).
OTHERS = {
    "cl_intel_required_subgroup_size": (WAVE + "__attribute__((intel_reqd_sub_group_size(SIZE)))", KERNELS["cl_intel_required_subgroup_size"]),
    "cl_intel_subgroup_local_block_io": ("", KERNELS["cl_intel_subgroup_local_block_io"]),
    "cl_intel_subgroup_matrix_multiply_accumulate": ("", [MAD]),
    "device-side enqueue": ("", [("global int* o", "queue_t q = get_default_queue();")]),
    "pipes": ("", [("global int* o, read_only pipe int p", "read_pipe(p, o);")]),
    "cl_qcom_…": ("", [("global int* o", "o[0] = qcom_sub_group_shuffle_xor(o[0], 1);")]),
}


def of_atomics(bits, what):
    return [f"__opencl_c_ext_fp{bits}_{space}_atomic_{what}" for space in ("global", "local")]


ARM = [f"cl_arm_integer_dot_product_{name}" for name in ("int8", "accumulate_int8", "accumulate_int16", "accumulate_saturate_int8")]
# {what the table says: the macros behind it}
ROWS = {name: [name] for name in """cl_khr_fp16 cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_subgroups
    __opencl_c_work_group_collective_functions cl_khr_subgroup_ballot cl_khr_subgroup_clustered_reduce
    cl_khr_subgroup_extended_types cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote cl_khr_subgroup_rotate
    cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_subgroup_named_barrier""".split()}
ROWS |= {
    "cl_khr_integer_dot_product": [name for name in KERNELS if "khr_integer_dot_product" in name or "c_integer_dot_product" in name],
    "cl_arm_integer_dot_product_…": ARM,
    "cl_khr_extended_bit_ops": ["cl_khr_extended_bit_ops"],
    "cl_khr_extended_async_copies": ["cl_khr_extended_async_copies"],
    "cl_khr_kernel_clock": [name for name in KERNELS if "kernel_clock" in name],
    "cl_ext_float_atomics: half, sums": of_atomics(16, "add"),
    "half, min, max": of_atomics(16, "min_max"),
    "half, loads, stores": of_atomics(16, "load_store"),
    "float, sums": of_atomics(32, "add"),
    "float, min, max": of_atomics(32, "min_max"),
    "double, sums": of_atomics(64, "add"),
    "double, min, max": of_atomics(64, "min_max"),
    "images": ["__opencl_c_images", "cl_khr_3d_image_writes"],
    "`read_write` images": ["__opencl_c_read_write_images"],
    "cl_khr_depth_images": ["cl_khr_depth_images"],
    "cl_amd_media_ops": ["cl_amd_media_ops"],
    "cl_intel_subgroups, _char, _short, _long": ["cl_intel_subgroups"] + [f"cl_intel_subgroups_{name}" for name in ("char", "short", "long")],
    **{name: [] for name in OTHERS if name.startswith("cl_intel")},
    **{name: [name] for name in ("cl_intel_bfloat16_conversions", "cl_intel_split_work_group_barrier")},
    **{name: [] for name in OTHERS if not name.startswith("cl_intel")},
}

# What the assembly of a row for a family has where it is no loop and no sequence of other instructions.
NATIVE = {
    ("cl_khr_integer_dot_product", "NVIDIA"): r"\bdp4a\b", ("cl_khr_integer_dot_product", "AMD"): r"\bv_dot4",
    ("cl_arm_integer_dot_product_…", "NVIDIA"): r"\bdp4a\b", ("cl_arm_integer_dot_product_…", "AMD"): r"\bv_dot4",
    ("cl_khr_extended_bit_ops", "NVIDIA"): r"\bbrev", ("cl_khr_extended_bit_ops", "AMD"): r"_bfrev|_brev",
    ("cl_khr_extended_async_copies", "NVIDIA"): r"cp\.async", ("cl_khr_extended_async_copies", "AMD"): r"_lds_",
    **{(row, "NVIDIA"): r"atom\S*\.add\S*\.f(16|32|64)" for row in ROWS if row.endswith("sums")},
    **{(row, "NVIDIA"): r"atom\S*\.(min|max)\S*\.f(16|32|64)" for row in ROWS if row.endswith("max")},
    **{(row, "AMD"): r"_add\S*_f(16|32|64)" for row in ROWS if row.endswith("sums") and "half" in row},
    **{(row, "AMD"): r"(ds|global|flat)_(add|min|max)\S*_f(16|32|64)" for row in ROWS if "half" not in row and re.search("sums$|max$", row)},
}
NO_SUB_GROUPS = "no sub-groups"
DRIVER = "driver's own"
# Why a family has not what a row names.
WHY = {
    ("cl_khr_subgroup_named_barrier", "SPIR-V"): "not in LLVM", ("cl_khr_subgroup_named_barrier", "NVIDIA"): "not built",
    ("cl_khr_subgroup_named_barrier", "AMD"): "not built", ("cl_khr_kernel_clock", "SPIR-V"): "not in LLVM",
    ("half, min, max", "SPIR-V"): "not in LLVM", ("half, loads, stores", "SPIR-V"): "not in LLVM",
    ("cl_amd_media_ops", "SPIR-V"): "AMD's", ("cl_amd_media_ops", "NVIDIA"): "AMD's",
}
