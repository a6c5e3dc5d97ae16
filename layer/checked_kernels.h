// Kernels with checks, for `clc run --sanitize`: gives each launch the buffer of its hidden argument, and notes what it
// found. It exists only where CLC_LAYER_SANITIZE asks for it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checks/checked_launch.h"
#include "kernel_launch.h"
#include "next_layer.h"
#include "program/followed_program.h"

namespace clc::layer {

// Several threads may call its functions.
class CheckedKernels {
 public:
  // `stops`: the first launch that finds a fault and all later ones fail.
  explicit CheckedKernels(bool stops) : stops_(stops) {}

  void created(cl_kernel kernel, const FollowedProgram& program);
  void cloned(cl_kernel from, cl_kernel kernel);
  void gone(cl_kernel kernel);
  void set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value);
  void set_pointer(cl_kernel kernel, cl_uint index, const void* value);
  // Notes that shared memory, or the application's last reference to a buffer, is gone.
  void freed(const void* memory);
  void released(cl_mem buffer);

  // The number of arguments that the application knows; nothing for kernels without checks.
  std::optional<cl_uint> arguments_of(cl_kernel kernel) const;
  // Launches a kernel with checks and waits for its end. Nothing for other kernels.
  std::optional<cl_int> launch(const KernelLaunch& launch);

 private:
  struct Table {
    std::shared_ptr<const KeptProgram> owner;  // keeps `kernel` alive
    const CheckedKernel* kernel = nullptr;
  };
  struct Given {
    CheckedMemory memory;
    cl_mem buffer = nullptr;
    bool is_released = false;
  };
  struct Kernel {
    std::map<cl_device_id, Table> tables;  // of the devices for which it was compiled with checks
    std::map<cl_uint, Given> given;        // arguments that are pointers
  };

  std::optional<Kernel> find(cl_kernel kernel) const;
  Result<CheckedLaunch> prepare(const Kernel& kernel, const CheckedKernel& table, const KernelLaunch& launch,
                                const WorkSizes& global, const Result<WorkSizes>& group) const;
  void mark_released(const std::function<bool(const Given&)>& is_it);
  bool has_released(const Kernel& kernel, const CheckedKernel& table);
  void tell(const std::string& place, const std::string& text);
  void report(const CheckResults& found);

  const bool stops_;
  std::atomic<bool> is_stopped_ = false;
  mutable std::mutex mutex_;
  std::map<cl_kernel, Kernel> kernels_;
  std::set<std::string> told_;  // places of which the summary has a report
};

}  // namespace clc::layer
