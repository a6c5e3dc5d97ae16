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

std::shared_ptr<const StandIn> FollowedProgram::current() {
  const std::lock_guard lock(mutex);
  return stand_in;
}

bool FollowedProgram::is_unkept() {
  const std::lock_guard lock(mutex);
  return unkept.has_value();
}

bool FollowedProgram::may_run() {
  const std::lock_guard lock(mutex);
  return unkept.has_value() && unkept->is_launched;
}

void FollowedProgram::forget_served() {
  const std::lock_guard lock(mutex);
  stand_in = nullptr;
  compilation.reset();
  refused.clear();
}

void FollowedProgram::note_constants() {
  const std::lock_guard lock(mutex);
  if (!first_constants) first_constants = constants;
}

std::string FollowedProgram::kernels_digest() {
  const std::lock_guard lock(mutex);
  return kind == ProgramKind::k_linked ? digest : built_digest;
}

cl_program FollowedProgram::actual() {
  const std::shared_ptr<const StandIn> now = current();
  return now ? now->program : handle;
}

}  // namespace clc::layer
