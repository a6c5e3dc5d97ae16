#include "support/command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "base/try.h"
#include "support/option_suggestion.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// "nan" is a number to CLI11, and neither less nor more than any limit.
std::string refuse_nan(const std::string& text) {
  double value = 0;
  const bool is_nan = CLI::detail::lexical_cast(text, value) && std::isnan(value);
  return is_nan ? "Value " + text + " is no number" : "";
}

// The long names of the options, and of those of the commands that were given.
std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> more = names_of_options(*command);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

// ": one of stats, prune" where a word for a command is missing; otherwise empty.
std::string names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names.empty() || !app.get_subcommands().empty() ? "" : ": one of " + join(names, ", ");
}

// "unknown command 'prun'; did you mean prune?" where a word stands for a command; otherwise empty.
std::string unknown_command(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (names.empty() || left.empty() || left.front().starts_with("-") || !app.get_subcommands().empty()) return "";
  return "unknown command '" + left.front() + "'" + suggestion(left.front(), names);
}

// Says what is wrong with arguments that no option took. A misspelt option may have left its value over, too.
std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  const auto option =
      std::ranges::find_if(left, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option == left.end()) return "unexpected argument '" + (left.empty() ? std::string() : left.front()) + "'";
  const std::string name = option->substr(0, option->find('='));
  return "unknown option " + name + option_suggestion(name, names_of_options(app));
}

// "N" of CLI11's "N:INT in [1 - 9]".
std::string value_name(const CLI::Option* option) {
  const std::string name = option->get_type_name();
  return name.substr(0, name.find(':'));
}

// Helps as people write them: `--jobs N`, without CLI11's types and the texts of its checks.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string end = {}) : end_(std::move(end)) {}

  bool ends_in_command() const { return end_.find("-- COMMAND") != std::string::npos; }

 private:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    if (!end_.empty()) usage.insert(usage.find_last_not_of('\n') + 1, " " + end_);
    return usage;
  }

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

  std::string end_;
};

// "--name is given 2 times, and takes one value" for such an option; otherwise empty.
std::string repeated(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::size_t times = option->results().size();
    const bool takes_one = option->get_items_expected_max() == 1 && !option->get_allow_extra_args();
    if (takes_one && times > 1 && option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw)
      return option->get_name() + " is given " + std::to_string(times) + " times, and takes one value";
  }
  for (const CLI::App* command : app.get_subcommands()) {
    if (std::string text = repeated(*command); !text.empty()) return text;
  }
  return "";
}

// Says that a program and its arguments stand before the "--"; empty when they do not.
std::string before_dashes(const CLI::App& app) {
  const auto* const formatter = dynamic_cast<const HelpFormatter*>(app.get_formatter().get());
  const std::vector<std::string> left = app.remaining(true);
  const bool is_program = !left.empty() && !left.front().starts_with("-");
  if (!is_program || formatter == nullptr || !formatter->ends_in_command()) return "";
  return "unexpected argument '" + left.front() + "': write the command after --";
}

// "-o,--output FILE" in its parts.
struct Words {
  std::string names;
  std::string value;  // how helps call it; empty: they need not

  explicit Words(const std::string& text)
      : names(text.substr(0, text.find(' '))), value(text.substr(std::min(names.size() + 1, text.size()))) {}

  CommandOption called(CLI::Option* option) const {
    if (!value.empty()) option->type_name(value);
    return CommandOption(option);
  }
};

// CLI11 reads an optional number from a stream, which takes "-5" and cuts off what is too large.
std::string refuse_no_count(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && read_to == end ? "" : text + " is no number from 0 to 18446744073709551615";
}

