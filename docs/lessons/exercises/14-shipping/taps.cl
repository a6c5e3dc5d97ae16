// Adds the first TAPS numbers behind each element's place; the build says -DTAPS=….
kernel void taps(global const uint* in, global uint* out) {
  const uint i = get_global_id(0);
  uint sum = 0;
  // HOLE: Let the loop run as often as the build says.
  sum = in[i];
  out[i] = sum;
}
