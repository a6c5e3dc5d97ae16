#include "serve/http_request.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

namespace clc {
namespace {

namespace http = boost::beast::http;

ParsedRequest refused(unsigned status) {
  ParsedRequest parsed;
  parsed.refusal = status;
  return parsed;
}

std::vector<std::string> values_of(const http::fields& fields, boost::beast::string_view name) {
  std::vector<std::string> values;
  const auto [begin, end] = fields.equal_range(name);
  for (auto at = begin; at != end; ++at) values.emplace_back(at->value().data(), at->value().size());
  return values;
}

// Decides about a head that is not whole. Bytes that do not begin with a method, like those of TLS, never become a
// request.
ParsedRequest wait_or_refuse(std::string_view bytes) {
  const bool is_method = bytes.empty() || (bytes.front() >= 'A' && bytes.front() <= 'Z');
  if (!is_method) return refused(400);
  const bool is_first_line = bytes.find('\n') == bytes.npos;
  if (is_first_line && bytes.size() > k_longest_target) return refused(414);
  return bytes.size() > k_longest_head ? refused(431) : ParsedRequest();
}

}  // namespace

bool can_parse_requests() {
  return true;
}

ParsedRequest parse_request(std::string_view bytes) {
  constexpr std::string_view k_end = "\r\n\r\n";
  const std::size_t end = bytes.find(k_end);
  if (end == bytes.npos) return wait_or_refuse(bytes);
  const std::string_view head = bytes.substr(0, end + k_end.size());
  if (head.size() > k_longest_head) return refused(431);

  http::request_parser<http::empty_body> parser;
  parser.header_limit(k_longest_head);
  boost::system::error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(head.data(), head.size()), error);
  if (error == http::error::bad_version) return refused(505);
  // A body is refused later, by the one who knows the whole request.
  const bool is_read = !error || error == http::error::unexpected_body;
  if (!is_read || !parser.is_header_done() || used != head.size()) return refused(400);

  const auto& message = parser.get();
  ParsedRequest parsed;
  parsed.used = used;
  HttpRequest& request = parsed.request;
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  if (request.target.size() > k_longest_target) return refused(414);
  request.hosts = values_of(message, "Host");
  request.origins = values_of(message, "Origin");
  request.fetch_sites = values_of(message, "Sec-Fetch-Site");
  const auto length = parser.content_length();
  request.has_body = parser.chunked() || (length && *length != 0);
  request.keeps_alive = parser.keep_alive();
  return parsed;
}

}  // namespace clc
