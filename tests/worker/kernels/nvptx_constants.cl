// A constant array that items read each at a place of its own is read from global memory, and from constant memory where all read one
// place. A few words stay there, and so does what may be one of two arrays.
// RUN: -t nvptx:sm_90
// CHECK nvptx: \.global \.align 16 \.b8 wide_\$_in_global\[1024\]
// CHECK nvptx: \.const \.align 16 \.b8 wide\[1024\]
// CHECK-NOT nvptx: \.global \.align \d+ \.b8 \w*few
// CHECK-NOT nvptx: \.global \.align \d+ \.b8 \w*either
// CHECK nvptx: \.entry at_own_places\((?:(?!\.entry)[\s\S])*ld\.global\.nc\.b32\s+%r\d+, \[%rd\d+\+128\]
// CHECK nvptx: \.entry at_one_place\((?:(?!\.entry)[\s\S])*ld\.const\.b32
// CHECK nvptx: \.entry of_few\((?:(?!\.entry)[\s\S])*ld\.const\.b32
// CHECK nvptx: \.entry of_either\((?:(?!\.entry)[\s\S])*ld\.const\.b32
#define WORDS4(i) (i) * 7u + 3, (i) * 5u + 9, (i) ^ 1234567u, (i) + 77u
#define WORDS16(i) WORDS4(i), WORDS4((i) + 4), WORDS4((i) + 8), WORDS4((i) + 12)
#define WORDS64(i) WORDS16(i), WORDS16((i) + 16), WORDS16((i) + 32), WORDS16((i) + 48)
constant uint wide[256] = {WORDS64(0), WORDS64(64), WORDS64(128), WORDS64(192)};
constant uint few[8] = {WORDS4(0), WORDS4(4)};
constant uint either[2][64] = {{WORDS64(0)}, {WORDS64(64)}};

kernel void at_own_places(global uint* out, global const uint* in) {
  const size_t i = get_global_id(0);
  out[i] = wide[in[i] & 255] + wide[(in[i] & 127) + 32];
}

kernel void at_one_place(global uint* out, uint where) { out[get_global_id(0)] = wide[where & 255]; }

kernel void of_few(global uint* out, global const uint* in) {
  const size_t i = get_global_id(0);
  out[i] = few[in[i] & 7];
}

kernel void of_either(global uint* out, global const uint* in, uint which) {
  const size_t i = get_global_id(0);
  constant uint* table = which ? either[0] : few;
  out[i] = table[in[i] & 7];
}
