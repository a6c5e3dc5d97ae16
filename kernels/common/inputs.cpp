#include "common/inputs.h"

namespace clc::algorithms {

std::vector<std::uint64_t> sample_indexes(std::uint64_t count, std::size_t wanted, std::uint64_t seed) {
  std::vector<std::uint64_t> indexes;
  if (count <= wanted) {
    for (std::uint64_t i = 0; i < count; ++i) indexes.push_back(i);
    return indexes;
  }
  const std::size_t edge = std::min<std::size_t>(wanted / 4, 64);
  for (std::size_t i = 0; i < edge; ++i) {
    indexes.push_back(i);
    indexes.push_back(count - 1 - i);
  }
  Random random(seed);
  while (indexes.size() < wanted) indexes.push_back(random.below(count));
  std::ranges::sort(indexes);
  indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
  return indexes;
}

}  // namespace clc::algorithms
