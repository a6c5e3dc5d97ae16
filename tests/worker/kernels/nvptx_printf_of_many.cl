// NVIDIA's driver dies of more than 32 conversions in one vprintf, so the others go into further calls.
// RUN: -t nvptx:sm_90
// CHECK nvptx: (?s)(?:vprintf,.*){2}
// CHECK nvptx: \.b8 \S+ = \{97(?:, 32)?(?:(?:, 44|, 32)?, 37, 108, 100){16}, 32(?:(?:, 44)?, 37, 102){16}, 32\}
// CHECK nvptx: \.b8 \S+ = \{37, 100, 32, 98, 10\}
kernel void k(global long16* l, global float16* f, int i) {
  printf("a %v16ld %v16hlf %d b\n", *l, *f, i);
}
