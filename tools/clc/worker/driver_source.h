// The text that an installed driver gets: one file, no includes, no folder names.
#pragma once

#include <string>

#include "source_roots.h"

namespace clc::worker {

// Replaces the files named in line markers by their mapped names.
std::string map_line_markers(const std::string& text, const SourceRoots& roots);

}  // namespace clc::worker
