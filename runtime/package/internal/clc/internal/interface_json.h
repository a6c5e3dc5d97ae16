// Interfaces as JSON, the same in manifests and artifacts.
#pragma once

#include <string>

#include "clc/internal/json.h"
#include "clc/package/interface.h"
#include "clc/package/manifest.h"

namespace clc {

// Kernels come out sorted by name.
Json interface_to_json(const Interface& interface);
Interface interface_from_json(const Json& json, const std::string& where, std::string& problem);

Json match_to_json(const Match& match);
Match match_from_json(const Json& json, const std::string& where, std::string& problem);

}  // namespace clc
