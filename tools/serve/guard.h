// Decides who may ask `clc serve`, and for what, before anything is looked at.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "serve/http_request.h"

namespace clc {

// The parts of the page's address.
struct Address {
  unsigned port = 0;
  std::string token;  // random, the first part of every path

  std::string url() const;
};

struct RefusedRequest {
  unsigned status = 0;
  std::string why;  // for the log; may hold what the request said
};

// Says why a request is refused: it was sent to another host (a name that was bound to this machine afterwards), by
// another site's page, without the token, with a body, or with a method that changes something. Nothing when it is not
// refused.
std::optional<RefusedRequest> refuse(const HttpRequest& request, const Address& address);

// The name of what a request that is not refused wants, and its query.
struct RequestedPath {
  std::string name;                          // the path behind the token; empty: the page
  std::map<std::string, std::string> query;  // decoded; of equal names the first
};
// Reads them from a request; nothing for a query that is not well encoded.
std::optional<RequestedPath> requested_path_of(const HttpRequest& request);

// Returns 32 hexadecimal digits that nobody can guess; empty when the system has no random numbers.
std::string random_token();

}  // namespace clc
