// Pointers, address spaces, structs, and control flow that has gone wrong in a compiler before.
typedef struct {
  char tag;
  float3 position;  // takes 16 bytes
  short pair[2];
  ulong big;
  struct {
    uchar r, g, b;
  } colour;
} Record;

typedef struct {
  int a, b;
  float c;
} Small;

constant int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
constant float weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
constant Small table[2] = {{1, 2, 3.5f}, {-4, 5, -6.25f}};
constant char letters[] = "offline";

kernel void structs(global const Record* in, global Record* out, Small by_value, global Small* small) {
  const int i = get_global_id(0);
  Record r = in[i];
  r.tag += 1;
  r.position *= 2;
  const short swap = r.pair[0];
  r.pair[0] = r.pair[1];
  r.pair[1] = swap;
  r.big = r.big * 3 + r.colour.g;
  r.colour.b = r.colour.r ^ 0x55;
  out[i] = r;
  Small s = by_value;
  s.a += i;
  s.c *= s.b;
  small[i] = s;
}

kernel void values(char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f, char3 c3, int2 i2,
                   float4 f4, uchar16 uc16, float3 f3, short8 s8, global float* out) {
  const float16 all = (float16)(c, uc, s, us, i, ui, l, ul, f, convert_float3(c3), i2.y, f4.w, uc16.sf, f3.z);
  vstore16(all, 0, out);
  out[16] = s8.s7;
  out[17] = f3.x;
  out[18] = i2.x;
  out[19] = f4.y;
}

kernel void vectors3(global const float* packed, global float3* aligned, global float* repacked, global char3* bytes) {
  const int i = get_global_id(0);
  const float3 v = vload3(i, packed);
  aligned[i] = v.zxy;
  vstore3(aligned[i] + (float3)(1, 2, 3), i, repacked);
  bytes[i] = convert_char3(v);
}

// Seven numbers by three loads, which AMD's GPUs make of one of eight.
kernel void seven(global const float* from, global float* to) {
  const float4 first = *(global const float4*)from;
  const float2 second = *(global const float2*)(from + 4);
  *to = first.x + first.y * first.z + first.w + second.x * second.y + from[6];
}

// Two sizes of local memory, one from the host and one declared.
kernel void locals(global const int* in, global int* out, local int* first, local short* second) {
  local int total[4];
  const int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  first[l] = in[g];
  second[2 * l] = l;
  second[2 * l + 1] = -l;
  if (l < 4) total[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total[l & 3], first[n - 1 - l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = first[n - 1 - l] + second[2 * (n - 1 - l) + 1] + second[2 * l] + total[l & 3];
}

kernel void constants(constant int* factors, constant float4* offsets, global float* out) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) sum += weights[(y + i) % 3][(x + i / 3) % 3] * (x + 1) * (y + 2);
  }
  out[i] = primes[i & 7] * factors[i % 5] + table[i & 1].c + table[i & 1].a + offsets[i & 3].z + letters[i % 7] + sum;
}

kernel void private_arrays(global const uint* in, global uint* out, int n) {
  const int i = get_global_id(0);
  uint ring[16];
  for (int j = 0; j < 16; ++j) ring[j] = in[(i + j) % n];
  for (int j = 0; j < 40; ++j) {
    const uint k = ring[j & 15] & 15;  // an index that nobody can know before
    const uint t = ring[k];
    ring[k] = ring[(j + 7) & 15] + j;
    ring[j & 15] ^= t >> 1;
  }
  uint hash = 0;
  for (int j = 0; j < 16; ++j) hash = hash * 31 + ring[j];
  out[i] = hash;
}

uint collatz(uint x) {
  uint steps = 0;
  while (x != 1) {
    x = (x & 1) ? 3 * x + 1 : x / 2;
    if (++steps > 1000) return 0;
  }
  return steps;
}
kernel void control_flow(global const int* in, global int* out) {
  const int i = get_global_id(0);
  int x = in[i], r = 0;
  switch (x % 9) {
    case 0: r = x + 1; break;
    case 1: r = x * 2;  // falls through
    case 2: r -= 5; break;
    case 3:
    case 4: r = -x; break;
    case -7: r = 77; break;
    case -1: {
      for (int j = 0; j < x * x % 13; ++j) {
        if (j == 7) continue;
        if (j == 11) break;
        r += j;
      }
      break;
    }
    default: r = 1000 + x;
  }
  int k = i & 31;
  do {
    r += k;
  } while (k-- > 3);
  for (uint m = 1 + (i & 63); m < 70; m += 3) r ^= collatz(m);
  out[i] = r;
}

