// Requests of HTTP/1, taken apart by Boost.Beast.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

inline constexpr std::size_t k_longest_head = std::size_t{16} << 10U;
inline constexpr std::size_t k_longest_target = std::size_t{4} << 10U;

struct HttpRequest {
  std::string method;
  std::string target;                                    // as it stands in the first line
  std::vector<std::string> hosts, origins, fetch_sites;  // the values of each header of the name
  bool has_body = false;
  bool keeps_alive = false;  // the client wants to go on with this connection
};

struct ParsedRequest {
  unsigned refusal = 0;  // a status: this is no request, or one that is too large
  std::size_t used = 0;  // how many bytes it took; 0: more have to come
  HttpRequest request;
};

// True when this clc was built with a parser.
bool can_parse_requests();

// Reads the request at the beginning of `bytes`.
ParsedRequest parse_request(std::string_view bytes);

}  // namespace clc
