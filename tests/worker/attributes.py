#!/usr/bin/env python3
"""Compiles a kernel for each attribute and qualifier of OpenCL C and C++ for OpenCL at each place where the grammar lets it stand.

usage: attributes.py --clc PROGRAM [--share K/N] [--target T] [--only TEXT] [--list]

Each either compiles or is an error: a compiler that crashes or hangs fails the test. With --share 2/3 a target gets the second
third of the kernels.
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, problem, run, share_of, temporary_folder  # noqa: E402

TARGETS = ["spirv64:1.4", "nvptx:sm_75", "amdgcn:gfx1100", "r600:cypress"]
STANDARDS = {"CL1.2": ".cl", "CL3.0": ".cl", "CLC++2021": ".clcpp"}

# Of OpenCL, and those of Clang's that name no other language or machine.
ATTRIBUTES = """
aligned aligned(16) aligned(256) packed vec_type_hint(float4) work_group_size_hint(8,1,1) reqd_work_group_size(8,1,1)
intel_reqd_sub_group_size(16) opencl_unroll_hint opencl_unroll_hint(4) nosvm endian(host) always_inline noinline overloadable
convergent noconvergent pure const unused used retain deprecated deprecated("x") unavailable weak weakref weakref("f")
alias("f") ifunc("f") section("x") visibility("default") visibility("hidden") cleanup(f) constructor constructor(101) destructor
noreturn nothrow noduplicate annotate("x") address_space(1) address_space(3) address_space(77) ext_vector_type(4)
vector_size(16) mode(DI) mode(SF) transparent_union may_alias format(printf,1,2) format_arg(1) nonnull nonnull(1)
returns_nonnull sentinel malloc alloc_size(1) alloc_align(1) assume_aligned(16) warn_unused_result no_instrument_function
optnone minsize cold hot flatten naked tls_model("local-exec") common nocommon no_builtin target("x") target_clones("x","default")
amdgpu_flat_work_group_size(1,64) amdgpu_waves_per_eu(2) amdgpu_num_vgpr(32) amdgpu_num_sgpr(32) amdgpu_kernel
loader_uninitialized uninitialized internal_linkage no_sanitize("address") disable_tail_calls musttail nomerge
patchable_function_entry(1) enable_if(1,"x") diagnose_if(1,"x","warning") unavailable("x") speculative_load_hardening
require_constant_initialization no_destroy device_kernel opencl_global_device opencl_global_host opencl_local opencl_private
opencl_constant opencl_generic noescape pass_object_size(0) fallthrough likely noderef counted_by(n) flag_enum enum_extensibility(closed)
randomize_layout preferred_name(int) trivial_abi lto_visibility_public btf_decl_tag("x") error("x") warning("x") leaf cdecl
stdcall vectorcall preserve_most swiftcall regparm(2) ms_struct gcc_struct no_stack_protector zero_call_used_regs("all")
availability(macos,introduced=10) assume("x") acquire_capability guarded_by(f) clang_arm_mve_strict_polymorphism strict_gs_check
""".split()
QUALIFIERS = """
const volatile restrict global local constant private generic __global __local __constant read_only write_only read_write static
extern inline register auto typedef kernel __kernel _Atomic _Noreturn _Alignas(16) _Thread_local pipe unsigned long signed complex
""".split()
QUALIFIERS_OF_CPP = "constexpr consteval constinit mutable virtual explicit friend thread_local alignas(16) volatile_".split()

# {place: source with @ where the attribute or the qualifier stands}
PLACES = {
    "kernel": "@ kernel void k(global int* o) { o[0] = 1; }",
    "kernel_behind": "kernel @ void k(global int* o) { o[0] = 1; }",
    "kernel_declared": "kernel void k(global int* o) @; kernel void k(global int* o) { o[0] = 1; }",
    "argument": "kernel void k(global int* o, @ int n) { o[0] = n; }",
    "pointer_argument": "kernel void k(@ int* o) { o[0] = 1; }",
    "pointee": "kernel void k(global @ int* @ o) { o[0] = 1; }",
    "struct_argument": "struct s { int a; float b; }; kernel void k(global int* o, @ struct s x) { o[0] = x.a; }",
    "image_argument": "kernel void k(global float4* o, @ image2d_t i) { o[0] = 1.0f; }",
    "local_pointer_argument": "kernel void k(global int* o, local int* @ l) { o[0] = l[0]; }",
    "function": "@ int f(int n) { return n; } kernel void k(global int* o) { o[0] = f(o[0]); }",
    "function_declared": "int f(int n) @; kernel void k(global int* o) { o[0] = f(o[0]); } int f(int n) { return n + 1; }",
    "function_argument": "int f(@ int n) { return n; } kernel void k(global int* o) { o[0] = f(o[0]); }",
    "function_pointer_argument": "int f(@ int* n) { return *n; } kernel void k(global int* o) { int a = 1; o[0] = f(&a); }",
    "no_arguments": "@ int f() { return 3; } kernel void k(global int* o) { o[0] = f(); }",
    "variable": "kernel void k(global int* o) { @ int a = 3; o[0] = a; }",
    "uninitialized": "kernel void k(global int* o) { @ int a; a = o[1]; o[0] = a; }",
    "array": "kernel void k(global int* o) { @ int a[4]; a[o[1]] = 2; o[0] = a[o[2]]; }",
    "local_array": "kernel void k(global int* o) { local @ int a[4]; a[0] = 1; barrier(1); o[0] = a[0]; }",
    "local_struct": "struct s { int a; long b; }; kernel void k(global int* o) { local struct s x @; x.a = o[1]; o[0] = x.a; }",
    "vector": "kernel void k(global int* o) { @ int4 a = (int4)(3); o[0] = a.x; }",
    "pointer_variable": "kernel void k(global int* o) { global int* @ p = o; p[0] = 1; }",
    "program_constant": "constant @ int c = 3; kernel void k(global int* o) { o[0] = c; }",
    "program_constant_array": "constant int c[4] @ = {1, 2, 3, 4}; kernel void k(global int* o) { o[0] = c[o[1]]; }",
    "program_global": "global @ int g = 3; kernel void k(global int* o) { o[0] = g; g = o[1]; }",
    "program_plain": "@ int g = 3; kernel void k(global int* o) { o[0] = g; }",
    "struct": "struct @ s { int a; char b; }; kernel void k(global struct s* o) { o[0].a = o[1].b; }",
    "struct_behind": "struct s { int a; char b; } @; kernel void k(global struct s* o) { o[0].a = o[1].b; }",
    "member": "struct s { char b; @ int a; }; kernel void k(global struct s* o) { o[0].a = o[1].b; }",
    "member_behind": "struct s { char b; int a @; int n; }; kernel void k(global struct s* o) { o[0].a = o[1].b; }",
    "bit_field": "struct s { int a : 3 @; }; kernel void k(global int* o) { struct s x; x.a = o[0]; o[0] = x.a; }",
    "union": "union @ u { int a; float b; }; kernel void k(global int* o) { union u x; x.b = 1.0f; o[0] = x.a; }",
    "enum": "enum @ e { one, two }; kernel void k(global int* o) { enum e x = two; o[0] = x; }",
    "enumerator": "enum e { one @ = 1, two }; kernel void k(global int* o) { o[0] = one; }",
    "typedef": "typedef int t @; kernel void k(global int* o) { t x = 1; o[0] = x; }",
    "typedef_of_pointer": "typedef global int* @ t; kernel void k(t o) { o[0] = 1; }",
    "loop": "kernel void k(global int* o) { @ for (int i = 0; i < 8; ++i) o[i] = i; }",
    "while": "kernel void k(global int* o) { int i = 0; @ while (i < o[1]) o[i++] = i; }",
    "if": "kernel void k(global int* o) { @ if (o[0]) o[1] = 2; }",
    "statement": "kernel void k(global int* o) { @; o[0] = 1; }",
    "return": "int f(int n) { return n; } int g(int n) { @ return f(n); } kernel void k(global int* o) { o[0] = g(1); }",
    "label": "kernel void k(global int* o) { goto l; l: @; o[0] = 1; }",
    "case": "kernel void k(global int* o) { switch (o[0]) { case 1: o[1] = 2; @; case 2: o[2] = 3; } }",
    "cast": "kernel void k(global int* o) { o[0] = (@ int)o[1]; }",
    "pointer_cast": "kernel void k(global int* o) { *(global @ int*)o = 1; }",
    "sizeof": "kernel void k(global int* o) { o[0] = sizeof(@ int); }",
    "function_pointer": "int f(int n) { return n; } kernel void k(global int* o) { int (@ *p)(int) = f; o[0] = p(1); }",
    "block": "kernel void k(global int* o) { int (^b)(int) = ^(@ int n) { return n; }; o[0] = b(1); }",
    "sampler": "constant @ sampler_t s = CLK_FILTER_NEAREST; kernel void k(read_only image2d_t i, global float4* o) { o[0] = read_imagef(i, s, (int2)(0)); }",
    "event": "kernel void k(global int* o, local int* l) { @ event_t e = async_work_group_copy(l, o, 4, 0); wait_group_events(1, &e); }",
    "static_variable": "kernel void k(global int* o) { static @ int n = 1; o[0] = n; }",
}
PLACES_OF_CPP = {
    "class_constant": "struct c { int a; c(int n) : a(n) {} }; constant @ c x(3); kernel void k(global int* o) { o[0] = x.a; }",
    "class_global": "struct c { int a; c(int n) : a(n * 2) {} }; global @ c x(3); kernel void k(global int* o) { o[0] = x.a; }",
    "class_plain": "struct c { int a; c() : a(7) {} ~c() {} }; @ c x; kernel void k(global int* o) { o[0] = x.a; }",
    "class_member": "struct c { @ int a = 3; int f() { return a; } }; kernel void k(global int* o) { c x; o[0] = x.f(); }",
    "method": "struct c { int a = 3; @ int f() { return a; } }; kernel void k(global int* o) { c x; o[0] = x.f(); }",
    "method_behind": "struct c { int a = 3; int f() @ { return a; } }; kernel void k(global int* o) { c x; o[0] = x.f(); }",
    "constructor": "struct c { int a; @ c(int n) : a(n) {} }; kernel void k(global int* o) { c x(1); o[0] = x.a; }",
    "destructor": "struct c { int a = 1; @ ~c() {} }; kernel void k(global int* o) { c x; o[0] = x.a; }",
    "template": "template <class T> @ T f(T n) { return n; } kernel void k(global int* o) { o[0] = f(o[1]); }",
    "lambda": "kernel void k(global int* o) { auto l = [](@ int n) @ { return n; }; o[0] = l(1); }",
    "local_class": "struct c { int a; c() : a(1) {} }; kernel void k(global int* o) { local @ c x; o[0] = x.a; }",
    "static_class": "struct c { int a; c(int n) : a(n) {} }; kernel void k(global int* o) { static @ c x(o[1]); o[0] = x.a; }",
    "reference": "kernel void k(global int* o) { @ int a = 1; @ int& r = a; o[0] = r; }",
    "alias": "using t @ = int; kernel void k(global int* o) { t x = 1; o[0] = x; }",
    "namespace": "namespace @ n { int f() { return 1; } } kernel void k(global int* o) { o[0] = n::f(); }",
}


def kernels(standard):
    """{name: source}, of which each has one attribute or qualifier at one place."""
    is_cpp = standard.startswith("CLC++")
    words = [f"__attribute__(({attribute}))" for attribute in ATTRIBUTES] + QUALIFIERS + [""]
    if is_cpp:
        words += QUALIFIERS_OF_CPP + [f"[[clang::{attribute}]]" for attribute in ATTRIBUTES]
    for place, source in (PLACES | (PLACES_OF_CPP if is_cpp else {})).items():
        for number, word in enumerate(words):
            yield f"{place}-{number}-{re.sub('[^a-z0-9]+', '_', word.lower())}", source.replace("@", word)


def crashes(clc, target, standard, cases):
    """Names the kernels that neither compile nor are errors."""
    with temporary_folder() as folder:
        for name, source in cases:
            with open(os.path.join(folder, name + STANDARDS[standard]), "w", encoding="utf-8") as file:
                file.write(source + "\n")
        files = [name + STANDARDS[standard] for name, _ in cases]
        done = run(clc, "compile", *files, "-t", target, f"-cl-std={standard}", "-w", "--keep-going", "--timeout", "60", "-o", "out",
                   cwd=folder, env=environment(CLC_CACHE="0"))
        expect(done.returncode in (0, 1, 5, 7), f"{target} {standard}: exit code {done.returncode}: {done.stderr[-500:]}")
        found = [line for line in done.stderr.splitlines() if re.search(r"error: the compiler for \S+ (crashed|was still|died)", line)]
        if done.returncode == 5 and not found:
            found = [f"exit code 5: {done.stderr[-500:]}"]
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--target", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    which, parts = arguments.share
    for target in TARGETS:
        for standard in STANDARDS:
            if arguments.target not in target:
                continue
            cases = [case for index, case in enumerate(kernels(standard)) if index % parts == which and arguments.only in case[0]]
            if arguments.list:
                print(json.dumps(dict(cases), indent=1))
                continue
            found = []
            for begin in range(0, len(cases), 500):
                found += crashes(os.path.abspath(arguments.clc), target, standard, cases[begin:begin + 500])
            for line in found:
                problem(f"{target} {standard}: {line}")
            for _ in range(len(cases) - len(found)):
                expect(True, "")
            print(f"{target} {standard}: {len(cases)} kernels, {len(found)} crashes", flush=True)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