// 64-bit division, and remainders by constants in loops.
kernel void division(global const ulong* a, global const long* b, global ulong* out, global uint* digits) {
  const int i = get_global_id(0);
  const ulong x = a[i];
  const long y = b[i];
  global ulong* o = out + 8 * i;
  o[0] = x / (ulong)y;
  o[1] = x % (ulong)y;
  o[2] = (long)x / y;
  o[3] = (long)x % y;
  o[4] = x / 1000000007;
  o[5] = (long)x % 10;
  o[6] = x / (uint)(y | 1);
  o[7] = (long)x / -3;
  uint sum = 0;
  for (ulong v = x; v != 0; v /= 10) sum = sum * 7 + v % 10;
  for (uint v = (uint)x; v != 0; v /= 3) sum = sum * 5 + v % 3 + v % 24;
  for (int j = 0; j < 50; ++j) sum += (j * (int)(x & 1023)) % 17 + ((int)x + j) % 16 - j % 6;
  digits[i] = sum;
}

// Bytes and shorts at odd places, pointers between spaces, and vectors of every width.
kernel void accesses(global const uchar* in, global uchar* out, int n) {
  const int i = get_global_id(0);
  if (16 * i + 20 > n) return;
  global const uchar* p = in + 16 * i + 1;
  const uchar16 v = vload16(0, p);
  const uchar8 h = v.hi + vload8(0, p + 3);
  const uchar2 q = vload2(0, p + 1);
  global uchar* o = out + 32 * i;
  vstore16(v.s0f1e2d3c4b5a6978, 0, o);
  vstore8(h, 2, o);
  vstore4(h.odd, 6, o);
  vstore2(q.yx, 14, o);
  private uchar own[2] = {p[5], p[6]};
  global const ushort* w = (global const ushort*)(in + 16 * i);
  const ushort s = w[3];
  o[30] = own[s & 1];
  o[31] = s >> 8;
}

// Constant addresses of elements, members and bytes, in arrays and structures.
constant int a_row[4] = {10, 20, 30, 40};
constant int a_table[2][3] = {{1, 2, 3}, {4, 5, 6}};
typedef struct {
  char tag;
  int x;
  int y[3];
} Pointed;
constant Pointed pointed[2] = {{1, 1, {2, 3, 4}}, {2, 5, {6, 7, 8}}};
constant char word[] = "offline";
typedef struct {
  int number;
  constant int* element;
  constant char* text;
  constant Pointed* structure;
} Pointers;
constant int* constant elements[2] = {&a_row[1], &a_row[3]};
constant int* constant element = &a_table[1][1];
constant int* constant first = a_row;
constant int* constant* constant to_element = &elements[1];
constant Pointers pointers[3] = {
    {1, &pointed[1].y[2], word + 2, &pointed[1]}, {2, a_row, word, pointed}, {3, &pointed[0].x, word + 3, pointed + 1}};
