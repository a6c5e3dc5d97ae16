// A step of a lattice Boltzmann simulation with nine directions on a torus: fetch, then collide.
constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant float weights[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
kernel void lbm_float(global const float* in, global float* out, float rate) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  float f[9];
  float density = 0, ux = 0, uy = 0;
  for (int i = 0; i < 9; ++i) {
    const int fx = (x - ex[i] + w) % w;
    const int fy = (y - ey[i] + h) % h;
    f[i] = in[(i * h + fy) * w + fx];
    density += f[i];
    ux += f[i] * ex[i];
    uy += f[i] * ey[i];
  }
  ux /= density;
  uy /= density;
  const float uu = 1.5f * (ux * ux + uy * uy);
  for (int i = 0; i < 9; ++i) {
    const float eu = 3 * (ex[i] * ux + ey[i] * uy);
    const float rest = weights[i] * density * (1 + eu + 0.5f * eu * eu - uu);
    out[(i * h + y) * w + x] = f[i] + rate * (rest - f[i]);
  }
}
