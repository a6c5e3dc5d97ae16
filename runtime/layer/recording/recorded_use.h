// The ways in which a recording's programs were built, compiled and linked, which decide what `clc compile` compiles.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc {

struct RecordedUse {
  bool is_built = false;
  bool is_compiled = false;
  bool has_failed = false;
  std::set<std::string> linked_alone;  // digests of the programs from links whose only input is this one
};
using RecordedUses = std::map<std::string, RecordedUse>;  // by the program's digest

RecordedUses uses_of(const Recording& recording);

// Returns the reason why `clc compile` leaves a program out, or an empty text when it compiles it.
std::string reason_to_skip(const RecordedProgram& program, const RecordedUses& uses);

// Returns the digests of the programs that a binary of this one can stand for.
std::vector<std::string> programs_answered_by(const RecordedProgram& program, const RecordedUses& uses);

}  // namespace clc
