// What the subcommands have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "clc/package/package.h"
#include "clc/package/result.h"
#include "sink.h"

namespace clc {

inline constexpr const char* k_generator = "clc " CLC_VERSION;

// Gives the exit code; an Error is shown and gives its own.
using CommandFunction = Result<int> (*)(const std::vector<std::string>& arguments, Sink& sink);

struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

// Finds and runs the command that `arguments` name.
int run_command(std::span<const Command> commands, const std::vector<std::string>& arguments);

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

// Parses with CLI11. False: help was asked for and printed. Wrong arguments are k_usage.
Result<bool> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments);
// Adds --format text|json.
void add_format_option(CLI::App& app, bool& json);
// Adds --keep-unchanged.
void add_keep_unchanged_option(CLI::App& app, Unchanged& unchanged);
// Adds --compress[=LEVEL]; 0 without it.
void add_compress_option(CLI::App& app, int& level);
// Writes all of it to standard output.
Result<void> print(std::string_view text);

}  // namespace clc
