#!/usr/bin/env python3
"""Makes the table of docs/features.md that says which extension which family of targets has, from what the compiler does.

usage: extension_table.py --clc PROGRAM (--check FILE [--share K/N] | --into FILE)

A row's kernels, those of announced_macros.py and of OTHERS, are compiled for the targets of COLUMNS; a cell tells from which
of them on they compile. What compiles without the instruction of NATIVE is emulated. What does not compile has its reason in
WHY. Without ocloc, Intel's column is not looked at. With --share 2/3 the second third of the rows is checked.
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, output_of, page_options, page_part, run, share_of, skip, temporary_folder  # noqa: E402

from announced_macros import KERNELS, PRELUDES

ADDITIONS = ["SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max",
             "SPV_INTEL_bfloat16_conversion", "SPV_INTEL_split_barrier", "SPV_INTEL_subgroups", "SPV_KHR_integer_dot_product",
             "SPV_KHR_subgroup_rotate"]
NOTHING = "r600:cypress"  # for which no row compiles
COLUMNS = {
    "SPIR-V": [*(f"spirv64:1.{minor}" for minor in (0, 1, 3, 6)), *(f"spirv64:1.2,{name}" for name in ADDITIONS)],
    "NVIDIA": ["nvptx:sm_50", "nvptx:sm_53", "nvptx:sm_70", "nvptx:sm_90"],
    "AMD": ["amdgcn:gfx700", "amdgcn:gfx801", "amdgcn:gfx942", "amdgcn:gfx1100"],
    "Intel": ["intel:skl", "intel:dg2"],
}

# Rows that no macro announces: {what the table says: (attribute, kernel)}.
OTHERS = {
    "cl_intel_required_subgroup_size": ("__attribute__((intel_reqd_sub_group_size(SIZE)))", ("global int* o", "o[0] = 1;")),
    "cl_khr_cooperative_matrix": (
        "\n#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable\n"
        "typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) sums;\n",
        ("global float* o", "sums m = coop_mat_load(o, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16); "
                            "coop_mat_store(o, m, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 16);")),
    "cl_intel_subgroup_matrix_multiply_accumulate": (
        "", ("global int8* o, int8 a, int8 b", "o[0] = intel_sub_group_i8_i8_matrix_mad_k32(a, b, o[0]);")),
    "device-side enqueue": ("", ("global int* o", "queue_t q = get_default_queue();")),
    "pipes": ("", ("global int* o, read_only pipe int p", "read_pipe(p, o);")),
    "cl_qcom_…": ("", ("global int* o", "o[0] = qcom_sub_group_shuffle_xor(o[0], 1);")),
}


def of_atomics(bits, what):
    return [f"__opencl_c_ext_fp{bits}_{space}_atomic_{what}" for space in ("global", "local")]


def named(part):
    return [name for name in KERNELS if part in name]


# {what the table says: the macros that announce it}
ROWS = {
    **{name: [name] for name in ("cl_khr_fp16", "cl_khr_fp64", "cl_khr_int64_base_atomics")},
    "images": ["__opencl_c_images", "__opencl_c_3d_image_writes"],
    "`read_write` images": ["__opencl_c_read_write_images"],
    "functions of work-groups": ["__opencl_c_work_group_collective_functions"],
    **{name: [name] for name in KERNELS if name.startswith("cl_khr_subgroup")},
    "cl_khr_integer_dot_product": [name for name in named("integer_dot_product") if "arm" not in name],
    "cl_arm_integer_dot_product_…": named("cl_arm_"),
    **{name: [name] for name in ("cl_khr_extended_bit_ops", "cl_khr_extended_async_copies")},
    "cl_khr_kernel_clock": named("kernel_clock"),
    "atomic sums of `half`": of_atomics(16, "add"),
    "… minimum, maximum": of_atomics(16, "min_max"),
    "… load, store": of_atomics(16, "load_store"),
    "atomic sums of `float`": of_atomics(32, "add"),
    "atomic minimum, maximum of `float`": of_atomics(32, "min_max"),
    "atomic sums of `double`": of_atomics(64, "add"),
    "atomic minimum, maximum of `double`": of_atomics(64, "min_max"),
    "cl_amd_media_ops": ["cl_amd_media_ops"],
    "cl_intel_subgroups, …": ["cl_intel_subgroups"] + [f"cl_intel_subgroups_{name}" for name in ("char", "short", "long")],
    "cl_intel_required_subgroup_size": [],
    **{name: [name] for name in ("cl_intel_bfloat16_conversions", "cl_intel_split_work_group_barrier")},
    **{name: [] for name in list(OTHERS)[1:]},
}

# What the assembly of a row has where no loop and no other instructions stand for it: {(row, family): pattern}.
NATIVE = {(row, "NVIDIA"): r"\bdp4a\b" for row in ROWS if "dot_product" in row}
NATIVE |= {(row, "AMD"): r"\bv_dot4" for row in ROWS if "dot_product" in row}
NATIVE |= {(row, family): pattern for row in ROWS if row.startswith("atomic sums") or "imum" in row for family, pattern in (
    ("NVIDIA", r"atom\S*\.(add|min|max)\S*\.f(16|32|64)"), ("AMD", r"(global|flat)_atomic\S*_f(16|32|64)"))}
NATIVE |= {("… load, store", family): pattern for family, pattern in (("NVIDIA", r"exch\S*\.b16"), ("AMD", r"swap_b16"))}
NATIVE |= {("cl_khr_extended_async_copies", family): pattern for family, pattern in (("NVIDIA", r"cp\.async"), ("AMD", r"_load_lds_"))}
NATIVE |= {("cl_khr_extended_bit_ops", family): pattern for family, pattern in (("NVIDIA", r"\bbrev"), ("AMD", r"_b(f)?rev_"))}
ASSEMBLED = {"NVIDIA": ("nvptx:sm_90", "ptx"), "AMD": ("amdgcn:gfx1100", "isa")}

# Why a family has not what a row names.
OF_DRIVERS = {"device-side enqueue": "a driver's", "cl_qcom_…": "Qualcomm's"}
PIPES = {"pipes": "a driver's"}
INTELS = {row: "Intel's" for row in ROWS if row.startswith("cl_intel")}
WHY = {
    "SPIR-V": {**PIPES, "cl_intel_subgroup_matrix_multiply_accumulate": "no tool takes it", "cl_amd_media_ops": "AMD's"},
    "NVIDIA": {**INTELS, "cl_amd_media_ops": "AMD's", "`read_write` images": "not built",
               "pipes": "a driver's; `cuda` has them from sm_70 on"},
    "AMD": {**INTELS, **PIPES},
    "Intel": {**dict.fromkeys(ROWS, "the chip"), **PIPES, "cl_amd_media_ops": "AMD's"},
}


def text_of(row):
    """A source that compiles where all of the row's macros are there, and so is what they announce."""
    lines = ["#if defined(__AMDGCN__)", "#define SIZE 64", "#else", "#define SIZE 32", "#endif"]
    kernels = [OTHERS[row]] if row in OTHERS else []
    for macro in ROWS[row]:
        lines += [f"#ifndef {macro}", f"#error {macro} is not announced", "#endif", PRELUDES.get(macro, "")]
        lines += [f"#pragma OPENCL EXTENSION {macro} : enable"] if macro.startswith("cl_") else []
        kernels += [("", kernel) for kernel in KERNELS[macro]]
    return "\n".join(lines + [f"{attribute} kernel void k{number}({parameters}) {{ {body} }}"
                              for number, (attribute, (parameters, body)) in enumerate(kernels)]) + "\n"


