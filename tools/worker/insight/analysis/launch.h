// The launch for which a kernel is analysed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace clc::worker {

struct Launch {
  std::array<std::int64_t, 3> group{256, 1, 1};         // work-items of a group
  std::optional<std::array<std::int64_t, 3>> global;    // work-items of the launch, if the request has them
  std::map<std::string, std::int64_t> arguments;        // by name, those that the request has
  std::optional<std::array<std::int64_t, 3>> group_id;  // nothing: any group

  bool is_turned = false;  // dimensions 0 and 1 are exchanged: item (x, y) does what item (y, x) did

  // The dimension of the launch that answers a kernel's question about dimension `asked`.
  unsigned dimension(unsigned asked) const { return is_turned && asked < 2 ? 1 - asked : asked; }
  std::size_t items() const { return static_cast<std::size_t>(group[0] * group[1] * group[2]); }
};

}  // namespace clc::worker
