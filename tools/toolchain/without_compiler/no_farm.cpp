// For builds that have no compiler and cannot speak to a build farm, either.
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

Failure no_compiler() {
  return fail(ErrorKind::k_unavailable,
              "this clc was built without its compiler and without build farms; take a clc with its compiler, on Linux "
              "(docs/install.md)");
}

}  // namespace

Result<FoundCompiler> find_compiler() {
  return no_compiler();
}

Result<Bytes> ask_worker(Question, BytesView) {
  return no_compiler();
}

}  // namespace clc
