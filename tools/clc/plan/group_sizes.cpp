#include "plan/group_sizes.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "recording/recording.h"
#include "support/work_size.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_group = std::uint64_t{1} << 16U;
// PoCL compiles each kernel of a program for each of these, which takes seconds for large kernels.
constexpr std::size_t k_most_sizes = 4;
constexpr std::uint64_t k_large_grid = 65535;

}  // namespace

std::string GroupSize::size_text() const {
  const char* const which = grids == Grids::k_small ? " small" : grids == Grids::k_large ? " large" : "";
  return shape_text(size) + which;
}

std::string GroupSize::text() const {
  return kernel + "=" + size_text();
}

Result<GroupSize> parse_group_size(const std::string& text) {
  const auto wrong = [&] {
    return fail(ErrorKind::k_usage, "--launch " + text +
                                        ": not KERNEL=SIZE, where SIZE is that of the work-group in one to three "
                                        "numbers from 1 to 65536, such as 64 or 8x8x1");
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return wrong();
  const std::optional<WorkSize> size = parse_work_size(std::string_view(text).substr(equals + 1), k_largest_group);
  return size ? Result<GroupSize>(GroupSize{text.substr(0, equals), *size}) : wrong();
}

std::vector<GroupSize> recorded_group_sizes(const Recording& recording, const std::set<std::string>& digests) {
  std::map<GroupSize, std::uint64_t> counts;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedLaunch& launch : run.launches) {
      const bool is_chosen = launch.local[0] != 0 && launch.offset == std::array<std::uint64_t, 3>{};
      if (!is_chosen || digests.count(launch.digest) == 0) continue;
      GroupSize group{launch.kernel, launch.local};
      std::ranges::replace(group.size, std::uint64_t{0}, std::uint64_t{1});
      const bool is_large = *std::ranges::max_element(launch.global) >= k_large_grid;
      group.grids = is_large ? Grids::k_large : Grids::k_small;
      counts[group] += launch.count;
    }
  }
  std::vector<std::pair<GroupSize, std::uint64_t>> by_use(counts.begin(), counts.end());
  std::ranges::stable_sort(by_use, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<GroupSize> sizes;
  std::set<std::string> of_all;
  for (const auto& [group, times] : by_use) {
    if (of_all.size() < k_most_sizes) of_all.insert(group.size_text());
    if (of_all.count(group.size_text()) != 0) sizes.push_back(group);
  }
  std::ranges::sort(sizes);
  return sizes;
}

}  // namespace clc
