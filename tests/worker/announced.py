#!/usr/bin/env python3
"""Tests that what a macro announces compiles: a kernel under #ifdef for every extension and feature macro, on every kind of target.

usage: announced.py --clc PROGRAM --clang-macros OpenCLExtensions.def [--share K/N]
       --share   2/4: each target in one of the four languages, the next target in another

All kernels of a target go into one file; where that fails, each macro gets a file of its own, to name the ones that do
not compile. The table is announced_macros.py; a macro of Clang that it lacks is an error.
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, problem, run, share_of, temporary_folder  # noqa: E402

from announced_macros import ATTRIBUTES, KERNELS, PRELUDES

SPIRV_EXTENSIONS = ("SPV_EXT_shader_atomic_float16_add,SPV_EXT_shader_atomic_float_add,SPV_EXT_shader_atomic_float_min_max,"
                    "SPV_INTEL_bfloat16_conversion,SPV_INTEL_split_barrier,SPV_INTEL_subgroups,SPV_KHR_integer_dot_product,SPV_KHR_subgroup_rotate")
TARGETS = [*(f"spirv64:1.{minor}" for minor in range(7)), "spirv32:1.2", f"spirv64:1.0,{SPIRV_EXTENSIONS}",
           f"spirv64:1.4,{SPIRV_EXTENSIONS}", "spirv64:1.2,SPV_EXT_shader_atomic_float16_add", "nvptx:sm_50", "nvptx:sm_75", "nvptx:sm_90",
           "amdgcn:gfx700", "amdgcn:gfx906", "amdgcn:gfx942", "amdgcn:gfx1100"]
STANDARDS = ["CL3.0", "CL1.2", "CL2.0", "CLC++2021"]

CORE = {"__opencl_c_generic_address_space", "__opencl_c_images", "__opencl_c_fp64", "__opencl_c_3d_image_writes",
        "__opencl_c_program_scope_global_variables", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
        "cl_khr_fp64", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_extended_bit_ops",
        "cl_khr_extended_async_copies"}
ARM = {f"cl_arm_integer_dot_product_{name}" for name in (
    "int8", "accumulate_int8", "accumulate_int16", "accumulate_saturate_int8")}
OURS = {"cl_khr_extended_async_copies", "cl_intel_split_work_group_barrier"} | ARM  # which Clang does not know
DOT_PRODUCTS = {"cl_khr_integer_dot_product", "__opencl_c_integer_dot_product_input_4x8bit",
                "__opencl_c_integer_dot_product_input_4x8bit_packed"} | ARM
FLOAT_ATOMICS = {"cl_ext_float_atomics"} | {
    f"__opencl_c_ext_fp{bits}_{space}_atomic_{what}" for space in ("global", "local") for bits in (32, 64)
    for what in ("add", "min_max")}
HALF_ATOMICS = {f"__opencl_c_ext_fp16_{space}_atomic_{what}" for space in ("global", "local")
                for what in ("add", "min_max", "load_store")}
CLOCKS = {"cl_khr_kernel_clock"} | {f"__opencl_c_kernel_clock_scope_{scope}" for scope in ("device", "work_group", "sub_group")}
GROUPS = {"cl_khr_subgroups", "__opencl_c_work_group_collective_functions"}
SUB_GROUPS = {f"cl_khr_subgroup_{name}" for name in (
    "ballot", "clustered_reduce", "extended_types", "non_uniform_arithmetic", "non_uniform_vote", "shuffle",
    "shuffle_relative")}
OF_SPIRV_EXTENSIONS = FLOAT_ATOMICS | {"cl_khr_subgroup_rotate", "__opencl_c_ext_fp16_global_atomic_add",
                                       "__opencl_c_ext_fp16_local_atomic_add", "cl_intel_subgroups", "cl_intel_subgroups_char",
                                       "cl_intel_subgroups_short", "cl_intel_subgroups_long", "cl_intel_subgroup_local_block_io",
                                       "cl_intel_bfloat16_conversions", "cl_intel_split_work_group_barrier"}

# Extensions that must stay announced in OpenCL C 3.0, so that nothing is lost by announcing less.
ANNOUNCED = {target: CORE for target in TARGETS}
for name in TARGETS:
    if name.startswith("spirv"):
        ANNOUNCED[name] = CORE | GROUPS | {"cl_khr_fp16", "__opencl_c_read_write_images", "__opencl_c_subgroups"}
    elif name != "nvptx:sm_50":
        ANNOUNCED[name] = CORE | GROUPS | {"cl_khr_fp16"}
    if name in ("nvptx:sm_75", "nvptx:sm_90", "amdgcn:gfx906", "amdgcn:gfx942", "amdgcn:gfx1100"):
        ANNOUNCED[name] = ANNOUNCED[name] | SUB_GROUPS | {"cl_khr_subgroup_rotate"}
    if name == "spirv64:1.6" or not name.startswith("spirv"):
        ANNOUNCED[name] = ANNOUNCED[name] | DOT_PRODUCTS
    if not name.startswith("spirv"):
        ANNOUNCED[name] = ANNOUNCED[name] | FLOAT_ATOMICS | (CLOCKS if name != "amdgcn:gfx700" else set())
        ANNOUNCED[name] = ANNOUNCED[name] | (HALF_ATOMICS if name != "nvptx:sm_50" else set())
    if SPIRV_EXTENSIONS in name:
        ANNOUNCED[name] = ANNOUNCED[name] | DOT_PRODUCTS | OF_SPIRV_EXTENSIONS
for name in TARGETS[3:7]:
    ANNOUNCED[name] = ANNOUNCED[name] | SUB_GROUPS

# AMD's chips that have no instructions for images announce none; everything else that is core has __IMAGE_SUPPORT__.
IMAGES = {"__IMAGE_SUPPORT__", "__opencl_c_images", "__opencl_c_3d_image_writes", "__opencl_c_read_write_images",
          "cl_khr_3d_image_writes", "cl_khr_depth_images", "cl_khr_mipmap_image", "cl_khr_gl_msaa_sharing"}
ABSENT = {"amdgcn:gfx942": IMAGES}
for name in TARGETS:
    ANNOUNCED[name] = (ANNOUNCED[name] | {"__IMAGE_SUPPORT__"}) - ABSENT.get(name, set())

ENQUEUE = "{ enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, r, ^{ o[0] = 1; }); }"
NO_ENQUEUE = "device-side enqueue is not supported: only a driver's own compiler knows the driver's scheduler"
NO_PIPES = "pipes are not supported: only a driver's own compiler knows the form of the driver's pipes"
NEEDS = "{} needs {} or later"
NO_IMAGES = "images are not supported for {}: the chip has no instructions for them"
READS = "kernel void k(global uint4* o, read_only image2d_t i) { o[0] = read_imageui(i, (int2)(0)); }"

RELAXED = "memory_order_relaxed, memory_scope_work_group"
OF_HALF = [*((f"atomic_fetch_{name}_explicit(p, o[0], {RELAXED});", "for floating point") for name in ("add", "sub", "min", "max")),
           ("atomic_fetch_add(p, o[0]);", "for floating point"),
           *((body, "atomic_half has no loads, stores and exchanges for") for body in (
               "atomic_store(p, o[0]);", f"atomic_store_explicit(p, o[0], {RELAXED});",
               f"o[0] = atomic_load_explicit(p, {RELAXED});", f"o[0] = atomic_exchange_explicit(p, o[0], {RELAXED});"))]

# Refused kernels, and what the message must say: (target, standard, kernel, text).
REFUSED = [
    ("spirv64:1.2", "CL3.0", "kernel void k(global int* o) { o[0] = sub_group_shuffle(o[0], 1); }",
     NEEDS.format("cl_khr_subgroup_shuffle", "spirv64:1.3")),
    ("spirv32:1.2", "CL3.0", "kernel void k(global uint4* o) { o[0] = get_sub_group_eq_mask(); }",
     NEEDS.format("cl_khr_subgroup_ballot", "spirv32:1.3")),
    ("spirv64:1.4", "CL3.0", "kernel void k(global uint* o) { o[0] = dot_4x8packed_uu_uint(o[0], o[1]); }",
     NEEDS.format("cl_khr_integer_dot_product", "spirv64:1.6")),
    ("spirv64:1.4", "CL3.0", "kernel void k(global int* o, char4 a, char4 b) { o[0] = dot(a, b); }",
     NEEDS.format("cl_khr_integer_dot_product", "spirv64:1.6")),
    ("r600:cypress", "CL3.0", "kernel void k(global uint* o) { o[0] = bit_reverse(o[0]); }",
     "cl_khr_extended_bit_ops is not supported for r600"),
    ("r600:cypress", "CL1.2", "kernel void k(global int* o, local int* l) { async_work_group_copy_2D2D(l, 0, o, 0, 4, 1, 1, 1, 1, 0); }",
     "cl_khr_extended_async_copies is not supported for r600"),
    ("spirv64:1.2", "CL3.0", "kernel void k(global int* o, char4 a, char4 b) { o[0] = dot(a, b); }",
     "spirv64:1.6 or later, or spirv64:1.2,SPV_KHR_integer_dot_product"),
    ("spirv64:1.6", "CL3.0", "kernel void k(global ulong* o) { o[0] = clock_read_device(); }",
     "cl_khr_kernel_clock is not supported for spirv64"),
    ("spirv32:1.6", "CL3.0", "kernel void k(global int* o) { o[0] = sub_group_rotate(o[0], 1); }",
     "cl_khr_subgroup_rotate needs spirv32:1.6,SPV_KHR_subgroup_rotate"),
    ("spirv64:1.6", "CL3.0", "kernel void k(global atomic_float* o) { atomic_fetch_add(o, 1.0f); }",
     "cl_ext_float_atomics needs spirv64:1.6,SPV_EXT_shader_atomic_float_add"),
    ("spirv64:1.6", "CL3.0", "kernel void k(global atomic_float* o) { atomic_fetch_max(o, 1.0f); }",
     "cl_ext_float_atomics needs spirv64:1.6,SPV_EXT_shader_atomic_float_min_max"),
    *((target, standard, "kernel void k(global int* o) { o[0] = intel_sub_group_shuffle(o[0], 1); }", text)
      for standard in ("CL1.2", "CL3.0") for target, text in (
          ("spirv64:1.4", "(cl_intel_subgroups needs spirv64:1.4,SPV_INTEL_subgroups)"),
          ("nvptx:sm_90", "cl_intel_subgroups is not supported for nvptx"))),
    *((target, "CL1.2", kernel, text) for target in ("spirv64:1.2", "nvptx:sm_75", "amdgcn:gfx1100") for kernel, text in (
        ("kernel void k(global int8* o, int8 a) { o[0] = intel_sub_group_i8_i8_matrix_mad_k32(a, a, o[0]); }",
         "cl_intel_subgroup_matrix_multiply_accumulate is not supported: no tool here takes its instructions"),
        ("kernel void k() { intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE); }",
         "cl_intel_split_work_group_barrier " + ("needs spirv64:1.2,SPV_INTEL_split_barrier" if "spirv" in target else "is not supported for")),
        ("kernel void k(global ushort* o, float a) { o[0] = intel_convert_bfloat16_as_ushort(a); }",
         "cl_intel_bfloat16_conversions " + ("needs spirv64:1.2,SPV_INTEL_bfloat16_conversion" if "spirv" in target else "is not supported for")))),
    ("amdgcn:gfx700", "CL3.0", "kernel void k(global ulong* o) { o[0] = clock_read_device(); }",
     NEEDS.format("cl_khr_kernel_clock", "amdgcn:gfx801")),
    ("nvptx:sm_50", "CL3.0", "kernel void k(global int* o) { o[0] = sub_group_reduce_add(o[0]); }",
     NEEDS.format("cl_khr_subgroups", "nvptx:sm_70")),
    ("nvptx:sm_61", "CL3.0", "kernel void k(global int* o) { o[0] = sub_group_rotate(o[0], 1); }",
     NEEDS.format("cl_khr_subgroup_rotate", "nvptx:sm_70")),
    ("amdgcn:gfx700", "CL3.0", "kernel void k(global int* o) { o[0] = sub_group_shuffle(o[0], 1); }",
     NEEDS.format("cl_khr_subgroup_shuffle", "amdgcn:gfx801")),
    *((target, standard, READS, NO_IMAGES.format(target)) for standard in ("CL1.2", "CL2.0", "CL3.0", "CLC++2021")
      for target in ("amdgcn:gfx942", "amdgcn:gfx950", "amdgcn:gfx1250", "amdgcn:gfx942,sramecc+,xnack-")),
    ("amdgcn:gfx942", "CL1.2", "kernel void k(write_only image3d_t i) {}", NO_IMAGES.format("amdgcn:gfx942")),
    ("r600:cypress", "CL1.2", READS, NO_IMAGES.format("r600:cypress")),
    *((target, "CL3.0", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(" + parameter + ", global half* o) { " + body + " }",
       text)
      for target in ("spirv64:1.2",) for parameter in ("global atomic_half* p", "local atomic_half* p") for body, text in OF_HALF),
    ("nvptx:sm_50", "CL3.0", "kernel void k(global atomic_half* p) { atomic_fetch_add(p, 1); }", "half needs nvptx:sm_53 or later"),
    *((target, "CL1.2", f"__attribute__((intel_reqd_sub_group_size({size}))) kernel void k(global int* o) {{ o[0] = 1; }}",
       f"kernel k has intel_reqd_sub_group_size({size}), and {text}")
      for target, size, text in (
          ("nvptx:sm_90", 16, "sub-groups of the target have 32 work-items"),
          ("amdgcn:gfx906", 32, "sub-groups of the target have 64 work-items"),
          ("amdgcn:gfx1100", 16, "sub-groups of the target have 32 or 64 work-items"),
          ("amdgcn:gfx1250", 64, "sub-groups of the target have 32 work-items"),
          ("spirv64:1.0", 16, "SPIR-V has that from 1.1 on"), ("r600:cypress", 64, "these chips have no sub-groups"))),
    ("amdgcn:gfx1100", "CL1.2", " ".join(f"__attribute__((intel_reqd_sub_group_size({size}))) kernel void k{size}() {{}}"
                                          for size in (64, 32)),
     "kernel k32 asks for sub-groups of 32 work-items, and kernel k64 for 64: for amdgcn:gfx1100 all kernels of a module have one size"),
    ("spirv64:1.2", "CL3.0", "kernel void k(global int* o, char4 a, char4 b) { o[0] = arm_dot(a, b); }",
     "cl_arm_integer_dot_product needs spirv64:1.6 or later, or spirv64:1.2,SPV_KHR_integer_dot_product"),
    *((target, standard, "kernel void k(global uint* o) { o[0] = get_sub_group_local_id(); }", f"(cl_khr_subgroups needs -cl-std=CL2.0 or later{more})")
      for target, more in (("spirv64:1.2", ", cl_intel_subgroups spirv64:1.2,SPV_INTEL_subgroups"), ("nvptx:sm_75", ""), ("amdgcn:gfx1100", ""))
      for standard in ("CL1.1", "CL1.2")),
    *((target, "CL1.2", "kernel void k(global int* o) { o[0] = work_group_reduce_add(1); }",
       "(__opencl_c_work_group_collective_functions needs -cl-std=CL2.0 or later)")
      for target in ("spirv32:1.2", "nvptx:sm_75", "amdgcn:gfx1100")),
    ("nvptx:sm_61", "CL1.2", "kernel void k(global int* o) { o[0] = sub_group_shuffle(o[0], 1); }",
     "(cl_khr_subgroup_shuffle needs nvptx:sm_70 or later, and -cl-std=CL2.0 or later)"),
    ("spirv64:1.2", "CL1.2", "kernel void k(global int* o) { o[0] = sub_group_ballot(o[0]).x; }",
     "(cl_khr_subgroup_ballot needs spirv64:1.3 or later, and -cl-std=CL2.0 or later)"),
    *((target, "CL1.2", kernel, f"({name} needs -cl-std=CL2.0 or later)") for target in ("spirv64:1.2", "nvptx:sm_75", "amdgcn:gfx906")
      for name, kernel in (
          ("atomic_fetch_add_explicit", "kernel void k(volatile global int* o) { atomic_fetch_add_explicit(o, 1, 2, 3); }"),
          ("atomic_int", "kernel void k(global atomic_int* o) {}"),
          ("memory_scope_device", "kernel void k(global int* o) { o[0] = memory_scope_device; }"),
          ("work_group_barrier", "kernel void k() { work_group_barrier(CLK_LOCAL_MEM_FENCE); }"),
          ("get_global_linear_id", "kernel void k(global int* o) { o[0] = get_global_linear_id(); }"))),
    *((target, "CL1.2", kernel, text) for target in ("spirv64:1.2", "nvptx:sm_75", "amdgcn:gfx906", "r600:cypress")
      for kernel, text in (
          ('__attribute__((qcom_reqd_sub_group_size("full"))) kernel void k(global int* o) { o[0] = 1; }',
           "cl_qcom_reqd_sub_group_size is for Qualcomm's chips, which are no targets here"),
          ("kernel void k(global int* o) { o[0] = qcom_sub_group_shuffle_xor(o[0], 1); }",
           "cl_qcom_subgroup_shuffle is not supported: it is for Qualcomm's chips"),
          ("kernel void k(global int* o) { o[0] = qcom_dot8_acc(o[0], o[1], o[2]); }", "cl_qcom_dot_product8 is not supported"))),
    *(("cuda:sm_61", standard, "kernel void k(global int* o, read_only pipe int p) { read_pipe(p, o); }", "pipes need cuda:sm_70 or later")
      for standard in ("CL2.0", "CL3.0")),
    *((target, standard, kernel, text) for target in ("spirv64:1.2", "nvptx:sm_75", "amdgcn:gfx906", "r600:cypress")
      for standard, kernel, text in (
          ("CL2.0", "kernel void k(global int* o) { queue_t q = get_default_queue(); }", NO_ENQUEUE),
          ("CL3.0", "kernel void k(global int* o) { queue_t q = get_default_queue(); }", NO_ENQUEUE),
          ("CL2.0", "typedef struct { int x; } ndrange_t; kernel void k(global int* o, queue_t q) { ndrange_t r; " + ENQUEUE + " }",
           NO_ENQUEUE),
          ("CL2.0", "kernel void k(global int* o) { o[0] = get_kernel_work_group_size(^{ o[1] = 1; }); }", NO_ENQUEUE),
          ("CL2.0", "kernel void k(global int* o, read_only pipe int p) { read_pipe(p, o); }", NO_PIPES),
          ("CL3.0", "kernel void k(global int* o, read_only pipe int p) { read_pipe(p, o); }", NO_PIPES),
          ("CL2.0", "kernel void k(global int* o, write_only pipe int p) {}", NO_PIPES))),
]


def text_of(macro):
    attribute = ATTRIBUTES.get(macro, "")
    kernels = [f"{attribute} kernel void {macro}_{number}({parameters}) {{ {body} }}"
               for number, (parameters, body) in enumerate(KERNELS[macro])]
    enable = f"#pragma OPENCL EXTENSION {macro} : enable\n" if macro.startswith("cl_") else ""
    return "\n".join([f"#ifdef {macro}", enable + PRELUDES.get(macro, ""), *kernels, "#endif", ""])


def requirement(macro):
    return f"#ifndef {macro}\n#error {macro} is no longer announced\n#endif\n"


def absence(macro):
    return f"#ifdef {macro}\n#error {macro} is announced\n#endif\n"


class Compiler:
    def __init__(self, clc, folder):
        self.clc, self.folder = clc, folder

    def compile(self, texts, targets, standard):
        """Compiles {name: text} for the targets; what was said."""
        for name, text in texts.items():
            with open(os.path.join(self.folder, name + ".cl"), "w", encoding="utf-8") as file:
                file.write("#pragma OPENCL EXTENSION all : disable\nkernel void nothing() {}\n" + text)
        command = [self.clc, "compile", *(name + ".cl" for name in texts), "-o", "out", "--keep-going", "-w",
                   f"-cl-std={standard}"]
        for target in targets:
            command += ["-t", target]
        done = run(*command, cwd=self.folder, env=environment(CLC_CACHE="0"))
        return done.returncode, done.stderr

    def failures(self, target, standard):
        """Returns what does not compile for one target, as lines."""
        wrong = []
        texts = {macro: text_of(macro) for macro in KERNELS}
        if standard == "CL3.0":
            texts["required"] = "".join(requirement(macro) for macro in sorted(ANNOUNCED[target]))
        texts["absent"] = "".join(absence(macro) for macro in sorted(ABSENT.get(target, ())))
        status, said = self.compile(texts, [target], standard)
        for line in said.splitlines():
            if "error" in line:
                wrong.append(f"{target} {standard}: {line}")
        return wrong if wrong or not status else [f"{target} {standard}: {said[-300:]}"]

    def whole(self, target, standard):
        text = "".join(text_of(macro) for macro in KERNELS)
        if standard == "CL3.0":
            text += "".join(requirement(macro) for macro in sorted(ANNOUNCED[target]))
        text += "".join(absence(macro) for macro in sorted(ABSENT.get(target, ())))
        status, _ = self.compile({"all": text}, [target], standard)
        return status == 0


def wrong_messages(clc):
    """Checks what is said to kernels that use something that is not announced: those of a target and a standard in one call."""
    calls = {}
    for target, standard, kernel, text in REFUSED:
        calls.setdefault((target, standard), []).append((kernel, text))
    for (target, standard), cases in calls.items():
        with temporary_folder() as folder:
            status, said = Compiler(clc, folder).compile({f"r{i}x": kernel for i, (kernel, _) in enumerate(cases)}, [target], standard)
            if status not in (1, 7) or os.path.exists(os.path.join(folder, "out")):
                yield f"{target} {standard}: exit code {status}, or a kernel compiled: {said[-300:]}"
            for i, (kernel, text) in enumerate(cases):
                about = "\n".join(line for line in said.splitlines() if re.search(rf"\br{i}x\b", line))
                if text not in about:
                    yield f"{target} {standard}: {kernel}: without '{text}': {about[:300]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clang-macros", help="Clang's list of macros")
    parser.add_argument("--target", default="")
    parser.add_argument("--share", type=share_of, default="1/1")
    arguments = parser.parse_args()
    wrong, (which, parts) = [], arguments.share
    print(f"share {which + 1}/{parts} of the languages")
    if arguments.clang_macros:
        with open(arguments.clang_macros, encoding="utf-8") as file:
            known = set(re.findall(r"^OPENCL_\w+\((\w+),", file.read(), re.MULTILINE))
        wrong += [f"{macro}: not in announced_macros.py" for macro in sorted(known - KERNELS.keys())]
        wrong += [f"{macro}: in announced_macros.py, and Clang has no such macro"
                  for macro in sorted(KERNELS.keys() - known - OURS)]
    if not arguments.target:
        wrong += wrong_messages(os.path.abspath(arguments.clc))
    checked = len(REFUSED)
    for i, target in enumerate(TARGETS):
        if arguments.target not in target:
            continue
        for standard in STANDARDS[(i + which) % parts::parts]:
            with temporary_folder() as folder:
                compiler = Compiler(os.path.abspath(arguments.clc), folder)
                checked += len(KERNELS)
                if not compiler.whole(target, standard):
                    found = compiler.failures(target, standard)
                    wrong += found or [f"{target} {standard}: the kernels compile one macro at a time, but not together"]
    for line in wrong:
        problem(line)
    for _ in range(checked - len(wrong)):
        expect(True, "")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
