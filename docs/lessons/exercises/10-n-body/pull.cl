// The acceleration of each body (x, y, z, mass) by all others.
kernel void pull(global const float4* bodies, global float4* accelerations, uint count, float softening2) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (uint j = 0; j < count; ++j) {
    const float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y, dz = bodies[j].z - bodies[i].z;
    const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + softening2);
    const float f = bodies[j].w * inverse * inverse * inverse;
    ax += f * dx;
    ay += f * dy;
    // HOLE: Repair this line.
    az += f * dx;
  }
  accelerations[i] = (float4)(ax, ay, az, 0.0f);
}
