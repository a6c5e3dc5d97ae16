// Writes the sum of each point's coordinates.
kernel void packed(global const float* points, global float* sums, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const float3 point = vload3(i, points);
  sums[i] = point.x + point.y + point.z;
}
