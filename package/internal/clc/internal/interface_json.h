// Interfaces as JSON, the same in manifests and artifacts.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/json.h"
#include "clc/package/interface.h"
#include "clc/package/manifest.h"

namespace clc {

// These are the functions of base/json_fields.h for structs that several files write. Kernels come out sorted by name.
Json json_of(const Interface& interface);
void read_json(const Json& json, const std::string& where, std::string& problem, Interface& interface);
Json json_of(const Match& match);
void read_json(const Json& json, const std::string& where, std::string& problem, Match& match);

// Three sizes above 0 whose product is at most `most`; `what` names them in complaints. Zeros stand for an absent key,
// and put_size3 leaves them out.
using Size3 = std::array<std::uint64_t, 3>;
void put_size3(Json& json, const char* key, const Size3& sizes);
Size3 size3_from_json(ObjectReader& reader, const char* key, bool required, std::uint64_t most, const char* what);

}  // namespace clc
