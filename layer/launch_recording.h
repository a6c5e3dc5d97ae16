// Follows the arguments and launches of kernels for a recording. It exists only while the layer records, because
// programs make many of these calls.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "next_layer.h"
#include "recording/recorder.h"

namespace clc::layer {

// Several threads may call its functions, which throw nothing.
class LaunchRecording {
 public:
  explicit LaunchRecording(Recorder& recorder) : recorder_(recorder) {}

  // `digest` is that of the kernel's program.
  void created(cl_kernel kernel, const std::string& digest) noexcept;
  void cloned(cl_kernel from, cl_kernel kernel) noexcept;
  void gone(cl_kernel kernel) noexcept;
  void set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) noexcept;
  void set_pointer(cl_kernel kernel, cl_uint index) noexcept;
  // Returns the launch as it was recorded, without a digest where it was not.
  RecordedLaunch launched(cl_kernel kernel, cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                          const std::size_t* local) noexcept;

 private:
  struct Kernel {
    std::string digest, name;
    std::vector<RecordedArgument> arguments;
  };

  Recorder& recorder_;
  std::mutex mutex_;
  std::map<cl_kernel, Kernel> kernels_;
};

// Returns a kernel's name and arguments, as far as the driver knows them.
RecordedKernel describe_kernel(cl_kernel kernel);

}  // namespace clc::layer
