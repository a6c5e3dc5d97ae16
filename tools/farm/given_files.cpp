#include "farm/given_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"

namespace clc::farm {
namespace {

namespace fs = std::filesystem;
using platform::to_path;
using platform::to_text;

constexpr std::uint64_t k_most_bytes = std::uint64_t{256} << 20U;
constexpr std::size_t k_most_files = 20000;
constexpr std::size_t k_longest_name = 255;

std::string normal(const std::string& path) {
  std::string text = to_text(to_path(path).lexically_normal());
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

// The texts between quotes and between angle brackets, each in a line.
std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '"' && text[at] != '<') continue;
    const std::size_t end = text.find_first_of(text[at] == '<' ? ">\n" : "\"\n", at + 1);
    if (end == std::string::npos || text[end] == '\n' || end == at + 1 || end - at > k_longest_name) continue;
    names.insert(text.substr(at + 1, end - at - 1));
  }
  return names;
}

// True where a directive asks for a file by a name that is not written there.
bool asks_by_macro(std::string_view text) {
  for (const std::string_view word : {"include", "embed"}) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      std::string_view behind = text.substr(at + word.size());
      if (behind.starts_with("_next")) behind.remove_prefix(5);
      const std::size_t name = behind.find_first_not_of(" \t(");
      if (name == 0 || name == behind.npos) continue;
      const bool is_word = std::isalpha(static_cast<unsigned char>(behind[name])) != 0 || behind[name] == '_';
      const std::size_t first = text.find_first_not_of(" \t", text.rfind('\n', at) + 1);
      if (is_word && text[first] == '#') return true;
    }
  }
  return false;
}

}  // namespace

GivenFiles::GivenFiles(const std::string& working_folder, const std::vector<std::string>& include_folders)
    : working_folder_(working_folder) {
  folders_.insert(place());
  for (const std::string& folder : include_folders) {
    std::error_code error;
    include_folders_.push_back(absolute(folder));
    if (fs::is_directory(to_path(include_folders_.back()), error)) folders_.insert(place_of(include_folders_.back()));
  }
}

std::string GivenFiles::absolute(const std::string& spelled) const {
  const std::string path = to_text(to_path(spelled));  // with slashes
  return platform::is_absolute(path) ? path : join_path(working_folder_, path);
}

// Two names of one file have one place, but for links.
std::string GivenFiles::place_of(const std::string& absolute) {
  std::string place = normal(absolute);
  if (place.size() > 1 && place[1] == ':') {
    place[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(place[0])));
    place.erase(1, 1);
  }
  place.erase(0, place.find_first_not_of('/'));
  return place;
}

std::string GivenFiles::spelling(const std::string& spelled) const {
  const std::string path = to_text(to_path(spelled));
  if (!platform::is_absolute(path)) return path;
  return to_text(to_path("/" + place_of(path)).lexically_relative(to_path("/" + place())));
}

Result<void> GivenFiles::add(const std::string& spelled) {
  std::error_code error;
  const std::string path = absolute(spelled);
  if (fs::is_directory(to_path(path), error)) return add_all_of(path);
  CLC_TRY(add_file(path));
  return {};
}

// False: there is no such file.
Result<bool> GivenFiles::add_file(const std::string& absolute) {
  std::error_code error;
  const fs::path path = to_path(absolute);
  if (!fs::is_regular_file(path, error)) return false;
  // The compiler opens "a/../b" only where there is a folder a.
  for (std::size_t at = absolute.find("/../"); at != std::string::npos; at = absolute.find("/../", at + 1))
    folders_.insert(place_of(absolute.substr(0, at)));
  const std::string place = place_of(absolute);
  if (texts_.contains(place)) return true;
  Bytes text = CLC_TRY(read_ordinary_file(absolute, k_most_bytes));
  bytes_ += text.size();
  if (bytes_ > k_most_bytes || texts_.size() >= k_most_files)
    return fail(ErrorKind::k_io,
                absolute + ": the call names more than 20000 files or 256 MiB, which a build farm is not sent");
  const std::string& given = texts_.emplace(place, std::move(text)).first->second;
  const std::string folder = to_text(path.parent_path());
  CLC_TRY(add_named_in(given, folder));
  if (!asks_by_macro(given)) return true;
  CLC_TRY(add_all_of(folder));
  for (const std::string& other : include_folders_) CLC_TRY(add_all_of(other));
  return true;
}

Result<void> GivenFiles::add_all_of(const std::string& folder) {
  std::error_code error;
  if (!whole_folders_.insert(place_of(folder)).second) return {};
  folders_.insert(place_of(folder));
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(to_path(folder), error)) {
    if (entry.is_directory(error)) folders_.insert(place_of(to_text(entry.path())));
    CLC_TRY(add_file(to_text(entry.path())));
  }
  return {};
}

Result<void> GivenFiles::add_named_in(const std::string& text, const std::string& folder) {
  for (const std::string& name : names_in(text)) {
    if (platform::is_absolute(name)) {
      CLC_TRY(add_file(to_text(to_path(name))));
      continue;
    }
    CLC_TRY(add_file(join_path(folder, name)));
    for (const std::string& other : include_folders_) CLC_TRY(add_file(join_path(other, name)));
  }
  return {};
}

}  // namespace clc::farm
