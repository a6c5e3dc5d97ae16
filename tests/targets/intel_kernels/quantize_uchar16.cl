// Quantisation to 8 bits, sixteen elements of an item in one block write.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_char
// global: 16
// local: 16
// argument: shared 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// argument: input 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global uchar* out, global const uchar* in) {
  const uchar16 block = intel_sub_group_block_read_uc16(in);
  const short16 wide = convert_short16(block) * (short)3 - (short)128;
  intel_sub_group_block_write_uc16(out, convert_uchar16_sat(wide));
}
