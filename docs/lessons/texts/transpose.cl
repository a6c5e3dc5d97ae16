// The text's transposition: 16 x 16 items turn 64 x 64 bytes, four by four each. No barrier stands between the writing of the tile and
// the reading, and the reading by lix * 64 + liy, which is to avoid conflicts, has sixteen neighbours in one bank.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void transpose_text(global const uchar4* in, global uchar4* out, uint side) {
  local uchar4 tile[64 * 16];
  const uint lix = get_local_id(0), liy = get_local_id(1), words = side / 4;
  const uint left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  for (uint k = 0; k < 4; ++k) tile[(liy * 4 + k) * 16 + lix] = in[((top + liy) * 4 + k) * words + left + lix];
  const uchar4 a = tile[lix * 64 + liy], b = tile[lix * 64 + liy + 16];
  const uchar4 c = tile[lix * 64 + liy + 32], d = tile[lix * 64 + liy + 48];
  global uchar4* to = out + (left + liy) * 4 * words + top + lix;
  to[0] = (uchar4)(a.s0, b.s0, c.s0, d.s0);
  to[words] = (uchar4)(a.s1, b.s1, c.s1, d.s1);
  to[2 * words] = (uchar4)(a.s2, b.s2, c.s2, d.s2);
  to[3 * words] = (uchar4)(a.s3, b.s3, c.s3, d.s3);
}

// Each item turns its own block before the tile, whose rows are rotated by their number, and waits; then it only copies.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void transpose_repaired(global const uchar4* in, global uchar4* out, uint side) {
  local uchar4 tile[4][16 * 16];
  const uint lix = get_local_id(0), liy = get_local_id(1), words = side / 4;
  const uint left = get_group_id(0) * 16, top = get_group_id(1) * 16, turned = (lix + liy) % 16;
  global const uchar4* from = in + (top + liy) * 4 * words + left + lix;
  const uchar4 a = from[0], b = from[words], c = from[2 * words], d = from[3 * words];
  tile[0][lix * 16 + turned] = (uchar4)(a.s0, b.s0, c.s0, d.s0);
  tile[1][lix * 16 + turned] = (uchar4)(a.s1, b.s1, c.s1, d.s1);
  tile[2][lix * 16 + turned] = (uchar4)(a.s2, b.s2, c.s2, d.s2);
  tile[3][lix * 16 + turned] = (uchar4)(a.s3, b.s3, c.s3, d.s3);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 4; ++k) out[((left + liy) * 4 + k) * words + top + lix] = tile[k][liy * 16 + turned];
}
