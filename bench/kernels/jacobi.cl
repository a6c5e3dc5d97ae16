// One step of Jacobi's iteration for Poisson's equation in a frame of zeros.
kernel void jacobi(global const float* in, global const float* source, global float* out, int stride) {
  const int at = (get_global_id(1) + 1) * stride + get_global_id(0) + 1;
  out[at] = 0.25f * (in[at - 1] + in[at + 1] + in[at - stride] + in[at + stride] - source[at]);
}
