// x + v dt + a dt² / 2, and v + a dt. Position has the mass in w.
kernel void advance(global float4* positions, global float4* velocities, global const float4* accelerations, float dt, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const float4 p = positions[i], v = velocities[i], a = accelerations[i];
  positions[i].xyz = p.xyz + v.xyz * dt + a.xyz * (0.5f * dt * dt);
  velocities[i].xyz = v.xyz + a.xyz * dt;
}
