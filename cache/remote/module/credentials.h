// Reads secrets from environment variables and netrc files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server.h"

namespace clc::cache {

// Finds the credentials that a server's settings ask for. The error repeats no secret.
Result<Credentials> find_credentials(const ServerSettings& settings);

// The login and password that the text of a netrc file has for a host, and for this user where one is given.
std::optional<Credentials> find_in_netrc(std::string_view text, const std::string& host, const std::string& user);

}  // namespace clc::cache
