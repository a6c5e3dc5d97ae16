#include "serve/serve.h"

#include <utility>

#include "serve/serve_session.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// Adds -g, so that code is shown beside its lines.
Result<CompileArguments> for_looking(CompileArguments arguments) {
  add_debug_information(arguments.options);
  Result<IndexedVector<TargetIndex, PlannedTarget>> targets = plan_targets(arguments.targets, arguments.tools);
  if (!targets) return fail(targets);
  arguments.targets.clear();
  for (const PlannedTarget& target : *targets) arguments.targets.push_back(target.name);
  if (arguments.targets.empty()) return fail(ErrorKind::k_unavailable, "no target is available here");
  arguments.keep_going = true;
  return arguments;
}

}  // namespace

Result<void> serve(CompileArguments given, const std::string& folder_name, unsigned port, Sink& sink) {
  const HeldInterrupts held;
  const Result<CompileArguments> arguments = for_looking(std::move(given));
  if (!arguments) return fail(arguments);
  const Result<KernelFolder> folder = KernelFolder::open(folder_name);
  if (!folder) return fail(folder);
  Result<FolderWatch> watch = FolderWatch::make();
  if (!watch) return fail(watch);
  const Result<std::unique_ptr<KernelCompiler>> compiler = KernelCompiler::make(*arguments);
  if (!compiler) return fail(compiler);
  if (Result<void> checked = (*compiler)->check(); !checked) return checked;
  const Result<std::unique_ptr<HttpServer>> server = HttpServer::start(port);
  if (!server) return fail(server);
  if (Result<void> printed = print((*server)->address().url() + "\n"); !printed) return printed;
  if (!arguments->quiet) sink.message(Severity::k_note, "the address is for you alone; Ctrl-C ends the server");
  return ServeSession(*arguments, *folder, **compiler, *watch, **server, sink).run();
}

}  // namespace clc
