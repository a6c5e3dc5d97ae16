#include "credentials.h"

#include <algorithm>
#include <cstdlib>

#include "address.h"
#include "base/environment_variable.h"
#include "base/try.h"
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
    // Somebody may have put the secret in the place of the name, so only words of capitals are repeated.
    const bool is_name = variable.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string::npos;
    return fail(
        ErrorKind::k_unavailable,
        is_name ? "the environment variable " + variable + ", which |" + std::string(attribute) + " names, is not set"
                : "the environment variable that |" + std::string(attribute) + " names is not set");
  }
  if (value.find_first_of("\r\n") != std::string_view::npos) {
    return fail(ErrorKind::k_unavailable,
                "the environment variable that |" + std::string(attribute) + " names holds more than one line");
  }
  return std::string(value);
}

// Where a proxy's user and password end, which begin at `begin`; there, where it has none. Where no port follows a ':',
// it may be a password whose host is missing.
std::size_t end_of_secret(const std::string& value, std::size_t begin) {
  if (const std::size_t user_end = value.rfind('@'); user_end != std::string::npos) return std::max(user_end, begin);
  const std::string place = value.substr(begin, value.find('/', begin) - begin);
  const std::size_t colon = place.rfind(':');
  const bool is_address = place.starts_with('[') || colon == std::string::npos;
  return is_address || place.find_first_not_of("0123456789", colon + 1) == std::string::npos ? begin : value.size();
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

// Libraries cut long texts, so whatever begins like the value is taken for it, with all that follows.
std::string without_proxies(std::string text) {
  for (const char* name :
       {"http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "grpc_proxy"}) {
    const std::string value = environment_variable(name);
    const std::size_t scheme = value.find("://");
    const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
    const std::size_t end = end_of_secret(value, begin);
    if (end == begin) continue;
    // With a scheme one character behind it will do; what has none is known by its first four.
    const std::string secret = value.substr(begin, std::min<std::size_t>(end - begin, 4));
    for (const std::string& sign : {begin == 0 ? secret : value.substr(0, begin + 1), secret}) {
      const std::size_t at = text.find(sign);
      if (at != std::string::npos) text = text.substr(0, at) + "(the value of " + name + ")";
    }
  }
  return text;
}

Result<Credentials> find_credentials(const ServerSettings& settings) {
  Credentials credentials;
  credentials.user = settings.user;
  if (!settings.token_variable.empty()) {
    credentials.token = CLC_TRY(secret_in(settings.token_variable, "token"));
  } else if (!settings.password_variable.empty()) {
    credentials.password = CLC_TRY(secret_in(settings.password_variable, "password"));
  } else if (!settings.netrc_file.empty()) {
    const Bytes text = CLC_TRY(read_ordinary_file(settings.netrc_file, k_largest_netrc));
    const std::string host = host_here(host_there(settings.host));
    const std::optional<Credentials> entry = find_in_netrc(text, host, settings.user);
    if (!entry) return fail(ErrorKind::k_unavailable, settings.netrc_file + " has no password for " + host);
    credentials = *entry;
  }
  return credentials;
}

}  // namespace clc::cache
