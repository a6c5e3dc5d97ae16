// Blocks of 16 bits of an image.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_short
// global: 16
// local: 16
// argument: results 16
// argument: image read 2d uint16 r 64 8 1
// argument: image write 2d uint16 r 64 8 1
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, read_only image2d_t in, write_only image2d_t to) {
  const ushort8 block = intel_sub_group_block_read_us8(in, (int2)(32, 0));
  intel_sub_group_block_write_us4(to, (int2)(64, 4), block.lo + block.hi);
  out[get_global_id(0)] = block.s0 + 3ul * block.s1 + 5ul * block.s6 + 7ul * block.s7;
}
