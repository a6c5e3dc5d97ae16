#include "toolchain/ask_worker.h"

#include "base/environment_variable.h"
#include "base/try.h"
#include "farm/whole_call.h"
#include "protocol/frame_codec.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

Result<std::string> farm_of_environment() {
  std::string server = environment_variable("CLC_REMOTE_EXECUTION");
  if (!server.empty()) return server;
  return fail(ErrorKind::k_unavailable,
              "this clc has no compiler of its own: name a build farm that compiles, CLC_REMOTE_EXECUTION "
              "(docs/scale.md), or take a clc with its compiler, on Linux (docs/install.md)");
}

}  // namespace

Result<FoundCompiler> find_compiler() {
  static const Result<std::string> name = []() -> Result<std::string> {
    const std::string server = CLC_TRY(farm_of_environment());
    return farm::find_server(server, CLC_TRY(helper_path("farm")));
  }();
  if (!name) return fail(name);
  return FoundCompiler{"the build farm " + *name, true};
}

// The worker there answers. Whoever may write the farm's action cache has no say in it.
Result<Bytes> ask_worker(Question question, BytesView input) {
  const std::string server = CLC_TRY(farm_of_environment());
  farm::GivenFiles given("/", {});
  given.add_text("question", CLC_TRY(encode_frame(static_cast<char>(question) + Bytes(input))));
  farm::WholeCall call{CLC_TRY(helper_path("farm")), {"--ask", "question", "answer"}, {}, "answer"};
  call.program = "libexec/clc/clc-worker";
  call.may_be_remembered = false;
  farm::WholeResult result = CLC_TRY(farm::call_there(server, call, given));
  if (result.exit_code == 0) return *std::move(result.output);
  return fail(ErrorKind::k_damaged, result.brief());
}

}  // namespace clc
