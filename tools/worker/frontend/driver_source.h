// The text that an installed driver gets: one file, no includes, no folder names.
#pragma once

#include <string>

#include "protocol/source_roots.h"

namespace clc::worker {

// Replaces the files named in line markers by their mapped names.
std::string map_line_markers(const std::string& text, const SourceRoots& roots);

// Replaces __DATE__, __TIME__ and __TIMESTAMP__ by their values at that time; drivers would take the current one.
std::string fix_dates(const std::string& text, std::int64_t epoch);

}  // namespace clc::worker
