// Takes the place of http_request.cpp where Boost was missing.
#include "serve/http_request.h"

namespace clc {

bool can_parse_requests() {
  return false;
}

ParsedRequest parse_request(std::string_view) {
  return {};
}

}  // namespace clc
