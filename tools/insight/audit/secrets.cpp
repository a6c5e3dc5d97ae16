#include "insight/audit/secrets.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/platform/paths.h"
#include "insight/audit/account.h"
#include "insight/audit/common_words.h"

namespace clc {
const char* name_of(SecretKind kind) {
  static constexpr const char* k_names[] = {"source line", "comment", "macro name",  "name",      "string",
                                            "file name",   "folder",  "home folder", "user name", "host name"};
  return k_names[static_cast<std::size_t>(kind)];
}

void SecretCollector::add(Secret secret) {
  const bool is_name = secret.kind == SecretKind::k_name || secret.kind == SecretKind::k_macro;
  if (is_name) {
    const auto [place, is_new] = names_.emplace(std::pair(secret.file, secret.text), secrets_.size());
    if (is_new) {
      secrets_.push_back(std::move(secret));
    } else if (secret.kind == SecretKind::k_macro) {
      secrets_[place->second] = std::move(secret);
    }
  } else if (others_.emplace(secret.kind, secret.text).second) {
    secrets_.push_back(std::move(secret));
  }
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

bool is_name_character(char c) {
  return is_word_character(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Secret> secrets_of_this_machine() {
  constexpr std::size_t k_shortest = 3;
  SecretCollector secrets;
  const auto add_name = [&](SecretKind kind, const std::string& text) {
    if (text.size() >= k_shortest && !is_common_account(text) && !is_common_word(text))
      secrets.add({kind, text, "", 0});
  };
  const auto add_home = [&](const std::string& folder) {
    if (folder.size() > k_shortest) secrets.add({SecretKind::k_home, folder, "", 0});
  };
  const Account account = our_account();
  add_name(SecretKind::k_user, account.user);
  add_home(account.home);
  add_name(SecretKind::k_user, environment_variable("USER"));
  add_name(SecretKind::k_user, environment_variable("LOGNAME"));
  add_home(environment_variable("HOME"));
  add_name(SecretKind::k_host, account.host);
  std::error_code ignored;
  const std::string current = platform::to_text(std::filesystem::current_path(ignored));
  if (std::ranges::count(current, '/') > 1) secrets.add({SecretKind::k_folder, current, "", 0});
  return secrets.take();
}

}  // namespace clc
