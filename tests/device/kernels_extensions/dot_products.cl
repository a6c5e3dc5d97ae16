// Integer dot products. Result j of item i is out[j * n + i].
kernel void dot_products(global const uint* a, global const uint* b, global const int* c, global int* out, int n) {
  const int i = get_global_id(0);
  const uint x = a[i], y = b[i];
  const int sum = c[i];
  out[i] = dot(as_char4(x), as_char4(y));
  out[n + i] = dot(as_uchar4(x), as_char4(y));
  out[2 * n + i] = dot_4x8packed_su_int(x, y);
  out[3 * n + i] = dot_4x8packed_uu_uint(x, y);
  out[4 * n + i] = dot_acc_sat(as_char4(x), as_char4(y), sum);
  out[5 * n + i] = dot_acc_sat_4x8packed_us_int(x, y, sum);
  out[6 * n + i] = dot_acc_sat(as_char4(x), as_uchar4(y), sum);
  out[7 * n + i] = dot_acc_sat_4x8packed_uu_uint(x, y, sum);
  // Arm's names.
  out[8 * n + i] = arm_dot(as_char4(x), as_char4(y));
  out[9 * n + i] = arm_dot_acc(as_uchar4(x), as_uchar4(y), (uint)sum);
  out[10 * n + i] = arm_dot_acc(as_char4(x), as_char4(y), sum);
  out[11 * n + i] = arm_dot_acc(as_short2(x), as_short2(y), sum);
  out[12 * n + i] = arm_dot_acc(as_ushort2(x), as_ushort2(y), (uint)sum);
  out[13 * n + i] = arm_dot_acc_sat(as_char4(x), as_char4(y), sum);
}
