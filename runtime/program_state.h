// What a Program and its Kernels share.
#pragma once

#include <memory>
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
};

struct Kernel::State {
  std::shared_ptr<const void> program;  // keeps `interface` alive
  const KernelInterface* interface;
  KernelHandle kernel;
};

}  // namespace clc
