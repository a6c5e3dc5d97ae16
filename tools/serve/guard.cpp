#include "serve/guard.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "base/encoding/hex.h"
#include "base/text.h"

namespace clc {
namespace {

// Takes as long for every wrong token, so that nobody finds it digit by digit.
bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

// The parts of "/TOKEN/name?query": "TOKEN", and what follows the slash behind it.
struct Path {
  std::string_view token, name, query;
};
Path path_of(std::string_view target) {
  Path path;
  const std::size_t question = target.find('?');
  if (question != target.npos) path.query = target.substr(question + 1);
  target = target.substr(0, question);
  const std::size_t end = target.find('/', 1);
  if (end == target.npos) return path;
  path.token = target.substr(1, end - 1);
  path.name = target.substr(end + 1);
  return path;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
    const int byte = high * 16 + low;
    if (high < 0 || low < 0 || byte == 0) return std::nullopt;
    result += static_cast<char>(byte);
    i += 2;
  }
  return result;
}

std::optional<RefusedRequest> refuse_host(const HttpRequest& request, const std::vector<std::string>& own) {
  if (request.hosts.size() != 1) return RefusedRequest{400, "not one Host"};
  const std::string host = lower(request.hosts.front());
  const bool is_own = std::ranges::find(own, host) != own.end();
  return is_own ? std::nullopt : std::optional<RefusedRequest>({421, "for the host '" + host + "'"});
}

// Refuses requests of other sites' pages. Browsers say which page a request comes from; other programs say nothing.
std::optional<RefusedRequest> refuse_site(const HttpRequest& request) {
  for (const std::string& origin : request.origins) {
    if (lower(origin) != "http://" + lower(request.hosts.front()))
      return RefusedRequest{403, "from the origin '" + origin + "'"};
  }
  for (const std::string& site : request.fetch_sites) {
    if (site != "same-origin" && site != "none") return RefusedRequest{403, "from another site (" + site + ")"};
  }
  return std::nullopt;
}

}  // namespace

std::string Address::url() const {
  return "http://127.0.0.1:" + std::to_string(port) + "/" + token + "/";
}

std::optional<RefusedRequest> refuse(const HttpRequest& request, const Address& address) {
  const std::string port = ":" + std::to_string(address.port);
  std::vector<std::string> own{"127.0.0.1" + port, "localhost" + port};
  if (address.port == 80) own.insert(own.end(), {"127.0.0.1", "localhost"});
  if (std::optional<RefusedRequest> refusal = refuse_host(request, own)) return refusal;
  if (std::optional<RefusedRequest> refusal = refuse_site(request)) return refusal;
  if (request.method != "GET" && request.method != "HEAD") return RefusedRequest{405, "the method " + request.method};
  if (request.has_body) return RefusedRequest{413, "a body"};
  if (!request.target.starts_with('/')) return RefusedRequest{400, "a target that is no path"};
  if (!is_same_secret(path_of(request.target).token, address.token)) return RefusedRequest{403, "without the token"};
  return std::nullopt;
}

std::optional<RequestedPath> requested_path_of(const HttpRequest& request) {
  const Path path = path_of(request.target);
  RequestedPath requested;
  requested.name = std::string(path.name);
  if (path.query.empty()) return requested;
  for (const std::string_view part : split(path.query, "&")) {
    const std::size_t equals = part.find('=');
    const std::optional<std::string> name = decoded(part.substr(0, equals));
    const std::optional<std::string> value =
        decoded(equals == part.npos ? std::string_view() : part.substr(equals + 1));
    if (!name || !value) return std::nullopt;
    requested.query.emplace(*name, *value);
  }
  return requested;
}

std::string random_token() {
  std::array<char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return "";
  return to_hex({bytes.data(), bytes.size()});
}

}  // namespace clc
