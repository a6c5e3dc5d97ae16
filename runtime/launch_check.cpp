#include "launch_check.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/try.h"

namespace clc {
namespace {

std::string named(const KernelInterface& kernel) {
  return "kernel '" + kernel.name + "'";
}

const char* kind_name(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::k_value:
      return "a value";
    case ArgumentKind::k_buffer:
      return "a buffer";
    case ArgumentKind::k_local:
      return "local memory";
    case ArgumentKind::k_image:
      return "an image";
    case ArgumentKind::k_sampler:
      return "a sampler";
    case ArgumentKind::k_pipe:
      return "a pipe";
    case ArgumentKind::k_queue:
      return "a device queue";
  }
  return "something unknown";
}

struct MemoryType {
  std::string_view argument;  // the beginning of such an argument's type; empty where the type does not decide
  cl_mem_object_type type;
  const char* name;
};

// The memory types by the beginning of an argument's type. The first match counts, so longer beginnings come first.
constexpr std::array<MemoryType, 8> k_memory_types{{
    {"", CL_MEM_OBJECT_BUFFER, "a buffer"},
    {"", CL_MEM_OBJECT_PIPE, "a pipe"},
    {"image1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, "a 1D image over a buffer"},
    {"image1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, "an array of 1D images"},
    {"image1d", CL_MEM_OBJECT_IMAGE1D, "a 1D image"},
    {"image2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, "an array of 2D images"},
    {"image2d", CL_MEM_OBJECT_IMAGE2D, "a 2D image"},
    {"image3d", CL_MEM_OBJECT_IMAGE3D, "a 3D image"},
}};

const MemoryType* find_type(cl_mem_object_type type) {
  const auto* const found = std::ranges::find(k_memory_types, type, &MemoryType::type);
  return found == k_memory_types.end() ? nullptr : found;
}

// Returns the type of memory that the argument takes, or null when it is not known here.
const MemoryType* wanted_type(const Argument& wanted) {
  if (wanted.kind == ArgumentKind::k_buffer) return find_type(CL_MEM_OBJECT_BUFFER);
  if (wanted.kind == ArgumentKind::k_pipe) return find_type(CL_MEM_OBJECT_PIPE);
  for (const MemoryType& known : k_memory_types) {
    if (!known.argument.empty() && wanted.plain_type().rfind(known.argument, 0) == 0) return &known;
  }
  return nullptr;
}

std::string describe_typed(const KernelInterface& kernel, std::size_t index) {
  return describe_argument(kernel, index) + " of type '" + kernel.arguments[index].type + "': ";
}

// Returns true when a kernel's argument of the kind `wanted` may take this one. A bare cl_mem comes as a buffer, but
// may be any memory object; only the driver knows which.
bool can_be(const KernelArgument& given, ArgumentKind wanted) {
  return given.kind == wanted || (given.kind == ArgumentKind::k_buffer && given.memory == 0 && is_memory(wanted));
}

// Checks an argument that is an OpenCL object. An empty Buffer is an error, because clc::buffer<T>() is there for null
// pointers.
Result<void> check_object(const KernelInterface& kernel, std::size_t index, const KernelArgument& given) {
  const bool is_empty = given_handle(given) == nullptr;
  if (is_empty && given.memory == 0 && kernel.arguments[index].kind == ArgumentKind::k_buffer) return {};
  if (is_empty) {
    const bool is_buffer = given.memory == CL_MEM_OBJECT_BUFFER;
    return fail(ErrorKind::k_usage, describe_typed(kernel, index) + "an empty object was given, one that was " +
                                        "never made or is moved from" +
                                        (is_buffer ? "; clc::buffer<T>() is a null pointer" : ""));
  }
  return given.memory == 0 ? Result<void>{} : check_memory_type(kernel, index, given.memory);
}

Result<void> check_argument(const KernelInterface& kernel, std::size_t index, const KernelArgument& given) {
  const Argument& wanted = kernel.arguments[index];
  const auto wrong = [&](const std::string& why) {
    return fail(ErrorKind::k_usage, describe_typed(kernel, index) + why);
  };
  if (!can_be(given, wanted.kind))
    return wrong(std::string("it is ") + kind_name(wanted.kind) + ", but " + kind_name(given.kind) + " was given");
  if (wanted.kind == ArgumentKind::k_local)
    return given.size != 0 ? Result<void>{} : wrong("local memory of 0 bytes was given; it needs at least 1");
  const std::uint64_t size = wanted.kind == ArgumentKind::k_value ? wanted.size : sizeof(void*);
  if (size == 0) return wrong("the package says that it has 0 bytes, and no such value can be given");
  if (given.size != size)
    return wrong("it takes " + std::to_string(size) + " bytes, but " + std::to_string(given.size) + " were given");
  if (wanted.kind != ArgumentKind::k_value) return check_object(kernel, index, given);
  return given.value == nullptr ? wrong("no value was given") : Result<void>{};
}

std::string argument_names(const KernelInterface& kernel) {
  std::string text;
  for (const Argument& argument : kernel.arguments) text += (text.empty() ? "" : ", ") + argument.name;
  return text.empty() ? text : " (" + text + ")";
}

std::string sizes_text(const std::array<std::size_t, 3>& sizes, std::size_t dimensions) {
  std::string text;
  for (std::size_t i = 0; i < dimensions; ++i) text += (i == 0 ? "" : " x ") + std::to_string(sizes[i]);
  return text;
}

// Returns the first dimension whose global size is not a multiple of the local size.
std::optional<std::size_t> indivisible(const NDRange& range, const LaunchPlan& plan) {
  for (std::size_t i = 0; i < range.dimensions; ++i) {
    if (range.global[i] % plan.local_size[i] != 0) return i;
  }
  return std::nullopt;
}

std::string explain_indivisible(const NDRange& range, const LaunchPlan& plan, std::size_t dimension) {
  return "the global size " + std::to_string(range.global[dimension]) + " is not a multiple of the local size " +
         std::to_string(plan.local_size[dimension]) + " in dimension " + std::to_string(dimension) +
         "; round the global size up and let the kernel skip the rest";
}

Result<void> apply_required_size(const KernelInterface& kernel, const NDRange& range, LaunchPlan& plan) {
  std::array<std::size_t, 3> required{};
  std::ranges::copy(kernel.required_work_group_size, required.begin());
  if (required == std::array<std::size_t, 3>{0, 0, 0}) return {};
  if (plan.has_local_size && plan.local_size != required) {
    return fail(ErrorKind::k_usage, named(kernel) + ": it requires the local size " + sizes_text(required, 3) +
                                        ", but " + sizes_text(plan.local_size, range.dimensions) +
                                        " was given; leave the local size out to get the required one");
  }
  if (!std::all_of(required.begin() + range.dimensions, required.end(), [](std::size_t size) { return size == 1; })) {
    return fail(ErrorKind::k_usage, named(kernel) + ": it requires the local size " + sizes_text(required, 3) +
                                        ", and the launch has only " + std::to_string(range.dimensions) +
                                        " dimension(s)");
  }
  plan.has_local_size = true;
  plan.local_size = required;
  if (const auto dimension = indivisible(range, plan))
    return fail(ErrorKind::k_usage, named(kernel) + ": " + explain_indivisible(range, plan, *dimension));
  return {};
}

// Returns true when a group of these sizes, none of which is 0, has at most `limit` work-items. The product could
// overflow, so the limit is divided.
template <class Sizes>
bool fits_group(const Sizes& sizes, std::uint64_t limit) {
  for (const std::uint64_t size : sizes) limit /= size;
  return limit != 0;
}

}  // namespace

bool is_memory(ArgumentKind kind) {
  return kind == ArgumentKind::k_buffer || kind == ArgumentKind::k_image || kind == ArgumentKind::k_pipe;
}

void* given_handle(const KernelArgument& given) {
  void* handle = nullptr;
  if (given.value != nullptr) std::memcpy(&handle, given.value, sizeof(handle));
  return handle;
}

Result<void> check_memory_type(const KernelInterface& kernel, std::size_t index, cl_mem_object_type type) {
  const MemoryType* const wanted = wanted_type(kernel.arguments[index]);
  const MemoryType* const given = find_type(type);
  if (wanted == nullptr || given == nullptr || given == wanted) return {};
  return fail(ErrorKind::k_usage,
              describe_typed(kernel, index) + "it is " + wanted->name + ", but " + given->name + " was given");
}

std::string describe_argument(const KernelInterface& kernel, std::size_t index) {
  return named(kernel) + ", argument " + std::to_string(index) + " '" + kernel.arguments[index].name + "'";
}

Result<void> check_arguments(const KernelInterface& kernel, const KernelArgument* arguments, std::size_t count,
                             const DeviceFacts& device) {
  if (count != kernel.arguments.size()) {
    return fail(ErrorKind::k_usage, named(kernel) + " takes " + std::to_string(kernel.arguments.size()) + " arguments" +
                                        argument_names(kernel) + ", but " + std::to_string(count) + " were given");
  }
  std::uint64_t local_bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    CLC_TRY(check_argument(kernel, i, arguments[i]));
    if (arguments[i].kind != ArgumentKind::k_local) continue;
    // A sum could overflow; this difference cannot.
    if (device.local_memory != 0 && arguments[i].size > device.local_memory - local_bytes) {
      return fail(ErrorKind::k_usage, describe_argument(kernel, i) + ": " + std::to_string(arguments[i].size) +
                                          " bytes of local memory after " + std::to_string(local_bytes) +
                                          " bytes for earlier arguments; the device has " +
                                          std::to_string(device.local_memory) + " bytes for a work-group");
    }
    local_bytes += arguments[i].size;
  }
  return {};
}

Result<LaunchPlan> plan_launch(const KernelInterface& kernel, const NDRange& range) {
  if (range.dimensions < 1 || range.dimensions > 3) {
    return fail(ErrorKind::k_usage,
                named(kernel) + ": a launch has 1, 2 or 3 dimensions, not " + std::to_string(range.dimensions));
  }
  LaunchPlan plan;
  const auto end = range.local.begin() + range.dimensions;
  const auto is_zero = [](std::size_t size) { return size == 0; };
  plan.has_local_size = !std::all_of(range.local.begin(), end, is_zero);
  if (plan.has_local_size && std::any_of(range.local.begin(), end, is_zero)) {
    return fail(ErrorKind::k_usage, named(kernel) + ": the local size " + sizes_text(range.local, range.dimensions) +
                                        " is 0 in some dimensions; give all, or none to let the driver choose");
  }
  if (plan.has_local_size) std::copy(range.local.begin(), end, plan.local_size.begin());
  CLC_TRY(apply_required_size(kernel, range, plan));
  plan.is_empty = std::any_of(range.global.begin(), range.global.begin() + range.dimensions, is_zero);
  return plan;
}

std::size_t group_limit(const KernelInterface& kernel, std::size_t answer, const DeviceFacts& device) {
  const auto& required = kernel.required_work_group_size;
  if (std::ranges::count(required, 0) != 0 || !fits_group(required, device.max_work_group_size)) return answer;
  return std::max<std::size_t>(answer, required[0] * required[1] * required[2]);
}

Result<void> check_group_size(const KernelInterface& kernel, const LaunchPlan& plan, std::size_t limit) {
  if (fits_group(plan.local_size, limit)) return {};
  return fail(ErrorKind::k_usage, named(kernel) + ": a work-group of " + sizes_text(plan.local_size, 3) +
                                      " is more than the " + std::to_string(limit) +
                                      " work-items that it can have on this device");
}

std::string describe_range(const NDRange& range, const LaunchPlan& plan) {
  return "global size " + sizes_text(range.global, range.dimensions) +
         (plan.has_local_size ? ", local size " + sizes_text(plan.local_size, range.dimensions) : ", no local size");
}

std::string explain_size(const NDRange& range, const LaunchPlan& plan, cl_int code) {
  if (code != CL_INVALID_WORK_GROUP_SIZE || !plan.has_local_size) return {};
  if (const auto dimension = indivisible(range, plan)) return ": " + explain_indivisible(range, plan, *dimension);
  return {};
}

}  // namespace clc
