// The variables that bring the layer into the programs of a user's sessions.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "commands/layer/user_layer_files.h"

namespace clc {

// Refuses to change what somebody else made.
Result<void> bring_into_sessions(const UserLayerPlaces& places, const std::string& library);
Result<void> take_out_of_sessions(const UserLayerPlaces& places);
// The layer that sessions get; empty: none.
std::string library_of_sessions(const UserLayerPlaces& places);
// Says when sessions get it, and what helps others.
std::string session_advice(const UserLayerPlaces& places);

}  // namespace clc
