#include "toolchain/ask_worker.h"

namespace clc {

Result<Bytes> ask_worker(Question, BytesView) {
  return fail(ErrorKind::k_unavailable,
              "this clc has no compiler, whose clc-worker finds the texts in binaries and tells the words of sources; "
              "take a clc with its compiler, on Linux (docs/install.md)");
}

}  // namespace clc
