// A and B in local memory, behind each other; strides are not known to the compiler, so that it asks whether lines are
// aligned. The first work-item copies.
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, ...) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, __VA_ARGS__)))
#define KERNEL(NAME, TYPE, SUM, M, N, K, COLUMNS_A, COLUMNS_B, ...)                                                     \
  kernel void NAME##_##COLUMNS_A##COLUMNS_B(global const uchar* memory, global SUM* out, uint b, uint size,            \
                                            uint stride_a, uint stride_b) {                                           \
    local TYPE copy[4096];                                                                                            \
    for (uint i = get_local_id(0); i < size / sizeof(TYPE); i += get_local_size(0))                                    \
      copy[i] = ((global const TYPE*)memory)[i];                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                     \
    MATRIX(TYPE, M, K, CLK_COOPERATIVE_MATRIX_A __VA_ARGS__) x = coop_mat_load(copy, COLUMNS_A, stride_a);             \
    MATRIX(TYPE, K, N, CLK_COOPERATIVE_MATRIX_B __VA_ARGS__) y =                                                      \
        coop_mat_load(copy + b / sizeof(TYPE), COLUMNS_B, stride_b);                                                  \
    MATRIX(SUM, M, N, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) z = coop_mat_load(out, 0, N);                                \
    z = coop_mat_mulAdd(x, y, z);                                                                                     \
    coop_mat_store(out, z, 0, N);                                                                                     \
  }
#define FOUR(NAME, TYPE, SUM, M, N, K, ...)                                                               \
  KERNEL(NAME, TYPE, SUM, M, N, K, 0, 0, __VA_ARGS__)                                                     \
  KERNEL(NAME, TYPE, SUM, M, N, K, 0, 1, __VA_ARGS__)                                                     \
  KERNEL(NAME, TYPE, SUM, M, N, K, 1, 0, __VA_ARGS__)                                                     \
  KERNEL(NAME, TYPE, SUM, M, N, K, 1, 1, __VA_ARGS__)
FOUR(halfs, half, float, 16, 32, 16, )
FOUR(brains, ushort, float, 16, 8, 8, , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC)
FOUR(bytes, char, int, 16, 8, 32, )
FOUR(eights, uchar, float, 16, 8, 32, , CLK_COOPERATIVE_MATRIX_E4M3_CLC)
FOUR(words, float, float, 16, 8, 8, , CLK_COOPERATIVE_MATRIX_TF32_CLC)
