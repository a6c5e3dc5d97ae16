// A text's branch for RGBA without LINEAR_MEM_ACCESS assigns a vector to a number. OpenCL C has no such conversion.
#ifdef AS_IN_THE_TEXT
kernel void largest_text(global const uchar4* pixels, global uint* values) {
  const uint i = get_global_id(0);
  const uint pixel = pixels[i];
  values[i] = pixel;
}
#endif

// The largest of the channels, alpha among them, as the other branch has it.
kernel void largest_repaired(global const uchar4* pixels, global uint* values) {
  const uint i = get_global_id(0);
  const uchar4 pixel = pixels[i];
  values[i] = max(max(pixel.s0, pixel.s1), max(pixel.s2, pixel.s3));
}
