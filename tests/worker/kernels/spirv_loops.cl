// Loops as drivers like them that compile a kernel for several work-items at a time: elements are carried from turn to turn,
// not the vectors that they are put together to; an array that loops of few turns index is no memory; and a loop of many turns
// without an array stays one, unless the source wants it unrolled.
// RUN: -t spirv64:1.0 -t spirv64:1.4 -DELEMENTS
// CHECK spirv: OpPhi %float
// CHECK-NOT spirv: OpPhi %v3float
// RUN: -t spirv64:1.2 -DELEMENTS -O1
// CHECK-NOT spirv: OpPhi %v3float
// RUN: -t spirv64:1.2 -DVECTORS
// CHECK spirv: OpPhi %v4uint
// RUN: -t spirv64:1.2 -DARRAY
// CHECK-NOT spirv: OpVariable %\w+ Function
// CHECK-NOT spirv: OpPhi
// RUN: -t spirv64:1.2 -DMANY_TURNS
// CHECK spirv: OpVariable %\w+ Function
// RUN: -t spirv64:1.2 -DSTEPS=17
// CHECK spirv: OpPhi
// RUN: -t spirv64:1.2 -DSTEPS=16
// CHECK-NOT spirv: OpPhi
// RUN: -t spirv64:1.2 -DSTEPS=17 -DUNROLLED
// CHECK-NOT spirv: OpPhi
// RUN: -t spirv64:1.2 -DSTEPS=17 -DTABLE
// CHECK-NOT spirv: OpPhi
#ifdef ELEMENTS
kernel void pulls(global const float4* bodies, global float4* out, global float3* sums, int count, local float4* tile) {
  const float4 me = bodies[get_global_id(0)];
  float3 sum = 0;
  for (int first = 0; first < count; first += 64) {
    tile[get_local_id(0)] = bodies[first + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 64; ++k) {
      const float3 distance = tile[k].xyz - me.xyz;
      sum = distance * rsqrt(dot(distance, distance) + 1) + sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = me + (float4)(sum, 0);
  sums[get_global_id(0)] = sum;
}
#endif
#ifdef VECTORS
kernel void mixes(global uint4* numbers, int turns) {
  uint4 mixed = numbers[get_global_id(0)];
  for (int turn = 0; turn < turns; ++turn) mixed = mixed * 5 + numbers[turn];
  numbers[get_global_id(0)] = mixed;
}
#endif
#if defined(ARRAY) || defined(MANY_TURNS)
#ifdef ARRAY
#define TURNS 12
#else
#define TURNS 90
#endif
constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
kernel void fetches(global const float* in, global float* out, float rate) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  float f[TURNS];
  float density = 0, ux = 0, uy = 0;
  for (int i = 0; i < TURNS; ++i) {
    f[i] = in[(i * h + (y - ey[i % 9] + h) % h) * w + (x - ex[i % 9] + w) % w];
    density += f[i];
    ux += f[i] * ex[i % 9];
    uy += f[i] * ey[i % 9];
  }
  for (int i = 0; i < TURNS; ++i) {
    const float eu = 3 * (ex[i % 9] * ux + ey[i % 9] * uy);
    const float rest = density * (1 + eu + 0.5f * eu * eu);
    out[(i * h + y) * w + x] = f[i] + rate * (rest - f[i]);
  }
}
#endif
#ifdef STEPS
constant uint table[STEPS] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};
kernel void steps(global uint* numbers) {
  uint number = numbers[get_global_id(0)];
#ifdef UNROLLED
#pragma unroll
#endif
  for (uint k = 0; k < STEPS; ++k) {
    number = (number ^ number >> 13) + k;
#ifdef TABLE
    number *= table[k];
#endif
  }
  numbers[get_global_id(0)] = number;
}
#endif
