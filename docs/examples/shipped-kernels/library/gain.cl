kernel void gain(global float* samples, float factor, uint count) {
  const uint i = get_global_id(0);
  if (i < count) samples[i] *= factor;
}

// Cuts what is too loud.
kernel void limit(global float* samples, float loudest, uint count) {
  const uint i = get_global_id(0);
  if (i < count) samples[i] = clamp(samples[i], -loudest, loudest);
}