def name_of(row):
    return f"r{list(ROWS).index(row)}"


def compile_rows(clc, folder, names, targets, *options):
    """{row: the targets for which it compiles}"""
    for name, row in names.items():
        with open(os.path.join(folder, name + ".cl"), "w", encoding="utf-8") as file:
            file.write(text_of(row))
    done = run(clc, "compile", *(name + ".cl" for name in names), *(word for target in targets for word in ("-t", target)),
               "-cl-std=CL3.0", "-w", "--keep-going", "-o", "out", *options, cwd=folder, env=environment(CLC_CACHE="0"))
    crashed = re.findall(".*error: the compiler for .*", done.stderr)
    expect(done.returncode in (0, 1, 7), f"exit code {done.returncode}: {crashed}")
    modules = json.loads(output_of(clc, "inspect", os.path.join(folder, "out"), "--format", "json"))["modules"]
    # A target may imply a second extension of SPIR-V, which its full name then tells.
    return {names[module["name"]]: {target for target in targets for variant in module["variants"]
                                    if (variant["target"] + ",").startswith(target + ",")} for module in modules}


def emulated(clc, names):
    """The rows and families of NATIVE whose assembly lacks the instruction."""
    found = set()
    with temporary_folder() as folder:
        compile_rows(clc, folder, names, [target for target, _ in ASSEMBLED.values()], "--dump-dir", "dump")
        for (row, family), pattern in NATIVE.items():
            target, extension = ASSEMBLED[family]
            path = os.path.join(folder, "dump", f"{name_of(row)}.{target.replace(':', '_')}.{extension}")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    found |= set() if re.search(pattern, file.read()) else {(row, family)}
    return found


