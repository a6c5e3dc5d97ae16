// out[x][y] = in[y][x] of bytes as the tutorials teach it: a group of 16x16 items turns a tile of 64x64 bytes, a block of
// 4x4 for each item, and neighbouring groups work along a diagonal. The tile lies in local memory as in the picture. An item
// reads its block from there by `lix * 64 + liy`: sixteen neighbours read from one bank, which the text means to avoid.
//
// Unlike there, no size has to be a multiple of 64, and a barrier stands between the writes to the tile and the reads.

// Four bytes of a row from x on; what lies at or beyond x_end is 0.
static uchar4 load_four(global const uchar* row, ulong x, ulong x_end) {
  if (x + 4 <= x_end) return vload4(0, row + x);
  uchar4 value = 0;
  if (x < x_end) value.s0 = row[x];
  if (x + 1 < x_end) value.s1 = row[x + 1];
  if (x + 2 < x_end) value.s2 = row[x + 2];
  return value;
}

static void store_four(uchar4 value, global uchar* row, ulong x, ulong x_end) {
  if (x + 4 <= x_end) {
    vstore4(value, 0, row + x);
    return;
  }
  if (x < x_end) row[x] = value.s0;
  if (x + 1 < x_end) row[x + 1] = value.s1;
  if (x + 2 < x_end) row[x + 2] = value.s2;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void transpose_tutorial_blocks_uchar(
    global const uchar* restrict in, global uchar* restrict out, ulong in_pitch, ulong out_pitch, ulong x_end,
    ulong y_end) {
  local uchar4 tile[64 * 16];
  const size_t across = get_num_groups(0);
  const size_t down = get_num_groups(1);
  const size_t group = get_group_id(1) * across + get_group_id(0);
  const size_t group_y = group % down;
  const size_t group_x = (group / down + group_y) % across;
  const ulong x0 = get_global_offset(0) + group_x * 64;
  const ulong y0 = get_global_offset(1) + group_y * 64;
  const uint lix = get_local_id(0);
  const uint liy = get_local_id(1);

  for (uint k = 0; k < 4; ++k) {
    const ulong y = y0 + liy * 4 + k;
    tile[(liy * 4 + k) * 16 + lix] = y < y_end ? load_four(in + y * in_pitch, x0 + lix * 4, x_end) : (uchar4)(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const uchar4 a = tile[lix * 64 + liy];
  const uchar4 b = tile[lix * 64 + liy + 16];
  const uchar4 c = tile[lix * 64 + liy + 32];
  const uchar4 d = tile[lix * 64 + liy + 48];
  const ulong x = x0 + liy * 4;
  const ulong y = y0 + lix * 4;
  if (x < x_end) store_four((uchar4)(a.s0, b.s0, c.s0, d.s0), out + x * out_pitch, y, y_end);
  if (x + 1 < x_end) store_four((uchar4)(a.s1, b.s1, c.s1, d.s1), out + (x + 1) * out_pitch, y, y_end);
  if (x + 2 < x_end) store_four((uchar4)(a.s2, b.s2, c.s2, d.s2), out + (x + 2) * out_pitch, y, y_end);
  if (x + 3 < x_end) store_four((uchar4)(a.s3, b.s3, c.s3, d.s3), out + (x + 3) * out_pitch, y, y_end);
}
