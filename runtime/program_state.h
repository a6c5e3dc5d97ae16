// The state behind a Program and behind each of its Kernels.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "checks/checked_launch.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "coverage.h"

namespace clc {

struct Program::State {
  Queue queue;  // keeps the context alive
  Variant variant;
  Interface interface;
  ProgramHandle program;
  std::string build_log;
  CacheUse cache_use;
  std::map<std::string, std::string> parameters;
  std::unique_ptr<Coverage> coverage;  // null unless the kernels count
  CheckTable checks;                   // of kernels that clc compile --sanitize made; else empty
  std::unique_ptr<CheckLog> check_log = std::make_unique<CheckLog>();

  const CheckedKernel* checked(const std::string& kernel) const;
};

struct Kernel::State {
  State(std::shared_ptr<const Program::State> owner, const KernelInterface* kernel_interface, KernelHandle handle)
      : program(std::move(owner)),
        interface(kernel_interface),
        checked(program->checked(kernel_interface->name)),
        label("kernel '" + kernel_interface->name + "'"),
        kernel(std::move(handle)) {}

  const std::shared_ptr<const Program::State> program;  // keeps `interface` and `checked` alive
  const KernelInterface* const interface;
  const CheckedKernel* const checked;  // null: it has no checks
  const std::string label;
  const KernelHandle kernel;

  std::mutex mutex;  // held while arguments are set and the kernel is enqueued; guards the members below
  cl_device_id limit_device = nullptr;  // the device that `group_limit` is for
  std::size_t group_limit = 0;          // the most work-items in a work-group on that device
};

}  // namespace clc
