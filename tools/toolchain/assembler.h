// Assemblers: other people's programs that turn the worker's PTX or SPIR-V into machine code (ptxas, ocloc).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "toolchain/run_process.h"
#include "toolchain/tools.h"

namespace clc {

// An installed assembler, and what it says about itself.
struct Assembler {
  std::string path;
  std::string version;             // "ptxas V13.0.88"
  std::vector<std::string> archs;  // the architectures it knows, in its own spelling; no groups
  bool gives_zebin = false;        // ocloc only: it can write the zebin format
  // ocloc only: names for several chips, and those of `archs` that it takes alone, in no list.
  std::vector<std::string> groups = {};
  std::vector<std::string> lone = {};
};

struct AssemblyOptions {
  bool optimize = true, line_numbers = false;
  std::optional<std::string> of_source = {};  // the build options, where the input is the source
};

// How the assembler of a family is asked, called and told from another.
struct AssemblerInfo {
  Family family;
  Result<Assembler> (*ask)(const std::string& path);
  // The words behind the path.
  std::vector<std::string> (*command)(const Assembler&, const std::string& arch, const AssemblyOptions&);
  // Prefixes of the variables that change, or may change, what it makes.
  const char* settings;
  const char* debug_keys = "";    // the variable that makes each variable, of any name, a setting
  bool opens_libraries = false;   // by names that it contains
  bool repeats_messages = false;  // those of each of its compilers
};
const AssemblerInfo& assembler_info(Family family);

// Finds the assembler of a family and asks it. The error k_unavailable says what to install.
Result<Assembler> find_assembler(Family family, const ToolPaths& given);
// The two halves of find_assembler().
Result<std::string> find_assembler_path(Family family, const ToolPaths& given);
Result<Assembler> ask_assembler(Family family, const std::string& path);

// A target's architecture, or several, as the assembler spells it; k_unavailable when it does not know it.
Result<std::string> spelled_arch(const Assembler& assembler, const Target& target);

// The input of an assembler, which the worker makes.
struct AssembledChip {
  Target input;                     // nvptx for cubin, spirv64 for intel; the target itself where it takes the source
  std::vector<std::string> absent;  // macros that the chip's driver does not define
  std::vector<std::string> macros = {};  // of ask_ocloc_front_end(), where it takes the source
};
// True for targets whose source goes to the assembler as it is, with its includes expanded.
bool is_from_source(const Target& target);
// `arch` as the assembler spells it. The error k_io or k_crash: it cannot be asked.
Result<AssembledChip> ask_chip(const Assembler& assembler, const Target& target, const std::string& arch);

// True for families whose machine code an assembler makes.
bool has_assembler(Family family);

// The command that reads `k_assembler_input` in the current folder and writes `k_assembler_output` there.
inline constexpr const char* k_assembler_input = "in";
inline constexpr const char* k_assembler_output = "out";
std::vector<std::string> assembler_command(Family family, const Assembler& assembler, const std::string& arch,
                                           const AssemblyOptions& options);

}  // namespace clc
