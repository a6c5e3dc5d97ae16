#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "sub_group_extensions.clh"
OF_TYPE(half, NO_BITS)
