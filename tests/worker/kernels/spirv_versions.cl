// The runner holds every header's version against the target's.
// RUN: -t spirv64 -t spirv64:1.0 -t spirv64:1.1 -t spirv64:1.2 -t spirv64:1.3 -t spirv64:1.4 -t spirv64:1.5 -t spirv64:1.6 -t spirv32:1.0 -t spirv32:1.2 -t spirv32:1.6
// VARIANTS: spirv_versions/spirv64:1.0 spirv_versions/spirv64:1.1 spirv_versions/spirv64:1.2 spirv_versions/spirv64:1.3 spirv_versions/spirv64:1.4 spirv_versions/spirv64:1.5 spirv_versions/spirv64:1.6 spirv_versions/spirv32:1.0 spirv_versions/spirv32:1.2 spirv_versions/spirv32:1.6
// CHECK spirv64: OpMemoryModel Physical64 OpenCL
// CHECK spirv32: OpMemoryModel Physical32 OpenCL
constant int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
kernel void k(global int* o, local int* l, global float4* v) {
  l[get_local_id(0)] = table[o[0] & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = atomic_add(l, 3) + (int)dot(v[0], v[1]);
}
