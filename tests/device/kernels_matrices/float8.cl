#include "matrices.clh"

#define FORMATS(DO) DO(e4m3, E4M3) DO(e5m2, E5M2) DO(e4m3fnuz, E4M3FNUZ) DO(e5m2fnuz, E5M2FNUZ)

// Each byte as a float, by format.
kernel void widen(global float* out) {
  const size_t byte = get_global_id(0);
  global float* to = out + byte;
#define WIDEN(format, NAME) *to = clc_convert_float_##format((uchar)byte), to += 256;
  FORMATS(WIDEN)
}

// Floats as bytes, by format, saturating or not.
kernel void narrow(global const float* in, global uchar* out) {
  const size_t i = get_global_id(0);
  global uchar* to = out + i;
#define NARROW(format, NAME)                                                   \
  *to = clc_convert_##format(in[i]), to += get_global_size(0);                  \
  *to = clc_convert_##format##_sat(in[i]), to += get_global_size(0);
  FORMATS(NARROW)
}

// Vectors are the same as their elements.
kernel void vectors(global const float* in, global uchar* out) {
  vstore3(clc_convert_e4m3_sat(vload3(0, in)), 0, out);
  vstore8(clc_convert_e5m2(vload8(0, in + 3)), 0, out + 3);
  vstore4(clc_convert_e5m2fnuz(clc_convert_float_e4m3fnuz(vload4(0, out))), 0, out + 11);
}

// Bytes by format, each in a matrix A, by a matrix that changes nothing: exact on each device.
#define KEEP(format, NAME)                                                                                       \
  kernel void keep_##format(global const uchar* all, global const uchar* one, global float* out) {              \
    MATRIX(uchar, 16, 16, CLK_COOPERATIVE_MATRIX_A, CLK_COOPERATIVE_MATRIX_##NAME##_CLC) a = coop_mat_load(all, 0, 16); \
    MATRIX(uchar, 16, 16, CLK_COOPERATIVE_MATRIX_B, CLK_COOPERATIVE_MATRIX_##NAME##_CLC) b = coop_mat_load(one, 0, 16); \
    MATRIX(float, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) c = coop_mat_init(0.0f);                            \
    c = coop_mat_mulAdd(a, b, c);                                                                                  \
    coop_mat_store(out, c, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);                                           \
  }
FORMATS(KEEP)
