// Bytes that come over a connection to `clc serve`: a request is taken apart the same way however many bytes follow it,
// and is answered only when it names this server and knows the token.
#include "fuzz.h"
#include "serve/guard.h"
#include "serve/http_request.h"

using namespace clc;

namespace {

const Address k_address{8080, "0123456789abcdef0123456789abcdef"};

void check_answered(const HttpRequest& request) {
  fuzz::require(request.method == "GET" || request.method == "HEAD");
  fuzz::require(request.target.starts_with("/" + k_address.token + "/"));
  fuzz::require(request.hosts.size() == 1 && request.hosts.front().ends_with(":8080"));
  fuzz::require(!request.has_body);
  const std::optional<RequestedPath> path = requested_path_of(request);
  if (!path) return;
  for (const auto& [name, value] : path->query) {
    fuzz::require(name.find('\0') == name.npos && value.find('\0') == value.npos);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  const ParsedRequest parsed = parse_request(input);
  fuzz::require(parsed.used <= input.size() && (parsed.used == 0 || parsed.refusal == 0));
  if (parsed.used == 0) return 0;
  const ParsedRequest alone = parse_request(input.substr(0, parsed.used));
  fuzz::require(alone.used == parsed.used && alone.request.target == parsed.request.target);
  fuzz::require(parse_request(input.substr(0, parsed.used - 1)).used == 0);
  (void)requested_path_of(parsed.request);
  if (!refuse(parsed.request, k_address)) check_answered(parsed.request);
  return 0;
}
