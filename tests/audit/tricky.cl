// Names that mean something else elsewhere, and every kind of thing that has a name.
#define HALVED(value) ((value) * 0.5f)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT ON

enum Phase { phase_idle = 3, phase_running };
typedef struct __attribute__((packed)) { char flag_byte; int packed; } TightPair;
typedef union { float as_real; uint as_whole; } Pun;
typedef float4 Colour;
typedef struct ListNode { int payload; struct ListNode* following; } ListNode;
typedef struct { float width, height; } Shape;
typedef struct { Shape outer_shape; int corners[2]; } PublicThing;

constant float lookup_table[3] = {1.0f, 2.0f, 0x1.8p3f};
float overloaded(float operand) __attribute__((overloadable));
float __attribute__((overloadable)) overloaded(float operand) { return operand + 1.0f; }
float __attribute__((overloadable)) overloaded(float2 operand) { return operand.x * operand.lo; }
inline float with_same_name_as_builtin(float length) { return length + distance(1.0f, length); }

// A name as long as a swizzle, beside swizzles.
float swizzled(float4 xyz, Colour rgba) {
  float4 even = xyz.wzyx;
  even.xy += rgba.hi;
  return even.s3 + even.even.x + dot(xyz.xyz, rgba.s012);
}

int jumps(int start_value) {
  int turns = 0;
again:
  if (++turns < start_value) goto again;
  switch (turns) {
    case phase_idle: return phase_running;
    default: break;
  }
  return turns;
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void tricky(global float* restrict results, PublicThing thing,
                                                                  local float* scratch, int reqd_work_group_size) {
  int aligned __attribute__((aligned(16))) = get_local_id(0);
  local float shared_sums[8];
  TightPair pair = {.flag_byte = (char)aligned, .packed = reqd_work_group_size};
  ListNode tail_node = {aligned, 0}, head_node = {.payload = 2, .following = &tail_node};
  Pun pun;
  pun.as_real = HALVED(lookup_table[aligned % 3]);
  scratch[aligned] = overloaded(pun.as_real) + overloaded((float2)(1.0f, 2.0f));
  shared_sums[aligned] = with_same_name_as_builtin(scratch[aligned]) + sizeof(TightPair) + pair.packed + pair.flag_byte;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int round_number = 0; round_number < 4; ++round_number) shared_sums[aligned] += head_node.following->payload;
  results[get_global_id(0)] = shared_sums[7 - aligned] + jumps(aligned) + thing.outer_shape.width + thing.corners[1] +
                              swizzled((float4)(pun.as_whole), (Colour)(2.0f)) + (M_PI_F > 3.0f ? INFINITY : 0.0f);
  if (aligned == 9) printf("n0 turns %d\n", aligned);
}
