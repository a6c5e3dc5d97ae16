"""For each extension and feature macro that Clang can define: kernels that use what the macro announces.

KERNELS maps a macro to a list of (parameters, body), one kernel each; the test builds them under `#ifdef`.
"""
FLOAT_ATOMICS = {}
for kind, bits in (("half", 16), ("float", 32), ("double", 64)):
    for space in ("global", "local"):
        pointer = f"{space} atomic_{kind}* p"
        order = "memory_order_relaxed, memory_scope_work_group"
        FLOAT_ATOMICS[f"__opencl_c_ext_fp{bits}_{space}_atomic_add"] = [
            (pointer, f"atomic_fetch_add_explicit(p, ({kind})1, {order});"),
            (pointer, f"atomic_fetch_sub_explicit(p, ({kind})1, {order});")]
        FLOAT_ATOMICS[f"__opencl_c_ext_fp{bits}_{space}_atomic_min_max"] = [
            (pointer, f"atomic_fetch_min_explicit(p, ({kind})1, {order});"),
            (pointer, f"atomic_fetch_max_explicit(p, ({kind})1, {order});")]
        if kind == "half":
            FLOAT_ATOMICS[f"__opencl_c_ext_fp16_{space}_atomic_load_store"] = [
                (pointer, f"atomic_store_explicit(p, atomic_load_explicit(p, {order}), {order});"),
                (pointer, f"atomic_exchange_explicit(p, (half)1, {order});")]


def on_int(*calls):
    """A kernel for each call, which takes `o[0]` and gives something like an `int`."""
    return [("global int* o", f"o[0] = {call};") for call in calls]


def arithmetic(prefix, suffix=""):
    last = ", 4" if suffix == "clustered" else ""
    calls = [f"{prefix}_{name}(o[0]{last})" for name in "add mul min max and or xor".split()]
    calls += [f"{prefix}_logical_{name}(o[0]{last})" for name in ("and", "or", "xor")]
    return on_int(*calls) + [("global float* o", f"o[0] = {prefix}_add(o[0]{last});")]


SCANS = ("reduce", "scan_inclusive", "scan_exclusive")
GROUP_OPERATIONS = [f"{what}_{name}" for what in SCANS for name in ("add", "min", "max")]

