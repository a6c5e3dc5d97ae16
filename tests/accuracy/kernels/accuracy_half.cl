#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "../samples.h"
#define TYPE half
#define STORED ushort
#define STORE(v) as_ushort((half)(v))
#define ONE(i) as_half((ushort)(i))
#define FIRST(i) as_half((ushort)scrambled(i))
#define SECOND(i) as_half((ushort)(scrambled(i) >> 16))
#include "tested.clh"
