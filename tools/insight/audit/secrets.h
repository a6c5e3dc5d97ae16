// The secrets that must not be in a package: everything by which the sources that it was made from, and whoever made
// it, can be recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clc {

enum class SecretKind {
  k_line,     // a line of source
  k_comment,  // a line of a comment
  k_macro,    // name of a macro
  k_name,     // name of a variable, function, type, member
  k_literal,  // a string
  k_file,     // name of a source or header
  k_folder,   // where sources or headers lie
  k_home,     // path of the home folder
  k_user,     // name of the user
  k_host,     // name of the computer
};
const char* name_of(SecretKind kind);

struct Secret {
  SecretKind kind = SecretKind::k_name;
  std::string text;  // each run of white space is one blank in lines, comments and strings
  std::string file;  // file as the user named it; empty when the secret is the machine's
  std::uint64_t line = 0;
};

// Collects each secret once. A name is one secret, however often a file uses it: that of a macro, if it is a macro
// anywhere, and else the first one.
class SecretCollector {
 public:
  void add(Secret secret);
  std::size_t size() const { return secrets_.size(); }
  std::vector<Secret> take() { return std::move(secrets_); }

 private:
  std::vector<Secret> secrets_;
  std::map<std::pair<std::string, std::string>, std::size_t> names_;  // by file and text
  std::set<std::pair<SecretKind, std::string>> others_;
};

// The secrets of this computer: user, home folder, computer, current folder.
std::vector<Secret> secrets_of_this_machine();

// Replaces each run of white space by one blank, and removes it at the ends.
std::string collapsed(std::string_view text);
// True for a letter of ASCII, a digit or '_'.
bool is_word_character(char c);
// True for any character of a name: a word character, '$', or a byte of a letter outside of ASCII.
bool is_name_character(char c);

}  // namespace clc
