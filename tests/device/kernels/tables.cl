// Tables that are longer than an instruction of SPIR-V: 69 632 elements.
#define T8(M, A) M(A), M((A) + 1), M((A) + 2), M((A) + 3), M((A) + 4), M((A) + 5), M((A) + 6), M((A) + 7)
#define T64(M, A) T8(M, A), T8(M, (A) + 8), T8(M, (A) + 16), T8(M, (A) + 24), T8(M, (A) + 32), T8(M, (A) + 40), T8(M, (A) + 48), T8(M, (A) + 56)
#define T512(M, A) \
  T64(M, A), T64(M, (A) + 64), T64(M, (A) + 128), T64(M, (A) + 192), T64(M, (A) + 256), T64(M, (A) + 320), T64(M, (A) + 384), T64(M, (A) + 448)
#define T4K(M, A) \
  T512(M, A), T512(M, (A) + 512), T512(M, (A) + 1024), T512(M, (A) + 1536), T512(M, (A) + 2048), T512(M, (A) + 2560), T512(M, (A) + 3072), T512(M, (A) + 3584)
#define T32K(M, A) \
  T4K(M, A), T4K(M, (A) + 4096), T4K(M, (A) + 8192), T4K(M, (A) + 12288), T4K(M, (A) + 16384), T4K(M, (A) + 20480), T4K(M, (A) + 24576), T4K(M, (A) + 28672)
#define ALL(M) T32K(M, 0), T32K(M, 32768), T4K(M, 65536)
#define COUNT 69632

#define BYTE(A) (uchar)((A) * 5 + 1)
#define RECORD(A) {(uchar)(A), (A) * 16807}

typedef struct {
  uchar tag;
  int value;
} Record;

constant uchar bytes[COUNT] = {ALL(BYTE)};
constant Record records[COUNT] = {ALL(RECORD)};
constant struct {
  int before;
  uchar data[COUNT];
  int behind;
} around = {7, {1, 2, 3}, 9};
constant int rows[COUNT][2] = {{1, 2}, {3, 4}};
constant uchar* constant places[3] = {bytes, bytes + 33000, &bytes[COUNT - 1]};

kernel void tables(global uint* out, uint stride) {
  const uint i = get_global_id(0), at = i * stride % COUNT;
  global uint* o = out + 8 * i;
  o[0] = bytes[at];
  o[1] = rows[at][i & 1];
  o[2] = records[at].value;
  o[3] = records[COUNT - 1 - at].tag;
  o[4] = around.data[at] + 256 * around.before + 65536 * around.behind;
  o[5] = places[i % 2][i];
  o[6] = *places[2] + bytes[65535] * 256 + bytes[65536] * 65536;
  o[7] = at;
}
