#include "credentials.h"

#include <cstdlib>

#include "base/environment_variable.h"
#include "clc/base/file.h"

namespace clc::cache {

namespace {

constexpr std::uint64_t k_largest_netrc = std::uint64_t{1} << 20U;

// The next word, with quotes and backslashes removed as libcurl does; nothing at the end.
std::optional<std::string> next_word(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  if (text.front() != '"') {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    std::string word(text.substr(0, end));
    text.remove_prefix(end);
    return word;
  }
  std::string word;
  std::size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    word += text[i];
  }
  text.remove_prefix(std::min(i + 1, text.size()));
  return word;
}

// A macro ends at an empty line.
void skip_macro(std::string_view& text) {
  const std::size_t end = text.find("\n\n");
  text.remove_prefix(end == std::string_view::npos ? text.size() : end);
}

Result<std::string> secret_in(const std::string& variable, const char* attribute) {
  const std::string value = environment_variable(variable.c_str());
  if (value.empty()) {
    // The name is not repeated: somebody may have put the secret in its place.
    return fail(ErrorKind::k_unavailable,
                "the environment variable that |" + std::string(attribute) + " names is not set");
  }
  if (value.find_first_of("\r\n") != std::string_view::npos) {
    return fail(ErrorKind::k_unavailable,
                "the environment variable that |" + std::string(attribute) + " names holds more than one line");
  }
  return std::string(value);
}

}  // namespace

std::optional<Credentials> find_in_netrc(std::string_view text, const std::string& host, const std::string& user) {
  std::optional<Credentials> found;
  const auto fits = [&] { return found && !found->password.empty() && (user.empty() || found->user == user); };
  while (const std::optional<std::string> word = next_word(text)) {
    const bool is_machine = *word == "machine";
    if (is_machine || *word == "default") {
      if (fits()) break;
      found.reset();
      if (!is_machine || next_word(text) == host) found.emplace();
    } else if (*word == "macdef") {
      skip_macro(text);
    } else if (*word == "login" || *word == "password" || *word == "account") {
      const std::string value = next_word(text).value_or("");
      if (found && *word == "login") found->user = value;
      if (found && *word == "password") found->password = value;
    } else if (word->front() == '#') {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
  }
  return fits() ? found : std::nullopt;
}

Result<Credentials> find_credentials(const ServerSettings& settings) {
  Credentials credentials;
  credentials.user = settings.user;
  if (!settings.token_variable.empty()) {
    Result<std::string> token = secret_in(settings.token_variable, "token");
    if (!token) return fail(token);
    credentials.token = std::move(*token);
  } else if (!settings.password_variable.empty()) {
    Result<std::string> password = secret_in(settings.password_variable, "password");
    if (!password) return fail(password);
    credentials.password = std::move(*password);
  } else if (!settings.netrc_file.empty()) {
    const Result<Bytes> text = read_ordinary_file(settings.netrc_file, k_largest_netrc);
    if (!text) return fail(text);
    std::string host = settings.host;
    if (host.front() == '[') host = host.substr(1, host.size() - 2);
    const std::optional<Credentials> entry = find_in_netrc(*text, host, settings.user);
    if (!entry) return fail(ErrorKind::k_unavailable, settings.netrc_file + " has no password for " + host);
    credentials = *entry;
  }
  return credentials;
}

}  // namespace clc::cache
