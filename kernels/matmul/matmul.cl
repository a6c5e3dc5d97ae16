// C = A * B, float32, row-major: A has rows of `depth` elements, B and C rows of b_pitch and c_pitch.
// Computes the rows below row_end and the columns below column_end, from the global offset on.

static float dot_product(global const float* a_row, global const float* b_column, ulong b_pitch, ulong depth) {
  float sum = 0;
  for (ulong k = 0; k < depth; ++k) sum += a_row[k] * b_column[k * b_pitch];
  return sum;
}

// Neighbouring items go down a column: each reads its own row of A and writes far from the others.
kernel void matmul_rows_first(global const float* restrict a, global const float* restrict b, global float* restrict c,
                              ulong depth, ulong b_pitch, ulong c_pitch, ulong row_end, ulong column_end) {
  const size_t row = get_global_id(0);
  const size_t column = get_global_id(1);
  if (row < row_end && column < column_end)
    c[row * c_pitch + column] = dot_product(a + row * depth, b + column, b_pitch, depth);
}

// Neighbouring items go along a row: the same arithmetic, B and C are accessed in order.
kernel void matmul_columns_first(global const float* restrict a, global const float* restrict b,
                                 global float* restrict c, ulong depth, ulong b_pitch, ulong c_pitch, ulong row_end,
                                 ulong column_end) {
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  if (row < row_end && column < column_end)
    c[row * c_pitch + column] = dot_product(a + row * depth, b + column, b_pitch, depth);
}

