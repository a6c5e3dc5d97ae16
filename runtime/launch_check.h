// Checks a launch against the kernel's interface before the driver is called.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "clc/runtime/device.h"
#include "clc/runtime/kernel.h"

namespace clc {

// The sizes of a launch, with the required work-group size if the kernel has one.
struct LaunchPlan {
  bool is_empty = false;                           // a global size is 0, so there is nothing to launch
  bool has_local_size = false;                     // false: the driver chooses the local size
  std::array<std::size_t, 3> local_size{1, 1, 1};  // in work-items
};

// Returns "kernel 'k', argument 2 'count'" and the like.
std::string describe_argument(const KernelInterface& kernel, std::size_t index);

// Returns true when arguments of this kind are a cl_mem.
bool is_memory(ArgumentKind kind);

// Returns the OpenCL object that is the argument's value.
void* given_handle(const KernelArgument& given);

// Checks that the argument accepts memory of this type. Types that are not known here pass. The error is k_usage.
Result<void> check_memory_type(const KernelInterface& kernel, std::size_t index, cl_mem_object_type type);

// Checks the number of arguments, their kinds and sizes, and that they take no more local memory than the device has.
// The error is k_usage.
Result<void> check_arguments(const KernelInterface& kernel, const KernelArgument* arguments, std::size_t count,
                             const DeviceFacts& device);

// Checks the dimensions and the local size, and fills in a required work-group size. The error is k_usage.
Result<LaunchPlan> plan_launch(const KernelInterface& kernel, const NDRange& range);

// Returns the most work-items that a work-group of the kernel can have. `answer` is the driver's answer to that.
// NVIDIA's driver says 256 for each kernel that it has as PTX, also for one that requires 1024 and runs with them. So a
// larger required size counts where the device allows it.
std::size_t group_limit(const KernelInterface& kernel, std::size_t answer, const DeviceFacts& device);

// Checks that the work-group has at most `limit` work-items. The error is k_usage.
Result<void> check_group_size(const KernelInterface& kernel, const LaunchPlan& plan, std::size_t limit);

// Returns "global size 100 x 10, local size 8 x 8" and the like.
std::string describe_range(const NDRange& range, const LaunchPlan& plan);

// Returns text to append to a driver's error: why the driver refused the sizes, or nothing when that is not known.
std::string explain_size(const NDRange& range, const LaunchPlan& plan, cl_int code);

}  // namespace clc
