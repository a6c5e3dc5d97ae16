#include "identity/memos.h"

namespace clc {

// False when a file was changed after the asking began, or shortly before: the answer may or may not be of its new
// form. (A file that was changed after it was looked at makes a memo that never holds.)
bool Memos::are_settled(const Observations& seen, std::int64_t begin) const {
  return seen.are_settled(begin - margin_.count());
}

std::int64_t Memos::now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count();
}

}  // namespace clc
