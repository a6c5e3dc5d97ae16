// Extended bit operations. Result j of item i is out[j * n + i].
#define BITS(T)                                                                                    \
  kernel void bits_##T(global const T* a, global const T* b, global const uint2* field, global ulong* out, int n) { \
    const int i = get_global_id(0);                                                                \
    const T x = a[i], y = b[i];                                                                    \
    const uint offset = field[i].x, count = field[i].y;                                            \
    out[i] = bit_reverse(x);                                                                       \
    out[n + i] = bitfield_insert(x, y, offset, count);                                             \
    out[2 * n + i] = (ulong)(long)bitfield_extract_signed(x, offset, count);                       \
    out[3 * n + i] = bitfield_extract_unsigned(x, offset, count);                                  \
    const T##3 v = (T##3)(y, x, y), w = (T##3)(x, y, x);                                           \
    out[4 * n + i] = bit_reverse(v).y;                                                             \
    out[5 * n + i] = bitfield_insert(v, w, offset, count).y;                                       \
    out[6 * n + i] = (ulong)(long)bitfield_extract_signed(v, offset, count).y;                     \
    out[7 * n + i] = bitfield_extract_unsigned(v, offset, count).y;                                \
  }
BITS(uchar)
BITS(ushort)
BITS(uint)
BITS(ulong)
