// Drivers are asked to inline functions that are handed variables of the work-item, and no others.
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s
// CHECK: %exchange = OpFunction %void Inline
// CHECK: %kept = OpFunction %void DontInline
// CHECK: %of_global = OpFunction %void None
// CHECK: %of_three = OpFunction %uint Pure
// CHECK: %three = OpFunction %v3uint Pure
// CHECK: %four = OpFunction %v4uint DontInline|Pure
#define EXCHANGE                                                                                                       \
  for (uint i = 0; i < count; ++i) {                                                                                   \
    for (uint k = 0; k < count; ++k) {                                                                                 \
      const uint first = numbers[i], second = numbers[i ^ k];                                                          \
      numbers[i] = min(first, second) + k;                                                                             \
      numbers[i ^ k] = max(first, second) * i;                                                                         \
    }                                                                                                                  \
    numbers[i] += numbers[(i * 3) % count] / (i + 7) + numbers[(i * 5) % count] / (i + 11);                            \
    numbers[i] ^= numbers[(i * 7) % count] % (i + 13) + numbers[(i * 9) % count] % (i + 17);                           \
    numbers[i] += numbers[(i * 11) % count] / (i + 19) + numbers[(i * 13) % count] / (i + 23);                         \
    numbers[i] ^= numbers[(i * 15) % count] % (i + 29) + numbers[(i * 17) % count] % (i + 31);                         \
  }
static void exchange(uint* numbers, uint count) { EXCHANGE }
__attribute__((noinline)) static void kept(uint* numbers, uint count) { EXCHANGE }
static void of_global(global uint* numbers, uint count) { EXCHANGE }
__attribute__((noinline)) static uint3 three(uint first) { return (uint3)(first, first * first, 3); }
__attribute__((noinline)) static uint of_three(uint3 numbers) { return numbers.x * numbers.y + numbers.z; }
__attribute__((noinline)) static uint4 four(uint first) { return (uint4)(first, first * first, 3, 4); }
kernel void k(global uint* numbers, uint count) {
  uint own[16];
  for (uint i = 0; i < 16; ++i) own[i] = numbers[i];
  exchange(own, count);
  exchange(own, count + 1);
  kept(own, count);
  kept(own, count + 1);
  of_global(numbers, count);
  of_global(numbers, count + 1);
  for (uint i = 0; i < 16; ++i) numbers[i] += own[i];
  numbers[16] = of_three(three(own[0]) + four(own[1]).xyz);
}
