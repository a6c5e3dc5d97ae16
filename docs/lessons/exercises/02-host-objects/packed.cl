// Writes the sum of each point's coordinates.
kernel void packed(global const float* points, global float* sums, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  // HOLE: Load three floats that lie side by side.
  const float3 point = ((global const float3*)points)[i / 2];
  sums[i] = point.x + point.y + point.z;
}
