// The commands of clc, and how one of them is found and run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "clc/package/result.h"
#include "support/sink.h"

namespace clc {

// Gives the exit code; an Error is shown and gives its own.
using CommandFunction = Result<int> (*)(const std::vector<std::string>& arguments, Sink& sink);

struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

// Finds and runs the command that `arguments` name.
int run_command(std::span<const Command> commands, std::vector<std::string> arguments);

Result<int> audit_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> cache_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> compile_command(const std::vector<std::string>& arguments, Sink& sink);
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
Result<int> sign_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> targets_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink);

}  // namespace clc
