#include "machine/number_variable.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace clc::emulator {

std::uint64_t number_variable(const char* name, std::uint64_t least, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  if (given == nullptr || *given == '\0') return otherwise;
  const std::string_view text = given;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= least) return number;
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::scoped_lock lock(mutex);
  if (told.insert(name).second) {
    std::fprintf(stderr, "emulator: %s=%s is no number from %llu on; it is taken as %llu\n", name, given,
                 static_cast<unsigned long long>(least), static_cast<unsigned long long>(otherwise));
  }
  return otherwise;
}

}  // namespace clc::emulator
