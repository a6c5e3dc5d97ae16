// Inputs made from an index, the same in kernels and in C++: `uint` and `ulong` have 32 and 64 bits.
#ifndef CLC_ACCURACY_SAMPLES_H
#define CLC_ACCURACY_SAMPLES_H

static inline ulong scrambled(ulong x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15UL;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9UL;
  return x ^ (x >> 32);
}

// The first 1024 indices give all pairs of 32 numbers: zero, the smallest and largest ones, 1 and its neighbours,
// infinity, what is no number, with both signs.
#define SPECIALS 1024u
static inline uint special_of(uint index, uint salt) {
  return salt == 1 ? index & 31 : index >> 5;
}
// One of eight exponents of a type with so many bits for them.
static inline uint special_exponent(uint which, uint bits) {
  const uint most = (1u << bits) - 1, middle = most >> 1;
  switch (which & 7) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return middle;
    case 3:
      return middle - 1;
    case 4:
      return middle + 1;
    case 5:
      return middle + bits;
    case 6:
      return most - 1;
    default:
      return most;
  }
}

// Bits of a float: any of them, everyday sizes, close to 1, close to a power of two, small whole numbers.
static inline uint float_sample(uint index, uint salt) {
  if (index < SPECIALS) {
    const uint which = special_of(index, salt);
    return (which << 31) | (special_exponent(which >> 1, 8) << 23) | (which >> 4);
  }
  const ulong hash = scrambled(((ulong)salt << 40) + index + 1);
  const uint low = (uint)hash, high = (uint)(hash >> 32);
  const uint sign = low & 0x80000000u;
  switch (high & 7) {
    case 0:
    case 1:
      return low;
    case 2:
    case 3:
      return sign | ((117 + (high >> 3) % 20) << 23) | (low & 0x7fffff);
    case 4:
      return 0x3f800000u + (high >> 3) % 0x10000 - 0x8000;
    case 5:
      return (low & 0xff800000u) + (high >> 3) % 5 - 2;
    case 6:
      return sign | ((127 + (high >> 3) % 8) << 23) | (low & 0x7e0000);
    default:
      return sign | ((117 + (high >> 3) % 20) << 23) | (low & 0x7ff000);
  }
}

// A whole number: small, or any.
static inline uint int_sample(uint index, uint salt) {
  if (index < SPECIALS) return special_of(index, salt) - 16;
  const ulong hash = scrambled(((ulong)salt << 40) + index + 1);
  const uint low = (uint)hash, high = (uint)(hash >> 32);
  return (high & 3) == 0 ? low : (high & 3) == 1 ? low % 11 - 5 : low % 401 - 200;
}

// Bits of a double: any of them, everyday sizes, close to 1, close to a power of two, whole numbers and halves, close
// to what exponential functions can hold, and short ones.
static inline ulong double_sample(uint index, uint salt) {
  if (index < SPECIALS) {
    const uint which = special_of(index, salt);
    return ((ulong)which << 63) | ((ulong)special_exponent(which >> 1, 11) << 52) | (which >> 4);
  }
  const ulong bits = scrambled(((ulong)salt << 40) + index + 1);
  const uint choice = (uint)(scrambled(bits) >> 20);
  const ulong sign = bits & 0x8000000000000000UL, mantissa = bits & 0xfffffffffffffUL;
  const ulong size = (ulong)(choice >> 3);
  switch (choice & 7) {
    case 0:
      return bits;
    case 1:
    case 2:
      return sign | ((1013 + size % 20) << 52) | mantissa;
    case 3:
      return 0x3ff0000000000000UL + (bits >> (12 + size % 40)) - (bits << 52 >> (12 + size % 40));
    case 4:
      return (bits & 0xfff0000000000000UL) + size % 5 - 2;
    case 5:
      return sign | ((1023 + size % 11) << 52) | (mantissa & 0xffc0000000000UL);
    case 6:
      return sign | (1032UL << 52) | mantissa;  // 512 to 1024
    default:
      return sign | ((983 + size % 60) << 52) | mantissa;
  }
}

#endif
