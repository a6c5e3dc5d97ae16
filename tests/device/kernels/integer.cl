// Integer builtins of every type; integer.clh says what is computed.
#define TYPE char
#define VECTOR char4
#define SIGNED_VECTOR char4
#define UNSIGNED_VECTOR uchar4
#define BITS 8
#include "integer.clh"

#define TYPE uchar
#define VECTOR uchar4
#define SIGNED_VECTOR char4
#define UNSIGNED_VECTOR uchar4
#define BITS 8
#include "integer.clh"

#define TYPE short
#define VECTOR short4
#define SIGNED_VECTOR short4
#define UNSIGNED_VECTOR ushort4
#define BITS 16
#include "integer.clh"

#define TYPE ushort
#define VECTOR ushort4
#define SIGNED_VECTOR short4
#define UNSIGNED_VECTOR ushort4
#define BITS 16
#include "integer.clh"

#define TYPE int
#define VECTOR int4
#define SIGNED_VECTOR int4
#define UNSIGNED_VECTOR uint4
#define BITS 32
#include "integer.clh"

#define TYPE uint
#define VECTOR uint4
#define SIGNED_VECTOR int4
#define UNSIGNED_VECTOR uint4
#define BITS 32
#include "integer.clh"

#define TYPE long
#define VECTOR long4
#define SIGNED_VECTOR long4
#define UNSIGNED_VECTOR ulong4
#define BITS 64
#include "integer.clh"

#define TYPE ulong
#define VECTOR ulong4
#define SIGNED_VECTOR long4
#define UNSIGNED_VECTOR ulong4
#define BITS 64
#include "integer.clh"

// mul24, mad24 and upsample, on the same three inputs as bits.
kernel void integers_mixed(global const uint* a, global const uint* b, global const uint* c, global ulong* out, int n) {
  const int i = get_global_id(0);
  const int x = a[i], y = b[i], z = c[i];
  const int x24 = x << 8 >> 8, y24 = y << 8 >> 8;
  const uint ux = a[i] & 0xffffff, uy = b[i] & 0xffffff;
  out[i] = (uint)mul24(x24, y24);
  out[n + i] = mul24(ux, uy);
  out[2 * n + i] = (uint)mad24(x24, y24, z);
  out[3 * n + i] = mad24(ux, uy, c[i]);
  out[4 * n + i] = (ushort)upsample((char)x, (uchar)y);
  out[5 * n + i] = upsample((uchar)x, (uchar)y);
  out[6 * n + i] = (uint)upsample((short)x, (ushort)y);
  out[7 * n + i] = upsample((ushort)x, (ushort)y);
  out[8 * n + i] = upsample(x, b[i]);
  out[9 * n + i] = upsample(a[i], b[i]);
  const int2 v = mad24((int2)(x24, y24), (int2)(y24), (int2)(z, 1));
  out[10 * n + i] = upsample(v.x, as_uint(v.y));
  const ulong2 w = upsample((uint2)(a[i], b[i]), (uint2)(c[i], a[i]));
  out[11 * n + i] = w.x ^ w.y;
}
