#include "commands/replay/reduce_capture.h"

#include <algorithm>

#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_smallest_part = 16;  // bytes that are made zero together

class Reducer {
 public:
  Reducer(Capture& capture, std::uint64_t most_tries, const StillFails& still_fails)
      : capture_(capture), most_tries_(most_tries), still_fails_(still_fails) {}

  Result<Reduction> run() {
    for (std::size_t i = 0; i < capture_.dimensions; ++i) CLC_TRY(shrink(i));
    for (std::size_t i = 0; i < capture_.memory.size(); ++i) CLC_TRY(clear(i, 0, capture_.memory[i].size));
    for (std::size_t i = 0; i < capture_.arguments.size(); ++i) CLC_TRY(clear_value(i));
    return reduction_;
  }

 private:
  // Keeps the candidate if it fails, too.
  Result<bool> try_out(Capture candidate) {
    if (reduction_.tries >= most_tries_) return false;
    ++reduction_.tries;
    const bool fails = CLC_TRY(still_fails_(candidate));
    if (!fails) return false;
    ++reduction_.kept;
    capture_ = std::move(candidate);
    return true;
  }

  // Halves a global size: leaves the first or the last items, in whole groups.
  Result<void> shrink(std::size_t dimension) {
    const std::uint64_t group = std::max<std::uint64_t>(capture_.local[dimension], 1);
    while (capture_.global[dimension] > group) {
      const std::uint64_t groups = (capture_.global[dimension] + group - 1) / group;
      const std::uint64_t left = (groups + 1) / 2 * group;
      if (left >= capture_.global[dimension]) return {};
      Capture first = capture_;
      first.global[dimension] = left;
      if (CLC_TRY(try_out(std::move(first)))) continue;
      Capture last = capture_;
      last.global[dimension] -= left;
      last.offset[dimension] += left;
      if (!CLC_TRY(try_out(std::move(last)))) return {};
    }
    return {};
  }

  // Makes a part of the memory before the launch zero, or else its halves.
  Result<void> clear(std::size_t index, std::uint64_t begin, std::uint64_t end) {
    if (reduction_.tries >= most_tries_) return {};
    const CapturedMemory& memory = capture_.memory[index];
    Bytes bytes = capture_.contents_of(memory.before, memory.size);
    const auto part = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto part_end = bytes.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::all_of(part, part_end, [](char byte) { return byte == '\0'; })) return {};
    std::fill(part, part_end, '\0');
    Capture candidate = capture_;
    candidate.memory[index].before = candidate.keep(std::move(bytes));
    if (CLC_TRY(try_out(std::move(candidate))) || end - begin <= k_smallest_part) return {};
    const std::uint64_t middle = begin + (end - begin) / (2 * k_smallest_part) * k_smallest_part;
    if (middle == begin) return {};
    CLC_TRY(clear(index, begin, middle));
    return clear(index, middle, end);
  }

  Result<void> clear_value(std::size_t index) {
    const CapturedArgument& argument = capture_.arguments[index];
    if (argument.kind != CapturedKind::k_value || argument.value.find_first_not_of('\0') == Bytes::npos) return {};
    Capture candidate = capture_;
    candidate.arguments[index].value.assign(argument.value.size(), '\0');
    CLC_TRY(try_out(std::move(candidate)));
    return {};
  }

  Capture& capture_;
  const std::uint64_t most_tries_;
  const StillFails& still_fails_;
  Reduction reduction_;
};

}  // namespace

Result<Reduction> reduce_capture(Capture& capture, std::uint64_t most_tries, const StillFails& still_fails) {
  return Reducer(capture, most_tries, still_fails).run();
}

}  // namespace clc
