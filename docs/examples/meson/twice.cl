#include "twice.h"
kernel void twice(global float* x) { x[get_global_id(0)] *= FACTOR; }
