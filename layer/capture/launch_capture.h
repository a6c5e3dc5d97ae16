// Follows arguments and memory of kernels until the launch that `clc capture` wants, and writes that one to a file.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "capture/captured_memory.h"
#include "kernel_launch.h"
#include "layer_settings.h"
#include "next_layer.h"
#include "recording/recorder.h"

namespace clc::layer {

// Several threads may call its functions.
class LaunchCapture {
 public:
  LaunchCapture(const LayerSettings& settings, Recorder& recorder)
      : file_(settings.capture_file), wanted_(settings.captured_launch), recorder_(recorder) {}

  void created(cl_mem memory);
  void created(cl_sampler sampler);
  void created(cl_kernel kernel);
  void cloned(cl_kernel from, cl_kernel kernel);
  void set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value);
  void set_pointer(cl_kernel kernel, cl_uint index, const void* pointer);
  // Notes that a kernel reaches memory by pointers that are no arguments.
  void set_indirect(cl_kernel kernel);

  // Calls `enqueue`, between the captures of memory where this launch is the wanted one: with an event then.
  template <class Enqueue>
  cl_int launch(KernelLaunch launch, const Enqueue& enqueue) {
    if (!is_named(launch.kernel)) return enqueue(launch);
    if (!count_launch()) {
      const cl_int code = enqueue(launch);
      if (code != CL_SUCCESS) was_refused(false);
      return code;
    }
    cl_event own = nullptr;
    if (launch.event == nullptr) launch.event = &own;
    Begun begun = begin(launch);
    const cl_int code = enqueue(launch);
    if (code == CL_SUCCESS) end(begun, launch.queue, *launch.event);
    if (code != CL_SUCCESS) was_refused(true);
    if (own != nullptr) next().clReleaseEvent(own);
    return code;
  }

 private:
  struct Value {
    bool is_set = false, is_pointer = false, is_null = false;
    std::size_t size = 0;
    Bytes bytes;
    const void* pointer = nullptr;
  };
  struct Kernel {
    std::map<cl_uint, Value> values;
    bool is_indirect = false;
  };
  struct Begun {
    Capture capture;
    MemoryOfLaunch memory;
    std::string trouble;
  };

  // False when the launch was captured already, too.
  bool is_named(cl_kernel kernel);
  // Returns true for the launch that is wanted.
  bool count_launch();
  // Takes back a launch that the driver refused.
  void was_refused(bool was_wanted);
  Begun begin(const KernelLaunch& launch) noexcept;
  void end(Begun& begun, cl_command_queue queue, cl_event done) noexcept;
  Result<void> describe(const KernelLaunch& launch, Begun& begun);
  Result<void> add_argument(const RecordedArgument& known, const Value& value, Begun& begun) const;
  Result<void> add_handle(const Value& value, bool is_known_memory, Begun& begun, CapturedArgument& argument) const;

  const std::string file_;
  const CapturedLaunch wanted_;
  Recorder& recorder_;
  std::mutex mutex_;
  std::uint64_t launches_ = 0;  // that the name fits
  bool is_done_ = false;
  std::map<cl_kernel, Kernel> kernels_;
  std::set<cl_mem> memory_;
  std::set<cl_sampler> samplers_;
};

}  // namespace clc::layer
