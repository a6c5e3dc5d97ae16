// Who compiles, and answers to other commands than compile what they need of Clang and LLVM: a clc-worker of this
// machine, or of a build farm for a clc that was built without.
#pragma once

#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "protocol/question.h"

namespace clc {

struct FoundCompiler {
  std::string name;  // the path of clc-worker, or "the build farm grpc://HOST"
  bool is_farm = false;
};
// k_unavailable: it, or what a farm is sent of it, is missing, no farm is named, or this one does not answer.
Result<FoundCompiler> find_compiler();

// Returns the answer of clc-worker. k_damaged with its message when it refuses the input, k_crash when it dies or takes
// too long; at a farm, where others may have ended it, k_unavailable.
Result<Bytes> ask_worker(Question question, BytesView input);

}  // namespace clc
