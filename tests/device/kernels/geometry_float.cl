#define T float
#define T4 float4
#include "geometry.clh"
GEOMETRY(fast_lengths, fast_length, fast_distance, fast_normalize)
