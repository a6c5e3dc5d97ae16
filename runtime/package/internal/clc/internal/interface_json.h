// Interfaces as JSON, the same in manifests and artifacts.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/json.h"
#include "clc/package/interface.h"
#include "clc/package/manifest.h"

namespace clc {

// Kernels come out sorted by name.
Json interface_to_json(const Interface& interface);
Interface interface_from_json(const Json& json, const std::string& where, std::string& problem);

// Three sizes above 0 whose product is at most `most`; `what` names them in complaints. Zeros stand for an absent key,
// and put_size3 leaves them out.
using Size3 = std::array<std::uint64_t, 3>;
void put_size3(Json& json, const char* key, const Size3& sizes);
Size3 size3_from_json(ObjectReader& reader, const char* key, bool required, std::uint64_t most, const char* what);

Json match_to_json(const Match& match);
Match match_from_json(const Json& json, const std::string& where, std::string& problem);

}  // namespace clc
