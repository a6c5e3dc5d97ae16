// The state behind a Program and behind each of its Kernels.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

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
};

struct Kernel::State {
  State(std::shared_ptr<const void> owner, Coverage* counters, const KernelInterface* kernel_interface,
        KernelHandle handle)
      : program(std::move(owner)),
        coverage(counters),
        interface(kernel_interface),
        label("kernel '" + kernel_interface->name + "'"),
        kernel(std::move(handle)) {}

  const std::shared_ptr<const void> program;  // keeps `coverage` and `interface` alive
  Coverage* const coverage;                   // of the program, or null
  const KernelInterface* const interface;
  const std::string label;
  const KernelHandle kernel;

  std::mutex mutex;  // held while arguments are set and the kernel is enqueued; guards the members below
  cl_device_id limit_device = nullptr;  // the device that `group_limit` is for
  std::size_t group_limit = 0;          // the most work-items in a work-group on that device
};

}  // namespace clc