def cell(row, family, targets, loops):
    """What the table says: from which target on, or why not."""
    reason = OF_DRIVERS.get(row) or WHY[family].get(row, "not built" if family != "SPIR-V" else "LLVM")
    plain = [target for target in COLUMNS[family] if "," not in target]
    have = [target for target in plain if target in targets]
    with_addition = [target.split(",")[1] for target in COLUMNS[family] if "," in target and target in targets]
    if not have:
        return with_addition[-1] if 0 < len(with_addition) < len(ADDITIONS) else f"no: {reason}"
    text = have[0].split(":")[1] if have[0] != plain[0] or family == "SPIR-V" else "yes"
    lacking = [target.split(":")[1] for target in plain[plain.index(have[0]):] if target not in have]
    text += f", not {', '.join(lacking)}" if lacking else ""
    text += f" or {with_addition[-1]}" if 0 < len(with_addition) < len(ADDITIONS) else ""
    if (row, family) in loops:
        text = "emulated" if text == "yes" else text + ", emulated"
    return text


def table(clc, intel, rows):
    """{row: {family: cell}}"""
    names = {name_of(row): row for row in rows}
    families = [family for family in COLUMNS if family != "Intel" or intel]
    with temporary_folder() as folder:
        compiled = compile_rows(clc, folder, names, [target for family in families for target in COLUMNS[family]] + [NOTHING])
    for row, targets in compiled.items():
        expect(NOTHING not in targets, f"{row} compiles for {NOTHING}")
    loops = emulated(clc, names)
    return {row: {family: cell(row, family, compiled.get(row, set()), loops) for family in families} for row in rows}


def written(rows):
    lines = ["||" + "|".join(COLUMNS) + "|", "|---" * (len(COLUMNS) + 1) + "|"]
    for row, cells in rows.items():
        shown = f"`{row}`" if row.startswith("cl_") else row
        lines.append(f"|{shown}|" + "|".join(cells[family] for family in COLUMNS) + "|")
    return "\n".join(lines) + "\n"


def check(rows, text):
    lines = text.strip().splitlines()[2:]
    expect(len(lines) == len(ROWS), f"the table has {len(lines)} rows, not {len(ROWS)}")
    for line, row in zip(lines, ROWS):
        shown = [part.strip() for part in line.strip("|").split("|")]
        cells = rows.get(row, {})
        expect(shown[0].strip("`") == row.strip("`"), f"row {shown[0]}, not {row}")
        for family, said in zip(COLUMNS, shown[1:]):
            expect(said and cells.get(family, said) == said, f"{row} for {family}: the table says '{said}', and it is '{cells.get(family)}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    page_options(parser)
    parser.add_argument("--share", type=share_of, default="1/1")
    arguments = parser.parse_args()
    which, parts = arguments.share
    clc = os.path.abspath(arguments.clc)
    families = json.loads(output_of(clc, "targets", "--format", "json"))["families"]
    intel = next(family for family in families if family["name"] == "intel")["available"]
    if not intel:
        skip("the table of extensions for Intel", "ocloc is not installed")
    rows = table(clc, intel, list(ROWS)[which::parts])
    page_part(arguments, "extensions", lambda: written(rows), lambda old: check(rows, old))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
