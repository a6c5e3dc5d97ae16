#include <random>

#include "catch_all.h"
#include "servers.h"

using namespace clc;
using namespace clc::cache;
using Catch::Matchers::ContainsSubstring;

namespace {

ServerSettings one(const std::string& text) {
  const auto servers = parse_servers(text);
  INFO(text << ": " << (servers ? "" : servers.error().message));
  REQUIRE(servers.has_value());
  REQUIRE(servers->size() == 1);
  return servers->front();
}

std::string problem(const std::string& text) {
  const auto servers = parse_servers(text);
  INFO(text);
  REQUIRE_FALSE(servers.has_value());
  CHECK(servers.error().kind == ErrorKind::k_usage);
  CHECK_THAT(servers.error().message, ContainsSubstring("CLC_REMOTE: server "));
  return servers.error().message;
}

}  // namespace

TEST_CASE("a server of the remote cache is a URL") {
  const ServerSettings http = one("http://cache.example");
  CHECK(http.protocol == ServerSettings::Protocol::k_http);
  CHECK_FALSE(http.is_tls);
  CHECK(http.host == "cache.example");
  CHECK(http.port == 80);
  CHECK(http.path.empty());
  CHECK_FALSE(http.is_read_only);
  CHECK(http.name == "http://cache.example");

  const ServerSettings https = one("https://[::1]:8443/team/clc//");
  CHECK(https.is_tls);
  CHECK(https.host == "[::1]");
  CHECK(https.port == 8443);
  CHECK(https.path == "/team/clc");
  CHECK(one("https://h").port == 443);
  CHECK(one("http://h/").path.empty());

  const ServerSettings grpc = one("grpc://bob@farm:8980/team/cl%2Dc/|password");
  CHECK(grpc.protocol == ServerSettings::Protocol::k_grpc);
  CHECK_FALSE(grpc.is_tls);
  CHECK(grpc.port == 8980);
  CHECK(grpc.path == "team/cl-c");
  CHECK(grpc.name == "grpc://farm:8980/team/cl%2Dc/");
  CHECK(one("grpc://h").path.empty());
  CHECK(one("grpcs://h|token|ca=/c").is_tls);
  CHECK(one("grpcs://h").port == 443);

  const ServerSettings redis = one("redis://bob%40x@cache:7000/3|password=OUR_SECRET");
  CHECK(redis.protocol == ServerSettings::Protocol::k_redis);
  CHECK(redis.port == 7000);
  CHECK(redis.database == 3);
  CHECK(redis.user == "bob@x");
  CHECK(redis.password_variable == "OUR_SECRET");
  CHECK(redis.name == "redis://cache:7000/3");
  CHECK(one("rediss://h").is_tls);
  CHECK(one("redis://h/").port == 6379);

  const ServerSettings socket = one("redis+unix:///run/my%20redis?db=2");
  CHECK(socket.socket == "/run/my redis");
  CHECK(socket.database == 2);
}

TEST_CASE("a server of the remote cache has attributes") {
  const ServerSettings server =
      one("https://bob@h|read-only|netrc=/a%20b|ca=/c|connect-timeout=1|timeout=22|total-timeout=3600000");
  CHECK(server.is_read_only);
  CHECK(server.netrc_file == "/a b");
  CHECK(server.ca_file == "/c");
  CHECK(server.connect_ms == 1);
  CHECK(server.request_ms == 22);
  CHECK(server.total_ms == 3600000);
  CHECK(one("http://bob@h|password").password_variable == "CLC_REMOTE_PASSWORD");
  CHECK(one("http://h|token").token_variable == "CLC_REMOTE_TOKEN");
  CHECK(one("http://h|token=X_1").token_variable == "X_1");
  CHECK_FALSE(one("http://h|read-only|read-write").is_read_only);
}

