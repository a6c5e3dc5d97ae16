// Standard output of clrun, kept apart from what kernels and drivers print there.
#pragma once

#include <functional>
#include <string>

#include "clc/base/result.h"

namespace clc::clrun {

class Output {
 public:
  // Takes standard output: what others write to it from now on is dropped, or goes to standard error when
  // `show_others`.
  explicit Output(bool show_others);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Writes without a buffer. error() remembers the first failure.
  void write(const std::string& text);
  // The number of that failure, or 0.
  int error() const { return error_; }

 private:
  int fd_ = -1, error_ = 0;
};

// Does the work of a command, and returns its exit code. It is an error when the output could not be written, and
// k_unavailable when memory is not enough.
Result<int> with_output(bool show_others, const std::function<Result<int>(Output&)>& work);

}  // namespace clc::clrun
