#include "serve/serve.h"

#include <algorithm>

#include "serve/session.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// -g, so that code is shown beside its lines.
Result<CompileArguments> for_looking(CompileArguments arguments) {
  const auto is_debug = [](const BuildOption& option) { return std::string_view(option.row->spelling) == "-g"; };
  if (std::none_of(arguments.options.begin(), arguments.options.end(), is_debug)) {
    Result<std::vector<BuildOption>> options = parse_build_options({"-g"}, "clc serve");
    if (!options) return fail(options);
    arguments.options.insert(arguments.options.end(), options->begin(), options->end());
  }
  Result<IndexedVector<TargetIndex, PlannedTarget>> targets = plan_targets(arguments.targets, arguments.tools);
  if (!targets) return fail(targets);
  arguments.targets.clear();
  for (const PlannedTarget& target : *targets) arguments.targets.push_back(target.name);
  if (arguments.targets.empty()) return fail(ErrorKind::k_unavailable, "no target is available here");
  arguments.keep_going = true;
  return arguments;
}

}  // namespace

Result<void> serve(const ServeArguments& given, Sink& sink) {
  const HeldInterrupts held;
  const Result<CompileArguments> arguments = for_looking(given.compile);
  if (!arguments) return fail(arguments);
  const Result<KernelFolder> folder = KernelFolder::open(given.folder);
  if (!folder) return fail(folder);
  Result<FolderWatch> watch = FolderWatch::make();
  if (!watch) return fail(watch);
  const Result<std::unique_ptr<KernelCompiler>> compiler = KernelCompiler::make(*arguments);
  if (!compiler) return fail(compiler);
  if (Result<void> checked = (*compiler)->check(); !checked) return checked;
  const Result<std::unique_ptr<HttpServer>> server = HttpServer::start(given.port);
  if (!server) return fail(server);
  if (Result<void> printed = print((*server)->address().url() + "\n"); !printed) return printed;
  if (!given.compile.quiet) sink.message(Severity::k_note, "the address is for you alone; Ctrl-C ends the server");
  return Session(*arguments, *folder, **compiler, *watch, **server, sink).run();
}

}  // namespace clc