TEST_CASE("blanks separate servers of the remote cache") {
  const auto servers = parse_servers("  http://a|read-only\n\tredis://b ");
  REQUIRE(servers.has_value());
  REQUIRE(servers->size() == 2);
  CHECK((*servers)[0].is_read_only);
  CHECK((*servers)[1].host == "b");
  CHECK(parse_servers("")->empty());
  CHECK(parse_servers(" \t")->empty());
}

TEST_CASE("what is wrong with a server of the remote cache is said") {
  for (const char* text : {"cache:80", "ftp://h", "://h", "HTTP://h", "|read-only"}) {
    CHECK_THAT(problem(text), ContainsSubstring("begins with http://"));
  }
  CHECK_THAT(problem("http://a http://"), ContainsSubstring("server 2: the name of the host is missing"));
  for (const char* text : {"http:///x", "http://u@|password", "redis:///1"}) {
    CHECK_THAT(problem(text), ContainsSubstring("host"));
  }
  for (const char* text : {"http://a_b\x01", "http://:80", "http://ä"})
    CHECK_THAT(problem(text), ContainsSubstring("host"));
  for (const char* text : {"http://[::1", "http://[x]", "http://[]", "http://[127.0.0.1]", "http://[::1%eth0]",
                           "http://[::1%25]", "http://[::1%25a/b]"})
    CHECK_THAT(problem(text), ContainsSubstring("brackets"));
  for (const char* text :
       {"http://a:", "http://a:0", "http://a:65536", "http://a:1x", "http://[::1]x", "http://a:-1"}) {
    CHECK_THAT(problem(text), ContainsSubstring("port"));
  }
  for (const char* text : {"http://a/?q", "http://a/#f"}) CHECK_THAT(problem(text), ContainsSubstring("query"));
  CHECK_THAT(problem("http://a/<"), ContainsSubstring("percent-encoded"));
  for (const char* text : {"redis://a/x", "redis://a/1/2", "redis+unix:///s?db=", "redis://a/1000001"}) {
    CHECK_THAT(problem(text), ContainsSubstring("database"));
  }
  for (const char* text : {"redis+unix://", "redis+unix://s", "redis+unix:///%0"}) {
    CHECK_THAT(problem(text), ContainsSubstring("full path"));
  }
  CHECK_THAT(problem("redis+unix:///s?x=1"), ContainsSubstring("?db="));
  for (const char* text : {"http://a||read-only", "http://a|readonly", "http://a|read-only=1"}) {
    CHECK_THAT(problem(text), ContainsSubstring("is not an attribute; known are read-only"));
  }
  for (const char* text :
       {"http://a|timeout", "http://a|timeout=0", "http://a|timeout=1s", "http://a|timeout=3600001"}) {
    CHECK_THAT(problem(text), ContainsSubstring("milliseconds"));
  }
  for (const char* text : {"https://a|ca", "https://a|ca=", "https://a|ca=%zz"}) {
    CHECK_THAT(problem(text), ContainsSubstring("path of a file"));
  }
  for (const char* text : {"grpc://a//b", "grpc://a/blobs", "grpc://a/x/uploads", "grpc://a/%z"}) {
    CHECK_THAT(problem(text), ContainsSubstring("name of the instance"));
  }
  CHECK_THAT(problem("grpc://a|ca=/x"), ContainsSubstring("ca is for https, grpcs"));
  CHECK_THAT(problem("grpc://a|password"), ContainsSubstring("a password needs a user: grpc://USER@HOST"));
  CHECK_THAT(problem("grpc://a/x?y"), ContainsSubstring("query"));
  CHECK_THAT(problem("http://a|ca=/x"), ContainsSubstring("ca is for https"));
  CHECK_THAT(problem("http://a|password"), ContainsSubstring("needs a user"));
  CHECK_THAT(problem("http://u@a"), ContainsSubstring("needs password or netrc"));
  CHECK_THAT(problem("redis://a|token"), ContainsSubstring("for HTTP"));
  CHECK_THAT(problem("http://u@a|token"), ContainsSubstring("for no user"));
  CHECK_THAT(problem("http://u@a|password|netrc"), ContainsSubstring("exclude"));
  CHECK_THAT(problem("redis+unix:///s|netrc"), ContainsSubstring("hosts, not sockets"));
}

