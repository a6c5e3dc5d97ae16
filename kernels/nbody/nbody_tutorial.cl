// One step of all-pairs gravity as the tutorials teach it: float4 throughout, tiles as large as the group, and the
// position moved by v·dt + ½·a·dt². A body is a float4: position and, in w, mass. `dt` has no fourth component, hence
// masses stay, and whatever a fourth component of the pull holds is left out.

static float4 body_or_nothing(global const float4* position, ulong body, ulong count) {
  float4 value = 0;
  if (body < count) value = position[body];
  return value;
}

// Items from the global offset to `end` move their body under the pull of all `count` bodies. `tile` has a float4 for
// each item of the group.
kernel void nbody_tutorial_integrator(global const float4* restrict position, global const float4* restrict velocity,
                                      global float4* restrict new_position, global float4* restrict new_velocity,
                                      ulong count, ulong end, float step, float softening2, local float4* tile) {
  const float4 dt = (float4)(step, step, step, 0.0f);
  const size_t body = get_global_id(0);
  const size_t item = get_local_id(0);
  const size_t items = get_local_size(0);
  float4 p = body_or_nothing(position, body, count);
  float4 a = (float4)(0.0f);
  for (ulong first = 0; first < count; first += items) {
    tile[item] = body_or_nothing(position, first + item, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t j = 0; j < items; ++j) {
      const float4 other = tile[j];
      const float4 d = other - p;
      const float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening2);
      const float f = other.w * inverse * inverse * inverse;
      a += f * d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (body >= end) return;
  float4 v = velocity[body];
  p += dt * v + 0.5f * dt * dt * a;
  v += dt * a;
  new_position[body] = p;
  new_velocity[body] = v;
}
