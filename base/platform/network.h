// Addresses of the network.
#pragma once

#include <string>

namespace clc::platform {

// An address of version 6, as it is written, without a zone.
bool is_ipv6(const std::string& text);

}  // namespace clc::platform
