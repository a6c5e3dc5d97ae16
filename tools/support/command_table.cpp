#include "support/command_table.h"

#include <csignal>
#include <exception>
#include <memory>
#include <new>

#include "base/environment_help.h"
#include "base/text.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"
#include "support/version.h"

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

std::string overview(std::span<const Command> commands) {
  std::string text =
      "clc compiles OpenCL C ahead of time, for devices that need not be present.\n\n"
      "usage: clc COMMAND …\n\n";
  for (const Command& command : commands) {
    std::string name = command.name;
    name.resize(10, ' ');
    text += "  " + name + command.summary + "\n";
  }
  return text +
         "  help      shows the help of a command\n"
         "  version   prints the version\n"
         "\n`clc help COMMAND` and `clc COMMAND --help` tell more, `clc help environment` all variables. Pages that\n"
         "they name, such as docs/targets.md, lie in share/doc/clc where clc is installed.\n\n" +
         color_help() +
         "\n"
         "exit codes: 0 done, 1 a kernel did not compile, 2 usage, 3 file or package unusable,\n"
         "            4 target unknown or unavailable, 5 a compiler crashed or timed out, 6 a check failed\n";
}

int report(const Result<int>& result, Sink& sink) {
  const int code = result ? *result : exit_code(result.error().kind);
  if (!result) sink.message(Severity::k_error, result.error().message);
  sink.finish(code);
  return code;
}

Result<int> dispatch(std::span<const Command> commands, const std::vector<std::string>& arguments, Sink& sink) {
  if (arguments.empty()) return fail(ErrorKind::k_usage, "no command given; `clc --help` lists them");
  const std::string& name = arguments[0];
  const auto done = [](const Result<void>& printed) -> Result<int> {
    if (!printed) return fail(printed);
    return 0;
  };
  if (name == "--version" || name == "version") return done(print(std::string(k_generator) + "\n"));
  if (name == "--help" || name == "-h" || (name == "help" && arguments.size() == 1)) {
    return done(print(overview(commands)));
  }
  if (name == "help" && arguments[1] == "environment") return done(print(whole_environment_help()));
  if (name == "help") {
    std::vector<std::string> asked(arguments.begin() + 1, arguments.end());
    asked.emplace_back("--help");
    return asked[0] == "help" || asked[0] == "version" ? done(print(overview(commands)))
                                                       : dispatch(commands, asked, sink);
  }
  std::vector<std::string> names{"help", "version"};
  for (const Command& command : commands) {
    if (name == command.name) return command.run({arguments.begin() + 1, arguments.end()}, sink);
    names.emplace_back(command.name);
  }
  return fail(ErrorKind::k_usage,
              "unknown command '" + name + "'" + suggestion(name, names) + " (`clc --help` lists the commands)");
}

}  // namespace

int run_program(const std::function<Result<int>(const std::vector<std::string>&, Sink&)>& run,
                std::vector<std::string> arguments) {
  const Result<ColorWhen> color = take_color(arguments);
  const std::unique_ptr<Sink> sink =
      asks_for_json(arguments) ? make_json_sink() : make_text_sink(color ? *color : ColorWhen::k_auto);
  std::signal(SIGPIPE, SIG_IGN);
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

int run_command(std::span<const Command> commands, std::vector<std::string> arguments) {
  const auto run = [&](const std::vector<std::string>& words, Sink& sink) { return dispatch(commands, words, sink); };
  return run_program(run, std::move(arguments));
}

}  // namespace clc
