// The builds, compilations and links of a recording's programs, which decide what `clc compile` compiles.
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
  std::set<std::string> linked_alone;  // digests of programs that were linked of this one alone
};
using RecordedUses = std::map<std::string, RecordedUse>;  // by the program's digest

RecordedUses uses_of(const Recording& recording);

// The reason why a program need not be compiled; empty: it has to be.
std::string reason_to_skip(const RecordedProgram& program, const RecordedUses& uses);

// The digests of the programs that a binary of this one can stand for.
std::vector<std::string> programs_answered_by(const RecordedProgram& program, const RecordedUses& uses);

}  // namespace clc