TEST_CASE("no message about a server of the remote cache repeats a secret") {
  for (const char* text :
       {"http://bob:hunter@h", "http://bob:hun/ter@h", "http://bob:hun@ter@h:x", "http://u@h|password=hunter!",
        "http://h|token=1hunter", "http://h|pasword=hunter", "redis://:hunter@h", "bob:hunter@h", "http://hunter@:1",
        "https://ci:hun|ter@h", "https://ci:hun/ter", "https://ci:hun ter@h", "https://hun:12|ter=x|y@h",
        "https://hun:12|ter|y@h", "https://h?token=hunter", "https://ci:hun#ter@h", "grpc://hun:1|ter=1|@h"}) {
    const std::string message = problem(text);
    CHECK(message.find("hun") == std::string::npos);
    CHECK(message.find("ter") == std::string::npos);
  }
}

TEST_CASE("a server that compiles is one, and speaks gRPC") {
  const auto server = parse_execution_server(" grpcs://farm/team|property=b=x%20y|property=a=1=2|race-after=5|token ");
  REQUIRE(server.has_value());
  CHECK((server->executes && server->is_tls && server->path == "team" && server->race_ms == 5));
  using Properties = std::vector<std::pair<std::string, std::string>>;
  CHECK(server->properties == Properties{{"a", "1=2"}, {"b", "x y"}});
  CHECK(server->compiler.empty());
  CHECK(parse_execution_server("grpc://a|compiler=/opt/c%20lc/")->compiler == "/opt/c lc");
  for (const char* text : {"", " ", "http://a", "redis://a", "grpc://a grpc://b", "grpc://a|compiler",
                           "grpc://a|compiler=clc", "grpc://a|compiler=/%2", "grpc://a|read-only", "grpc://a|property",
                           "grpc://a|property==x", "grpc://a|property=x", "grpc://a|race-after=0", "grpc://a:b"}) {
    const auto wrong = parse_execution_server(text);
    REQUIRE_FALSE(wrong.has_value());
    CHECK((wrong.error().kind == ErrorKind::k_usage && wrong.error().message.rfind("CLC_REMOTE_EXECUTION", 0) == 0));
  }
  CHECK_FALSE(parse_servers("grpc://a|property=x=y").has_value());
  CHECK_FALSE(parse_servers("grpc://a|compiler=/opt").has_value());
}

TEST_CASE("no text for CLC_REMOTE does harm") {
  const std::string good = "https://bob@[::1]:8443/team/clc|netrc=/a%20b|ca=/c redis+unix:///run/r%20s?db=2|password=X";
  REQUIRE(parse_servers(good).has_value());
  unsigned accepted = 0;
  const auto try_text = [&](const std::string& text) {
    const auto servers = parse_servers(text);
    if (!servers) CHECK(servers.error().kind == ErrorKind::k_usage);
    accepted += servers.has_value() ? 1 : 0;
  };
  for (std::size_t i = 0; i <= good.size(); ++i) try_text(good.substr(0, i));
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int flip = 1; flip < 256; ++flip) {
      std::string text = good;
      text[i] = static_cast<char>(text[i] ^ flip);
      try_text(text);
    }
  }
  std::mt19937 random(4);
  for (int i = 0; i < 20000; ++i) {
    static constexpr std::string_view k_parts[] = {
        "http://", "redis+unix://", "[", "]",        "@",     ":",  "/",    "|",  "%",      "=",
        " ",       "?db=",          "1", "password", "netrc", "ca", "host", "\n", "timeout"};
    std::string text;
    for (unsigned k = random() % 12; k > 0; --k) text += k_parts[random() % std::size(k_parts)];
    try_text(text);
  }
  CHECK(accepted > 1000);
}
