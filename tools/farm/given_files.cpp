#include "farm/given_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

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

// The text with each line that a backslash continues joined to the next.
std::string spliced(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = rest.starts_with("?\?/") ? 3 : rest.starts_with('\\') ? 1 : 0;
    const std::size_t end = length == 0 ? rest.npos : rest.find_first_not_of(" \t\r", length);
    if (end != rest.npos && rest[end] == '\n')
      at += end;
    else
      joined += text[at];
  }
  return joined;
}

// True where R"…( stands, behind no other word.
bool may_have_raw_string(std::string_view text) {
  for (std::size_t at = text.find("R\""); at != text.npos; at = text.find("R\"", at + 1)) {
    const bool is_word = at > 0 && is_of_identifier(text[at - 1]) && !has_part("uUL8", text.substr(at - 1, 1));
    const std::size_t end = text.find_first_of("( \t\n)\\\"", at + 2);
    if (!is_word && end != text.npos && text[end] == '(') return true;
  }
  return false;
}

// Reads a text whose lines are joined.
class DirectiveReader {
 public:
  // A raw string may hold what looks like the begin of a comment: then nothing is taken for one.
  explicit DirectiveReader(std::string_view text) : text_(text), has_comments_(!may_have_raw_string(text)) {}

  NamesInText read() {
    bool is_behind_hash = false;
    while (at_ < text_.size()) {
      const std::size_t hash = hash_length();
      if (has_comments_ && skip_comment()) continue;
      const char c = text_[at_];
      if (is_of_identifier(c)) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_of_identifier(text_[at_])) ++at_;
        note_word(text_.substr(begin, at_ - begin), is_behind_hash || !has_comments_);
        is_behind_hash = false;
      } else if (hash == 0 && has_comments_ && (c == '"' || c == '\'')) {
        skip_string(c);
      } else {
        is_behind_hash = hash != 0 || (is_behind_hash && is_blank(c));
        at_ += std::max<std::size_t>(hash, 1);
      }
    }
    return std::move(names_);
  }

 private:
  static bool is_blank(char c) { return has_part(" \t\f\v", {&c, 1}); }

  std::size_t hash_length() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('#')) return 1;
    return rest.starts_with("%:") ? 2 : rest.starts_with("?\?=") ? 3 : 0;
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    const bool is_line = rest.starts_with("//");
    if (!is_line && !rest.starts_with("/*")) return false;
    const std::size_t end = is_line ? rest.find('\n') : rest.find("*/", 2);
    at_ = end == rest.npos ? text_.size() : at_ + end + (is_line ? 0 : 2);
    return true;
  }

  void skip_string(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == quote) {
        ++at_;
        return;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    }
  }

  void note_word(std::string_view word, bool is_behind_hash) {
    const bool is_question = word.starts_with("__has_include") || word == "__has_embed";
    if (is_behind_hash && word == "define") return note_definition();
    if (is_question || (is_behind_hash && (word.starts_with("include") || is_any_of(word, {"import", "embed"}))))
      note_name();
  }

  void note_name() {
    while (at_ < text_.size()) {
      if (skip_comment()) continue;
      if (!is_blank(text_[at_]) && text_[at_] != '(') break;
      ++at_;
    }
    const std::string name = quoted();
    if (!name.empty())
      names_.files.insert(name);
    else if (at_ < text_.size() && begins_word(text_[at_]))
      names_.is_by_macro = true;
  }

  static bool begins_word(char c) {
    return is_of_identifier(c) || c == '$' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
  }

  void note_definition() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (skip_comment()) continue;
      const std::size_t here = at_;
      const std::string name = quoted();
      at_ = here + 1;
      if (!name.empty()) names_.defined.insert(name);
    }
    std::string_view line = trimmed(text_.substr(begin, at_ - begin));
    while (!line.empty() && is_of_identifier(line.front())) line.remove_prefix(1);  // its name
    if (has_part(line, "__has_include") || has_part(line, "__has_embed")) names_.is_by_macro = true;
  }

  // The name between quotes or angle brackets here, and goes behind it. Empty: there is none.
  std::string quoted() {
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '<')) return {};
    const std::size_t begin = at_ + 1, end = text_.find_first_of(text_[at_] == '<' ? ">\n" : "\"\n", begin);
    if (end == text_.npos || text_[end] == '\n' || end - begin > k_longest_name) return {};
    at_ = end + 1;
    return std::string(text_.substr(begin, end - begin));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool has_comments_;
  NamesInText names_;
};

// Such names lead to other machines.
bool is_of_network(std::string_view name) {
  return name.size() > 1 && (name[0] == '/' || name[0] == '\\') && (name[1] == '/' || name[1] == '\\');
}

}  // namespace

NamesInText names_in(std::string_view text) {
  const std::string joined = spliced(text);
  return DirectiveReader(joined).read();
}

GivenFiles::GivenFiles(const std::string& working_folder, const std::vector<std::string>& include_folders,
                       const std::string& confined_to)
    : working_folder_(working_folder) {
  folders_.insert(place());
  if (!confined_to.empty()) {
    visible_.push_back(real_place_of(absolute(confined_to)));
    folders_.insert(place_of(absolute(confined_to)));
  }
  for (const std::string& folder : include_folders) {
    std::error_code error;
    include_folders_.push_back(absolute(folder));
    if (fs::is_directory(to_path(include_folders_.back()), error)) folders_.insert(place_of(include_folders_.back()));
    if (!visible_.empty()) visible_.push_back(real_place_of(include_folders_.back()));
  }
}

