// Options that several commands share, over CLI11.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/color.h"
#include "clc/base/file.h"
#include "clc/base/result.h"

namespace clc {

// Parses with CLI11. False: help was asked for and printed. Wrong arguments are k_usage.
Result<bool> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments);
// Returns the long names of the options, with their dashes, and those of the options of the commands that were given.
std::vector<std::string> option_names(const CLI::App& app);
// Takes --color=WHEN or --color WHEN out of the arguments, wherever it stands.
Result<ColorWhen> take_color(std::vector<std::string>& arguments);
// Adds -q.
void add_quiet_option(CLI::App& app, bool& quiet);
// Adds --format text|json.
void add_format_option(CLI::App& app, bool& json);
// Adds --keep-unchanged.
void add_keep_unchanged_option(CLI::App& app, Unchanged& unchanged);
// Adds --sync.
void add_sync_option(CLI::App& app, Flush& flush);
// Adds --compress[=LEVEL]; 0 without it.
void add_compress_option(CLI::App& app, int& level);

}  // namespace clc
