#include "recording/process_command.h"

#include <algorithm>

#include "base/file_io.h"

namespace clc::layer {

std::vector<std::string> command_of_this_process() {
  std::vector<std::string> words;
  const Result<Bytes> text = read_file("/proc/self/cmdline");
  if (!text) return words;
  std::size_t at = 0;
  while (at < text->size()) {
    const std::size_t end = std::min(text->find('\0', at), text->size());
    words.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace clc::layer
