// clc serve: a page for a folder of kernels that compiles again when a file is saved.
#include "serve/serve.h"

#include "commands/command.h"

namespace clc {

Result<int> serve_command(const std::vector<std::string>& words, Sink& sink) {
  const Result<ServeArguments> arguments = parse_serve_arguments(words);
  if (!arguments) return fail(arguments);
  if (arguments->compile.help_shown) return 0;
  if (arguments->compile.quiet) sink.be_quiet();
  if (Result<void> served = serve(*arguments, sink); !served) return fail(served);
  return 0;
}

}  // namespace clc