void add_common_options(CLI::App& app) {
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

CommandOption CommandOption::required() const {
  return CommandOption(option_->required());
}

CommandOption CommandOption::one_value_each() const {
  return CommandOption(option_->allow_extra_args(false));
}

CommandOption CommandOption::separated_by_commas() const {
  return CommandOption(option_->delimiter(',')->take_all()->expected(1));
}

CommandOption CommandOption::value_may_be_missing() const {
  return CommandOption(option_->expected(0, 1));
}

CommandOption CommandOption::means(const std::string& value) const {
  const auto replace = [value](std::string& text) {
    if (text == "true") text = value;  // CLI11's value of a flag that was given without one
    return std::string();
  };
  return CommandOption(option_->transform(CLI::Validator(replace, "")));
}

CommandOption CommandOption::last_counts() const {
  return CommandOption(option_->multi_option_policy(CLI::MultiOptionPolicy::TakeLast));
}

template <class T>
CommandOption CommandOption::range(T least, T most) const {
  if constexpr (std::is_floating_point_v<T>) option_->check(refuse_nan);
  return CommandOption(option_->check(CLI::Range(least, most)));
}

CommandOption CommandOption::positive() const {
  option_->check(refuse_nan);
  return CommandOption(option_->check(CLI::PositiveNumber));
}

CommandOption CommandOption::one_of(const std::vector<std::string>& values) const {
  const auto refuse = [values](const std::string& text) {
    if (std::ranges::find(values, text) != values.end()) return std::string();
    return text + " not in {" + join(values, ",") + "}" + suggestion(text, values);
  };
  return CommandOption(option_->check(refuse));
}

CommandOption CommandOption::one_of(std::initializer_list<int> values) const {
  return CommandOption(option_->check(CLI::IsMember(std::vector<int>(values))));
}

CommandOption CommandOption::check(std::function<std::string(const std::string&)> wrong) const {
  return CommandOption(option_->check(std::move(wrong)));
}

CommandOption CommandOption::without_limits_in_messages() const {
  option_->get_validator(0)->description("");
  return *this;
}

CommandOption CommandOption::needs(const CommandOption& other) const {
  return CommandOption(option_->needs(other.option_));
}

CommandOption CommandOption::excludes(const CommandOption& other) const {
  return CommandOption(option_->excludes(other.option_));
}

CommandOption CommandOption::group(const std::string& name) const {
  return CommandOption(option_->group(name));
}

std::vector<std::string> CommandOption::words() const {
  return option_->results();
}

CommandLine::CommandLine(const std::string& about, const std::string& name)
    : app_(std::make_shared<CLI::App>(about, name)) {
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->allow_windows_style_options(false);  // a word that begins with "/" is a path, on Windows, too
}

template <class T>
CommandOption CommandLine::add(const std::string& names, T& value, const std::string& help) const {
  const Words words(names);
  const CommandOption option = words.called(app_->add_option(words.names, value, help));
  return std::is_same_v<T, std::optional<std::uint64_t>> ? option.check(refuse_no_count) : option;
}

template <class T>
CommandOption CommandLine::add_function(const std::string& names, const std::function<void(const T&)>& take,
                                        const std::string& help) const {
  const Words words(names);
  return words.called(app_->add_option_function<T>(words.names, take, help));
}

void CommandLine::refuse(const std::string& why) {
  throw CLI::ValidationError(why);
}

template <class T>
CommandOption CommandLine::flag(const std::string& names, T& value, const std::string& help) const {
  const Words words(names);
  // CLI11 2.4 would set numbers whose flag is not given to 0.
  return words.called(app_->add_flag(words.names, value, help)->force_callback(false));
}

CommandOption CommandLine::flag(const std::string& names, std::function<void()> set, const std::string& help) const {
  return CommandOption(app_->add_flag_callback(names, std::move(set), help));
}

void CommandLine::ends_in(const std::string& words) const {
  app_->formatter(std::make_shared<HelpFormatter>(words));
}

void CommandLine::footer(const std::string& text) const {
  app_->footer(text);
}

void CommandLine::footer(std::function<std::string()> text) const {
  app_->footer(std::move(text));
}

CommandLine CommandLine::add_command(const std::string& name, const std::string& about) const {
  app_->require_subcommand(1);
  return CommandLine(app_->get_subcommand_ptr(app_->add_subcommand(name, about)));
}

bool CommandLine::is_given() const {
  return app_->parsed();
}

void CommandLine::allow_extras() const {
  app_->allow_extras();
}

std::vector<std::string> CommandLine::remaining() const {
  return app_->remaining();
}

Result<bool> CommandLine::parse(const std::vector<std::string>& arguments) const {
  add_common_options(*app_);
  try {
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    return true;
  } catch (const CLI::CallForHelp&) {
    CLC_TRY(print(app_->help()));
    return false;
  } catch (const CLI::ParseError& error) {
    const bool is_unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    std::string what = unknown_command(*app_);
    if (what.empty() && is_unknown) what = before_dashes(*app_);
    if (what.empty() && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) what = repeated(*app_);
    if (what.empty()) what = is_unknown ? unexpected(*app_) : error.what();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) what += names_of_commands(*app_);
    return fail(ErrorKind::k_usage, what + " (`" + app_->get_name() + " --help` tells more)");
  }
}

