; Local memory for nvptx_groups.cl: OpenCL C has no way to say this outside kernels.
target triple = "nvptx64-nvidia-nvcl"

@clc_group_memory = internal addrspace(3) global [32 x i64] poison, align 8

define ptr addrspace(3) @clc_group_values() alwaysinline {
  ret ptr addrspace(3) @clc_group_memory
}
