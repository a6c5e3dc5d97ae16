#include "device/harness.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

namespace clc::device_tests {

std::string text(const char* format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

Session::Session(Queue device_queue, Package opened_package, std::string target)
    : queue_(std::move(device_queue)), package_(std::move(opened_package)), target_(std::move(target)) {}

Kernel Session::kernel(const std::string& module, const std::string& name) {
  auto found = programs_.find(module);
  if (found == programs_.end()) {
    found = programs_.emplace(module, need(Program::load(queue_, package_, module, target_))).first;
  }
  return need(found->second.kernel(name));
}

}  // namespace clc::device_tests
