// The tuning of a module as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "clc/package/manifest.h"

namespace clc {

// An empty object for a module that is no configuration.
Json json_of(const Tuning& tuning);
void read_json(const Json& json, const std::string& where, std::string& problem, Tuning& tuning);

}  // namespace clc
