// Median of 3 x 3 pixels, by exchanges.
#define ORDER(a, b) { const uchar low = min(a, b); b = max(a, b); a = low; }
kernel void median3(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  uchar p[9];
  for (int i = 0; i < 9; ++i) {
    p[i] = in[clamp(y + i / 3 - 1, 0, height - 1) * width + clamp(x + i % 3 - 1, 0, width - 1)];
  }
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[1]) ORDER(p[3], p[4]) ORDER(p[6], p[7])
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[3]) ORDER(p[5], p[8]) ORDER(p[4], p[7])
  ORDER(p[3], p[6]) ORDER(p[1], p[4]) ORDER(p[2], p[5])
  ORDER(p[4], p[7]) ORDER(p[4], p[2]) ORDER(p[6], p[4])
  ORDER(p[4], p[2])
  out[y * width + x] = p[4];
}
