#include "audit/source_words.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "audit/common_words.h"
#include "clc/package/file.h"
#include "support/text.h"

namespace clc {
namespace {

constexpr std::size_t k_shortest_name = 3, k_shortest_line = 12, k_shortest_comment = 8, k_shortest_literal = 6;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// True for lines without code, and for lines that any source may have.
bool tells_nothing(const std::string& line) {
  const bool has_letter =
      std::any_of(line.begin(), line.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
  return !has_letter || line.starts_with("#pragma OPENCL EXTENSION");
}

// Reads one file, comments and code apart.
class SourceReader {
 public:
  SourceReader(std::string_view text, std::string file, const std::set<std::string>& builtins,
               std::vector<Secret>& into)
      : text_(text), file_(std::move(file)), builtins_(builtins), into_(into) {}

  // The names in its `#include`s.
  std::vector<std::string> run() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        read_comment(end_of_line());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        read_comment(end == std::string_view::npos ? text_.size() : end + 2);
      } else if (rest.front() == '"' || rest.front() == '\'') {
        read_literal(rest.front());
      } else if (is_word_character(rest.front())) {
        read_word();
      } else if (rest.front() == '\n') {
        end_line();
      } else {
        is_directive_ = is_directive_ || (rest.front() == '#' && collapsed(code_).empty());
        code_ += text_[at_++];
      }
    }
    end_line();
    return std::move(includes_);
  }

 private:
  std::size_t end_of_line() const { return std::min(text_.find('\n', at_), text_.size()); }
  void add(SecretKind kind, std::string text) { into_.push_back({kind, std::move(text), file_, line_}); }

  void read_comment(std::size_t end) {
    const std::vector<std::string_view> lines = split(text_.substr(at_, end - at_), "\n");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i != 0) end_line();
      std::string line = collapsed(lines[i]);
      while (!line.empty() && (line.front() == '/' || line.front() == '*' || line.front() == ' ')) line.erase(0, 1);
      while (!line.empty() && (line.back() == '/' || line.back() == '*' || line.back() == ' ')) line.pop_back();
      if (line.size() >= k_shortest_comment && !tells_nothing(line)) add(SecretKind::k_comment, line);
    }
    at_ = end;
    code_ += ' ';
  }

  void read_literal(char quote) {
    std::string value;
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        const char c = text_[at_];
        value += c == 'n' || c == 't' || c == 'r' ? ' ' : c;
      } else {
        value += text_[at_];
      }
      ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
    code_ += text_.substr(begin, at_ - begin);
    if (is_include()) {
      includes_.push_back(value);
    } else if (quote == '"' && collapsed(value).size() >= k_shortest_literal) {
      add(SecretKind::k_literal, collapsed(value));
    }
  }

  bool is_include() const { return is_directive_ && collapsed(code_).find("include") != std::string::npos; }

  void read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    const std::string before = collapsed(code_);
    code_ += word;
    if (is_digit(word.front()) || word.size() < k_shortest_name || builtins_.contains(word) || is_common_word(word))
      return;
    if (word.starts_with("__") || before.starts_with("#pragma") || before == "#" || before.starts_with("#include"))
      return;
    const bool is_definition = before == "#define" || before == "# define";
    add(is_definition ? SecretKind::k_macro : SecretKind::k_name, word);
  }

  void end_line() {
    std::string line = collapsed(code_);
    const std::size_t solid =
        static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) { return c != ' '; }));
    if (solid >= k_shortest_line && !tells_nothing(line)) add(SecretKind::k_line, std::move(line));
    if (is_include() && code_.find('<') != std::string::npos) {
      const std::size_t open = code_.find('<');
      includes_.push_back(code_.substr(open + 1, std::min(code_.find('>', open), code_.size()) - open - 1));
    }
    code_.clear();
    is_directive_ = false;
    ++line_;
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  std::string file_;
  const std::set<std::string>& builtins_;
  std::vector<Secret>& into_;
  std::vector<std::string> includes_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::string code_;  // of this line, without comments
  bool is_directive_ = false;
};

void add_folder(const std::string& spelled, std::vector<Secret>& into) {
  std::error_code ignored;
  const std::string absolute = std::filesystem::weakly_canonical(spelled, ignored).string();
  constexpr std::size_t k_shortest = 4;  // "/usr" and "src" say nothing
  for (const std::string& folder : {spelled, absolute}) {
    const bool is_a_path = folder.find('/') != std::string::npos && folder.find_first_not_of("./") != std::string::npos;
    if (is_a_path && folder.size() > k_shortest) into.push_back({SecretKind::k_folder, folder, spelled, 0});
  }
}

