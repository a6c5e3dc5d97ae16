// Root-mean-square norm of each row; a row for each work-item.
kernel void rms_norm(global const float4* in, global const float4* weight, global float4* out, int columns, float epsilon) {
  in += get_global_id(0) * (columns / 4);
  out += get_global_id(0) * (columns / 4);
  float sum = 0;
  for (int i = 0; i < columns / 4; ++i) sum += dot(in[i], in[i]);
  const float scale = 1.0f / sqrt(sum / columns + epsilon);
  for (int i = 0; i < columns / 4; ++i) out[i] = in[i] * scale * weight[i];
}
