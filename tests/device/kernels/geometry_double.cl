#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T double
#define T4 double4
#include "geometry.clh"
