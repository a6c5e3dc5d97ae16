// An entry of the cache for a program on one device: a binary, and the driver's answers to queries from the time when
// it compiled the program from source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "build_program.h"
#include "clc/base/bytes.h"
#include "clc/internal/check_table.h"
#include "program/kernel_facts.h"

namespace clc::layer {

struct KeptProgram {
  ProgramForm form = ProgramForm::k_binary;
  bool is_compiled_only = false;  // an entry for clCompileProgram, which has a log and no binary
  Bytes binary;
  std::uint64_t nanoseconds = 0;     // for which the application waited; 0: not known
  std::string build_options;         // for clBuildProgram, with the binary
  QueryResult reported_options;      // CL_PROGRAM_BUILD_OPTIONS
  QueryResult log;                   // CL_PROGRAM_BUILD_LOG
  std::vector<std::string> kernels;  // names, in the driver's order
  std::vector<KernelFacts> facts;
  CheckTable checks;  // of kernels with checks, which no cache keeps

  const KernelFacts* find(const std::string& kernel) const;
};

Bytes encode_kept_program(const KeptProgram& program);
// Returns nothing for bytes that are no entry.
std::optional<KeptProgram> decode_kept_program(Bytes bytes);

}  // namespace clc::layer
