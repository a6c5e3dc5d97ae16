// Collects what must not be in a package: everything by which the sources it was made from, and whoever made it, can
// be recognised.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clc/package/result.h"

namespace clc {

enum class SecretKind {
  k_line,     // of source
  k_comment,  // a line of one
  k_macro,    // its name
  k_name,     // of a variable, function, type, member
  k_literal,  // a string
  k_file,     // name of a source or header
  k_folder,   // where sources or headers lie
  k_home,     // folder
  k_user,     // name
  k_host,     // name
};
const char* name_of(SecretKind kind);

struct Secret {
  SecretKind kind = SecretKind::k_name;
  std::string text;  // of lines, comments and strings: every run of white space is one blank
  std::string file;  // as given; empty when the secret is the machine's
  std::uint64_t line = 0;
};

struct AuditSources {
  std::vector<std::string> files;
  std::vector<std::string> include_folders;
};

// The sources and, as far as they are found, the headers that they include. Names in `builtins` are no secrets.
Result<std::vector<Secret>> secrets_of(const AuditSources& sources, const std::set<std::string>& builtins,
                                       std::vector<std::string>& headers_not_found);
// User, home folder, computer, current folder.
std::vector<Secret> secrets_of_this_machine();

// One blank for each run of white space, none at the ends.
std::string collapsed(std::string_view text);
bool is_word_character(char c);

}  // namespace clc
