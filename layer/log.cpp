#include "log.h"

#include <fcntl.h>
#include <unistd.h>

namespace clc::layer {

void Log::write(const std::string& text) {
  if (!is_on()) return;
  const std::string line = "clc-layer[" + std::to_string(::getpid()) + "]: " + text + "\n";
  const std::lock_guard lock(mutex_);
  const bool is_stderr = where_ == "stderr";
  const int file =
      is_stderr ? STDERR_FILENO : ::open(where_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
  if (file < 0) return;
  if (::write(file, line.data(), line.size()) < 0) {
    // A log that cannot be written has no other place for the error.
  }
  if (!is_stderr) ::close(file);
}

}  // namespace clc::layer
