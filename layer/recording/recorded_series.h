// Programs of a recording that are the same except for the values of macros: those of a tuner, for instance, or of
// kernels that are compiled for one size each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc {

struct RecordedSeries {
  std::vector<std::size_t> programs;  // their places in the recording, in order
  std::vector<std::string> macros;    // whose values differ, sorted
};

// Returns all programs in series, of which most may have one program; in the order of their first programs. A value is
// that of an option -D or of a line #define. The recording has its texts.
std::vector<RecordedSeries> series_of(const Recording& recording);

}  // namespace clc
