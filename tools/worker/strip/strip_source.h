// --strip for the text that an installed driver gets.
#pragma once

#include <string>
#include <vector>

#include "clc/package/interface.h"
#include "worker/frontend/frontend.h"

namespace clc::worker {

// Takes the line markers out of the texts of a module's sources, which are wholly preprocessed, and replaces each name
// in `names`, in all of them by the same one, except those that the stripped interface shows.
void strip_sources(std::vector<std::string>& texts, const DeclaredNames& names, const Interface& interface);

}  // namespace clc::worker
