// The ways in which a recording's programs were built, compiled and linked, which decide what `clc compile` compiles.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc {

struct RecordedUse {
  bool is_built = false, is_compiled = false, has_failed = false, is_linked_with_others = false;
  std::set<std::string> linked_alone;  // digests of the programs from links that come down to this one
};

// A program of several compiled ones: a link, where libraries among its inputs stand for what they were made of.
struct RecordedSet {
  std::string digest;
  std::vector<std::string> programs;  // digests of the compiled programs, in order, each once
  std::set<std::string> libraries;    // digests of the libraries that it was linked from
  std::string link_options;
  std::vector<RecordedKernel> kernels;
};

struct RecordedUses {
  std::map<std::string, RecordedUse> programs;  // by the program's digest
  std::vector<RecordedSet> sets;                // by their digests
};

RecordedUses uses_of(const Recording& recording);

// Returns the reason why `clc compile` leaves a program out, or an empty text when it compiles it alone.
std::string reason_to_skip(const RecordedProgram& program, const RecordedUses& uses);
// Returns true for a program that is compiled with others only.
bool is_only_part(const RecordedProgram& program, const RecordedUses& uses);

// Returns the digests of the programs that a binary of this one can stand for.
std::vector<std::string> programs_answered_by(const RecordedProgram& program, const RecordedUses& uses);

// Returns the digests of all programs, and of links of several, that a package of the recording serves.
std::set<std::string> programs_answered(const Recording& recording, const RecordedUses& uses);

}  // namespace clc
