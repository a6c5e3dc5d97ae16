// Checks a launch against the kernel's interface before the driver is called.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "clc/runtime/device.h"
#include "clc/runtime/kernel.h"

namespace clc {

// How a launch will really run, once the required work-group size is filled in.
struct LaunchPlan {
  bool is_empty = false;                           // a global size is 0: nothing is launched
  bool has_local_size = false;                     // false: the driver chooses one
  std::array<std::size_t, 3> local_size{1, 1, 1};  // in work-items
};

// "kernel 'k', argument 2 'count'"
std::string describe_argument(const KernelInterface& kernel, std::size_t index);

// True where arguments of this kind are a cl_mem.
bool is_memory(ArgumentKind kind);

// The OpenCL object in an argument whose size is a handle's.
void* given_handle(const KernelArgument& given);

// Checks that memory of this type is what the argument wants; what is not known here passes. An error is k_usage.
Result<void> check_memory_type(const KernelInterface& kernel, std::size_t index, cl_mem_object_type type);

// Checks the number of arguments, their kinds and sizes, and that the device has as much local memory as they take.
// An error is k_usage.
Result<void> check_arguments(const KernelInterface& kernel, const KernelArgument* arguments, std::size_t count,
                             const DeviceFacts& device);

// Checks the dimensions and the local size, and fills in a required work-group size. An error is k_usage.
Result<LaunchPlan> plan_launch(const KernelInterface& kernel, const NDRange& range);

// How many work-items the kernel's work-groups can have, where the driver says `answer`. NVIDIA's says 256 of every
// kernel that it has as PTX, also of one that requires 1024 and runs with them: then what the kernel requires counts,
// as far as the device can have so many.
std::size_t group_limit(const KernelInterface& kernel, std::size_t answer, const DeviceFacts& device);

// Checks that the work-group is no larger than `limit` work-items. An error is k_usage.
Result<void> check_group_size(const KernelInterface& kernel, const LaunchPlan& plan, std::size_t limit);

// "global size 100 x 10, local size 8 x 8"
std::string describe_range(const NDRange& range, const LaunchPlan& plan);

// Text to append to an error of the driver: why it refused the sizes, or nothing where that is not known.
std::string explain_size(const NDRange& range, const LaunchPlan& plan, cl_int code);

}  // namespace clc
