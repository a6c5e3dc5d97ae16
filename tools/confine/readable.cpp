#include "confine/readable.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace clc {
namespace {

// True when `path` is `folder` or lies in it.
bool is_within(std::string_view path, std::string_view folder) {
  if (folder == "/") return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

Readable::View Readable::view(const std::string& path) const {
  if (!is_limited()) return View::k_all;
  std::error_code error;
  std::string real = std::filesystem::weakly_canonical(path, error).string();
  if (error) return View::k_hidden;
  if (real.size() > 1 && real.back() == '/') real.pop_back();
  const auto any = [&](auto&& holds) { return std::ranges::any_of(places_, holds); };
  if (any([&](const std::string& place) { return is_within(real, place); })) return View::k_all;
  return any([&](const std::string& place) { return is_within(place, real); }) ? View::k_folder : View::k_hidden;
}

}  // namespace clc
