// Arguments of every kind, for the tests of generated headers.
#include "shared.h"

typedef float real;

kernel void scale(global const real* in, global real* out, float factor, uint count) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = in[i] * factor;
}

// 16 x 4 items a group, in a range of two dimensions.
kernel __attribute__((reqd_work_group_size(16, 4, 1))) void tiles(global uint* out, local uint* tile, uint pitch) {
  const size_t local_index = get_local_id(1) * 16 + get_local_id(0);
  tile[local_index] = (uint)local_index;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * pitch + get_global_id(0)] = tile[63 - local_index];
}

kernel void with_params(constant Params* table, Params one, global float* out, ulong index) {
  const Params p = table[index];
  out[0] = p.gain + one.gain;
  out[1] = p.steps[2] + one.steps[0];
  out[2] = p.colour.w * one.colour.x;
  out[3] = p.number + one.last;
}

kernel void values(global double* out, char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f,
                   float2 f2, int3 i3, uchar16 uc16) {
  out[0] = (double)c + uc + s + us + i + ui + (double)l + (double)ul + (double)f + (double)f2.y + i3.z + uc16.sf;
}

kernel void flip(read_only image2d_t in, write_only image2d_t out, sampler_t sampler) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, read_imageui(in, sampler, (int2)(get_image_width(in) - 1 - at.x, at.y)));
}

// One step of a chain: only in order does it give the right number.
kernel void append(global ulong* number, uint digit) { *number = *number * 10 + digit; }

// A name and an argument that C++ has other uses for.
kernel void new(global int* class, int queue) { class[get_global_id(0)] = queue; }
