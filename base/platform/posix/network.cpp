#include "base/platform/network.h"

#include <arpa/inet.h>

namespace clc::platform {

bool is_ipv6(const std::string& text) {
  in6_addr address = {};
  return ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

}  // namespace clc::platform
