#include "serve/serve.h"

#include <utility>

#include "base/try.h"
#include "serve/serve_session.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// Adds -g, so that code is shown beside its lines.
Result<CompileArguments> for_looking(CompileArguments arguments) {
  add_debug_information(arguments.options);
  IndexedVector<TargetIndex, PlannedTarget> targets = CLC_TRY(plan_targets(arguments.targets, arguments.tools));
  arguments.targets.clear();
  for (const PlannedTarget& target : targets) arguments.targets.push_back(target.name);
  if (arguments.targets.empty()) return fail(ErrorKind::k_unavailable, "no target is available here");
  arguments.keep_going = true;
  return arguments;
}

}  // namespace

Result<void> serve(CompileArguments given, const std::string& folder_name, unsigned port, Sink& sink) {
  const HeldInterrupts held;
  const CompileArguments arguments = CLC_TRY(for_looking(std::move(given)));
  const KernelFolder folder = CLC_TRY(KernelFolder::open(folder_name));
  FolderWatch watch = CLC_TRY(FolderWatch::make());
  const std::unique_ptr<KernelCompiler> compiler = CLC_TRY(KernelCompiler::make(arguments));
  CLC_TRY(compiler->check());
  const std::unique_ptr<HttpServer> server = CLC_TRY(HttpServer::start(port));
  CLC_TRY(print(server->address().url() + "\n"));
  if (!arguments.quiet) sink.message(Severity::k_note, "the address is for you alone; Ctrl-C ends the server");
  return ServeSession(arguments, folder, *compiler, watch, *server, sink).run();
}

}  // namespace clc
