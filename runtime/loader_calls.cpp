// The table of OpenCL functions for programs, which holds those of the ICD loader.
#include "opencl_calls.h"

namespace clc {

const OpenClCalls& opencl() {
  static constexpr OpenClCalls k_calls = {
#define CLC_VALUE(name) &::name,
      CLC_OPENCL_CALLS(CLC_VALUE)
#undef CLC_VALUE
  };
  return k_calls;
}

}  // namespace clc
