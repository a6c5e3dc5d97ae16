// Sums of each value and its neighbours, shared in local memory; beyond the ends are zeros.
kernel void blur(global const float* restrict in, global float* restrict out, uint count, local float* tile) {
  const size_t i = get_global_id(0), at = get_local_id(0) + 1, group = get_local_size(0);
  tile[at] = i < count ? in[i] : 0;
  if (at == 1) tile[0] = i > 0 && i <= count ? in[i - 1] : 0;
  if (at == group) tile[at + 1] = i + 1 < count ? in[i + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < count) out[i] = tile[at - 1] + tile[at] + tile[at + 1];
}

kernel void blur_simple(global const float* in, global float* out, uint count, local float* unused) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < count ? in[i + 1] : 0);
}

kernel void invert(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const sampler_t texel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  if (all(at < get_image_dim(in))) write_imagef(out, at, 1 - read_imagef(in, texel, at));
}
