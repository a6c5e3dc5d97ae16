#include "log.h"

#include "base/file_descriptor.h"
#include "base/platform/process.h"
#include "base/platform/shared_files.h"

namespace clc::layer {

void Log::write(const std::string& text) {
  if (!is_on()) return;
  const std::string line = "clc-layer[" + std::to_string(platform::process_id()) + "]: " + text + "\n";
  const std::lock_guard lock(mutex_);
  constexpr int k_stderr = 2;
  // A log that cannot be written has no other place for the error.
  if (where_ == "stderr") {
    static_cast<void>(write_all(k_stderr, line));
    return;
  }
  const FileDescriptor file(platform::open_to_append(where_));
  if (file.is_open()) static_cast<void>(write_all(file.get(), line));
}

}  // namespace clc::layer
