#include "serve/guard.h"

#include "catch_all.h"

using namespace clc;

namespace {

const Address k_address{4711, "0123456789abcdef0123456789abcdef"};

HttpRequest request(const std::string& target) {
  HttpRequest made;
  made.method = "GET";
  made.target = target;
  made.hosts = {"127.0.0.1:4711"};
  return made;
}

HttpRequest good() {
  return request("/" + k_address.token + "/view");
}

unsigned status_of(const HttpRequest& request) {
  const std::optional<RefusedRequest> refusal = refuse(request, k_address);
  return refusal ? refusal->status : 200;
}

}  // namespace

TEST_CASE("the owner's requests are let in", "[serve]") {
  CHECK(status_of(good()) == 200);
  HttpRequest asked = good();
  asked.hosts = {"LocalHost:4711"};
  CHECK(status_of(asked) == 200);
  asked.origins = {"http://localhost:4711"};
  asked.fetch_sites = {"same-origin"};
  CHECK(status_of(asked) == 200);
  asked.method = "HEAD";
  CHECK(status_of(asked) == 200);
}

TEST_CASE("requests for other hosts are refused", "[serve]") {
  for (const char* host : {"evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:4711", "",
                           "localhost:4711.evil.example", "[::1]:4711", "0.0.0.0:4711", "localhost:4711 "}) {
    HttpRequest asked = good();
    asked.hosts = {host};
    CHECK(status_of(asked) == 421);
  }
  HttpRequest asked = good();
  asked.hosts = {};
  CHECK(status_of(asked) == 400);
  asked.hosts = {"127.0.0.1:4711", "127.0.0.1:4711"};
  CHECK(status_of(asked) == 400);
}

TEST_CASE("requests that another site's page makes are refused", "[serve]") {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:4711", "http://localhost:4711",
                             "http://127.0.0.1:4712", ""}) {
    HttpRequest asked = good();
    asked.origins = {origin};
    CHECK(status_of(asked) == 403);
  }
  for (const char* site : {"cross-site", "same-site", "", "Same-Origin"}) {
    HttpRequest asked = good();
    asked.fetch_sites = {site};
    CHECK(status_of(asked) == 403);
  }
}

TEST_CASE("nothing is given out without the token", "[serve]") {
  const std::string& token = k_address.token;
  for (const std::string& target : {std::string("/"), std::string("/view"), "/" + token, "/" + token.substr(1) + "/",
                                    "/" + token + "0/", "//" + token + "/", "/x/" + token + "/", "/..%2f" + token + "/",
                                    std::string("/") + std::string(32, '0') + "/"}) {
    CHECK(status_of(request(target)) == 403);
  }
  CHECK(status_of(request("http://127.0.0.1:4711/" + token + "/")) == 400);
  CHECK(status_of(request("*")) == 400);
}

TEST_CASE("only questions are answered", "[serve]") {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get", ""}) {
    HttpRequest asked = good();
    asked.method = method;
    CHECK(status_of(asked) == 405);
  }
  HttpRequest asked = good();
  asked.has_body = true;
  CHECK(status_of(asked) == 413);
}

TEST_CASE("a query is decoded once and holds no NUL", "[serve]") {
  const std::string path = "/" + k_address.token + "/view";
  const std::optional<RequestedPath> requested =
      requested_path_of(request(path + "?file=a%2Fb+c%252e.cl&target=&file=other&x"));
  REQUIRE(requested);
  CHECK(requested->name == "view");
  CHECK(requested->query.at("file") == "a/b c%2e.cl");
  CHECK(requested->query.at("target").empty());
  CHECK(requested->query.at("x").empty());
  for (const char* query : {"?file=a%00", "?file=%", "?file=%4", "?file=%zz", "?%00=1"}) {
    CHECK_FALSE(requested_path_of(request(path + query)));
  }
  CHECK(requested_path_of(request("/" + k_address.token + "/../view"))->name == "../view");
}

TEST_CASE("tokens cannot be guessed from one another", "[serve]") {
  const std::string token = random_token();
  CHECK(token.size() == 32);
  CHECK(token.find_first_not_of("0123456789abcdef") == token.npos);
  CHECK(token != random_token());
}
