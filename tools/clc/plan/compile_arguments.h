// What `clc compile` was asked for: command line and environment as one value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/package/file.h"
#include "plan/build_options.h"
#include "clc/package/result.h"
#include "toolchain/tools.h"

namespace clc {

struct CompileArguments {
  std::vector<std::string> files;    // as spelled; "-" is standard input
  std::vector<std::string> targets;  // as spelled
  std::string output;
  std::string name;                  // --name, or empty
  std::vector<BuildOption> options;  // environment included, -MD -MF -MT not
  bool write_depfile = false;
  std::string depfile;
  std::string depfile_target;
  std::vector<std::string> depfile_skips;  // folders that the build writes to
  std::string dump_folder;  // or empty
  unsigned dump_bits = 0;   // GPU_DUMP_DEVICE_KERNEL
  ToolPaths tools;          // as --tool gave them
  unsigned jobs = 1;
  bool keep_going = false;
  Unchanged unchanged = Unchanged::k_rewrite;
  std::string add_on_of;  // a package, or empty
  int compression = 0;    // zstd's level; 0: none
  bool verbose = false;
  std::uint32_t time_limit_s = 300;
  std::uint32_t memory_limit_mib = 4096;
  std::int64_t source_date_epoch = 315532800;  // 1980-01-01
  bool help_shown = false;                     // nothing else to do
  bool json = false;                           // of clc explain, as is the next
  bool show_key = false;
};

// Everything that can be told without looking at files or targets is checked here.
Result<CompileArguments> parse_compile_arguments(const std::vector<std::string>& arguments);
// Those of clc explain: the same, but nothing is written.
Result<CompileArguments> parse_explain_arguments(const std::vector<std::string>& arguments);

}  // namespace clc