// A name is one secret however often a file uses it: a macro is a macro, and the first place counts.
std::vector<Secret> without_repetitions(std::vector<Secret> all) {
  std::map<std::pair<std::string, std::string>, std::size_t> names;
  std::vector<Secret> result;
  std::set<std::pair<SecretKind, std::string>> seen;
  for (Secret& secret : all) {
    const bool is_name = secret.kind == SecretKind::k_name || secret.kind == SecretKind::k_macro;
    if (is_name) {
      const auto [place, is_new] = names.emplace(std::pair(secret.file, secret.text), result.size());
      if (!is_new) {
        if (secret.kind == SecretKind::k_macro) result[place->second] = std::move(secret);
        continue;
      }
    } else if (!seen.emplace(secret.kind, secret.text).second) {
      continue;
    }
    result.push_back(std::move(secret));
  }
  return result;
}

}  // namespace

const char* name_of(SecretKind kind) {
  switch (kind) {
    case SecretKind::k_line:
      return "source line";
    case SecretKind::k_comment:
      return "comment";
    case SecretKind::k_macro:
      return "macro name";
    case SecretKind::k_name:
      return "name";
    case SecretKind::k_literal:
      return "string";
    case SecretKind::k_file:
      return "file name";
    case SecretKind::k_folder:
      return "folder";
    case SecretKind::k_home:
      return "home folder";
    case SecretKind::k_user:
      return "user name";
    case SecretKind::k_host:
      return "host name";
  }
  return "";
}

std::string collapsed(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

Result<std::vector<Secret>> secrets_of(const AuditSources& sources, const std::set<std::string>& builtins,
                                       std::vector<std::string>& headers_not_found) {
  std::vector<Secret> secrets;
  std::vector<std::string> files = sources.files;
  std::set<std::string> known(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string file = files[i];
    const Result<Bytes> text = read_file(file);
    if (!text) return fail(text);
    secrets.push_back({SecretKind::k_file, base_name(file), file, 0});
    const std::string folder = folder_of(file);
    add_folder(folder.empty() ? "." : folder, secrets);
    for (const std::string& name : SourceReader(*text, file, builtins, secrets).run()) {
      std::vector<std::string> folders = {folder};
      folders.insert(folders.end(), sources.include_folders.begin(), sources.include_folders.end());
      const auto found = std::find_if(folders.begin(), folders.end(), [&](const std::string& place) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(join_path(place, name), ignored);
      });
      if (name.find('/') != std::string::npos) secrets.push_back({SecretKind::k_folder, name, file, 0});
      if (found == folders.end()) {
        secrets.push_back({SecretKind::k_file, base_name(name), file, 0});
        headers_not_found.push_back(name);
      } else if (known.insert(join_path(*found, name)).second) {
        files.push_back(join_path(*found, name));
      }
    }
  }
  for (const std::string& folder : sources.include_folders) add_folder(folder, secrets);
  return without_repetitions(std::move(secrets));
}

std::vector<Secret> secrets_of_this_machine() {
  constexpr std::size_t k_shortest = 3;
  std::vector<Secret> secrets;
  const auto add_name = [&](SecretKind kind, const char* text) {
    if (text != nullptr && std::string_view(text).size() >= k_shortest && !is_common_account(text))
      secrets.push_back({kind, text, "", 0});
  };
  const auto add_home = [&](const char* folder) {
    if (folder != nullptr && std::string_view(folder).size() > k_shortest)
      secrets.push_back({SecretKind::k_home, folder, "", 0});
  };
  const passwd* account = getpwuid(getuid());
  if (account != nullptr) {
    add_name(SecretKind::k_user, account->pw_name);
    add_home(account->pw_dir);
  }
  add_name(SecretKind::k_user, std::getenv("USER"));
  add_name(SecretKind::k_user, std::getenv("LOGNAME"));
  add_home(std::getenv("HOME"));
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) == 0) add_name(SecretKind::k_host, host);
  std::error_code ignored;
  const std::string current = std::filesystem::current_path(ignored).string();
  if (std::count(current.begin(), current.end(), '/') > 1) secrets.push_back({SecretKind::k_folder, current, "", 0});
  return without_repetitions(std::move(secrets));
}

}  // namespace clc
