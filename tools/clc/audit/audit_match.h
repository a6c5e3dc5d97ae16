// Finds secrets in texts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/source_words.h"
#include "protocol/embedded_strings.h"

namespace clc {

struct Finding {
  std::string what;         // "comment", "name", "absolute path"
  std::string text;         // what stands there
  std::string where;        // in the binary
  std::string source;       // "file:line", or "" for what is no source's
  std::uint64_t count = 1;  // places in which it stands
};

struct MatchContext {
  std::set<std::string> allowed;  // names that the interface has to reveal
  std::set<std::string> modules;  // whose files are named first, where several have a name
};

class SecretMatcher {
 public:
  explicit SecretMatcher(const std::vector<Secret>& secrets);

  // What `text` tells. `revealed` takes the strings that the code itself needs.
  void match(const EmbeddedString& text, const MatchContext& context, std::vector<Finding>& findings,
             std::set<std::string>& revealed) const;

 private:
  void match_names(const EmbeddedString& text, const MatchContext& context, std::vector<Finding>& findings) const;
  void match_lines(const EmbeddedString& text, std::vector<Finding>& findings, std::set<std::string>& revealed) const;
  void match_paths(const EmbeddedString& text, std::vector<Finding>& findings) const;
  const Secret* secret_in(std::string_view word, const MatchContext& context, bool is_raw) const;

  std::unordered_map<std::string, std::vector<Secret>> names_;
  std::unordered_map<std::string, std::vector<Secret>> lines_;  // by their first characters
  std::vector<Secret> paths_;
};

// Paths that are somebody's, whatever the sources: "/home/…", "C:\Users\…".
std::vector<std::string> private_paths(std::string_view text);

// Each text once, the first place first, with the number of places.
std::vector<Finding> without_repetitions(const std::vector<Finding>& findings);

}  // namespace clc
