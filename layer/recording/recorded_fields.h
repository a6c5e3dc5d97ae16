// Lists of fields that recordings and captures share (base/fields/fields.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fields/json_fields.h"
#include "recording/recording.h"

namespace clc {

// Three numbers, each of which may be 0.
using Numbers = std::array<std::uint64_t, 3>;

inline void three_numbers(JsonFieldWriter& f, const char* key, const Numbers& values) {
  f.json()[key] = values;
}

inline void three_numbers(JsonFieldReader& f, const char* key, Numbers& values) {
  std::vector<std::uint64_t> read;
  f.numbers(key, read);
  f.require(read.size() == values.size(), "has a \"" + std::string(key) + "\" that is not three numbers");
  if (read.size() == values.size()) std::ranges::copy(read, values.begin());
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedDevice>& device) {
  f.any("name", device.name, "platform", device.platform, "driver_version", device.driver_version);
  f.any("device_version", device.device_version);
}

}  // namespace clc
