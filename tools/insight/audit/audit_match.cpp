#include "insight/audit/audit_match.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "insight/audit/common_words.h"

namespace clc {
namespace {

constexpr std::size_t k_key = 6;  // characters by which lines are looked up
constexpr std::size_t k_shortest_in_text = 3;
constexpr std::size_t k_shortest_in_bytes = 6;  // shortest name, where bytes may look like text by chance

std::string source_of(const Secret& secret) {
  if (secret.file.empty()) return "this machine";
  return secret.line == 0 ? secret.file : secret.file + ":" + std::to_string(secret.line);
}

bool is_boundary(std::string_view text, std::size_t at) {
  return at >= text.size() || !is_word_character(text[at]);
}

std::size_t end_of_word(std::string_view text, std::size_t at, bool (*is_part)(char)) {
  while (at < text.size() && is_part(text[at])) ++at;
  return at;
}

// True when a word has characters that only a name can have.
bool is_odd(std::string_view word) {
  return !std::ranges::all_of(word, is_word_character);
}

// True for a whole word or path: no letter, digit or '_' stands before or behind it.
bool is_whole_word(std::string_view text, std::size_t at, std::size_t size) {
  return (at == 0 || is_boundary(text, at - 1)) && is_boundary(text, at + size);
}

// The names inside a mangled name of C++: "_Z3fooPf" has "foo".
std::vector<std::string_view> mangled_names(std::string_view word) {
  std::vector<std::string_view> names;
  for (std::size_t at = 2; at < word.size();) {
    std::size_t length = 0;
    const std::size_t begin = at;
    while (at < word.size() && std::isdigit(static_cast<unsigned char>(word[at])) != 0 && length < word.size())
      length = length * 10 + static_cast<std::size_t>(word[at++] - '0');
    if (at == begin) {
      ++at;
    } else if (length > 0 && length <= word.size() - at) {
      names.push_back(word.substr(at, length));
      at += length;
    }
  }
  return names;
}

// The names that a word may be made of: compilers add prefixes and suffixes.
std::vector<std::string_view> names_in(std::string_view word) {
  std::vector<std::string_view> names = {word, without_number(word)};
  for (const std::string_view suffix : {"_param_", "_retval", "_workgroup", "_addr", "_i"}) {
    const std::size_t at = word.find(suffix);
    if (at != std::string_view::npos && at > 0) names.push_back(word.substr(0, at));
  }
  for (const std::string_view prefix : {"__clang_ocl_kern_imp_", "_pocl_kernel_", "__const_", "__func__", "_"}) {
    if (word.starts_with(prefix)) names.push_back(word.substr(prefix.size()));
  }
  if (word.starts_with("_Z")) {
    const std::vector<std::string_view> mangled = mangled_names(word);
    names.insert(names.end(), mangled.begin(), mangled.end());
  }
  return names;
}

// Prefers the secret of a module's own file, if several files have the name.
const Secret& best(const std::vector<Secret>& secrets, const MatchContext& context) {
  for (const Secret& secret : secrets) {
    if (context.modules.contains(stem(secret.file))) return secret;
  }
  return secrets.front();
}

bool is_data_of_code(StringKind kind) {
  return kind == StringKind::k_data || kind == StringKind::k_bytes;
}

bool is_allowed(std::string_view word, const MatchContext& context) {
  return std::ranges::any_of(names_in(word), [&](std::string_view name) { return context.allowed.contains(name); });
}

bool is_of_machine(const Secret& secret) {
  return secret.kind == SecretKind::k_user || secret.kind == SecretKind::k_host;
}

// Without what stands around the first and the last name: "scale(" is the name of a kernel.
std::string_view without_edges(std::string_view text) {
  while (!text.empty() && !is_name_character(text.front())) text.remove_prefix(1);
  while (!text.empty() && !is_name_character(text.back())) text.remove_suffix(1);
  return text;
}

constexpr std::string_view k_private_roots[] = {"/home/",  "/root/",   "/Users/",     "/tmp/",    "/work/",
                                                "/build/", "/builds/", "/workspace/", "/mnt/",    "/media/",
                                                "/srv/",   "/var/",    "/data/",      "/private/"};

bool ends_path(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '"' || c == '\'' || c == ';' || c == ',';
}

}  // namespace

SecretMatcher::SecretMatcher(const std::vector<Secret>& secrets) {
  for (const Secret& secret : secrets) {
    switch (secret.kind) {
      case SecretKind::k_line:
      case SecretKind::k_comment:
      case SecretKind::k_literal:
        if (secret.text.size() >= k_key) lines_[secret.text.substr(0, k_key)].push_back(secret);
        if (secret.kind != SecretKind::k_literal) break;
        literals_ += secret.text + "\n";
        add_words(secret.text, words_of_literals_);
        break;
      case SecretKind::k_macro:
      case SecretKind::k_name:
      case SecretKind::k_user:
      case SecretKind::k_host:
        // A computer's name may have a '-', so it is no single word.
        if (!std::ranges::all_of(secret.text, is_name_character)) {
          paths_.push_back(secret);
          break;
        }
        names_[secret.text].push_back(secret);
        has_odd_names_ = has_odd_names_ || is_odd(secret.text);
        break;
      case SecretKind::k_file:
      case SecretKind::k_folder:
      case SecretKind::k_home:
        paths_.push_back(secret);
        break;
    }
  }
}

void add_words(std::string_view text, std::set<std::string, std::less<>>& words) {
  for (const auto is_part : {is_word_character, is_name_character}) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = end_of_word(text, at, is_part);
      if (end > at) words.emplace(text.substr(at, end - at));
      at = end + 1;
    }
  }
}

