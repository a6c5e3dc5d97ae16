// Looks up the addresses of a host within a bounded time.
#pragma once

#include <sys/socket.h>

#include <string>
#include <vector>

#include "progress_timeout.h"

namespace clc::cache {

struct Address {
  sockaddr_storage bytes = {};
  socklen_t size = 0;
};

// Finds the addresses of a host. Empty: there is no such name, or no name server answered in time; `problem` says
// which.
std::vector<Address> find_addresses(const std::string& host, unsigned port, milliseconds time, std::string& problem);

}  // namespace clc::cache
