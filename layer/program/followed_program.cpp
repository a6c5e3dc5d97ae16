#include "program/followed_program.h"

namespace clc::layer {

const char* name_of(ServedBy by) {
  switch (by) {
    case ServedBy::k_cache:
      return "cache";
    case ServedBy::k_package:
      return "package";
    case ServedBy::k_compiled:
      return "compiled";
    case ServedBy::k_refused:
      return "refused";
    case ServedBy::k_driver:
      break;
  }
  return "driver";
}

std::string FollowedProgram::kernels_digest() const {
  return kind == ProgramKind::k_linked ? digest : state.built_digest();
}

cl_program FollowedProgram::actual() const {
  const std::shared_ptr<const StandIn> stand_in = state.stand_in();
  return stand_in ? stand_in->program : handle;
}

}  // namespace clc::layer
