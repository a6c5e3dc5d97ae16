#include "launch_recording.h"

#include <algorithm>
#include <cstring>

#include "program/kernel_facts.h"
#include "quietly.h"

namespace clc::layer {
namespace {

std::string text_in(const QueryResult* answer) {
  return answer == nullptr || answer->code != CL_SUCCESS ? "" : answer->bytes.substr(0, answer->bytes.find('\0'));
}

cl_uint number_in(const QueryResult* answer) {
  cl_uint value = 0;
  if (answer != nullptr && answer->code == CL_SUCCESS && answer->bytes.size() >= sizeof(value))
    std::memcpy(&value, answer->bytes.data(), sizeof(value));
  return value;
}

std::string kind_of(const KernelFacts& facts, cl_uint index) {
  const std::string type = text_in(find_argument(facts, index, CL_KERNEL_ARG_TYPE_NAME));
  if (type == "sampler_t") return "sampler";
  if (type == "queue_t") return "queue";
  const cl_uint access = number_in(find_argument(facts, index, CL_KERNEL_ARG_ACCESS_QUALIFIER));
  const cl_uint qualifiers = number_in(find_argument(facts, index, CL_KERNEL_ARG_TYPE_QUALIFIER));
  if ((qualifiers & CL_KERNEL_ARG_TYPE_PIPE) != 0) return "pipe";
  if (access != 0 && access != CL_KERNEL_ARG_ACCESS_NONE) return "image";
  switch (number_in(find_argument(facts, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER))) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
      return "buffer";
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
      return "local";
    case CL_KERNEL_ARG_ADDRESS_PRIVATE:
      return "value";
    default:
      return "";
  }
}

// Returns the size of the buffer that is the argument's value, or 0 when it is not known.
std::uint64_t buffer_size(std::size_t size, const void* value) {
  cl_mem memory = nullptr;
  if (size != sizeof(memory) || value == nullptr) return 0;
  std::memcpy(&memory, value, sizeof(memory));
  std::size_t bytes = 0;
  const bool is_told =
      memory != nullptr && next().clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr) == CL_SUCCESS;
  return is_told ? bytes : 0;
}

std::array<std::uint64_t, 3> sizes_of(cl_uint dimensions, const std::size_t* sizes) {
  std::array<std::uint64_t, 3> all{};
  for (cl_uint i = 0; sizes != nullptr && i < std::min(dimensions, cl_uint{3}); ++i) all[i] = sizes[i];
  return all;
}

}  // namespace

RecordedKernel describe_kernel(cl_kernel kernel) {
  RecordedKernel described;
  described.name = kernel_name(kernel);
  if (described.name.empty()) return described;
  const KernelFacts facts = read_kernel_facts(kernel, described.name);
  for (cl_uint i = 0; i < facts.arguments.size(); ++i) {
    RecordedArgument argument;
    argument.kind = kind_of(facts, i);
    argument.type = text_in(find_argument(facts, i, CL_KERNEL_ARG_TYPE_NAME));
    argument.name = text_in(find_argument(facts, i, CL_KERNEL_ARG_NAME));
    described.arguments.push_back(std::move(argument));
  }
  return described;
}

void LaunchRecording::created(cl_kernel kernel, const std::string& digest) noexcept {
  quietly([&] {
    RecordedKernel described = describe_kernel(kernel);
    const std::lock_guard lock(mutex_);
    kernels_[kernel] = Kernel{digest, std::move(described.name), std::move(described.arguments)};
  });
}

void LaunchRecording::cloned(cl_kernel from, cl_kernel kernel) noexcept {
  quietly([&] {
    const std::lock_guard lock(mutex_);
    if (const auto at = kernels_.find(from); at != kernels_.end()) kernels_[kernel] = Kernel(at->second);
  });
}

void LaunchRecording::gone(cl_kernel kernel) noexcept {
  quietly([&] {
    const std::lock_guard lock(mutex_);
    kernels_.erase(kernel);
  });
}

void LaunchRecording::set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) noexcept {
  quietly([&] {
    const std::lock_guard lock(mutex_);
    const auto at = kernels_.find(kernel);
    if (at == kernels_.end() || index >= at->second.arguments.size()) return;
    RecordedArgument& argument = at->second.arguments[index];
    if (argument.kind.empty() && value == nullptr) argument.kind = "local";
    argument.size = argument.kind == "buffer" ? buffer_size(size, value) : size;
    argument.value = value == nullptr ? "" : whole_number(argument, {static_cast<const char*>(value), size});
  });
}

void LaunchRecording::set_pointer(cl_kernel kernel, cl_uint index) noexcept {
  quietly([&] {
    const std::lock_guard lock(mutex_);
    const auto at = kernels_.find(kernel);
    if (at == kernels_.end() || index >= at->second.arguments.size()) return;
    at->second.arguments[index].kind = "buffer";
    at->second.arguments[index].size = 0;
  });
}

RecordedLaunch LaunchRecording::launched(cl_kernel kernel, cl_uint dimensions, const std::size_t* offset,
                                         const std::size_t* global, const std::size_t* local) noexcept {
  RecordedLaunch launch;
  quietly([&] {
    {
      const std::lock_guard lock(mutex_);
      const auto at = kernels_.find(kernel);
      if (at == kernels_.end() || at->second.digest.empty()) return;
      launch.digest = at->second.digest;
      launch.kernel = at->second.name;
      launch.arguments = at->second.arguments;
    }
    launch.dimensions = dimensions;
    launch.offset = sizes_of(dimensions, offset);
    launch.global = sizes_of(dimensions, global);
    launch.local = sizes_of(dimensions, local);
    recorder_.launched(launch);
  });
  return launch;
}

}  // namespace clc::layer
