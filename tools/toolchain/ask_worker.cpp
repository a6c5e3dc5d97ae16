#include "toolchain/ask_worker.h"

#include <chrono>

#include "base/try.h"
#include "protocol/frame_codec.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

std::string_view trimmed_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

}  // namespace

Result<FoundCompiler> find_compiler() {
  return FoundCompiler{CLC_TRY(find_helper("clc-worker"))};
}

Result<Bytes> ask_worker(Question question, BytesView input) {
  constexpr std::chrono::seconds k_limit{300};
  const std::string worker = CLC_TRY(find_helper("clc-worker"));
  const std::string frame = CLC_TRY(encode_frame(static_cast<char>(question) + Bytes(input)));
  ProcessSpec spec;
  spec.arguments = {worker, "--ask"};
  Finished finished = CLC_TRY(run_process(spec, frame, k_limit));
  if (finished.timed_out) return fail(ErrorKind::k_crash, "clc-worker took longer than 300 s");
  if (finished.ending.signal == 0 && finished.ending.exit_code == 1)
    return fail(ErrorKind::k_damaged, std::string(trimmed_end(finished.errors)));
  if (!finished.ending.clean()) return fail(ErrorKind::k_crash, "clc-worker " + finished.ending.describe());
  return std::move(finished.output);
}

}  // namespace clc
