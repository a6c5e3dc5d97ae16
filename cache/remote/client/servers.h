// The servers that CLC_REMOTE names, how they are spoken to, and how long they may take.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clc/base/result.h"

namespace clc::cache {

struct ServerSettings {
  enum class Protocol { k_http, k_redis, k_grpc };

  std::string name;  // for messages: the URL without its user
  Protocol protocol = Protocol::k_http;
  bool is_tls = false;
  std::string host;  // an IPv6 address in brackets; empty for a socket
  unsigned port = 0;
  std::string path;       // of HTTP: before /ac and /cas, no '/' at its end; of gRPC: the name of the instance
  std::string socket;     // Redis on this machine
  unsigned database = 0;  // of Redis
  bool is_read_only = false;

  std::string user;
  // At most one of these three is set. The variables hold the secrets; no secret stands in CLC_REMOTE itself.
  std::string password_variable;
  std::string token_variable, netrc_file, ca_file;

  unsigned connect_ms = 200;
  unsigned request_ms = 2000;  // without progress; see module/progress_timeout.h
  unsigned total_ms = 20000;   // for all requests of one process; of jobs: for one

  unsigned race_ms = 1000;  // a job that takes longer there is compiled here, too
  bool executes = false;    // it is to compile (CLC_REMOTE_EXECUTION)
  std::vector<std::pair<std::string, std::string>> properties = {};  // that it chooses its machines by, sorted
  std::string compiler;  // the folder in which its machines have clc; empty: they get it
};

// Servers are separated by blanks, attributes of one by '|'; docs/cache-server.md lists them. k_usage says what is
// wrong and with which server, and repeats nothing that may be a secret.
Result<std::vector<ServerSettings>> parse_servers(std::string_view text);
// The one server of CLC_REMOTE_EXECUTION, which speaks gRPC. Errors are as above.
Result<ServerSettings> parse_execution_server(std::string_view text);

}  // namespace clc::cache
