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

// Several bodies per item, TILE apart: each body read from local memory pulls all of them. The root is the chip's own, where
// it has one: it takes numbers below 2^-126 for 0.
#if defined(__NVPTX__)
#define INVERSE_ROOT(X) __nvvm_rsqrt_approx_ftz_f(X)
#elif defined(__AMDGCN__)
#define INVERSE_ROOT(X) __builtin_amdgcn_rsqf(X)
#else
#define INVERSE_ROOT(X) rsqrt(X)
#endif

static float3 quick_pull(float3 sum, float4 me, float4 other, float softening2) {
  const float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
  const float inverse = INVERSE_ROOT(fma(x, x, fma(y, y, fma(z, z, softening2))));
  const float strength = other.w * inverse * (inverse * inverse);
  return (float3)(fma(strength, x, sum.x), fma(strength, y, sum.y), fma(strength, z, sum.z));
}

#define DEFINE_BODIES(K, UNROLL)                                                                                       \
  kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void nbody_bodies_##K(                                      \
      global const float4* restrict position, global const float4* restrict velocity,                                  \
      global float4* restrict new_position, global float4* restrict new_velocity, ulong count, ulong end, float step,  \
      float softening2) {                                                                                              \
    local float4 tile[TILE];                                                                                           \
    const size_t item = get_local_id(0);                                                                               \
    const ulong body0 = get_global_offset(0) + get_group_id(0) * ((ulong)K * TILE) + item;                             \
    float4 me[K];                                                                                                      \
    float3 sum[K];                                                                                                     \
    _Pragma("unroll") for (uint b = 0; b < K; ++b) {                                                                   \
      me[b] = body_or_nothing(position, body0 + b * TILE, count);                                                      \
      sum[b] = 0;                                                                                                      \
    }                                                                                                                  \
    for (ulong first = 0; first < count; first += TILE) {                                                              \
      tile[item] = body_or_nothing(position, first + item, count);                                                     \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
      _Pragma(UNROLL) for (uint k = 0; k < TILE; ++k) {                                                                \
        const float4 other = tile[k];                                                                                  \
        _Pragma("unroll") for (uint b = 0; b < K; ++b) sum[b] = quick_pull(sum[b], me[b], other, softening2);          \
      }                                                                                                                \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    }                                                                                                                  \
    _Pragma("unroll") for (uint b = 0; b < K; ++b) {                                                                   \
      const ulong body = body0 + b * TILE;                                                                             \
      if (body < end) move(velocity, new_position, new_velocity, body, me[b], sum[b], step);                           \
    }                                                                                                                  \
  }

DEFINE_BODIES(2, "unroll 8")

// For few bodies: a group moves SPLIT_BODIES * `sets` of them, and its items share out the pulls. Item i has the bodies of
// set i % `sets`, a power of two, and every (SPLIT_ITEMS / sets)-th pull, from i / `sets` on.
#define SPLIT_BODIES 4u
#define SPLIT_ITEMS 256u