constant short* constant halves[2] = {(constant short*)&a_row[1] + 2, (constant short*)&a_row[2]};
constant int* constant nested[2][2] = {{a_row, a_row + 2}, {&a_table[0][1], &pointed[1].x}};
kernel void constant_addresses(global int* out) {
  const int i = get_global_id(0);
  global int* o = out + 8 * i;
  o[0] = *elements[i & 1] + *elements[(i & 1) ^ 1] * 2;
  o[1] = *element + *first * 100 + **to_element * 10000;
  o[2] = pointers[i % 3].number + *pointers[i % 3].element * 100;
  o[3] = pointers[i % 3].text[i & 3];
  o[4] = pointers[i % 3].structure->y[i & 1] + pointers[i % 3].structure->tag * 100;
  o[5] = *halves[i & 1];
  o[6] = *nested[(i >> 1) & 1][i & 1];
  constant char* text = i & 1 ? word + 1 : word + 3;
  o[7] = *text;
}
// Memory that is declared as bytes and holds larger elements.
constant uchar first_bytes[3] = {1, 2, 3};
constant uchar wide_bytes[32] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0, 8};
kernel void bytes_as_vectors(local uchar* odd, local uchar* given, global uint4* out) {
  local uchar odd_too[3];
  local char own[16 * 64];
  private uchar alone[16];
  const int i = get_local_id(0), n = get_local_size(0), other = n - 1 - i;
  if (i < 3) odd[i] = odd_too[i] = first_bytes[i];
  ((local uint4*)given)[i] = (uint4)(i, i + 1, i + 2, i + 3);
  ((local ulong2*)own)[i] = (ulong2)(i, 2 * i);
  *(private uint4*)alone = (uint4)(i * 3);
  alone[4 * (i & 3)] = odd[0] * 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[3 * i] = ((local uint4*)given)[other] + odd[i % 3] + odd_too[2];
  out[3 * i + 1] = as_uint4(((local ulong2*)own)[other]) + ((constant uint4*)wide_bytes)[i & 1];
  out[3 * i + 2] = *(private uint4*)alone;
}
// Parts of the elements of vectors.
kernel void parts_of_elements(global const int3* threes, global const uint16* sixteens, global const ulong3* longs,
                              global uint* out) {
  const int i = get_global_id(0);
  const int3 three = threes[i];
  const uint16 sixteen = sixteens[i];
  const ulong3 wide = longs[i];
  global uint* o = out + 8 * i;
  o[0] = (uchar)three.y;
  o[1] = (short)(three.z >> 16);
  o[2] = (ushort)sixteen.s3;
  o[3] = (uchar)(sixteen.sd >> 8);
  o[4] = (uint)wide.y;
  o[5] = (uint)(wide.z >> 32);
  o[6] = as_uint((uchar4)((uchar)sixteen.s1, (uchar)(sixteen.s5 >> 24), (uchar)sixteen.sa, (uchar)(sixteen.sf >> 16)));
  o[7] = as_uint(as_float((uint)(wide.x >> 32) & 0x3fffffffu) * 1.0f) + (char)three.x;
}
// The lowest bytes of a sum, which an assembler must not take for its conversion to an integer.
kernel void bytes_of_sums(global const float* in, global uchar* bytes, global ushort* halves) {
  const int i = get_global_id(0);
  bytes[i] = as_uint(in[i] + 0x1p23f);
  halves[i] = as_uint(in[i] * 3.0f);
}
// Hundreds of cases: some only set a number, some compute, go on into the next, have a loop, or leave in the middle.
#define CASES_FROM(i)     \
  case (i) * 7:           \
    x = ((i) * (i)) % 97; \
    break;                \
  case (i) * 7 + 1:       \
    x = x * 5 + (i);      \
    y ^= x;               \
    break;                \
  case (i) * 7 + 2:       \
    if (x > (i)) {        \
      x -= (i);           \
      break;              \
    }                     \
    for (uint k = 0; k < (x & 3); ++k) y += k * (i); \
    break;                \
  case (i) * 7 + 3:       \
    y += (i);             \
  case (i) * 7 + 4:       \
    x ^= 0x55 + (i);      \
    break;
#define CASES_FROM_4(i) CASES_FROM(i) CASES_FROM((i) + 1) CASES_FROM((i) + 2) CASES_FROM((i) + 3)
#define CASES_FROM_16(i) CASES_FROM_4(i) CASES_FROM_4((i) + 4) CASES_FROM_4((i) + 8) CASES_FROM_4((i) + 12)
kernel void large_switches(global const int* in, int of_all, global uint2* out) {
  const int i = get_global_id(0);
  uint x = i, y = 3 * i;
  switch (in[i]) {
    CASES_FROM_16(0u) CASES_FROM_16(16u) CASES_FROM_16(32u) CASES_FROM_16(48u) CASES_FROM_16(64u)
    default:
      x = 12345;
  }
  switch (of_all) { CASES_FROM_16(0u) CASES_FROM_16(16u) CASES_FROM_16(32u) }
  out[i] = (uint2)(x, y);
}
