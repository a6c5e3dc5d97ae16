// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx1100 -cl-std=CL3.1 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=cl3.1 -o - | %valid
#if __OPENCL_C_VERSION__ != 310 || CL_VERSION_3_1 != 310 || __OPENCL_VERSION__ != 310 || CL_VERSION_3_0 != 300
#error wrong versions
#endif
#if !defined(__opencl_c_subgroups) || !defined(__opencl_c_int64)
#error features of 3.0 are missing
#endif
kernel void k(global int* o) {
  o[get_global_id(0)] = sub_group_reduce_add(o[get_global_id(0)]);
  atomic_store_explicit((volatile global atomic_int*)o, 1, memory_order_relaxed, memory_scope_device);
}
