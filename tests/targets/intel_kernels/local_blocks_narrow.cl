// Blocks of 8, 16 and 64 bits in local memory.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroup_local_block_io cl_intel_subgroups_short cl_intel_subgroups_char cl_intel_subgroups_long
// global: 16
// local: 16
// argument: results 48
// argument: input 512
// argument: local 256
// argument: local 64
// argument: local 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const ulong* in, local ushort* narrow, local uchar* bytes, local ulong* wide) {
  const uint lane = get_sub_group_local_id();
  const ulong2 block = intel_sub_group_block_read_ul2(in);
  intel_sub_group_block_write_us8(narrow, convert_ushort8(as_uchar8(block.x)) * (ushort)257);
  intel_sub_group_block_write_uc4(bytes, as_uchar8(block.y).lo);
  intel_sub_group_block_write_ul2(wide, block);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[3 * lane] = narrow[8 * lane] + 65536ul * intel_sub_group_block_read_us(narrow + 16);
  out[3 * lane + 1] = bytes[4 * lane + 1] + 256ul * intel_sub_group_block_read_uc2(bytes).y;
  out[3 * lane + 2] = wide[31 - lane] ^ intel_sub_group_block_read_ul(wide);
}
