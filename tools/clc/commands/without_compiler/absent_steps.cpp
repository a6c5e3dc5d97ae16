// Steps of other commands that need the compiler, in a build without it.
#include "commands/unpack_capture.h"
#include "pipeline/compiled_sources.h"

namespace clc {

Result<void> unpack_capture(const Capture&, const std::string&) {
  return fail(ErrorKind::k_unavailable, "this clc has no compiler, which reads the options of a captured launch");
}

Result<CompiledSources> compile_sources(const CompileArguments&, Sink&) {
  return fail(
      ErrorKind::k_unavailable,
      "this clc has no compiler, which sources need; give a package, which `clc compile` lets a build farm make "
      "(docs/scale.md)");
}

}  // namespace clc
