// Reads secrets from environment variables and netrc files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server.h"

namespace clc::cache {

// Finds the credentials that a server's settings ask for. The error repeats no secret.
Result<Credentials> find_credentials(const ServerSettings& settings);

// A library's text without what it repeats of a proxy's URL in the environment (https_proxy and others): that may hold
// a password.
std::string without_proxies(std::string text);

// The login and password that the text of a netrc file has for a host, and for this user where one is given.
std::optional<Credentials> find_in_netrc(std::string_view text, const std::string& host, const std::string& user);

}  // namespace clc::cache
