// The log of the layer, written to standard error or the file that CLC_LAYER_LOG names. Off by default.
#pragma once

#include <mutex>
#include <string>

namespace clc::layer {

// Its functions may be called by several threads.
class Log {
 public:
  // "stderr", a file, to which lines are added, or empty.
  explicit Log(std::string where) : where_(std::move(where)) {}

  bool is_on() const { return !where_.empty(); }
  // Writes a line, with the process's number. A file that cannot be written to is ignored.
  void write(const std::string& text);
  // Held while this process is forked.
  std::mutex& mutex() { return mutex_; }

 private:
  const std::string where_;
  std::mutex mutex_;
};

}  // namespace clc::layer
