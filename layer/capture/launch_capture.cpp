#include "capture/launch_capture.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/opencl_error.h"
#include "launch_recording.h"
#include "layer_state.h"
#include "program/kernel_facts.h"

namespace clc::layer {
namespace {

constexpr std::chrono::seconds k_longest_wait{60};

// Waits until earlier commands are over, so that memory is what the launch finds. An event of the application's own may
// wait for what follows this call, so the wait ends at a limit.
Result<void> await_earlier(const KernelLaunch& launch) {
  cl_event marker = nullptr;
  cl_int code = next().clEnqueueMarkerWithWaitList(launch.queue, 0, nullptr, &marker);
  if (code != CL_SUCCESS) return fail(ErrorKind::k_opencl, "clEnqueueMarkerWithWaitList: " + opencl_error_name(code));
  const EventHandle owned(marker);
  next().clFlush(launch.queue);
  std::vector<cl_event> events(launch.events, launch.events + launch.event_count);
  events.push_back(marker);
  const auto until = std::chrono::steady_clock::now() + k_longest_wait;
  for (const cl_event event : events) {
    for (cl_int status = CL_QUEUED; status > CL_COMPLETE;) {
      code = next().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
      if (code != CL_SUCCESS) return fail(ErrorKind::k_opencl, "clGetEventInfo: " + opencl_error_name(code));
      if (std::chrono::steady_clock::now() > until)
        return fail(ErrorKind::k_unavailable, "commands before it did not end within a minute");
      if (status > CL_COMPLETE) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return {};
}

RecordedDevice device_of(cl_command_queue queue) {
  cl_device_id id = nullptr;
  next().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(id), &id, nullptr);
  const auto device = state().device(id);
  if (!device) return {};
  const DeviceFacts& facts = device->facts;
  return {facts.name, facts.platform_name, facts.driver_version, facts.version};
}

void put_sizes(const KernelLaunch& launch, Capture& capture) {
  capture.dimensions = launch.dimensions;
  for (cl_uint i = 0; i < std::min(launch.dimensions, cl_uint{3}); ++i) {
    if (launch.offset != nullptr) capture.offset[i] = launch.offset[i];
    if (launch.global != nullptr) capture.global[i] = launch.global[i];
    if (launch.local != nullptr) capture.local[i] = launch.local[i];
  }
}

Result<void> put_program(cl_kernel kernel, Capture& capture) {
  const auto program = state().registry.find(kernel);
  if (!program) return fail(ErrorKind::k_unavailable, "its program is not known");
  if (program->kind == ProgramKind::k_binary) {
    if (program->bytes.empty()) return fail(ErrorKind::k_unavailable, "its program was made of several binaries");
    capture.binary = sha256_hex(program->bytes);
    capture.module = capture.binary;  // `clc capture` finds the module in a package
    return {};
  }
  capture.program = program->kernels_digest();
  if (capture.program.empty()) return fail(ErrorKind::k_unavailable, "its program could not be recorded");
  return {};
}

template <class Handle>
Handle handle_in(const Bytes& bytes) {
  Handle handle = nullptr;
  if (bytes.size() == sizeof(handle)) std::memcpy(&handle, bytes.data(), sizeof(handle));
  return handle;
}

void put_sampler(cl_sampler sampler, CapturedArgument& argument) {
  cl_bool normalized = CL_FALSE;
  cl_addressing_mode addressing = 0;
  cl_filter_mode filter = 0;
  next().clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof(normalized), &normalized, nullptr);
  next().clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof(addressing), &addressing, nullptr);
  next().clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof(filter), &filter, nullptr);
  argument.kind = CapturedKind::k_sampler;
  argument.normalized = normalized;
  argument.addressing = addressing;
  argument.filter = filter;
}

}  // namespace

void LaunchCapture::created(cl_mem memory) {
  const std::lock_guard lock(mutex_);
  memory_.insert(memory);
}

void LaunchCapture::created(cl_sampler sampler) {
  const std::lock_guard lock(mutex_);
  samplers_.insert(sampler);
}

// A released kernel may have had the same handle.
void LaunchCapture::created(cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  kernels_[kernel] = {};
}

void LaunchCapture::cloned(cl_kernel from, cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  kernels_[kernel] = Kernel(kernels_[from]);
}

void LaunchCapture::set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  Value kept{true, false, value == nullptr, size, {}, nullptr};
  if (value != nullptr) kept.bytes.assign(static_cast<const char*>(value), size);
  const std::lock_guard lock(mutex_);
  kernels_[kernel].values[index] = std::move(kept);
}

void LaunchCapture::set_pointer(cl_kernel kernel, cl_uint index, const void* pointer) {
  const std::lock_guard lock(mutex_);
  kernels_[kernel].values[index] = Value{true, true, pointer == nullptr, sizeof(pointer), {}, pointer};
}

void LaunchCapture::set_indirect(cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  kernels_[kernel].is_indirect = true;
}

bool LaunchCapture::is_named(cl_kernel kernel) {
  {
    const std::lock_guard lock(mutex_);
    if (is_done_) return false;
  }
  return wanted_.kernel.empty() || kernel_name(kernel) == wanted_.kernel;
}

