#include "insight/waves/wave_cost.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace clc {
namespace {

template <class T>
void keep_each_once(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::uint64_t bytes_touched(LaneOffsets offsets, std::int64_t bytes) {
  keep_each_once(offsets);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    sum += i + 1 < offsets.size() ? std::min(bytes, offsets[i + 1] - offsets[i]) : bytes;
  return static_cast<std::uint64_t>(sum);
}

std::string pattern_of(const LaneOffsets& offsets, std::int64_t bytes, bool is_local, bool is_ideal,
                       std::int64_t& stride) {
  const bool is_even = offsets.size() < 2 ||
                       std::ranges::adjacent_find(
                           offsets, [&](auto a, auto b) { return b - a != offsets[1] - offsets[0]; }) == offsets.end();
  stride = offsets.size() < 2 ? bytes : offsets[1] - offsets[0];
  if (is_even && stride == 0) return "broadcast";
  if (is_even && stride == bytes) return "coalesced";
  if (is_even && (is_local || !is_ideal)) return "strided";
  if (!is_ideal) return "gather";
  return std::ranges::is_sorted(offsets) ? "coalesced" : "permuted";
}

// True when each lane accesses the same place as the lane whose number differs from its own in the bit `distance`.
bool all_share(const LaneOffsets& offsets, const std::vector<unsigned>& lanes, unsigned distance) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto other = std::ranges::lower_bound(lanes, lanes[i] ^ distance);
    const bool is_there = other != lanes.end() && *other == (lanes[i] ^ distance);
    if (is_there && offsets[i] != offsets[static_cast<std::size_t>(other - lanes.begin())]) return false;
  }
  return true;
}

}  // namespace

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

std::uint64_t piece_bytes(const LaneAccess& access, const ChipMemory& chip) {
  std::uint64_t piece = std::min<std::uint64_t>(std::bit_ceil(access.bytes), chip.widest_access);
  if (chip.splits_unaligned || access.is_local) piece = std::min(piece, access.alignment);
  return std::max<std::uint64_t>(piece, 1);
}

std::uint64_t touched_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment,
                               std::int64_t shift) {
  if (!std::ranges::is_sorted(offsets)) {
    LaneOffsets sorted = offsets;
    std::ranges::sort(sorted);
    return touched_segments(sorted, bytes, segment, shift);
  }
  std::uint64_t count = 0;
  std::optional<std::int64_t> seen;  // the last segment that was counted
  for (const std::int64_t offset : offsets) {
    const std::int64_t first = floor_divide(offset + shift, segment);
    const std::int64_t last = floor_divide(offset + shift + bytes - 1, segment);
    const std::int64_t from = seen ? std::max(first, *seen + 1) : first;
    if (last >= from) count += static_cast<std::uint64_t>(last - from + 1);
    seen = seen ? std::max(*seen, last) : last;
  }
  return count;
}

std::uint64_t ideal_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment) {
  const auto size = static_cast<std::uint64_t>(segment);
  return (bytes_touched(offsets, bytes) + size - 1) / size;
}

std::size_t lanes_of_phase(std::int64_t bytes, unsigned banks) {
  const auto width = std::bit_ceil(static_cast<std::uint64_t>(std::max(bytes, k_bank_bytes)));
  return std::max<std::size_t>(banks * k_bank_bytes / width, 1);
}

std::uint64_t most_of_a_bank(const LaneOffsets& offsets, std::int64_t bytes, unsigned banks, bool is_atomic) {
  std::vector<std::int64_t> words;
  for (const std::int64_t offset : offsets) {
    const std::int64_t last = floor_divide(offset + bytes - 1, k_bank_bytes);
    for (std::int64_t at = floor_divide(offset, k_bank_bytes); at <= last; ++at) words.push_back(at);
  }
  if (!is_atomic) keep_each_once(words);
  std::vector<std::uint64_t> wanted(banks);
  for (const std::int64_t word : words) ++wanted[static_cast<std::uint64_t>(word) % banks];
  return *std::ranges::max_element(wanted);
}

std::size_t most_lanes_of_phase(std::int64_t bytes, const ChipMemory& chip) {
  const std::size_t lanes = lanes_of_phase(bytes, chip.banks);
  return chip.serves_neighbours && bytes > k_bank_bytes ? 2 * lanes : lanes;
}

LocalPasses local_passes(const LaneOffsets& offsets, const std::vector<unsigned>& lanes, std::int64_t bytes,
                         const ChipMemory& chip, bool is_atomic) {
  LocalPasses sum;
  const std::size_t phase = lanes_of_phase(bytes, chip.banks);
  const bool is_shared = !is_atomic && (all_share(offsets, lanes, 1) || all_share(offsets, lanes, 2));
  const std::size_t widest = is_shared ? most_lanes_of_phase(bytes, chip) : phase;
  // The end of the lanes that are served with the one at `from`, so many at once.
  const auto end_of = [&](std::size_t from, std::size_t together) {
    std::size_t end = from;
    while (end < lanes.size() && lanes[end] / together == lanes[from] / together) ++end;
    return end;
  };
  const auto degree = [&](std::size_t from, std::size_t end) {
    const auto begin = offsets.begin() + static_cast<std::ptrdiff_t>(from);
    return most_of_a_bank(LaneOffsets(begin, offsets.begin() + static_cast<std::ptrdiff_t>(end)), bytes, chip.banks,
                          is_atomic);
  };
  for (std::size_t from = 0; from < offsets.size();) {
    const std::size_t wide_end = end_of(from, widest);
    const bool is_wide = widest > phase && degree(from, wide_end) == 1;
    const std::size_t end = is_wide ? wide_end : end_of(from, phase);
    const std::uint64_t passes = degree(from, end);
    sum.ideal += 1;
    sum.passes += passes;
    sum.degree = std::max(sum.degree, passes);
    from = end;
  }
  // Lanes that are off leave passes half empty.
  sum.ideal = std::min<std::uint64_t>(sum.ideal, (lanes.size() + phase - 1) / phase);
  return sum;
}

void AccessPattern::add(const LaneOffsets& offsets, std::int64_t bytes, bool is_local, bool is_ideal) {
  if (offsets.size() < 2 && !name_.empty()) return;
  std::int64_t stride = 0;
  const std::string pattern = pattern_of(offsets, bytes, is_local, is_ideal, stride);
  if (name_.empty() || name_ == "broadcast") {
    name_ = pattern;
    stride_ = pattern == "strided" ? stride : 0;
  } else if (pattern != name_ && pattern != "broadcast") {
    name_ = "gather";
    stride_ = 0;
  }
}

}  // namespace clc
