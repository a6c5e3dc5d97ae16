#include "support/command_line.h"

#include "support/standard_streams.h"

namespace clc {

Result<bool> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    return true;
  } catch (const CLI::CallForHelp&) {
    if (Result<void> printed = print(app.help()); !printed) return fail(printed);
    return false;
  } catch (const CLI::ParseError& error) {
    return fail(ErrorKind::k_usage, std::string(error.what()) + " (`" + app.get_name() + " --help` tells more)");
  }
}

void add_format_option(CLI::App& app, bool& json) {
  app.add_option_function<std::string>(
         "--format", [&json](const std::string& format) { json = format == "json"; }, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("text|json");
}

void add_keep_unchanged_option(CLI::App& app, Unchanged& unchanged) {
  app.add_flag_callback(
      "--keep-unchanged", [&unchanged] { unchanged = Unchanged::k_keep; }, "do not rewrite unchanged outputs");
}

void add_compress_option(CLI::App& app, int& level) {
  const auto set_default = [](std::string& text) {
    if (text == "true") text = "19";  // CLI11's value of a flag that was given without one
    return std::string();
  };
  app.add_flag("--compress", level, "store binaries as zstd; --compress=LEVEL: at a level from 1 to 19 (default: 19)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->transform(CLI::Validator(set_default, ""))
      ->check(CLI::Range(1, 19));
}

}  // namespace clc
