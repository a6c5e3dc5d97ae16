// Finds secrets in texts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "insight/audit/secrets.h"
#include "protocol/embedded_strings.h"

namespace clc {

struct FoundSecret {
  std::string what;         // "comment", "name", "absolute path"
  std::string text;         // the secret that was found
  std::string where;        // in the binary
  std::string source;       // "file:line"; empty when it does not come from a source
  std::uint64_t count = 1;  // number of times that it was found
};

struct MatchContext {
  std::set<std::string, std::less<>> allowed;  // names that the interface has to reveal
  std::string interface_texts;                 // names and types of the interface, one a line
  std::set<std::string> modules;               // modules whose file is reported if several files have a name
};

// Adds the words of the text, and its names, which may have more characters.
void add_words(std::string_view text, std::set<std::string, std::less<>>& words);

class SecretMatcher {
 public:
  explicit SecretMatcher(const std::vector<Secret>& secrets);

  // Adds the secrets in `text` to `findings`. Strings that the code itself needs go to `revealed` instead.
  void match(const EmbeddedString& text, const MatchContext& context, std::vector<FoundSecret>& findings,
             std::set<std::string>& revealed) const;

 private:
  void match_names(const EmbeddedString& text, const MatchContext& context, std::vector<FoundSecret>& findings) const;
  void match_odd_names(const EmbeddedString& text, const MatchContext& context,
                       std::vector<FoundSecret>& findings) const;
  void match_lines(const EmbeddedString& text, const MatchContext& context, std::vector<FoundSecret>& findings,
                   std::set<std::string>& revealed) const;
  void match_paths(const EmbeddedString& text, std::vector<FoundSecret>& findings) const;
  const Secret* secret_in(std::string_view word, const MatchContext& context, StringKind kind) const;
  bool is_public_anyway(const Secret& secret, const MatchContext& context, bool is_raw) const;

  std::unordered_map<std::string, std::vector<Secret>> names_;
  bool has_odd_names_ = false;
  std::unordered_map<std::string, std::vector<Secret>> lines_;  // by their first characters
  std::vector<Secret> paths_;
  // Strings of the sources, one a line, and their words. The code may need each, so that its data may hold them.
  std::string literals_;
  std::set<std::string, std::less<>> words_of_literals_;
};

// Paths in private folders, known from the sources or not: "/home/…", "C:\Users\…".
std::vector<std::string> private_paths(std::string_view text);

// Each text once, with the first place where it was found and the number of places.
std::vector<FoundSecret> without_repetitions(const std::vector<FoundSecret>& findings);

}  // namespace clc
