// --strip for the text that an installed driver gets.
#pragma once

#include <string>

#include "clc/package/interface.h"
#include "worker/frontend/frontend.h"

namespace clc::worker {

// `text`, which is wholly preprocessed, without line markers, and with each name in `names` replaced, except those that
// the stripped interface shows.
std::string strip_source(const std::string& text, const DeclaredNames& names, const Interface& interface);

}  // namespace clc::worker
