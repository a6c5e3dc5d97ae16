// Four samples an item: 0 to 255 become 0 to 255/256.
kernel void unpack(global const uchar4* bytes, global float4* samples, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  // HOLE: Convert by value: a cast of the pointer would take the bits as they are.
  samples[i] = *(global const float4*)(bytes + i / 4 * 4);
}
