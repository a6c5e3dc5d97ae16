// Compares two recordings: the programs that one has and the other has not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc {

// A program, or a link of several, that a package made of the other recording does not have.
struct MissingProgram {
  std::string digest, name;
  bool is_link = false;
  std::uint64_t nanoseconds = 0;     // that its builds waited
  std::string like;                  // the name of the most similar program of the other recording; empty: none is
  std::vector<std::string> changes;  // what differs from that one: "-D N=4 instead of -D N=2", "the source"
  std::string reason;                // why the other recording lacks it though its application built it
};

struct ComparedRecordings {
  std::vector<MissingProgram> added;  // of the second recording
  std::vector<MissingProgram> gone;   // of the first
  std::size_t same = 0;               // programs and links that both have
};

// Compares what packages made of the recordings can serve. Both have their texts.
ComparedRecordings compare_recordings(const Recording& before, const Recording& after);

}  // namespace clc
