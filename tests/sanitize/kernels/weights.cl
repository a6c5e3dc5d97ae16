// --global-size 256 --work-group 64 --arg buffer:float:260 --arg buffer:float:256 --arg buffer:float:5
constant float k_table[4] = {0.5f, 0.25f, 0.125f, 0.0625f};
float sum_of(global const float* from, constant float* weights, uint i) {
  float sum = 0;
  for (uint k = 0; k < 5; ++k) sum += from[i + k] * weights[k] * k_table[k & 3];
  return sum;
}
kernel void weights_of(global const float* from, global float* to, constant float* weights) {
  const uint i = get_global_id(0);
  to[i] = sum_of(from, weights, i);
}
