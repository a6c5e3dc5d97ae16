// Loops as drivers like them that compile a kernel for several work-items at a time: elements are loop-carried, not the vectors
// that they are put together to; an array that short loops index is no memory; and a long loop without an array stays one.
// RUN: %clc compile %s -t spirv64:1.0,tune=intel-cpu -DELEMENTS -o - | %disasm | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not='OpPhi %%v3float'
// RUN: %clc compile %s -t spirv64:1.4,tune=intel-cpu -DELEMENTS -o - | %disasm | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not='OpPhi %%v3float'
// ELEMENTS-LABEL: %pulls = OpFunction
// ELEMENTS: OpPhi %float
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DARRAY -o - | %disasm | FileCheck %s --check-prefix=ARRAY --implicit-check-not='OpVariable %%{{[^ ]+}} Function' --implicit-check-not=OpPhi
// ARRAY-LABEL: %fetches = OpFunction
// ARRAY: OpFAdd %float
// In portable modules, as llvmpipe likes them: a loop that ends by its data begins with the test, a counter of a uniform
// address has 32 bits, and a struct that is only read is no variable.
// RUN: %clc compile %s -t spirv64:1.2 -DSEARCH -o - | %disasm | FileCheck %s --check-prefix=SEARCH
// SEARCH-LABEL: %escapes = OpFunction
// SEARCH: [[GO:%[0-9]+]] = OpPhi %bool
// SEARCH: OpBranchConditional [[GO]]
// SEARCH-NOT: OpBranchConditional
// SEARCH: OpFunctionEnd
// RUN: %clc compile %s -t spirv64:1.2 -DCOUNTER -o - | %disasm | FileCheck %s --check-prefix=COUNTER --implicit-check-not='OpPhi %%ulong' --implicit-check-not='OpVariable %%{{[^ ]+}} Function'
// COUNTER-LABEL: %nearest = OpFunction
// COUNTER: OpPhi %uint
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DLONG -o - | %disasm | FileCheck %s --check-prefix=LONG
// LONG-LABEL: %steps = OpFunction
// LONG: OpPhi
#ifdef SEARCH
kernel void escapes(global uint* times, float c, uint most) {
  float a = get_global_id(0);
  uint n = 0;
  while (a * a < 4.0f && n < most) {
    a = a * a + c;
    ++n;
  }
  times[get_global_id(0)] = n;
}
#endif
#ifdef COUNTER
typedef struct {
  float2 weights[4];
  float least;
} Limits;
kernel void nearest(constant float* places, int count, global float* out, Limits limits) {
  const size_t at = get_global_id(0);
  float best = limits.weights[at & 3].x;
  for (int i = 0; i < count; ++i) best = min(best, fabs(places[i] - out[at]));
  out[at] = max(best, limits.least);
}
#endif
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
#ifdef ARRAY
#define COUNT 12
constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
kernel void fetches(global const float* in, global float* out, float rate) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  float f[COUNT];
  float density = 0, ux = 0, uy = 0;
  for (int i = 0; i < COUNT; ++i) {
    f[i] = in[(i * h + (y - ey[i % 9] + h) % h) * w + (x - ex[i % 9] + w) % w];
    density += f[i];
    ux += f[i] * ex[i % 9];
    uy += f[i] * ey[i % 9];
  }
  for (int i = 0; i < COUNT; ++i) {
    const float eu = 3 * (ex[i % 9] * ux + ey[i % 9] * uy);
    const float rest = density * (1 + eu + 0.5f * eu * eu);
    out[(i * h + y) * w + x] = f[i] + rate * (rest - f[i]);
  }
}
#endif
#ifdef LONG
kernel void steps(global uint* numbers) {
  uint number = numbers[get_global_id(0)];
  for (uint k = 0; k < 17; ++k) number = (number ^ number >> 13) + k;
  numbers[get_global_id(0)] = number;
}
#endif
