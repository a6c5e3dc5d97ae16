#include "serve/http_request.h"

#include "catch_all.h"
#include "package_samples.h"

using namespace clc;

namespace {

const std::string k_good = "GET /x?a=b HTTP/1.1\r\nHost: h:1\r\nOrigin: o\r\nSec-Fetch-Site: none\r\n\r\n";

}  // namespace

TEST_CASE("a request is taken apart", "[serve]") {
  const ParsedRequest parsed = parse_request(k_good + "GET /next");
  CHECK(parsed.refusal == 0);
  CHECK(parsed.used == k_good.size());
  CHECK(parsed.request.method == "GET");
  CHECK(parsed.request.target == "/x?a=b");
  CHECK(parsed.request.hosts == std::vector<std::string>{"h:1"});
  CHECK(parsed.request.origins == std::vector<std::string>{"o"});
  CHECK(parsed.request.fetch_sites == std::vector<std::string>{"none"});
  CHECK_FALSE(parsed.request.has_body);
  CHECK(parsed.request.keeps_alive);
  CHECK(parse_request("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").request.hosts.size() == 2);
  CHECK_FALSE(parse_request("GET / HTTP/1.0\r\nHost: a\r\n\r\n").request.keeps_alive);
}

TEST_CASE("every beginning of a request waits for more", "[serve]") {
  for (std::size_t size = 0; size < k_good.size(); ++size) {
    const ParsedRequest parsed = parse_request(k_good.substr(0, size));
    CHECK(parsed.refusal == 0);
    CHECK(parsed.used == 0);
  }
}

TEST_CASE("what is no request is refused", "[serve]") {
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02"), std::string("{}"), std::string(1, '\0'),
        std::string("G\0T / HTTP/1.1\r\n\r\n", 18), std::string("GET /\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nHost h\r\n\r\n"), std::string("GET / HTTP/1.1\r\n Host: h\r\n\r\n"),
        std::string("GET /\x01 HTTP/1.1\r\n\r\n"), std::string("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")}) {
    CAPTURE(bytes);
    CHECK(parse_request(bytes).refusal == 400);
  }
  CHECK(parse_request("GET / HTTP/2.0\r\n\r\n").refusal == 505);
  CHECK(parse_request("GET /" + std::string(k_longest_target, 'x')).refusal == 414);
  CHECK(parse_request("GET / HTTP/1.1\r\nA: " + std::string(k_longest_head, 'x')).refusal == 431);
  CHECK(parse_request("GET / HTTP/1.1\r\nA: " + std::string(k_longest_head, 'x') + "\r\n\r\n").refusal == 431);
}

TEST_CASE("a body is seen", "[serve]") {
  for (const char* header : {"Content-Length: 5", "Transfer-Encoding: chunked"}) {
    const ParsedRequest parsed =
        parse_request("POST / HTTP/1.1\r\nHost: h\r\n" + std::string(header) + "\r\n\r\nhello");
    CHECK(parsed.refusal == 0);
    CHECK(parsed.request.has_body);
  }
  CHECK_FALSE(parse_request("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n").request.has_body);
}

TEST_CASE("any bytes can be given to the parser of requests", "[serve]") {
  test::Random random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = k_good;
    for (std::uint64_t flips = random.below(4) + 1; flips > 0; --flips) {
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    }
    const ParsedRequest parsed = parse_request(bytes);
    CHECK(parsed.used <= bytes.size());
  }
}
