// Blocks of an image, as OpenCV's and OpenVINO's filters read them.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 16
// local: 16
// argument: results 16
// argument: image read 2d uint32 r 64 8 1
// argument: image write 2d uint32 r 64 8 1
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, read_only image2d_t in, write_only image2d_t to) {
  const uint4 block = intel_sub_group_block_read4(in, (int2)(64, 2));
  const uint2 less = intel_sub_group_block_read2(in, (int2)(0, 5));
  intel_sub_group_block_write4(to, (int2)(128, 1), block + 1);
  intel_sub_group_block_write(to, (int2)(0, 0), less.x ^ less.y);
  out[get_global_id(0)] = block.x + 3ul * block.y + 5ul * block.z + 7ul * block.w;
}
