// The places where a user's desktop and the layer find what `clc layer` was told.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "clc/base/result.h"
#include "recording/user_layer.h"

namespace clc {

struct UserLayerPlaces {
  std::string environment;  // the file that systemd reads at login
  std::string folder;       // CLC_LAYER_USER
};

// The error is k_usage when there is no home.
Result<UserLayerPlaces> user_layer_places();

// Removes folders that are empty now, from this one on upwards.
void remove_empty_folders(const std::string& folder);

// Returns a row for each program, or an empty text for none.
std::string uses_text(const std::vector<layer::ProgramUse>& uses);
// Writes them as the value of a key.
void add_uses(JsonWriter& json, const std::vector<layer::ProgramUse>& uses);

}  // namespace clc
