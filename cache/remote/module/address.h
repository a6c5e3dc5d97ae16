// Looks up the addresses of a host within a bounded time.
#pragma once

#include <string>
#include <vector>

#include "base/platform/sockets.h"
#include "progress_timeout.h"

namespace clc::cache {

// Two forms of ServerSettings::host. For looking it up here an IPv6 address has no brackets, and its zone no "%25": it
// is fe80::1%eth0 of [fe80::1%25eth0]. A server is not told the zone, which is a word of this machine.
std::string host_here(const std::string& host);
std::string host_there(const std::string& host);

// Finds the addresses of a host. Empty: there is no such name, or no name server answered in time; `problem` says
// which.
std::vector<platform::SocketAddress> find_addresses(const std::string& host, unsigned port, milliseconds time,
                                                    std::string& problem);

}  // namespace clc::cache
