#include "clc/cache/settings.h"

#include <grp.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <vector>

#include "base/try.h"

namespace clc::cache {
namespace {

// Reads a variable; empty when it is not set, and in a program that runs with more rights than its user.
std::string variable(const char* name) {
  const char* value = ::secure_getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool is_absolute(const std::string& path) {
  return !path.empty() && path[0] == '/';
}

// Absolute, because the process may change its working folder later.
std::string absolute(const std::string& path) {
  if (path.empty() || is_absolute(path)) return path;
  char* current = ::getcwd(nullptr, 0);
  const std::string folder = current == nullptr ? "." : current;
  std::free(current);
  return folder + "/" + path;
}

std::string folder_from_environment() {
  if (const std::string folder = variable("CLC_CACHE_DIR"); !folder.empty()) return absolute(folder);
  if (const std::string folder = variable("XDG_CACHE_HOME"); is_absolute(folder)) return folder + "/clc";
  if (const std::string home = variable("HOME"); is_absolute(home)) return home + "/.cache/clc";
  return {};
}

// Finds a group by its name or its number.
Result<gid_t> find_group(const std::string& text) {
  const char* const end = text.data() + text.size();
  gid_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number != std::numeric_limits<gid_t>::max()) return number;
  struct group entry{};
  struct group* found = nullptr;
  std::vector<char> room(std::size_t{1} << 16U);  // for a group with many members
  if (::getgrnam_r(text.c_str(), &entry, room.data(), room.size(), &found) == 0 && found != nullptr)
    return found->gr_gid;
  return fail(ErrorKind::k_usage, "CLC_CACHE_GROUP is '" + text + "': there is no such group");
}

}  // namespace

Result<std::uint64_t> parse_size(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  int shift = 0;
  bool is_size = error == std::errc() && number > 0;
  if (is_size && rest != end) {
    constexpr std::string_view k_units = "KMGT";
    const auto unit = k_units.find(static_cast<char>(*rest & ~0x20));
    is_size = rest + 1 == end && unit != std::string_view::npos;
    shift = 10 * (static_cast<int>(unit) + 1);
  }
  if (!is_size || number > std::numeric_limits<std::uint64_t>::max() >> shift)
    return fail(ErrorKind::k_usage, "'" + text + "' is no size: give bytes, or a number with K, M, G or T, like 500M");
  return number << shift;
}

Result<Settings> settings_from_environment() {
  Settings settings;
  const std::string enabled = variable("CLC_CACHE");
  if (!enabled.empty() && enabled != "0" && enabled != "1")
    return fail(ErrorKind::k_usage, "CLC_CACHE is '" + enabled + "': 0 turns the cache off, 1 on");
  settings.is_enabled = enabled != "0";
  settings.folder = folder_from_environment();
  if (const std::string size = variable("CLC_CACHE_MAX_SIZE"); !size.empty())
    settings.max_bytes = CLC_TRY(in_context("CLC_CACHE_MAX_SIZE", parse_size(size)));
  if (const std::string name = variable("CLC_CACHE_GROUP"); !name.empty()) settings.group = CLC_TRY(find_group(name));
  return settings;
}

}  // namespace clc::cache