std::string GivenFiles::absolute(const std::string& spelled) const {
  const std::string path = to_text(to_path(spelled));  // with slashes
  return platform::is_absolute(path) ? path : join_path(working_folder_, path);
}

// Two names of one file have one place, but for links. Windows takes the drive for granted where a name has none.
std::string GivenFiles::place_of(const std::string& absolute) {
  std::string place = normal(absolute.starts_with('/') ? to_text(fs::absolute(to_path(absolute))) : absolute);
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

std::string GivenFiles::real_place_of(const std::string& absolute) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(to_path(absolute), error);
  return place_of(error ? absolute : to_text(real));
}

bool GivenFiles::is_visible(const std::string& absolute) const {
  if (visible_.empty()) return true;
  const std::string place = real_place_of(absolute) + "/";
  return std::ranges::any_of(visible_, [&](const std::string& folder) { return place.starts_with(folder + "/"); });
}

std::string GivenFiles::common_folder() const {
  std::string common = place().empty() ? "" : place() + "/";
  const auto cut = [&](const std::string& place) {
    while (!common.empty() && !(place + "/").starts_with(common)) {
      const std::size_t slash = common.size() < 2 ? common.npos : common.find_last_of('/', common.size() - 2);
      common.erase(slash == common.npos ? 0 : slash + 1);
    }
  };
  for (const std::string& folder : folders_) cut(folder);
  for (const auto& [file, text] : texts_) cut(file);
  return common;
}

Result<void> GivenFiles::add(const std::string& spelled) {
  std::error_code error;
  const std::string path = absolute(spelled);
  if (!visible_.empty()) visible_.push_back(real_place_of(path));
  if (fs::is_directory(to_path(path), error)) return add_all_of(path);
  CLC_TRY(add_file(path, true));
  return {};
}

Result<void> GivenFiles::add_header(const std::string& name) {
  if (!visible_.empty()) visible_.push_back(real_place_of(absolute(name)));
  return add_named(name, working_folder_);
}

Result<void> GivenFiles::add_defined(const std::string& text) {
  return note_defined(names_in("#define " + text).defined);
}

void GivenFiles::add_text(const std::string& name, std::string text) {
  texts_.insert_or_assign(join_path(place(), name), std::move(text));
}

// False: there is no such file, or it is not to be seen. One of the call itself has to be readable.
Result<bool> GivenFiles::add_file(const std::string& absolute, bool is_of_call) {
  std::error_code error;
  const fs::path path = to_path(absolute);
  if (!fs::is_regular_file(path, error) || !is_visible(absolute)) return false;
  // The compiler opens "a/../b" only where there is a folder a.
  for (std::size_t at = absolute.find("/../"); at != std::string::npos; at = absolute.find("/../", at + 1))
    folders_.insert(place_of(absolute.substr(0, at)));
  const std::string place = place_of(absolute);
  if (texts_.contains(place)) return true;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && (size > k_most_bytes - bytes_ || texts_.size() >= k_most_files))
    return fail(ErrorKind::k_io,
                absolute + ": the call names more than 20000 files or 256 MiB, which a build farm is not sent");
  Result<Bytes> text = read_ordinary_file(absolute, k_most_bytes - bytes_);
  if (!text && is_of_call) return fail(text);
  if (!text) return false;
  bytes_ += text->size();
  const std::string& given = texts_.emplace(place, *std::move(text)).first->second;
  const std::string folder = to_text(path.parent_path());
  const NamesInText names = names_in(given);
  for (const std::string& name : names.files) CLC_TRY(add_named(name, folder));
  CLC_TRY(note_defined(names.defined));
  if (names.is_by_macro) CLC_TRY(add_by_macro(folder));
  return true;
}

Result<void> GivenFiles::add_all_of(const std::string& folder) {
  std::error_code error;
  if (!whole_folders_.insert(place_of(folder)).second) return {};
  folders_.insert(place_of(folder));
  fs::recursive_directory_iterator entry(to_path(folder), fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (entry->is_directory(unknown)) folders_.insert(place_of(to_text(entry->path())));
    CLC_TRY(add_file(to_text(entry->path())));
  }
  return {};
}

Result<void> GivenFiles::add_named(const std::string& name, const std::string& folder) {
  if (is_of_network(name)) return {};
  if (platform::is_absolute(name)) {
    CLC_TRY(add_file(to_text(to_path(name))));
    return {};
  }
  CLC_TRY(add_file(join_path(folder, name)));
  for (const std::string& other : include_folders_) CLC_TRY(add_file(join_path(other, name)));
  return {};
}

// A macro's text names a file only where a directive asks for a macro's, beside whose text it is looked for.
Result<void> GivenFiles::note_defined(const std::set<std::string>& names) {
  const auto folders = by_macro_folders_;
  for (const std::string& name : names) {
    if (!defined_.insert(name).second) continue;
    for (const std::string& folder : folders) CLC_TRY(add_named(name, folder));
  }
  return {};
}

Result<void> GivenFiles::add_by_macro(const std::string& folder) {
  if (!by_macro_folders_.insert(folder).second) return {};
  CLC_TRY(add_all_of(folder));
  for (const std::string& other : include_folders_) CLC_TRY(add_all_of(other));
  const auto names = defined_;
  for (const std::string& name : names) CLC_TRY(add_named(name, folder));
  return {};
}

}  // namespace clc::farm
