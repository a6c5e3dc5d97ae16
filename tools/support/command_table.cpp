#include "support/command_table.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

#include "base/environment_help.h"
#include "base/text.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/response_files.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

bool asks_for_json(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--") return false;  // what follows is for another program
    if (arguments[i] == "--format=json") return true;
    if (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json") return true;
  }
  return false;
}

std::string overview(const CommandTable& table) {
  const std::string name = table.messages.program;
  std::string text = std::string(table.about) + "\n\nusage: " + name + " COMMAND …\n";
  if (table.commands.front().name != nullptr) text += "\n";
  for (const Command& command : table.commands) {
    std::string word = command.name == nullptr ? "" : command.name;
    word.resize(10, ' ');
    text +=
        command.name == nullptr ? std::string("\n") + command.summary + ":\n" : "  " + word + command.summary + "\n";
  }
  return text +
         "  help      shows the help of a command\n"
         "  version   prints the version\n"
         "\n`" +
         name + " help COMMAND` and `" + name + " COMMAND --help` tell more, `" + name +
         " help environment` all variables." + table.more + "\n@FILE stands for the words in FILE.\n\n" + color_help() +
         "\nexit codes: " + table.exit_codes + "\n";
}

int report(const Result<int>& result, Sink& sink) {
  const int code = result ? *result : exit_code(result.error().kind);
  if (!result && !is_output_closed()) sink.message(Severity::k_error, result.error().message);
  sink.finish(code);
  return code;
}

Failure unknown_command(const CommandTable& table, const std::string& name, std::vector<std::string> others) {
  for (const Command& command : table.commands) {
    if (command.name != nullptr) others.emplace_back(command.name);
  }
  return fail(ErrorKind::k_usage, "unknown command '" + name + "'" + suggestion(name, others) + " (`" +
                                      table.messages.program + " --help` lists the commands)");
}

bool is_command(const CommandTable& table, const std::string& name) {
  return std::ranges::any_of(table.commands,
                             [&](const Command& command) { return command.name != nullptr && name == command.name; });
}

Result<int> dispatch(const CommandTable& table, const std::vector<std::string>& arguments, Sink& sink) {
  const std::string self = table.messages.program;
  if (arguments.empty()) return fail(ErrorKind::k_usage, "no command given; `" + self + " --help` lists them");
  const std::string& name = arguments[0];
  const auto done = [](const Result<void>& printed) -> Result<int> {
    if (!printed) return fail(printed);
    return 0;
  };
  if (name == "--version" || name == "version") return done(print(self + " " CLC_VERSION "\n"));
  if (name == "--help" || name == "-h" || (name == "help" && arguments.size() == 1))
    return done(print(overview(table)));
  if (name == "help" && arguments[1] == "environment") return done(print(whole_environment_help()));
  if (name == "help") {
    std::vector<std::string> words(arguments.begin() + 1, arguments.end());
    words.emplace_back("--help");
    if (words[0] == "help" || words[0] == "version") return done(print(overview(table)));
    if (!is_command(table, words[0])) return unknown_command(table, words[0], {"help", "version", "environment"});
    return dispatch(table, words, sink);
  }
  for (const Command& command : table.commands) {
    if (command.name != nullptr && name == command.name)
      return command.run({arguments.begin() + 1, arguments.end()}, sink);
  }
  return unknown_command(table, name, {"help", "version"});
}

}  // namespace

int run_program(const std::function<Result<int>(const std::vector<std::string>&, Sink&)>& run,
                std::vector<std::string> arguments, const MessageStyle& messages) {
  const Result<void> read = expand_response_files(arguments);
  const Result<ColorWhen> color = read ? take_color(arguments) : fail(read);
  const std::unique_ptr<Sink> sink = asks_for_json(arguments) && !messages.is_plain
                                         ? make_json_sink()
                                         : make_text_sink(color ? *color : ColorWhen::k_auto, messages);
  take_usual_signals();
  int code = 0;
  try {
    code = report(color ? run(arguments, *sink) : fail(color), *sink);
  } catch (const std::bad_alloc&) {
    code = report(fail(ErrorKind::k_crash, "out of memory"), *sink);
  } catch (const std::exception& error) {
    code = report(fail(ErrorKind::k_crash, std::string("internal error: ") + error.what()), *sink);
  }
  end_if_interrupted();  // now that everything is cleaned up
  return code;
}

int run_named_command(const CommandTable& table, std::vector<std::string> arguments) {
  const auto run = [&](const std::vector<std::string>& words, Sink& sink) { return dispatch(table, words, sink); };
  return run_program(run, std::move(arguments), table.messages);
}

}  // namespace clc
