// Whether a launch makes sense, decided from the interface before the driver is called.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "clc/runtime/device.h"
#include "clc/runtime/program.h"

namespace clc {

// The local size that a launch really uses.
struct Launch {
  bool is_empty = false;   // a global size is 0
  bool has_local = false;  // false: the driver chooses
  std::array<std::size_t, 3> local{1, 1, 1};
};

// "kernel 'k', argument 2 'count'"
std::string describe_argument(const KernelInterface& kernel, std::size_t index);

// Count, kinds, sizes, and that the local memory asked for exists.
Result<void> check_arguments(const KernelInterface& kernel, const KernelArgument* arguments, std::size_t count,
                             const DeviceFacts& device);

// Dimensions and local size; fills in a required work-group size.
Result<Launch> plan_launch(const KernelInterface& kernel, const NDRange& range);

// Against the largest work-group that the kernel can run with.
Result<void> check_group_size(const KernelInterface& kernel, const Launch& launch, std::size_t limit);

// "global size 100 x 10, local size 8 x 8"
std::string describe_range(const NDRange& range, const Launch& launch);

// Why the driver refused the sizes, as far as one can tell: text to append, or nothing.
std::string explain_size(const NDRange& range, const Launch& launch, cl_int code);

}  // namespace clc
