// Products of matrices whose scope is the work-group, for the kernels of group_matrices.cl and for the host: name,
// elements of A, of B, how they are read, elements of the sum, M, N, K, whether A, B and the sum lie in columns, the
// operands, the depth of a tile, work-items, and elements between lines.
#if !defined(WITH_HALF)
GROUP_PRODUCT(group_char_64x64x128, char, char, plain, int, 64, 64, 128, 0, 1, 0, 0, 64, 128, 16)
GROUP_PRODUCT(group_uchar_char_64x32x64, uchar, char, plain, int, 64, 32, 64, 1, 0, 0, 0, 32, 128, 3)
GROUP_PRODUCT(group_char_uchar_128x16x64, char, uchar, plain, int, 128, 16, 64, 0, 1, 1, 0, 64, 256, 16)
GROUP_PRODUCT(group_uchar_64x64x32, uchar, uchar, plain, uint, 64, 64, 32, 0, 0, 0, 0, 16, 128, 16)
GROUP_PRODUCT(group_char_saturating, char, char, plain, int, 64, 32, 64, 0, 1, 0, 16, 64, 128, 16)
GROUP_PRODUCT(group_short_32x32x32, short, short, plain, int, 32, 32, 32, 0, 0, 0, 0, 16, 64, 8)
GROUP_PRODUCT(group_int_16x32x32, int, int, plain, int, 16, 32, 32, 1, 1, 1, 0, 16, 32, 4)
GROUP_PRODUCT(group_long_32x16x16, long, long, plain, long, 32, 16, 16, 0, 0, 0, 0, 16, 32, 3)
GROUP_PRODUCT(group_bfloat_64x64x128, ushort, ushort, bfloat, float, 64, 64, 128, 0, 0, 0, 0, 64, 128, 8)
GROUP_PRODUCT(group_bfloat_128x32x64, ushort, ushort, bfloat, float, 128, 32, 64, 1, 1, 0, 0, 32, 128, 8)
GROUP_PRODUCT(group_tf32_64x32x32, float, float, tf32, float, 64, 32, 32, 0, 1, 0, 0, 16, 128, 4)
GROUP_PRODUCT(group_tf32_64x64x64, float, float, tf32, float, 64, 64, 64, 1, 0, 1, 0, 32, 128, 3)
GROUP_PRODUCT(group_e4m3_64x64x128, uchar, uchar, e4m3, float, 64, 64, 128, 0, 1, 0, 0, 128, 128, 16)
GROUP_PRODUCT(group_e4m3_e5m2_64x32x64, uchar, uchar, e4m3_e5m2, float, 64, 32, 64, 0, 0, 0, 0, 64, 128, 16)
GROUP_PRODUCT(group_e5m2fnuz_e4m3fnuz_64x16x32, uchar, uchar, e5m2fnuz_e4m3fnuz, float, 64, 16, 32, 0, 1, 0, 0, 32, 128,
              16)
GROUP_PRODUCT(group_float_64x32x32, float, float, plain, float, 64, 32, 32, 0, 0, 0, 0, 16, 64, 4)
#endif
#if defined(WITH_HALF) || defined(ON_HOST)
GROUP_PRODUCT(group_half_128x64x64, half, half, plain, float, 128, 64, 64, 0, 0, 0, 0, 32, 256, 8)
GROUP_PRODUCT(group_half_64x128x128, half, half, plain, float, 64, 128, 128, 1, 1, 0, 0, 32, 128, 8)
GROUP_PRODUCT(group_half_64x64x128, half, half, plain, float, 64, 64, 128, 0, 1, 0, 0, 64, 128, 3)
GROUP_PRODUCT(group_half_64x32x256, half, half, plain, float, 64, 32, 256, 0, 1, 0, 0, 64, 128, 8)
GROUP_PRODUCT(group_half_128x256x32, half, half, plain, float, 128, 256, 32, 1, 0, 1, 0, 16, 256, 8)
GROUP_PRODUCT(group_half_256x16x64, half, half, plain, float, 256, 16, 64, 0, 0, 0, 0, 16, 256, 8)
GROUP_PRODUCT(group_half_128x32x128, half, half, plain, float, 128, 32, 128, 1, 0, 0, 0, 32, 128, 8)
GROUP_PRODUCT(group_half_16x16x128, half, half, plain, float, 16, 16, 128, 0, 1, 0, 0, 128, 32, 8)
GROUP_PRODUCT(group_half_half_64x32x64, half, half, plain, half, 64, 32, 64, 0, 0, 0, 0, 32, 128, 8)
#endif
