// Steps of other commands that need the compiler, in a build without it.
#include "commands/unpack_capture.h"

namespace clc {

Result<void> unpack_capture(const Capture&, const std::string&) {
  return fail(ErrorKind::k_unavailable, "this clc has no compiler, which reads the options of a captured launch");
}

}  // namespace clc
