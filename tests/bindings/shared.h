// Structs that kernels and programs share.
#ifndef CLC_TESTS_LAUNCHERS_SHARED_H
#define CLC_TESTS_LAUNCHERS_SHARED_H

#ifdef __OPENCL_VERSION__
#define HOST(type) type
#else
#include <CL/cl.h>
#define HOST(type) cl_##type
#endif

typedef struct {
  HOST(float) gain;
  HOST(uint) steps[3];
  HOST(float4) colour;
#ifdef CLC_TESTS_OTHER_LAYOUT
  HOST(char) padding;
#endif
  union {
    HOST(int) number;
    HOST(float) real;
  };
  HOST(uchar) last;
} Params;

#endif
