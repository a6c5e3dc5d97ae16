#define WITH_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "matrices.clh"
#include "group_matrices.clh"
#include "group_products.h"
