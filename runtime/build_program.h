// Programs from binaries and IL, and binaries from programs.
#pragma once

#include <string>

#include "clc/package/interface.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"

namespace clc {

enum class ProgramForm { k_binary, k_il };

struct Built {
  ProgramHandle program;
  std::string log;
};

// Created, built, and every kernel of the interface created once.
Result<Built> build_program(const Queue& queue, ProgramForm form, const Bytes& bytes, const std::string& options,
                            const Interface& interface);

// What the driver made of a built program for one of its devices: an executable.
Result<Bytes> finished_binary(cl_program program, cl_device_id device);

}  // namespace clc
