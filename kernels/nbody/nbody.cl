// One step of all-pairs gravity (G = 1) with softening, semi-implicit Euler.
// A body is a float4: position and, in w, mass. Items from the global offset to `end` move their body under the
// pull of all `count` bodies; softening2, the softening length squared, must be above 0.

static float3 pull(float3 sum, float4 me, float4 other, float softening2) {
  const float3 distance = other.xyz - me.xyz;
  const float squared =
      distance.x * distance.x + (distance.y * distance.y + (distance.z * distance.z + softening2));
  const float inverse = rsqrt(squared);
  const float strength = other.w * inverse * inverse * inverse;
  return sum + strength * distance;
}

static void move(global const float4* velocity, global float4* new_position, global float4* new_velocity, ulong body,
                 float4 me, float3 acceleration, float step) {
  float4 speed = velocity[body];
  speed.xyz += acceleration * step;
  new_velocity[body] = speed;
  me.xyz += speed.xyz * step;
  new_position[body] = me;
}

// Every item reads all bodies from global memory.
kernel void nbody_global(global const float4* restrict position, global const float4* restrict velocity,
                         global float4* restrict new_position, global float4* restrict new_velocity, ulong count,
                         ulong end, float step, float softening2) {
  const size_t body = get_global_id(0);
  if (body >= end) return;
  const float4 me = position[body];
  float3 sum = 0;
  for (ulong other = 0; other < count; ++other) sum = pull(sum, me, position[other], softening2);
  move(velocity, new_position, new_velocity, body, me, sum, step);
}

// A tile of bodies in local memory; those beyond the last have no mass.
#define TILE 256

static float4 body_or_nothing(global const float4* position, ulong body, ulong count) {
  float4 value = 0;
  if (body < count) value = position[body];
  return value;
}

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void nbody_tiles(
    global const float4* restrict position, global const float4* restrict velocity,
    global float4* restrict new_position, global float4* restrict new_velocity, ulong count, ulong end, float step,
    float softening2) {
  local float4 tile[TILE];
  const size_t body = get_global_id(0);
  const size_t item = get_local_id(0);
  const float4 me = body_or_nothing(position, body, count);
  float3 sum = 0;
  for (ulong first = 0; first < count; first += TILE) {
    tile[item] = body_or_nothing(position, first + item, count);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma nounroll
    for (uint k = 0; k < TILE; ++k) sum = pull(sum, me, tile[k], softening2);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (body < end) move(velocity, new_position, new_velocity, body, me, sum, step);
}

// The same, four pulls at a time.
kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void nbody_tiles_unrolled(
    global const float4* restrict position, global const float4* restrict velocity,
    global float4* restrict new_position, global float4* restrict new_velocity, ulong count, ulong end, float step,
    float softening2) {
  local float4 tile[TILE];
  const size_t body = get_global_id(0);
  const size_t item = get_local_id(0);
  const float4 me = body_or_nothing(position, body, count);
  float3 sum = 0;
  for (ulong first = 0; first < count; first += TILE) {
    tile[item] = body_or_nothing(position, first + item, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k += 4) {
      sum = pull(sum, me, tile[k], softening2);
      sum = pull(sum, me, tile[k + 1], softening2);
      sum = pull(sum, me, tile[k + 2], softening2);
      sum = pull(sum, me, tile[k + 3], softening2);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (body < end) move(velocity, new_position, new_velocity, body, me, sum, step);
}

// Two bodies per item, TILE apart: each body read from local memory pulls twice.
kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void nbody_fast(
    global const float4* restrict position, global const float4* restrict velocity,
    global float4* restrict new_position, global float4* restrict new_velocity, ulong count, ulong end, float step,
    float softening2) {
  local float4 tile[TILE];
  const size_t item = get_local_id(0);
  const ulong body0 = get_global_offset(0) + get_group_id(0) * (2UL * TILE) + item;
  const ulong body1 = body0 + TILE;
  const float4 me0 = body_or_nothing(position, body0, count);
  const float4 me1 = body_or_nothing(position, body1, count);
  float3 sum0 = 0;
  float3 sum1 = 0;
  for (ulong first = 0; first < count; first += TILE) {
    tile[item] = body_or_nothing(position, first + item, count);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
    for (uint k = 0; k < TILE; ++k) {
      const float4 other = tile[k];
      sum0 = pull(sum0, me0, other, softening2);
      sum1 = pull(sum1, me1, other, softening2);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (body0 < end) move(velocity, new_position, new_velocity, body0, me0, sum0, step);
  if (body1 < end) move(velocity, new_position, new_velocity, body1, me1, sum1, step);
}
