#include "driver/compile_modes.h"

namespace clc {
namespace {

Failure no_compiler() {
  return fail(ErrorKind::k_unavailable, "this clc has no compiler, which driver: targets need");
}

}  // namespace

Result<void> identify(int, const std::string&, const std::vector<std::string>&) {
  return no_compiler();
}

Result<void> build(int) {
  return no_compiler();
}

}  // namespace clc