KERNELS = {
    "cl_khr_byte_addressable_store": [("global char* o", "o[1] = 2;")],
    "cl_khr_global_int32_base_atomics": [("global int* o", "atom_add(o, 1); atom_sub(o, 1); atom_xchg(o, 1); atom_inc(o);")],
    "cl_khr_global_int32_extended_atomics": [("global int* o", "atom_min(o, 1); atom_max(o, 1); atom_and(o, 1);")],
    "cl_khr_local_int32_base_atomics": [("local int* o", "atom_add(o, 1); atom_sub(o, 1); atom_xchg(o, 1); atom_dec(o);")],
    "cl_khr_local_int32_extended_atomics": [("local int* o", "atom_min(o, 1); atom_max(o, 1); atom_xor(o, 1);")],
    "cl_khr_fp64": [("global double* o", "o[0] = sin(o[0]) / o[1];")],
    "__opencl_c_fp64": [("global double* o", "o[0] = sin(o[0]) / o[1];")],
    "cl_khr_fp16": [("global half* o", "o[0] = sin(o[0]) / o[1];"),
                    ("global half4* o, global int4* a", "o[0] = convert_half4(a[0]);")],
    "cl_khr_int64_base_atomics": [("global long* o, local ulong* p", "atom_add(o, 1l); atom_sub(p, 1ul); atom_cmpxchg(o, 1l, 2l);")],
    "cl_khr_int64_extended_atomics": [("global long* o, local ulong* p", "atom_min(o, 1l); atom_max(p, 1ul); atom_or(o, 1l);")],
    "cl_khr_gl_msaa_sharing": [
        ("global float4* o, read_only image2d_msaa_t i", "o[0] = read_imagef(i, (int2)(0), 0);"),
        ("global int* o, read_only image2d_array_msaa_t i", "o[0] = get_image_num_samples(i);"),
        ("global float* o, read_only image2d_msaa_depth_t i", "o[0] = read_imagef(i, (int2)(0), 0);")],
    "cl_khr_3d_image_writes": [("write_only image3d_t i", "write_imagef(i, (int4)(0), (float4)(1));")],
    "__opencl_c_3d_image_writes": [("write_only image3d_t i", "write_imagei(i, (int4)(0), (int4)(1));")],
    "cles_khr_int64": [("global long* o", "o[0] += o[1];")],
    "cl_khr_depth_images": [
        ("global float* o, read_only image2d_depth_t i, sampler_t s", "o[0] = read_imagef(i, s, (int2)(0));"),
        ("write_only image2d_array_depth_t i", "write_imagef(i, (int4)(0), 1.0f);")],
    "cl_ext_float_atomics": [],  # each of its features is below
    "cl_khr_extended_async_copies": [
        (f"{to} {kind}* to, const {source} {kind}* from, uint n",
         f"event_t e = async_work_group_copy_2D2D(to, 0, from, 2, sizeof({kind}), n, 5, 64, 9, 0);"
         f"e = async_work_group_copy_3D3D(to, 1, from, n, sizeof({kind}), 3, 5, 7, 64, 999, 9, 55, e);"
         "wait_group_events(1, &e);")
        for to, source in (("local", "global"), ("global", "local")) for kind in ("char", "float4")],
    "cl_khr_extended_bit_ops": [
        ("global uint* o", "o[0] = bit_reverse(o[0]);"), ("global ulong4* o", "o[0] = bit_reverse(o[0]);"),
        ("global uchar3* o", "o[0] = bit_reverse(o[0]);"),
        ("global int* o", "o[0] = bitfield_insert(o[0], o[1], 3, 4);"),
        ("global short2* o", "o[0] = bitfield_extract_signed(o[0], 3, 4);"),
        ("global uint* o", "o[0] = bitfield_extract_unsigned(o[0], 3, 4);")],
    "cl_khr_integer_dot_product": [("global int* o, uint a, uint b", "o[0] = dot_4x8packed_ss_int(a, b);")],
    "__opencl_c_integer_dot_product_input_4x8bit": [
        ("global int* o, char4 a, uchar4 b", "o[0] = dot(a, b);"), ("global int* o, char4 a, char4 b", "o[0] = dot(a, b);"),
        ("global uint* o, uchar4 a, uchar4 b", "o[0] = dot_acc_sat(a, b, 3u);")],
    "__opencl_c_integer_dot_product_input_4x8bit_packed": [
        ("global int* o, uint a, uint b", f"o[0] = dot_{name};")
        for name in ("4x8packed_su_int(a, b)", "4x8packed_uu_uint(a, b)", "acc_sat_4x8packed_ss_int(a, b, 3)")],
    "cl_arm_integer_dot_product_int8": [
        ("global int* o, char4 a, char4 b", "o[0] = arm_dot(a, b);"), ("global uint* o, uchar4 a", "o[0] = arm_dot(a, a);")],
    "cl_arm_integer_dot_product_accumulate_int8": [
        ("global int* o, char4 a", "o[0] = arm_dot_acc(a, a, o[0]);"), ("global uint* o, uchar4 a", "o[0] = arm_dot_acc(a, a, o[0]);")],
    "cl_arm_integer_dot_product_accumulate_int16": [
        ("global int* o, short2 a", "o[0] = arm_dot_acc(a, a, o[0]);"), ("global uint* o, ushort2 a", "o[0] = arm_dot_acc(a, a, o[0]);")],
    "cl_arm_integer_dot_product_accumulate_saturate_int8": [
        ("global int* o, char4 a", "o[0] = arm_dot_acc_sat(a, a, o[0]);"),
        ("global uint* o, uchar4 a", "o[0] = arm_dot_acc_sat(a, a, o[0]);")],
    "cl_khr_kernel_clock": [("global ulong* o", "o[0] = clock_read_device();")],
    **{f"__opencl_c_kernel_clock_scope_{scope}": [
        ("global ulong* o", f"o[0] = clock_read_{scope}();"),
        ("global uint2* o", f"o[0] = clock_read_hilo_{scope}();")] for scope in ("device", "work_group", "sub_group")},
    "cl_khr_mipmap_image": [
        ("global float4* o, read_only image2d_t i, sampler_t s", "o[0] = read_imagef(i, s, (float2)(0), 1.0f);"),
        ("global float4* o, read_only image2d_t i, sampler_t s", "o[0] = read_imagef(i, s, (float2)(0), (float2)(1), (float2)(1));"),
        ("global int* o, read_only image2d_t i", "o[0] = get_image_num_mip_levels(i);")],
    "cl_khr_mipmap_image_writes": [("write_only image2d_t i", "write_imagef(i, (int2)(0), 1, (float4)(1));")],
    "cl_khr_srgb_image_writes": [("write_only image2d_t i", "write_imagef(i, (int2)(0), (float4)(1));")],
    "cl_khr_subgroup_ballot": [
        ("global uint4* o, int a", "o[0] = sub_group_ballot(a);"), ("global uint4* o", "o[0] = get_sub_group_eq_mask();"),
        ("global uint4* o", "o[0] = get_sub_group_lt_mask();"),
        ("global uint* o, uint4 a", "o[0] = sub_group_ballot_bit_count(a) + sub_group_ballot_find_lsb(a);")] + on_int(
            "sub_group_non_uniform_broadcast(o[0], 1)", "sub_group_broadcast_first(o[0])",
            "sub_group_inverse_ballot((uint4)(3))"),
    "cl_khr_subgroup_clustered_reduce": arithmetic("sub_group_clustered_reduce", "clustered"),
    "cl_khr_subgroup_extended_types": [
        (f"global {kind}* o", f"o[0] = {call};") for kind, call in (
            ("char", "sub_group_broadcast(o[0], 1)"), ("ushort", "sub_group_reduce_add(o[0])"),
            ("short", "sub_group_scan_inclusive_max(o[0])"), ("float4", "sub_group_broadcast(o[0], 1)"),
            ("uchar16", "sub_group_broadcast(o[0], 1)"))],
    "cl_khr_subgroup_named_barrier": [
        ("local int* o", "local namedBarrier_t* b = named_barrier_init(1); work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE);")],
    "cl_khr_subgroup_non_uniform_arithmetic": [
        kernel for what in SCANS for kernel in arithmetic(f"sub_group_non_uniform_{what}")],
    "cl_khr_subgroup_non_uniform_vote": on_int(
        "sub_group_elect()", "sub_group_non_uniform_all(o[0])", "sub_group_non_uniform_any(o[0])",
        "sub_group_non_uniform_all_equal(o[0])"),
    "cl_khr_subgroup_rotate": on_int("sub_group_rotate(o[0], 1)", "sub_group_clustered_rotate(o[0], 1, 4)"),
    "cl_khr_subgroup_shuffle": on_int("sub_group_shuffle(o[0], 1)", "sub_group_shuffle_xor(o[0], 1)"),
    "cl_khr_subgroup_shuffle_relative": on_int("sub_group_shuffle_up(o[0], 1)", "sub_group_shuffle_down(o[0], 1)"),
    "cl_khr_subgroups": on_int(
        "get_sub_group_local_id()", "get_max_sub_group_size()", "sub_group_all(o[0])", "sub_group_broadcast(o[0], 1)",
        *(f"sub_group_{name}(o[0])" for name in GROUP_OPERATIONS)) + [("global int* o", "sub_group_barrier(CLK_GLOBAL_MEM_FENCE);")],
    "__opencl_c_subgroups": on_int("get_sub_group_id()", "get_enqueued_num_sub_groups()", "sub_group_any(o[0])"),
    **{f"__opencl_c_atomic_{name}": [
        ("global atomic_int* o, int a", f"atomic_fetch_add_explicit(o, a, memory_order_{order}, memory_scope_{scope});")]
       for name, order, scope in (
           ("order_acq_rel", "acq_rel", "work_group"), ("order_seq_cst", "seq_cst", "work_group"),
           ("scope_device", "relaxed", "device"), ("scope_all_devices", "relaxed", "all_svm_devices"))},
    "__opencl_c_device_enqueue": [
        ("global int* o", "enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ o[0] = 1; });"),
        ("clk_event_t e", "release_event(e);")],
    **FLOAT_ATOMICS,
    "__opencl_c_ext_image_raw10_raw12": on_int("CLK_UNSIGNED_INT_RAW10_EXT + CLK_UNSIGNED_INT_RAW12_EXT"),
    "__opencl_c_ext_image_unorm_int_2_101010": on_int("CLK_UNORM_INT_2_101010_EXT"),
    "__opencl_c_ext_image_unsigned_10x6_12x4_14x2": on_int("CLK_UNSIGNED_INT10X6_EXT + CLK_UNORM_10X6_EXT"),
    "__opencl_c_generic_address_space": [
        ("global int* o", "int x = 1; int* p = o[0] ? &x : (int*)o; o[1] = *p;"),
        ("global int* o", "int x = 1; int* p = o[0] ? &x : (int*)o; o[1] = get_fence(p);"),
        ("global int* o", "const int x = 1; const int* p = o[0] ? &x : (const int*)o; o[1] = get_fence(p);"),
        ("global int* o", "int* p = (int*)o; global int* q = to_global(p); if (q) o[1] = *q;"),
        ("global int* o", "int* p = (int*)o; o[1] = (to_local(p) != 0) + (to_private(p) != 0);")],
    "__opencl_c_images": [
        ("global float4* o, read_only image2d_t i, sampler_t s", "o[0] = read_imagef(i, s, (float2)(0));"),
        ("write_only image2d_array_t i", "write_imageui(i, (int4)(0), (uint4)(1));"),
        ("global int* o, read_only image3d_t i", "o[0] = get_image_width(i) + get_image_depth(i);")],
    "__opencl_c_pipes": [
        ("global int* o, read_only pipe int p", "read_pipe(p, o);"), ("global int* o, write_only pipe int p", "write_pipe(p, o);"),
        ("global int* o, read_only pipe int p", "o[0] = get_pipe_num_packets(p);")],
    "__opencl_c_program_scope_global_variables": [("global int* o", "o[0] = program_scope[1];")],
    "__opencl_c_read_write_images": [
        ("read_write image2d_t i", "write_imagef(i, (int2)(0), read_imagef(i, (int2)(1)));"),
        ("read_write image3d_t i", "write_imagei(i, (int4)(0), read_imagei(i, (int4)(1)));"),
        ("read_write image2d_t i", "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);")],
    "__opencl_c_work_group_collective_functions": on_int(
        "work_group_all(o[0])", "work_group_broadcast(o[0], 1)", *(f"work_group_{name}(o[0])" for name in GROUP_OPERATIONS)),
    "__cl_clang_function_pointers": [],  # a pragma's, see PRELUDES
    "__cl_clang_variadic_functions": [],
    "__cl_clang_non_portable_kernel_param_types": [],
    "__cl_clang_bitfields": [],
    "cl_amd_media_ops": [
        ("global uint* o", f"o[0] = {call};")
        for call in ("amd_bitalign(o[0], o[1], 3u)", "amd_bytealign(o[0], o[1], 3u)", "amd_lerp(o[0], o[1], 3u)",
                     "amd_sad(o[0], o[1], 3u)", "amd_pack((float4)(1))")],
    "cl_amd_media_ops2": [("global uint* o", f"o[0] = {call};") for call in ("amd_bfe(o[0], 3u, 4u)", "amd_sadw(o[0], o[1], 3u)")],
    "cl_intel_bfloat16_conversions": [
        ("global ushort* o, float a", "o[0] = intel_convert_bfloat16_as_ushort(a);"),
        ("global float16* o, ushort16 a", "o[0] = intel_convert_as_bfloat1616_float16(a);"),
        ("global ushort3* o, float3 a", "o[0] = intel_convert_bfloat163_as_ushort3(a);")],
    "cl_intel_split_work_group_barrier": [
        ("global int* o", "intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE); o[0] = 1; intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);")],
    "cl_intel_subgroups": [
        ("global int* o", "o[0] = intel_sub_group_shuffle(o[0], 1);"),
        ("global uint* o", "intel_sub_group_block_write(o, intel_sub_group_block_read(o));")],
    **{f"cl_intel_subgroups_{kind}": [
        (f"global u{kind}* o", f"intel_sub_group_block_write_{name}(o, intel_sub_group_block_read_{name}(o));")]
       for kind, name in (("char", "uc"), ("short", "us"), ("long", "ul"))},
    "cl_intel_subgroup_buffer_prefetch": [("global uint* o", "intel_sub_group_block_prefetch_ui(o);")],
    "cl_intel_subgroup_local_block_io": [("local uint* o", "intel_sub_group_block_write(o, intel_sub_group_block_read(o));")],
    "cl_intel_device_side_avc_motion_estimation": [
        ("global ushort* o", "o[0] = intel_sub_group_avc_mce_get_default_inter_base_multi_reference_penalty(0, 0);")],
}