// Groups of 16x16 items fetch 16x16 tiles of A and B together; what lies outside counts as 0.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void matmul_tiles(
    global const float* restrict a, global const float* restrict b, global float* restrict c, ulong depth,
    ulong b_pitch, ulong c_pitch, ulong row_end, ulong column_end) {
  local float a_tile[16][16];
  local float b_tile[16][16];
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  const uint i = get_local_id(0);
  const uint j = get_local_id(1);
  float sum = 0;
  for (ulong k0 = 0; k0 < depth; k0 += 16) {
    a_tile[j][i] = row < row_end && k0 + i < depth ? a[row * depth + k0 + i] : 0.0f;
    b_tile[j][i] = column < column_end && k0 + j < depth ? b[(k0 + j) * b_pitch + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 16; ++k) sum += a_tile[j][k] * b_tile[k][i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < row_end && column < column_end) c[row * c_pitch + column] = sum;
}

// Register blocks: a group of 256 items makes 128x128 elements of C, each item four 4x4 blocks of them, 64 apart.
#define TILE 128
#define STEP 8
#define A_PITCH (TILE + 4)  // the transposing writes of A would meet in one bank

// Four elements of a row from `column` on; what lies at or beyond `end` is 0. `whole`: none does, and all are aligned.
static float4 load4(global const float* row, ulong column, ulong end, bool whole) {
  if (whole) return *(global const float4*)(row + column);
  float4 value = 0;
  if (column < end) value.s0 = row[column];
  if (column + 1 < end) value.s1 = row[column + 1];
  if (column + 2 < end) value.s2 = row[column + 2];
  if (column + 3 < end) value.s3 = row[column + 3];
  return value;
}

static void store4(float4 value, global float* row, ulong column, ulong end, bool whole) {
  if (whole) {
    *(global float4*)(row + column) = value;
    return;
  }
  if (column < end) row[column] = value.s0;
  if (column + 1 < end) row[column + 1] = value.s1;
  if (column + 2 < end) row[column + 2] = value.s2;
  if (column + 3 < end) row[column + 3] = value.s3;
}

// `aligned`: depth, pitches and the offset are multiples of four; groups that lie wholly inside then use vectors.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void matmul_blocks(
    global const float* restrict a, global const float* restrict b, global float* restrict c, ulong depth,
    ulong b_pitch, ulong c_pitch, ulong row_end, ulong column_end, uint aligned) {
  local float a_tile[2][STEP * A_PITCH] __attribute__((aligned(16)));  // [k][row]
  local float b_tile[2][STEP * TILE] __attribute__((aligned(16)));     // [k][column]
  const size_t i = get_local_id(0);
  const size_t j = get_local_id(1);
  const ulong row0 = get_global_offset(1) + get_group_id(1) * TILE;
  const ulong column0 = get_global_offset(0) + get_group_id(0) * TILE;

  // This item fetches four elements of one row of A, and of one row of B.
  const size_t a_row = j * 8 + i / 2;
  const size_t a_k = i % 2 * 4;
  const size_t b_k = j / 2;
  const size_t b_column = j % 2 * 64 + i * 4;
  const bool a_inside = row0 + a_row < row_end;
  global const float* a_from = a + (row0 + a_row) * depth;
  global const float* b_from = b + b_k * b_pitch;

  // It computes rows x and x + 64, columns y and y + 64.
  const size_t x = j * 4;
  const size_t y = i * 4;
  float4 sum[8][2];
#pragma unroll
  for (uint r = 0; r < 8; ++r) sum[r][0] = sum[r][1] = (float4)(0);

  const bool inside = aligned != 0 && row0 + TILE <= row_end && column0 + TILE <= column_end;
  bool whole = inside && STEP <= depth;
  float4 a_next = a_inside ? load4(a_from, a_k, depth, whole) : (float4)(0);
  float4 b_next = b_k < depth ? load4(b_from, column0 + b_column, column_end, whole) : (float4)(0);
  uint side = 0;
  for (ulong k0 = 0; k0 < depth; k0 += STEP) {
    // The two sides take turns, so one barrier a step is enough.
    local float* a_side = a_tile[side];
    local float* b_side = b_tile[side];
    a_side[(a_k + 0) * A_PITCH + a_row] = a_next.s0;
    a_side[(a_k + 1) * A_PITCH + a_row] = a_next.s1;
    a_side[(a_k + 2) * A_PITCH + a_row] = a_next.s2;
    a_side[(a_k + 3) * A_PITCH + a_row] = a_next.s3;
    *(local float4*)(b_side + b_k * TILE + b_column) = b_next;
    barrier(CLK_LOCAL_MEM_FENCE);
    side ^= 1;
    if (k0 + STEP < depth) {
      const ulong k1 = k0 + STEP;
      whole = inside && k1 + STEP <= depth;
      a_next = a_inside ? load4(a_from, k1 + a_k, depth, whole) : (float4)(0);
      b_next = k1 + b_k < depth ? load4(b_from + k1 * b_pitch, column0 + b_column, column_end, whole) : (float4)(0);
    }
#pragma unroll
    for (uint k = 0; k < STEP; ++k) {
      const float4 a0 = *(local const float4*)(a_side + k * A_PITCH + x);
      const float4 a1 = *(local const float4*)(a_side + k * A_PITCH + x + 64);
      const float4 b0 = *(local const float4*)(b_side + k * TILE + y);
      const float4 b1 = *(local const float4*)(b_side + k * TILE + y + 64);
      sum[0][0] += a0.s0 * b0;
      sum[0][1] += a0.s0 * b1;
      sum[1][0] += a0.s1 * b0;
      sum[1][1] += a0.s1 * b1;
      sum[2][0] += a0.s2 * b0;
      sum[2][1] += a0.s2 * b1;
      sum[3][0] += a0.s3 * b0;
      sum[3][1] += a0.s3 * b1;
      sum[4][0] += a1.s0 * b0;
      sum[4][1] += a1.s0 * b1;
      sum[5][0] += a1.s1 * b0;
      sum[5][1] += a1.s1 * b1;
      sum[6][0] += a1.s2 * b0;
      sum[6][1] += a1.s2 * b1;
      sum[7][0] += a1.s3 * b0;
      sum[7][1] += a1.s3 * b1;
    }
  }
#pragma unroll
  for (uint r = 0; r < 8; ++r) {
    const ulong row = row0 + x + r % 4 + r / 4 * 64;
    if (row >= row_end) continue;
    store4(sum[r][0], c + row * c_pitch, column0 + y, column_end, inside);
    store4(sum[r][1], c + row * c_pitch, column0 + y + 64, column_end, inside);
  }
}

#undef STEP

#ifndef __R600__  // whose code generator of LLVM 22 crashes on so many registers
// GPUs: 8x16 elements per item for large matrices, 8x8 for those that would leave compute units without work. How large the
// tiles of the first kernel are can be tuned (matmul.tune.json).
#ifndef LARGE_ROWS
#define LARGE_ROWS 128
#define LARGE_COLUMNS 256
#define LARGE_ITEM_ROWS 8
#define LARGE_ITEM_COLUMNS 16
#define LARGE_STEP 8
#endif
#define NAME matmul_whole_large
#define ROWS LARGE_ROWS
#define COLUMNS LARGE_COLUMNS
#define ITEM_ROWS LARGE_ITEM_ROWS
#define ITEM_COLUMNS LARGE_ITEM_COLUMNS
#define STEP LARGE_STEP
#include "matmul_whole.clh"

#define NAME matmul_whole_small
#define IN_PARTS
#define ROWS 64
#define COLUMNS 128
#define ITEM_ROWS 8
#define ITEM_COLUMNS 8
#define STEP 16
#include "matmul_whole.clh"

