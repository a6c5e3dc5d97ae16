// The command line of a command: options, flags and positional arguments, over CLI11. This header includes nothing of
// CLI11, whose templates would cost every file with options seconds; command_line.cpp compiles them once.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/color.h"
#include "clc/base/file.h"
#include "clc/base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace clc {

// An option, flag or positional argument of a command line. Each function returns the same option again.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option* option) : option_(option) {}

  CommandOption required() const;
  // A list gets one value each time, so that the next word is something else.
  CommandOption one_value_each() const;
  // A list gets its values as "1,2,3".
  CommandOption separated_by_commas() const;
  // It may stand without its value.
  CommandOption value_may_be_missing() const;
  // A flag that is given without a value means this one.
  CommandOption means(const std::string& value) const;
  // It may be given again, and the last counts.
  CommandOption last_counts() const;

  // T: int, unsigned, std::int64_t, std::uint64_t or double.
  template <class T>
  CommandOption range(T least, T most) const;
  CommandOption positive() const;
  CommandOption one_of(const std::vector<std::string>& values) const;
  CommandOption one_of(std::initializer_list<int> values) const;
  // `wrong` says what is wrong with a value; empty: nothing.
  CommandOption check(std::function<std::string(const std::string&)> wrong) const;
  // Messages about a missing value do not say which ones there are.
  CommandOption without_limits_in_messages() const;

  CommandOption needs(const CommandOption& other) const;
  CommandOption excludes(const CommandOption& other) const;
  // The group of helps that lists it.
  CommandOption group(const std::string& name) const;

  // The words that were given for it, also while a help is made.
  std::vector<std::string> words() const;

 private:
  CLI::Option* option_;
};

// A copy is the same command line.
class CommandLine {
 public:
  // `name`: as in "clc verify".
  CommandLine(const std::string& about, const std::string& name);

  // Adds an option, "-o,--output FILE", or a positional argument, "PACKAGE". FILE is how helps call the value.
  // command_line.cpp lists the types of values.
  template <class T>
  CommandOption add(const std::string& names, T& value, const std::string& help) const;
  // Adds an option whose value `take` gets. T: std::string, std::int64_t, std::uint32_t or double.
  template <class T>
  CommandOption add_function(const std::string& names, const std::function<void(const T&)>& take,
                             const std::string& help) const;
  // Refuses the value that a function of add_function() got.
  [[noreturn]] static void refuse(const std::string& why);

  // Adds a flag: T is bool. A flag that takes a value, too, "--confine{.} FOLDER", sets a std::string or int; its value
  // is the one in braces where none is given.
  template <class T>
  CommandOption flag(const std::string& names, T& value, const std::string& help) const;
  CommandOption flag(const std::string& names, std::function<void()> set, const std::string& help) const;

  // The text below the options. A function is called only for a help.
  void footer(const std::string& text) const;
  void footer(std::function<std::string()> text) const;

  // Adds a command of this command, of which one must be given.
  CommandLine add_command(const std::string& name, const std::string& about) const;
  bool is_given() const;

  // Lets helps show what follows the options, such as "-- COMMAND…".
  void ends_in(const std::string& words) const;

  // Leaves words that it does not know to others; see remaining().
  void allow_extras() const;
  std::vector<std::string> remaining() const;

  // False: help was asked for and printed. Wrong arguments are k_usage.
  Result<bool> parse(const std::vector<std::string>& arguments) const;

  // The long names of the options, with their dashes, and those of the options of the commands that were given.
  std::vector<std::string> option_names() const;
  // The options with their dashes, and whether each takes a value.
  std::map<std::string, bool> options() const;
  // The name of an option of this group that was given; empty: none was.
  std::string given_of_group(const std::string& group) const;

 private:
  explicit CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

  std::shared_ptr<CLI::App> app_;
};

// A reason why the options of a command line do not fit together.
struct Misuse {
  bool is_given;
  std::string text;
};
// The error, k_usage, of the first that is given.
Result<void> refuse(std::initializer_list<Misuse> misuses);

// Takes --color=WHEN or --color WHEN out of the arguments, wherever it stands.
Result<ColorWhen> take_color(std::vector<std::string>& arguments);
// Adds -q.
void add_quiet_option(const CommandLine& line, bool& quiet);
// Adds --format text|json. `of`: the words before its help, such as "of --list: ".
void add_format_option(const CommandLine& line, bool& json);
void add_format_option(const CommandLine& line, bool& json, const std::string& of);
// Adds --keep-unchanged.
void add_keep_unchanged_option(const CommandLine& line, Unchanged& unchanged);
// Adds --sync.
void add_sync_option(const CommandLine& line, Flush& flush);
// Adds --compress[=LEVEL]; 0 without it.
void add_compress_option(const CommandLine& line, int& level);

}  // namespace clc
