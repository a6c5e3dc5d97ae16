// Steps of other commands that need the compiler or its helpers, in a build without them.
#include "commands/load_variants.h"
#include "commands/unpack_capture.h"

namespace clc {

Result<std::vector<TriedVariant>> load_variants(const Package&, std::chrono::seconds) {
  return fail(ErrorKind::k_unavailable, "this clc has no clc-driver, which loads variants");
}

Result<void> unpack_capture(const Capture&, const std::string&) {
  return fail(ErrorKind::k_unavailable, "this clc has no compiler, which reads the options of a captured launch");
}

}  // namespace clc