# An attribute before `kernel` instead of a function.
ATTRIBUTES = {"cl_intel_required_subgroup_size": "__attribute__((intel_reqd_sub_group_size(8)))"}

# Lines that come before the kernels, under the same condition.
PRELUDES = {
    **{macro: "#pragma OPENCL EXTENSION cl_khr_fp16 : enable" for macro in FLOAT_ATOMICS if "_fp16_" in macro},
    "cl_clang_storage_class_specifiers":
        "#pragma OPENCL EXTENSION cl_clang_storage_class_specifiers : enable\nstatic int twice(int a) { return 2 * a; }",
    "__opencl_c_program_scope_global_variables": "global int program_scope[2] = {1, 2};",
    "__cl_clang_function_pointers": "#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable\n"
                                    "static void apply(void (*f)(global int*), global int* o) { f(o); }",
    "__cl_clang_variadic_functions": "#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable\nint variadic(int a, ...);",
    "__cl_clang_non_portable_kernel_param_types":
        "#pragma OPENCL EXTENSION __cl_clang_non_portable_kernel_param_types : enable",
    "__cl_clang_bitfields": "#pragma OPENCL EXTENSION __cl_clang_bitfields : enable\nstruct bits { int low : 4, high : 28; };",
}
KERNELS["cl_clang_storage_class_specifiers"] = on_int("twice(o[0])")
KERNELS["cl_intel_required_subgroup_size"] = on_int("o[1]")
KERNELS["__cl_clang_bitfields"] = [("global int* o", "struct bits b; b.low = o[0]; o[1] = b.low;")]
