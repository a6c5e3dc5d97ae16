// Programs of others that turn what the worker made into machine code: ptxas for cubin, ocloc for intel.
#pragma once

#include <string>
#include <vector>

#include "clc/package/result.h"
#include "clc/package/target.h"
#include "toolchain/process.h"
#include "toolchain/tools.h"

namespace clc {

// One that is installed, and what it said of itself.
struct Assembler {
  std::string path;
  std::string version;             // "ptxas V13.0.88"
  std::vector<std::string> archs;  // that it knows, in its own spelling; no groups of several
  bool gives_zebin = false;        // ocloc: the format can be chosen
};

// Finds it and asks it. k_unavailable: what to install.
Result<Assembler> find_assembler(Family family, const ToolPaths& given);
// The two halves of it.
Result<std::string> find_assembler_path(Family family, const ToolPaths& given);
Result<Assembler> ask_assembler(Family family, const std::string& path);

// A target's architecture as the assembler spells it; k_unavailable when it does not know it.
Result<std::string> spelled_arch(const Assembler& assembler, const Target& target);

// What the worker compiles for a target: nvptx for cubin, spirv64 for intel; otherwise the target itself.
Target worker_target(const Target& target);

struct AssemblyOptions {
  bool optimize = true;
  bool line_numbers = false;
};

// How to call it in a folder that holds `k_assembler_input`, so that `k_assembler_output` appears.
inline constexpr const char* k_assembler_input = "in";
inline constexpr const char* k_assembler_output = "out";
std::vector<std::string> assembler_command(Family family, const Assembler& assembler, const std::string& arch,
                                           const AssemblyOptions& options);

}  // namespace clc
