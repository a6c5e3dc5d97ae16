// The part of tests/cuda that is NVIDIA's library for Linux: nvcuda.dll is not known to need any of it.
#include "cuda/surroundings.h"

namespace clc::cuda::testing {

bool has_surroundings() {
  return true;
}

}  // namespace clc::cuda::testing
