// The log of the layer, which goes to standard error or to the file that CLC_LAYER_LOG names. It is off by default.
#pragma once

#include <mutex>
#include <string>

namespace clc::layer {

// Several threads may call its functions.
class Log {
 public:
  // `where` is "stderr", the path of a file that gets more lines, or empty for no log.
  explicit Log(std::string where) : where_(std::move(where)) {}

  bool is_on() const { return !where_.empty(); }
  // Writes a line that begins with the process's number. Errors of writing are ignored.
  void write(const std::string& text);
  // The mutex that a fork of this process holds.
  std::mutex& mutex() { return mutex_; }

 private:
  const std::string where_;
  std::mutex mutex_;
};

}  // namespace clc::layer