std::vector<std::string> CommandLine::option_names() const {
  return names_of_options(*app_);
}

std::map<std::string, bool> CommandLine::options() const {
  std::map<std::string, bool> options;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    if (option->get_positional()) continue;
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : option->get_snames()) options["-" + name] = takes_value;
    for (const std::string& name : option->get_lnames()) options["--" + name] = takes_value;
  }
  return options;
}

std::string CommandLine::given_of_group(const std::string& group) const {
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    if (option->get_group() == group && option->count() > 0) return option->get_name();
  }
  return "";
}

// The types of values. One that is missing here is an error of the linker.
template CommandOption CommandOption::range(int, int) const;
template CommandOption CommandOption::range(unsigned, unsigned) const;
template CommandOption CommandOption::range(std::int64_t, std::int64_t) const;
template CommandOption CommandOption::range(std::uint64_t, std::uint64_t) const;
template CommandOption CommandOption::range(double, double) const;
template CommandOption CommandLine::add(const std::string&, std::string&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::optional<std::string>&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::vector<std::string>&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, int&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, unsigned&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::vector<std::uint32_t>&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::uint64_t&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::optional<std::uint64_t>&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, std::vector<std::uint64_t>&, const std::string&) const;
template CommandOption CommandLine::add(const std::string&, double&, const std::string&) const;
template CommandOption CommandLine::add_function(const std::string&, const std::function<void(const std::string&)>&,
                                                 const std::string&) const;
template CommandOption CommandLine::add_function(const std::string&, const std::function<void(const std::int64_t&)>&,
                                                 const std::string&) const;
template CommandOption CommandLine::add_function(const std::string&, const std::function<void(const std::uint32_t&)>&,
                                                 const std::string&) const;
template CommandOption CommandLine::add_function(const std::string&, const std::function<void(const double&)>&,
                                                 const std::string&) const;
template CommandOption CommandLine::flag(const std::string&, bool&, const std::string&) const;
template CommandOption CommandLine::flag(const std::string&, int&, const std::string&) const;
template CommandOption CommandLine::flag(const std::string&, std::string&, const std::string&) const;

Result<void> refuse(std::initializer_list<Misuse> misuses) {
  const auto* const given = std::ranges::find(misuses, true, &Misuse::is_given);
  return given == misuses.end() ? Result<void>() : fail(ErrorKind::k_usage, given->text);
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
    if (!parsed)
      return fail(ErrorKind::k_usage, "--color " + text + (text.empty() ? "" : ": ") + "takes auto, always or never");
    when = *parsed;
    at = arguments.erase(at, value + 1);
  }
  return when;
}

void add_quiet_option(const CommandLine& line, bool& quiet) {
  line.flag("-q,--quiet", quiet, "no progress on the terminal, and no line at the end");
}

void add_format_option(const CommandLine& line, bool& json) {
  add_format_option(line, json, "");
}

void add_format_option(const CommandLine& line, bool& json, const std::string& of) {
  line.add_function<std::string>(
          "--format text|json", [&json](const std::string& format) { json = format == "json"; },
          of + "text (default) or json")
      .one_of({"text", "json"});
}

void add_keep_unchanged_option(const CommandLine& line, Unchanged& unchanged) {
  line.flag("--keep-unchanged", [&unchanged] { unchanged = Unchanged::k_keep; }, "do not rewrite unchanged outputs");
}

void add_sync_option(const CommandLine& line, Flush& flush) {
  line.flag(
      "--sync", [&flush] { flush = Flush::k_to_disk; }, "flush the package to the disk, so that it survives a crash");
}

void add_compress_option(const CommandLine& line, int& level) {
  line.flag("--compress LEVEL", level, "store binaries as zstd, at a LEVEL from 1 to 19 (default: 19)")
      .last_counts()
      .means("19")
      .range(1, 19);
}

}  // namespace clc
