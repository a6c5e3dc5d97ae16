#include "support/command_line.h"

#include <algorithm>

#include "base/text.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// "unknown command 'prun'; did you mean prune?" where a word stands for a command; otherwise empty.
std::string unknown_command(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (names.empty() || left.empty() || left.front().starts_with("-") || !app.get_subcommands().empty()) return "";
  return "unknown command '" + left.front() + "'" + suggestion(left.front(), names);
}

// Says what is wrong with arguments that no option took. A misspelt option may have left its value over, too.
std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  const auto option =
      std::find_if(left.begin(), left.end(), [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option == left.end()) return "unexpected argument '" + (left.empty() ? std::string() : left.front()) + "'";
  const std::string name = option->substr(0, option->find('='));
  return "unknown option " + name + suggestion(name, option_names(app));
}

// "N" of CLI11's "N:INT in [1 - 9]".
std::string value_name(const CLI::Option* option) {
  const std::string name = option->get_type_name();
  return name.substr(0, name.find(':'));
}

// Helps as people write them: `--jobs N`, without CLI11's types and the texts of its checks.
class HelpFormatter : public CLI::Formatter {
  // `--confine[=FOLDER]` for a flag that takes a value, too.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    if (const std::size_t brace = name.find('{'); brace != std::string::npos) name.resize(brace);
    const std::string value = value_name(option);
    return option->get_items_expected_max() == 0 && !value.empty() ? name + "[=" + value + "]" : name;
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    const std::string value = value_name(option);
    if (option->get_items_expected_max() > 0 && !value.empty() && value != "TEXT") text += " " + value;
    if (option->get_items_expected_max() > 1 && (option->get_allow_extra_args() || option->get_positional()))
      text += " ...";
    return text + (option->get_required() && !option->get_positional() ? " (required)" : "");
  }
};

void add_common_options(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "show this help");
  // Main took it out of the arguments; here it is for the help, and for the nearest name.
  app.add_option_function<std::string>(
         "--color", [](const std::string&) {}, "colours: auto (default: on terminals), always or never")
      ->type_name("auto|always|never");
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->formatter(std::make_shared<HelpFormatter>());
    command->set_help_flag("-h,--help", "show this help");
  }
}

}  // namespace

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> more = option_names(*command);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

Result<bool> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments) {
  add_common_options(app);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    return true;
  } catch (const CLI::CallForHelp&) {
    if (Result<void> printed = print(app.help()); !printed) return fail(printed);
    return false;
  } catch (const CLI::ParseError& error) {
    const bool is_unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    std::string what = unknown_command(app);
    if (what.empty()) what = is_unknown ? unexpected(app) : error.what();
    return fail(ErrorKind::k_usage, what + " (`" + app.get_name() + " --help` tells more)");
  }
}

Result<ColorWhen> take_color(std::vector<std::string>& arguments) {
  constexpr std::string_view k_name = "--color";
  ColorWhen when = ColorWhen::k_auto;
  for (auto at = arguments.begin(); at != arguments.end() && *at != "--";) {
    const bool is_joined = at->starts_with(std::string(k_name) + "=");
    if (*at != k_name && !is_joined) {
      ++at;
      continue;
    }
    const auto value = is_joined ? at : at + 1;
    const std::string text = value == arguments.end() ? std::string()
                             : is_joined              ? at->substr(k_name.size() + 1)
                                                      : *value;
    const std::optional<ColorWhen> parsed = parse_color(text);
    if (!parsed) {
      return fail(ErrorKind::k_usage, "--color " + text + (text.empty() ? "" : ": ") + "takes auto, always or never");
    }
    when = *parsed;
    at = arguments.erase(at, value + 1);
  }
  return when;
}

void add_quiet_option(CLI::App& app, bool& quiet) {
  app.add_flag("-q,--quiet", quiet, "no progress on the terminal, and no line at the end");
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

void add_sync_option(CLI::App& app, Flush& flush) {
  app.add_flag_callback(
      "--sync", [&flush] { flush = Flush::k_to_disk; }, "flush the package to the disk, so that it survives a crash");
}

void add_compress_option(CLI::App& app, int& level) {
  const auto set_default = [](std::string& text) {
    if (text == "true") text = "19";  // CLI11's value of a flag that was given without one
    return std::string();
  };
  app.add_flag("--compress", level, "store binaries as zstd, at a LEVEL from 1 to 19 (default: 19)")
      ->type_name("LEVEL")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->transform(CLI::Validator(set_default, ""))
      ->check(CLI::Range(1, 19));
}

}  // namespace clc
