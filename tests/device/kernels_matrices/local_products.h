// Products whose A and B lie in local memory: name, elements of A and B, how they are read, elements of the sum, M, N,
// K.
#if !defined(WITH_HALF)
LOCAL(brains, ushort, bfloat, float, 16, 8, 8)
LOCAL(bytes, char, plain, int, 16, 8, 32)
LOCAL(eights, uchar, e4m3, float, 16, 8, 32)
LOCAL(words, float, tf32, float, 16, 8, 8)
#endif
#if defined(WITH_HALF) || defined(ON_HOST)
LOCAL(halfs, half, plain, float, 16, 32, 16)
#endif
