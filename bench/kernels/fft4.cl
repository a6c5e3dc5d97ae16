// FFT of 256 points in each work-group of 64, four steps of radix 4 (Stockham).
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void fft4(global const float2* in, global float2* out) {
  local float2 points[256];
  const int me = get_local_id(0);
  in += get_group_id(0) * 256;
  out += get_group_id(0) * 256;
  float2 a[4];
  for (int i = 0; i < 4; ++i) a[i] = in[me + 64 * i];
  for (int done = 1; done < 256; done *= 4) {
    const int place = me & (done - 1);
    for (int i = 1; i < 4; ++i) {
      float c;
      const float s = sincos(-2 * M_PI_F * (i * place) / (4 * done), &c);
      a[i] = times(a[i], (float2)(c, s));
    }
    const float2 b0 = a[0] + a[2], b1 = a[0] - a[2], b2 = a[1] + a[3], b3 = a[1] - a[3];
    const int to = (me - place) * 4 + place;
    barrier(CLK_LOCAL_MEM_FENCE);
    points[to] = b0 + b2;
    points[to + done] = b1 + (float2)(b3.y, -b3.x);
    points[to + 2 * done] = b0 - b2;
    points[to + 3 * done] = b1 - (float2)(b3.y, -b3.x);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; ++i) a[i] = points[me + 64 * i];
  }
  for (int i = 0; i < 4; ++i) out[me + 64 * i] = a[i];
}