// C is the sum of the matrices that matmul_whole_small made. An item adds up four elements of a row.
kernel void matmul_add_parts(global const float4* restrict sums, uint parts, global float* restrict c, ulong c_pitch) {
  const ulong rows = get_global_size(1), pitch = get_global_size(0);
  const ulong row = get_global_id(1) - get_global_offset(1), column = get_global_id(0) - get_global_offset(0);
  float4 sum = sums[row * pitch + column];
  for (uint part = 1; part < parts; ++part) sum += sums[(part * rows + row) * pitch + column];
  *(global float4*)(c + get_global_id(1) * c_pitch + get_global_offset(0) + column * 4) = sum;
}

#if !defined(__NVPTX__) && !defined(__AMDGCN__)
// CPUs: an item makes a block of 6 rows in vector registers, and shares nothing. Before that B is copied into panels as wide
// as a block, so that an item reads memory in order: rows of B that are a power of two apart would meet in the same sets of
// the caches. Neighbouring items use the same panel.
#define CPU_ROWS 6
#define CPU_VECTORS 4

// Row k of panel p is packed[(p * depth + k) * width …]; columns at or beyond the end are 0.
kernel void matmul_cpu_pack(global const float* restrict b, global float* restrict packed, ulong depth, ulong b_pitch,
                            ulong column_end, uint width) {
  const ulong k = get_global_id(0), panel = get_global_id(1) - get_global_offset(1);
  const ulong column0 = get_global_offset(1) + panel * width;
  global float* const to = packed + (panel * depth + k) * width;
  for (uint s = 0; s < width; ++s) to[s] = column0 + s < column_end ? b[k * b_pitch + column0 + s] : 0;
}

#define DEFINE_CPU_KERNEL(WIDTH)                                                                                       \
  kernel void matmul_cpu_##WIDTH(global const float* restrict a, global const float* restrict packed,                  \
                                 global float* restrict c, ulong depth, ulong c_pitch, ulong row_end,                  \
                                 ulong column_end) {                                                                   \
    const ulong row0 = get_global_offset(0) + (get_global_id(0) - get_global_offset(0)) * CPU_ROWS;                    \
    const ulong panel = get_global_id(1) - get_global_offset(1);                                                       \
    const ulong column0 = get_global_offset(1) + panel * (CPU_VECTORS * WIDTH);                                        \
    global const float* b_row = packed + panel * depth * (CPU_VECTORS * WIDTH);                                        \
    global const float* a_row[CPU_ROWS]; /* rows at or beyond the end repeat the last one, and are not stored */       \
    float##WIDTH sum[CPU_ROWS][CPU_VECTORS];                                                                           \
    _Pragma("unroll") for (uint r = 0; r < CPU_ROWS; ++r) {                                                            \
      a_row[r] = a + min(row0 + r, row_end - 1) * depth;                                                               \
      _Pragma("unroll") for (uint s = 0; s < CPU_VECTORS; ++s) sum[r][s] = 0;                                          \
    }                                                                                                                  \
    for (ulong k = 0; k < depth; ++k, b_row += CPU_VECTORS * WIDTH) {                                                  \
      float##WIDTH values[CPU_VECTORS];                                                                                \
      _Pragma("unroll") for (uint s = 0; s < CPU_VECTORS; ++s) values[s] = vload##WIDTH(s, b_row);                     \
      _Pragma("unroll") for (uint r = 0; r < CPU_ROWS; ++r) {                                                          \
        const float##WIDTH factor = a_row[r][k];                                                                       \
        _Pragma("unroll") for (uint s = 0; s < CPU_VECTORS; ++s) sum[r][s] = fma(factor, values[s], sum[r][s]);        \
      }                                                                                                                \
    }                                                                                                                  \
    const uint columns = (uint)min(column_end - column0, (ulong)(CPU_VECTORS * WIDTH));                                \
    for (uint r = 0; r < CPU_ROWS && row0 + r < row_end; ++r) {                                                        \
      global float* const to = c + (row0 + r) * c_pitch + column0;                                                     \
      if (columns == CPU_VECTORS * WIDTH) {                                                                            \
        _Pragma("unroll") for (uint s = 0; s < CPU_VECTORS; ++s) vstore##WIDTH(sum[r][s], s, to);                      \
      } else {                                                                                                         \
        float row[CPU_VECTORS * WIDTH];                                                                                \
        _Pragma("unroll") for (uint s = 0; s < CPU_VECTORS; ++s) vstore##WIDTH(sum[r][s], s, row);                     \
        for (uint s = 0; s < columns; ++s) to[s] = row[s];                                                             \
      }                                                                                                                \
    }                                                                                                                  \
  }

DEFINE_CPU_KERNEL(8)
DEFINE_CPU_KERNEL(16)
#endif
#endif
