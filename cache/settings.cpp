#include "clc/cache/settings.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/environment_variable.h"
#include "base/platform/machine.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "base/try.h"

namespace clc::cache {
namespace {

// Reads a variable; empty when it is not set, and in a program that runs with more rights than its user.
std::string variable(const char* name) {
  return platform::is_privileged() ? std::string() : environment_variable(name);
}

// A path with slashes between its parts, whatever the system has there.
std::string folder_in(const char* name) {
  return platform::to_text(platform::to_path(variable(name)));
}

// Absolute, because the process may change its working folder later.
std::string absolute(const std::string& path) {
  if (path.empty() || platform::is_absolute(path)) return path;
  std::error_code error;
  const std::filesystem::path current = std::filesystem::current_path(error);
  return (error ? "." : platform::to_text(current)) + "/" + path;
}

std::string folder_from_environment() {
  if (const std::string folder = folder_in("CLC_CACHE_DIR"); !folder.empty()) return absolute(folder);
  if (const std::string folder = folder_in("XDG_CACHE_HOME"); platform::is_absolute(folder)) return folder + "/clc";
  const std::string base = folder_in(platform::k_usual_caches.variable);
  return platform::is_absolute(base) ? base + platform::k_usual_caches.folder + "/clc" : std::string();
}

// Finds a group by its name or its number.
Result<std::uint32_t> find_group(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number != std::numeric_limits<std::uint32_t>::max()) return number;
  if (const std::optional<std::uint32_t> found = platform::find_group(text)) return *found;
  return fail(ErrorKind::k_usage, "CLC_CACHE_GROUP is '" + text + "': there is no such group");
}

constexpr std::uint64_t k_most_bytes = std::numeric_limits<std::uint64_t>::max();

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// 30 for "G", "GB" and "GiB", in any case; nothing for what is no unit.
std::optional<int> shift_of_unit(std::string_view text) {
  const std::string unit = lower(text);
  if (unit.empty() || unit == "b") return 0;
  const std::size_t at = std::string_view("kmgt").find(unit[0]);
  const std::string rest = unit.substr(1);
  if (at == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) return std::nullopt;
  return 10 * (static_cast<int>(at) + 1);
}

}  // namespace

Result<std::uint64_t> parse_size(const std::string& text) {
  std::uint64_t number = 0;
  double fraction = 0;
  const char* const end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number);
  bool is_size = error == std::errc();
  const bool has_fraction = is_size && end - rest > 1 && *rest == '.' && is_digit(rest[1]);
  if (has_fraction) rest = std::from_chars(rest, end, fraction, std::chars_format::fixed).ptr;
  const std::optional<int> shift = shift_of_unit({rest, end});
  is_size = is_size && shift && (*shift > 0 || !has_fraction) && number <= k_most_bytes >> *shift;
  if (is_size) number = (number << *shift) + static_cast<std::uint64_t>(std::ldexp(fraction, *shift));
  if (is_size && number > 0) return number;
  return fail(ErrorKind::k_usage, "'" + text + "' is no size: give bytes, or a number with K, M, G or T, like 500M");
}

Result<Settings> settings_from_environment() {
  Settings settings;
  const std::string enabled = variable("CLC_CACHE");
  const std::optional<bool> is_enabled = parse_switch(enabled);
  if (!is_enabled)
    return fail(ErrorKind::k_usage, "CLC_CACHE is '" + enabled + "': 0, off, no or false turns the cache off, 1 on");
  settings.is_enabled = *is_enabled;
  settings.folder = folder_from_environment();
  if (const std::string size = variable("CLC_CACHE_MAX_SIZE"); !size.empty())
    settings.max_bytes = CLC_TRY(in_context("CLC_CACHE_MAX_SIZE", parse_size(size)));
  if (const std::string name = variable("CLC_CACHE_GROUP"); !name.empty()) settings.group = CLC_TRY(find_group(name));
  return settings;
}

}  // namespace clc::cache