// True for a line or comment that is a part of a name or type of the interface, or in data of a string of the sources.
bool SecretMatcher::is_public_anyway(const Secret& secret, const MatchContext& context, bool is_raw) const {
  const std::string_view text = without_edges(secret.text);
  return context.interface_texts.find(text) != std::string::npos ||
         (is_raw && secret.kind != SecretKind::k_literal && literals_.find(text) != std::string::npos);
}

const Secret* SecretMatcher::secret_in(std::string_view word, const MatchContext& context, StringKind kind) const {
  if (is_allowed(word, context)) return nullptr;
  const bool is_raw = is_data_of_code(kind);
  for (const std::string_view name : names_in(word)) {
    if (name.size() < (is_raw ? k_shortest_in_bytes : k_shortest_in_text)) continue;
    const auto secrets = names_.find(std::string(name));
    if (secrets == names_.end()) continue;
    const Secret& secret = best(secrets->second, context);
    const bool is_needed = kind == StringKind::k_text || (is_raw && words_of_literals_.contains(name));
    if (!is_needed || is_of_machine(secret)) return &secret;
  }
  return nullptr;
}

void SecretMatcher::match_names(const EmbeddedString& text, const MatchContext& context,
                                std::vector<FoundSecret>& findings) const {
  const std::string_view all = text.text;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = end_of_word(all, at, is_word_character);
    if (end == at) {
      ++at;
      continue;
    }
    std::string_view word = all.substr(at, end - at);
    const Secret* secret = secret_in(word, context, text.kind);
    const bool is_definition = at > 0 && all[at - 1] == '-' && (word.front() == 'D' || word.front() == 'U');
    if (secret == nullptr && is_definition) secret = secret_in(word.substr(1), context, text.kind);
    // In debug information a name may follow a byte that looks like a letter.
    const bool may_be_glued = text.kind == StringKind::k_debug && !is_allowed(word, context);
    for (std::size_t glued = 1; secret == nullptr && may_be_glued && glued <= 3 && word.size() > glued + 4; ++glued)
      secret = secret_in(word.substr(glued), context, StringKind::k_bytes);
    if (secret != nullptr) findings.push_back({name_of(secret->kind), secret->text, text.where, source_of(*secret)});
    at = end;
  }
  if (has_odd_names_) match_odd_names(text, context, findings);
}

