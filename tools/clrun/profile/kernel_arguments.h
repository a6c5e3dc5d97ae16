// Arguments of any kernel, from the words of --arg.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/runtime/kernel.h"

namespace clc::clrun {

inline constexpr const char* k_argument_help =
    "an argument of the kernel, in order: a number (1024, 0.5, or 1,2,3,4 of a vector); buffer:TYPE:COUNT, with "
    ":random (default), :random:BELOW, :random:LOW:HIGH (reals), :zeros, :count (0, 1, 2 …) or :edges (0, the largest, "
    "NaN …) behind it; buffer:@FILE; local:BYTES";

// The arguments of one launch, made from the words of the command line. There must be as many words as the kernel has
// arguments, and they must fit their kinds.
class KernelArguments {
 public:
  static Result<KernelArguments> make(const Queue& queue, const KernelInterface& kernel,
                                      const std::vector<std::string>& words, std::uint64_t seed);
  const std::vector<KernelArgument>& list() const { return list_; }
  // The buffer of an argument; null when it has none.
  const Buffer* buffer(std::size_t index) const { return index < buffer_of_.size() ? buffer_of_[index] : nullptr; }

 private:
  Result<void> add(const Queue& queue, const Argument& argument, const std::string& word, std::uint64_t seed);
  Result<void> add_buffer(const Queue& queue, const std::string& word, std::uint64_t seed);
  Result<void> add_value(const Argument& argument, const std::string& word);

  std::deque<Buffer> buffers_;
  std::deque<Bytes> values_;
  std::vector<KernelArgument> list_;
  std::vector<const Buffer*> buffer_of_;  // by argument; null for others
};

}  // namespace clc::clrun
