// Each item counts the keys that belong before its own, and writes its key there.
kernel void rank(global const uint* in, global uint* out, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  uint before = 0;
  for (uint k = 0; k < count; ++k) before += in[k] < in[i] || (in[k] == in[i] && k < i);
  out[before] = in[i];
}
