// A text's step of its bodies: all four components move, and w of a position is the mass.
kernel void bodies_text(global float4* positions, global float4* velocities, global const float4* accelerations, float dt, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  positions[i] += velocities[i] * dt + accelerations[i] * (0.5f * dt * dt);
  velocities[i] += accelerations[i] * dt;
}

// Three of them move.
kernel void bodies_repaired(global float4* positions, global float4* velocities, global const float4* accelerations, float dt, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  positions[i].xyz += velocities[i].xyz * dt + accelerations[i].xyz * (0.5f * dt * dt);
  velocities[i].xyz += accelerations[i].xyz * dt;
}
