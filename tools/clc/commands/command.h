// The commands of clc, and how one of them is found and run.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clc/package/bytes.h"
#include "clc/package/result.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

// Gives the exit code; an Error is shown and gives its own.
using CommandFunction = Result<int> (*)(const std::vector<std::string>& arguments, Sink& sink);

struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

// Runs what a program does, shows its error, and gives the program's exit code; an interrupt ends it as by its signal.
int run_program(const std::function<Result<int>(const std::vector<std::string>&, Sink&)>& run,
                std::vector<std::string> arguments);

// Finds and runs the command that `arguments` name.
int run_command(std::span<const Command> commands, std::vector<std::string> arguments);

// A section of an artifact that was asked for.
struct CompiledSection {
  std::string module, target, name;
  Bytes bytes;
};

// What compiling sources gave without writing a package.
struct CompiledSources {
  int code = 0;     // as clc compile would end
  Bytes package;    // the one-file form; empty when something did not compile
  ToolPaths tools;  // as --tool gave them
  std::vector<CompiledSection> sections;
  // Where the files that debug information names lie, by module: what names begin with, and the folder.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> source_folders;
};
// The pipeline of clc compile with its cache, but for the outputs: nothing is written but what the cache keeps.
Result<CompiledSources> compile_sources(const std::vector<std::string>& arguments,
                                        const std::vector<std::string>& sections, Sink& sink);

Result<int> audit_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> cache_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> compile_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> new_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> link_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> pack_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> unpack_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> diff_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> disasm_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> embed_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> explain_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> header_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> inspect_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> report_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> record_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> serve_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> run_with_packages_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> sign_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> targets_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink);

}  // namespace clc