kernel __attribute__((reqd_work_group_size(SPLIT_ITEMS, 1, 1))) void nbody_split(
    global const float4* restrict position, global const float4* restrict velocity,
    global float4* restrict new_position, global float4* restrict new_velocity, ulong count, ulong end, float step,
    float softening2, uint sets) {
  local float sums_x[SPLIT_BODIES * SPLIT_ITEMS], sums_y[SPLIT_BODIES * SPLIT_ITEMS], sums_z[SPLIT_BODIES * SPLIT_ITEMS];
  const uint item = get_local_id(0), set = item & (sets - 1), part = item / sets;
  const uint bodies = SPLIT_BODIES * sets;
  const ulong body0 = get_global_offset(0) + get_group_id(0) * (ulong)bodies;
  float4 me[SPLIT_BODIES];
  float3 sum[SPLIT_BODIES];
#pragma unroll
  for (uint b = 0; b < SPLIT_BODIES; ++b) {
    me[b] = body_or_nothing(position, body0 + b * sets + set, count);
    sum[b] = 0;
  }
#pragma unroll 2
  for (ulong k = part; k < count; k += SPLIT_ITEMS / sets) {
    const float4 other = position[k];
#pragma unroll
    for (uint b = 0; b < SPLIT_BODIES; ++b) sum[b] = quick_pull(sum[b], me[b], other, softening2);
  }
#pragma unroll
  for (uint b = 0; b < SPLIT_BODIES; ++b) {
    const uint place = part * bodies + b * sets + set;
    sums_x[place] = sum[b].x;
    sums_y[place] = sum[b].y;
    sums_z[place] = sum[b].z;
  }
  for (uint left = SPLIT_BODIES * SPLIT_ITEMS / 2; left >= bodies; left /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < left; i += SPLIT_ITEMS) {
      sums_x[i] += sums_x[i + left];
      sums_y[i] += sums_y[i + left];
      sums_z[i] += sums_z[i + left];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong body = body0 + item;
  if (item >= bodies || body >= end) return;
  const float3 acceleration = (float3)(sums_x[item], sums_y[item], sums_z[item]);
  move(velocity, new_position, new_velocity, body, position[body], acceleration, step);
}

#include "nbody_pairs.clh"

#if !defined(__NVPTX__) && !defined(__AMDGCN__) && !defined(__R600__)
// CPUs: an item moves as many bodies as a vector of the machine has elements, VECTORS times, and shares nothing.
#define VECTORS 2

// 1 / sqrt(x) within 2 ulp for x above 0. CPUs divide and take roots slowly: this starts with a guess by the exponent and
// improves it three times. min() keeps what overflowed from becoming NaN.
#define DEFINE_CPU_KERNEL(WIDTH)                                                                                       \
  static float##WIDTH inverse_root_##WIDTH(float##WIDTH x) {                                                           \
    const float##WIDTH half_x = 0.5f * min(x, (float##WIDTH)(FLT_MAX));                                                \
    float##WIDTH y = as_float##WIDTH(0x5f375a86 - (as_int##WIDTH(x) >> 1));                                            \
    y = y * (1.5f - half_x * y * y);                                                                                   \
    y = y * (1.5f - half_x * y * y);                                                                                   \
    return y * (1.5f - half_x * y * y);                                                                                \
  }                                                                                                                    \
                                                                                                                       \
  kernel void nbody_cpu_##WIDTH(global const float4* restrict position, global const float4* restrict velocity,        \
                                global float4* restrict new_position, global float4* restrict new_velocity,            \
                                ulong count, ulong end, float step, float softening2) {                                \
    const ulong body0 = get_global_offset(0) + (get_global_id(0) - get_global_offset(0)) * (VECTORS * WIDTH);          \
    float##WIDTH me_x[VECTORS], me_y[VECTORS], me_z[VECTORS], sum_x[VECTORS], sum_y[VECTORS], sum_z[VECTORS];          \
    _Pragma("unroll") for (uint v = 0; v < VECTORS; ++v) {                                                             \
      float x[WIDTH], y[WIDTH], z[WIDTH];                                                                              \
      for (uint i = 0; i < WIDTH; ++i) {                                                                               \
        const float4 me = position[min(body0 + v * WIDTH + i, end - 1)];                                               \
        x[i] = me.x;                                                                                                   \
        y[i] = me.y;                                                                                                   \
        z[i] = me.z;                                                                                                   \
      }                                                                                                                \
      me_x[v] = vload##WIDTH(0, x);                                                                                    \
      me_y[v] = vload##WIDTH(0, y);                                                                                    \
      me_z[v] = vload##WIDTH(0, z);                                                                                    \
      sum_x[v] = sum_y[v] = sum_z[v] = 0;                                                                              \
    }                                                                                                                  \
    for (ulong k = 0; k < count; ++k) {                                                                                \
      const float4 other = position[k];                                                                                \
      _Pragma("unroll") for (uint v = 0; v < VECTORS; ++v) {                                                           \
        const float##WIDTH x = other.x - me_x[v], y = other.y - me_y[v], z = other.z - me_z[v];                        \
        const float##WIDTH inverse = inverse_root_##WIDTH(x * x + (y * y + (z * z + softening2)));                     \
        const float##WIDTH strength = other.w * inverse * inverse * inverse;                                           \
        sum_x[v] += strength * x;                                                                                      \
        sum_y[v] += strength * y;                                                                                      \
        sum_z[v] += strength * z;                                                                                      \
      }                                                                                                                \
    }                                                                                                                  \
    _Pragma("unroll") for (uint v = 0; v < VECTORS; ++v) {                                                             \
      float x[WIDTH], y[WIDTH], z[WIDTH];                                                                              \
      vstore##WIDTH(sum_x[v], 0, x);                                                                                   \
      vstore##WIDTH(sum_y[v], 0, y);                                                                                   \
      vstore##WIDTH(sum_z[v], 0, z);                                                                                   \
      for (uint i = 0; i < WIDTH && body0 + v * WIDTH + i < end; ++i) {                                                \
        const ulong body = body0 + v * WIDTH + i;                                                                      \
        move(velocity, new_position, new_velocity, body, position[body], (float3)(x[i], y[i], z[i]), step);            \
      }                                                                                                                \
    }                                                                                                                  \
  }

DEFINE_CPU_KERNEL(8)
DEFINE_CPU_KERNEL(16)
#endif
