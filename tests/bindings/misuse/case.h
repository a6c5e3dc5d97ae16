// Kernels and values that the cases in this folder use. A case is compiled twice: with WRONG it must fail with the
// message that it expects, without it it must compile.
#pragma once

#include "launch_tests.h"

using clc::buffer;
using clc::local;
using clc::range_1d;
using clc::range_2d;

// Views of the one buffer.
template <class T>
buffer<T> of(const clc::Buffer& memory) {
  return buffer<T>(memory);
}
inline clc::image<clc::image2d_t> picture(const clc::Buffer& memory) {
  return clc::image<clc::image2d_t>(memory.handle());
}

#define CASE                                                                                        \
  auto misuse([[maybe_unused]] const launch_tests::launchers::Kernels& kernels,                     \
              [[maybe_unused]] const clc::Queue& queue, [[maybe_unused]] const clc::Buffer& memory, \
              [[maybe_unused]] cl_sampler sampler)
