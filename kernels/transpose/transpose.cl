// out[x][y] = in[y][x] for x below x_end and y below y_end, from the global offset on.
// transpose_type.clh holds the kernels, once for each element type.

#define TYPE uchar
#define TYPE4 uchar4
#define TYPE16 uchar16
#define FAST_DOWN 0
#define FAST_BLOCKS 32
#define FAST_ROWS 8
#include "transpose_type.clh"

#define TYPE float
#define TYPE4 float4
#define TYPE16 float16
#define FAST_DOWN 1
#define FAST_BLOCKS 16
#define FAST_ROWS 16
#include "transpose_type.clh"
