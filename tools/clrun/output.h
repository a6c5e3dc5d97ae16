// Standard output of clrun, kept apart from what kernels and drivers print there.
#pragma once

#include <string>

#include "base/color.h"

namespace clc::clrun {

class Output {
 public:
  // Takes standard output: what others write to it from now on is dropped, or goes to standard error when
  // `show_others`.
  Output(bool show_others, ColorWhen color);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Writes without a buffer. failed() remembers a failure.
  void write(const std::string& text);
  bool failed() const { return failed_; }
  // True when what is written is to have colours.
  bool has_color() const { return has_color_; }

 private:
  int fd_ = -1;
  bool failed_ = false;
  bool has_color_ = false;
};

}  // namespace clc::clrun
