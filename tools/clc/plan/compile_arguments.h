// A request to compile, from a command line and the environment, as one value.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/build_options.h"
#include "plan/group_sizes.h"
#include "plan/outputs.h"
#include "protocol/protocol.h"
#include "toolchain/tools.h"

namespace clc {

// Sources that are linked into one module.
struct ModuleArgument {
  std::string name;
  std::vector<std::string> files;  // as spelled
};

struct CompileArguments {
  std::vector<std::string> files;         // as spelled; "-" is standard input
  std::vector<std::string> module_texts;  // --module, as given
  std::vector<ModuleArgument> modules;    // the same, read
  // All files, those of modules too.
  std::vector<std::string> all_files() const;
  std::vector<std::string> targets;   // as spelled
  std::string name;                   // --name, or empty
  std::vector<BuildOption> options;   // environment included, -MD -MF -MT not
  std::vector<std::string> left_out;  // options of drivers, which change nothing here
  ToolPaths tools;                    // as --tool gave them
  Outputs outputs;
  std::vector<std::string> sections;                                // of artifacts, beside those for dumps
  std::map<std::string, std::vector<std::string>> module_sections;  // the same, of one module's, by its name
  Limits limits;
  unsigned processes = 1;   // at a time
  std::string confined_to;  // --confine, or empty
  bool is_confined() const { return !confined_to.empty(); }
  bool keep_going = false;
  bool is_tuned = false;  // --tune
  bool verbose = false;
  bool quiet = false;                          // no progress, and no line at the end
  std::int64_t source_date_epoch = 315532800;  // 1980-01-01
  std::vector<std::string> ignored_options;    // --ignore-option
  std::vector<std::string> launch_texts;       // --launch, as given
  std::vector<GroupSize> launches;             // the same, read
  Finish finish = Finish::k_launched;
  std::vector<GivenFile> given;  // files whose text is this one, whatever is on the disk, by their absolute paths
};

// A module's name, and the rule for it in words.
inline constexpr const char* k_module_names = "1 to 255 bytes, no slashes and no control characters";
bool is_module_name(const std::string& name);
// Adds NAME=FILE,FILE… of --module. A module that is there already gets more files.
Result<void> add_module(const std::string& text, std::vector<ModuleArgument>& modules);

}  // namespace clc
