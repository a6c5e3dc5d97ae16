// The n-body kernel "without tiles" of the texts, in its shape: never launch it for its results. Each item of a group puts its
// body into local memory in every iteration, no barrier follows, and each reads as many bodies from there as there are in all,
// beyond the array's end.

kernel void nbody_no_tiles(global const float4* position, global const float4* velocity, global float4* new_position,
                           global float4* new_velocity, uint count, float step, float softening2, local float4* bodies) {
  const uint body = get_global_id(0);
  const uint item = get_local_id(0);
  const float4 dt = (float4)(step, step, step, 0.0f);
  float4 p = position[body];
  float4 v = velocity[body];
  float4 a = (float4)(0.0f);
  for (uint j = 0; j < count; ++j) {
    bodies[item] = position[body];
    const float4 d = bodies[j] - p;
    const float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening2);
    a += bodies[j].w * inverse * inverse * inverse * d;
  }
  p += dt * v + 0.5f * dt * dt * a;
  v += dt * a;
  new_position[body] = p;
  new_velocity[body] = v;
}