// Finds names that have more than letters of ASCII, digits and '_': match_names() cuts them into several words.
void SecretMatcher::match_odd_names(const EmbeddedString& text, const MatchContext& context,
                                    std::vector<FoundSecret>& findings) const {
  const std::string_view all = text.text;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = end_of_word(all, at, is_name_character);
    const std::string_view word = all.substr(at, end - at);
    if (const Secret* secret = is_odd(word) ? secret_in(word, context, text.kind) : nullptr; secret != nullptr)
      findings.push_back({name_of(secret->kind), secret->text, text.where, source_of(*secret)});
    at = std::max(end, at + 1);
  }
}

void SecretMatcher::match_lines(const EmbeddedString& text, const MatchContext& context,
                                std::vector<FoundSecret>& findings, std::set<std::string>& revealed) const {
  if (lines_.empty() || text.text.size() < k_key) return;
  const std::string all = collapsed(text.text);
  const bool is_raw = is_data_of_code(text.kind);
  for (std::size_t at = 0; at + k_key <= all.size(); ++at) {
    const auto candidates = lines_.find(all.substr(at, k_key));
    if (candidates == lines_.end()) continue;
    for (const Secret& secret : candidates->second) {
      if (all.compare(at, secret.text.size(), secret.text) != 0) continue;
      if (secret.kind == SecretKind::k_literal && (is_raw || text.kind == StringKind::k_text)) {
        revealed.insert(secret.text);
      } else if (!is_public_anyway(secret, context, is_raw)) {
        findings.push_back({name_of(secret.kind), secret.text, text.where, source_of(secret)});
      }
    }
  }
}

void SecretMatcher::match_paths(const EmbeddedString& text, std::vector<FoundSecret>& findings) const {
  for (const Secret& secret : paths_) {
    for (std::size_t at = text.text.find(secret.text); at != std::string::npos;
         at = text.text.find(secret.text, at + 1)) {
      if (!is_whole_word(text.text, at, secret.text.size())) continue;
      findings.push_back({name_of(secret.kind), secret.text, text.where, source_of(secret)});
      break;
    }
  }
  for (const std::string& path : private_paths(text.text)) findings.push_back({"absolute path", path, text.where, ""});
}

void SecretMatcher::match(const EmbeddedString& text, const MatchContext& context, std::vector<FoundSecret>& findings,
                          std::set<std::string>& revealed) const {
  match_names(text, context, findings);
  match_lines(text, context, findings, revealed);
  match_paths(text, findings);
}

std::vector<std::string> private_paths(std::string_view text) {
  std::vector<std::string> paths;
  const auto take_path = [&](std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && !ends_path(text[end])) ++end;
    paths.emplace_back(text.substr(at, end - at));
    return end;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool is_windows = rest.size() > 3 && std::isupper(static_cast<unsigned char>(rest[0])) != 0 &&
                            (rest.substr(1).starts_with(":\\Users") || rest.substr(1).starts_with(":/Users"));
    if (rest.front() != '/' && !is_windows) continue;
    const bool is_beginning =
        at == 0 || (!is_word_character(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != '/');
    const bool is_private = std::ranges::any_of(k_private_roots, [&](std::string_view root) {
      return rest.starts_with(root) && rest.size() > root.size() && !ends_path(rest[root.size()]);
    });
    // "-I/home/x" and "-fdebug-prefix-map=/home/x" count, "a/home/x" does not.
    const bool is_behind_option = at > 1 && text[at - 1] == 'I' && text[at - 2] == '-';
    if (is_windows || (is_private && (is_beginning || is_behind_option))) at = take_path(at);
  }
  return paths;
}

std::vector<FoundSecret> without_repetitions(const std::vector<FoundSecret>& findings) {
  std::vector<FoundSecret> result;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const FoundSecret& finding : findings) {
    const auto [place, is_new] = places.emplace(std::pair(finding.what, finding.text), result.size());
    if (!is_new) result[place->second].count += finding.count;
    if (is_new) result.push_back(finding);
  }
  return result;
}

}  // namespace clc
