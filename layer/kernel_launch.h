// A call of clEnqueueNDRangeKernel.
#pragma once

#include "next_layer.h"

namespace clc::layer {

struct KernelLaunch {
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  cl_uint dimensions = 1;
  const std::size_t *offset = nullptr, *global = nullptr, *local = nullptr;
  cl_uint event_count = 0;
  const cl_event* events = nullptr;
  cl_event* event = nullptr;
};

}  // namespace clc::layer