bool LaunchCapture::count_launch() {
  const std::lock_guard lock(mutex_);
  ++launches_;
  if (is_done_ || launches_ < wanted_.number) return false;
  is_done_ = true;
  return true;
}

void LaunchCapture::was_refused(bool was_wanted) {
  const std::lock_guard lock(mutex_);
  --launches_;
  if (was_wanted) is_done_ = false;
}

// Drivers without argument information tell no kinds; then handles tell them.
Result<void> LaunchCapture::add_handle(const Value& value, bool is_known_memory, Begun& begun,
                                       CapturedArgument& argument) const {
  const auto memory = handle_in<cl_mem>(value.bytes);
  if (memory != nullptr && (is_known_memory || memory_.contains(memory)))
    return begun.memory.add_memory(memory, argument);
  const auto sampler = handle_in<cl_sampler>(value.bytes);
  if (sampler != nullptr && samplers_.contains(sampler)) {
    put_sampler(sampler, argument);
    return {};
  }
  if (is_known_memory) {  // a null buffer
    argument.kind = CapturedKind::k_buffer;
    return {};
  }
  argument.kind = CapturedKind::k_value;
  argument.value = value.bytes;
  return {};
}

Result<void> LaunchCapture::add_argument(const RecordedArgument& known, const Value& value, Begun& begun) const {
  CapturedArgument& argument = begun.capture.arguments.emplace_back();
  argument.name = known.name;
  argument.type = known.type;
  const bool is_memory = known.kind == "buffer" || known.kind == "image";
  if (!value.is_set) return fail(ErrorKind::k_unavailable, "was set by a call that is not followed");
  if (known.kind == "pipe" || known.kind == "queue") return fail(ErrorKind::k_unavailable, "is a " + known.kind);
  if (value.is_pointer) return begun.memory.add_pointer(value.pointer, argument);
  if (known.kind == "sampler") {
    put_sampler(handle_in<cl_sampler>(value.bytes), argument);
    return {};
  }
  if (value.is_null && !is_memory) {
    argument.kind = CapturedKind::k_local;
    argument.size = value.size;
    return {};
  }
  if (known.kind == "value") {
    argument.value = value.bytes;
    return {};
  }
  return add_handle(value, is_memory, begun, argument);
}

Result<void> LaunchCapture::describe(const KernelLaunch& launch, Begun& begun) {
  Capture& capture = begun.capture;
  CLC_TRY(await_earlier(launch));
  CLC_TRY(put_program(launch.kernel, capture));
  put_sizes(launch, capture);
  capture.device = device_of(launch.queue);
  const RecordedKernel known = describe_kernel(launch.kernel);
  capture.kernel = known.name;
  cl_uint count = 0;
  next().clGetKernelInfo(launch.kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr);
  const std::lock_guard lock(mutex_);
  Kernel& kernel = kernels_[launch.kernel];
  if (kernel.is_indirect) return fail(ErrorKind::k_unavailable, "it reaches memory by pointers that are no arguments");
  for (cl_uint i = 0; i < count; ++i) {
    const RecordedArgument one = i < known.arguments.size() ? known.arguments[i] : RecordedArgument();
    CLC_TRY(in_context("argument " + std::to_string(i), add_argument(one, kernel.values[i], begun)));
  }
  begun.memory.cut(capture);
  std::uint64_t size = 0;
  for (const CapturedMemory& memory : capture.memory) size += 2 * memory.size;
  if (size > k_largest_capture) return fail(ErrorKind::k_unavailable, "its memory is larger than 2 GiB");
  return {};
}

LaunchCapture::Begun LaunchCapture::begin(const KernelLaunch& launch) noexcept {
  Begun begun;
  try {
    Result<void> described = describe(launch, begun);
    if (described) described = begun.memory.read(launch.queue, &CapturedMemory::before, begun.capture);
    if (!described) begun.trouble = described.error().message;
  } catch (...) {
    begun.trouble = "there is not enough memory";
  }
  return begun;
}

void LaunchCapture::end(Begun& begun, cl_command_queue queue, cl_event done) noexcept {
  try {
    const auto finish = [&]() -> Result<void> {
      if (!begun.trouble.empty()) return fail(ErrorKind::k_unavailable, begun.trouble);
      if (const cl_int code = next().clWaitForEvents(1, &done); code != CL_SUCCESS)
        return fail(ErrorKind::k_opencl, "it failed: " + opencl_error_name(code));
      CLC_TRY(begun.memory.read(queue, &CapturedMemory::after, begun.capture));
      std::error_code ignored;
      if (std::filesystem::exists(file_, ignored)) return {};  // another process has captured a launch
      return write_file_atomically(file_, encode_capture(begun.capture));
    };
    if (const Result<void> written = finish(); !written)
      recorder_.not_recorded("the launch was not captured: " + written.error().message);
  } catch (...) {
    recorder_.not_recorded("the launch was not captured: there is not enough memory");
  }
}

}  // namespace clc::layer
