// What a Program and its Kernels share.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"

namespace clc {

struct Program::State {
  Queue queue;  // keeps the context alive
  Variant variant;
  Interface interface;
  ProgramHandle program;
  std::string build_log;
  CacheUse cache_use;
};

struct Kernel::State {
  State(std::shared_ptr<const void> of, const KernelInterface* with, KernelHandle handle)
      : program(std::move(of)), interface(with), label("kernel '" + with->name + "'"), kernel(std::move(handle)) {}

  const std::shared_ptr<const void> program;  // keeps `interface` alive
  const KernelInterface* const interface;
  const std::string label;
  const KernelHandle kernel;

  std::mutex mutex;  // held from the first argument that is set to the launch; guards the rest
  cl_device_id limit_device = nullptr;
  std::size_t group_limit = 0;  // on that device
};

}  // namespace clc
