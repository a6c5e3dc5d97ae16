// The transpose kernels for one element type. Set before inclusion, and unset at the end:
// TYPE, TYPE4, FAST_BLOCKS (4x4 blocks along one side of the fast kernel's tile), FAST_ROWS (its rows of items).

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAMED(stem) JOIN(stem, TYPE)

// Four elements of a row from x on; what lies at or beyond x_end is 0.
static TYPE4 NAMED(load4_)(global const TYPE* row, ulong x, ulong x_end) {
  if (x + 4 <= x_end) return vload4(0, row + x);
  TYPE4 value = 0;
  if (x < x_end) value.s0 = row[x];
  if (x + 1 < x_end) value.s1 = row[x + 1];
  if (x + 2 < x_end) value.s2 = row[x + 2];
  return value;
}

static void NAMED(store4_)(TYPE4 value, global TYPE* row, ulong x, ulong x_end) {
  if (x + 4 <= x_end) {
    vstore4(value, 0, row + x);
    return;
  }
  if (x < x_end) row[x] = value.s0;
  if (x + 1 < x_end) row[x + 1] = value.s1;
  if (x + 2 < x_end) row[x + 2] = value.s2;
}

kernel void NAMED(transpose_naive_)(global const TYPE* restrict in, global TYPE* restrict out, ulong in_pitch,
                                    ulong out_pitch, ulong x_end, ulong y_end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x < x_end && y < y_end) out[x * out_pitch + y] = in[y * in_pitch + x];
}

// Each item turns a 4x4 block in registers and hands it over through local memory, so that reads and writes both
// run along rows. Neighbouring groups work along a diagonal: their columns of `out` then lie in different
// channels of the memory.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void NAMED(transpose_blocks_)(
    global const TYPE* restrict in, global TYPE* restrict out, ulong in_pitch, ulong out_pitch, ulong x_end,
    ulong y_end) {
  local TYPE4 tile[64 * 16];  // 64 rows of `out`, 16 blocks each
  const size_t across = get_num_groups(0);
  const size_t down = get_num_groups(1);
  const size_t group = get_group_id(1) * across + get_group_id(0);
  const size_t group_y = group % down;
  const size_t group_x = (group / down + group_y) % across;
  const ulong x0 = get_global_offset(0) + group_x * 64;
  const ulong y0 = get_global_offset(1) + group_y * 64;
  const uint i = get_local_id(0);
  const uint j = get_local_id(1);

  TYPE4 row[4];
  for (uint k = 0; k < 4; ++k) {
    const ulong y = y0 + j * 4 + k;
    row[k] = y < y_end ? NAMED(load4_)(in + y * in_pitch, x0 + i * 4, x_end) : (TYPE4)(0);
  }
  tile[(i * 4 + 0) * 16 + j] = (TYPE4)(row[0].s0, row[1].s0, row[2].s0, row[3].s0);
  tile[(i * 4 + 1) * 16 + j] = (TYPE4)(row[0].s1, row[1].s1, row[2].s1, row[3].s1);
  tile[(i * 4 + 2) * 16 + j] = (TYPE4)(row[0].s2, row[1].s2, row[2].s2, row[3].s2);
  tile[(i * 4 + 3) * 16 + j] = (TYPE4)(row[0].s3, row[1].s3, row[2].s3, row[3].s3);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 4; ++k) {
    const ulong x = x0 + j * 4 + k;
    if (x < x_end) NAMED(store4_)(tile[(j * 4 + k) * 16 + i], out + x * out_pitch, y0 + i * 4, y_end);
  }
}

// A tile of 32x32 elements; the 33rd column keeps the column reads out of one bank.
kernel __attribute__((reqd_work_group_size(32, 8, 1))) void NAMED(transpose_padded_)(
    global const TYPE* restrict in, global TYPE* restrict out, ulong in_pitch, ulong out_pitch, ulong x_end,
    ulong y_end) {
  local TYPE tile[32 * 33];
  const ulong x0 = get_global_offset(0) + get_group_id(0) * 32;
  const ulong y0 = get_global_offset(1) + get_group_id(1) * 32;
  const uint i = get_local_id(0);
  const uint j = get_local_id(1);
  for (uint k = 0; k < 32; k += 8) {
    const ulong y = y0 + j + k;
    if (x0 + i < x_end && y < y_end) tile[(j + k) * 33 + i] = in[y * in_pitch + x0 + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 32; k += 8) {
    const ulong x = x0 + j + k;
    if (x < x_end && y0 + i < y_end) out[x * out_pitch + y0 + i] = tile[i * 33 + j + k];
  }
}

// As blocks, with padding, tiles sized to whole memory transactions, and aligned vector accesses where the
// host says that every row and the first column are aligned to four elements.
kernel __attribute__((reqd_work_group_size(FAST_BLOCKS, FAST_ROWS, 1))) void NAMED(transpose_fast_)(
    global const TYPE* restrict in, global TYPE* restrict out, ulong in_pitch, ulong out_pitch, ulong x_end,
    ulong y_end, uint aligned) {
  local TYPE4 tile[FAST_BLOCKS * 4 * (FAST_BLOCKS + 1)];
  const ulong x0 = get_global_offset(0) + get_group_id(0) * (FAST_BLOCKS * 4);
  const ulong y0 = get_global_offset(1) + get_group_id(1) * (FAST_BLOCKS * 4);
  const bool whole = aligned != 0 && x0 + FAST_BLOCKS * 4 <= x_end && y0 + FAST_BLOCKS * 4 <= y_end;
  const size_t i = get_local_id(0);
  for (uint part = 0; part < FAST_BLOCKS / FAST_ROWS; ++part) {
    const size_t j = get_local_id(1) + part * FAST_ROWS;
    TYPE4 row[4];
    for (uint k = 0; k < 4; ++k) {
      const ulong y = y0 + j * 4 + k;
      global const TYPE* from = in + y * in_pitch;
      if (whole) {
        row[k] = *(global const TYPE4*)(from + x0 + i * 4);
      } else {
        row[k] = y < y_end ? NAMED(load4_)(from, x0 + i * 4, x_end) : (TYPE4)(0);
      }
    }
    tile[(i * 4 + 0) * (FAST_BLOCKS + 1) + j] = (TYPE4)(row[0].s0, row[1].s0, row[2].s0, row[3].s0);
    tile[(i * 4 + 1) * (FAST_BLOCKS + 1) + j] = (TYPE4)(row[0].s1, row[1].s1, row[2].s1, row[3].s1);
    tile[(i * 4 + 2) * (FAST_BLOCKS + 1) + j] = (TYPE4)(row[0].s2, row[1].s2, row[2].s2, row[3].s2);
    tile[(i * 4 + 3) * (FAST_BLOCKS + 1) + j] = (TYPE4)(row[0].s3, row[1].s3, row[2].s3, row[3].s3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint part = 0; part < FAST_BLOCKS * 4 / FAST_ROWS; ++part) {
    const size_t j = get_local_id(1) + part * FAST_ROWS;
    const ulong x = x0 + j;
    const TYPE4 value = tile[j * (FAST_BLOCKS + 1) + i];
    global TYPE* to = out + x * out_pitch;
    if (whole) {
      *(global TYPE4*)(to + y0 + i * 4) = value;
    } else if (x < x_end) {
      NAMED(store4_)(value, to, y0 + i * 4, y_end);
    }
  }
}

#undef NAMED
#undef JOIN
#undef JOIN_
#undef TYPE
#undef TYPE4
#undef FAST_BLOCKS
#undef FAST_ROWS
