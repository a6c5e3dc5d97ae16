// The cache's entry for a program on one device: a binary, and the driver's answers to queries after it had compiled
// the program from source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "build_program.h"
#include "clc/base/bytes.h"
#include "program/kernel_facts.h"

namespace clc::layer {

struct KeptProgram {
  ProgramForm form = ProgramForm::k_binary;
  bool is_compiled_only = false;  // clCompileProgram succeeded: there is no binary, only the log
  Bytes binary;
  std::string build_options;         // for clBuildProgram of the binary
  QueryResult reported_options;      // CL_PROGRAM_BUILD_OPTIONS
  QueryResult log;                   // CL_PROGRAM_BUILD_LOG
  std::vector<std::string> kernels;  // names, in the driver's order
  std::vector<KernelFacts> facts;

  const KernelFacts* find(const std::string& kernel) const;
};

Bytes encode_kept_program(const KeptProgram& program);
// Nothing for bytes that are none.
std::optional<KeptProgram> decode_kept_program(Bytes bytes);

}  // namespace clc::layer
