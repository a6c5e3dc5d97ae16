#pragma once

namespace clc::cuda::testing {

// Needed by NVIDIA's libcuda.so.1: a thread that it names by a file, and a socket at which it listens.
bool has_surroundings();

}  // namespace clc::cuda::testing
