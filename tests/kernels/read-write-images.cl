// Images that are read and written, and what a kernel asks about them.
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// CHECK: OpTypeImage %void 2D 0 1 0 0 Unknown ReadWrite
// CHECK-LABEL: %of_image1d_t = OpFunction
// CHECK: OpImageQueryOrder
// CHECK: OpImageQueryFormat
// RUN: %clc compile %s -t amdgcn:gfx90a -cl-std=CL3.0 -o - | %valid
#define KERNEL(KIND, PLACE)                                                                              \
  kernel void of_##KIND(read_write KIND image, int n, global int* o) {                                   \
    write_imagef(image, (PLACE)n, read_imagef(image, (PLACE)(n + 1)) * 2);                               \
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);           \
    write_imageui(image, (PLACE)n, read_imageui(image, (PLACE)(n + 1)) + 2);                             \
    o[0] = get_image_width(image);                                                                       \
    o[1] = get_image_channel_order(image);                                                               \
    o[2] = get_image_channel_data_type(image);                                                           \
  }
KERNEL(image1d_t, int)
KERNEL(image1d_buffer_t, int)
KERNEL(image1d_array_t, int2)
KERNEL(image2d_t, int2)
KERNEL(image2d_array_t, int4)
KERNEL(image3d_t, int4)
