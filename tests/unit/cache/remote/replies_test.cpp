// Replies that servers may give, cut and changed at every byte, and in pieces of every size.
#include "action_result.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "http_client.h"
#include "redis_client.h"
#include "told_transport.h"

namespace clc::cache {

namespace {

ServerReply get_by_http(EntryKind kind, const std::string& reply, std::size_t pieces = 1 << 20) {
  test::tell(reply, pieces);
  const auto server = make_http_client(test::server_settings("http://h"), {});
  return server->get(kind, sha256_hex("key"), 1000, Clock::now() + std::chrono::minutes(1));
}

ServerReply get_by_redis(const std::string& reply, std::size_t pieces = 1 << 20) {
  test::tell(reply, pieces);
  const auto server = make_redis_client(test::server_settings("redis://h/1"), {});
  return server->get(EntryKind::k_artifact, sha256_hex("key"), 1000, Clock::now() + std::chrono::minutes(1));
}

std::string http_reply(const std::string& head, const std::string& body) {
  return "HTTP/1.1 200 OK\r\nServer: test\r\n" + head + "\r\n\r\n" + body;
}

// A payload that stands in the reply, or none.
bool gives_only_what_came(const ServerReply& server_reply, const std::string& reply) {
  return server_reply.status == ServerReply::Status::k_done ? reply.find(server_reply.payload) != std::string::npos
                                                            : server_reply.payload.empty();
}

template <class Call>
void change_every_byte(const std::string& good, Call&& call) {
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int flip = 1; flip < 256; ++flip) {
      std::string changed = good;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      call(changed);
    }
  }
}

}  // namespace

TEST_CASE("an HTTP reply is read in whatever pieces it comes") {
  const std::string body = "an artifact\r\nof some bytes";
  const std::string sized = http_reply("Content-Length: " + std::to_string(body.size()), body);
  const std::string chunked =
      http_reply("Transfer-Encoding: chunked", "2\r\nan\r\n18\r\n" + body.substr(2) + "\r\n0\r\n\r\n");
  const std::string closed = http_reply("Connection: close", body);
  const std::string late = "HTTP/1.1 100 Continue\r\n\r\n" + sized;
  for (const std::string& reply : {sized, chunked, closed, late}) {
    for (std::size_t pieces = 1; pieces <= reply.size(); ++pieces) {
      const ServerReply server_reply = get_by_http(EntryKind::k_artifact, reply, pieces);
      INFO(reply << "\nin pieces of " << pieces << ": " << server_reply.reason);
      REQUIRE(server_reply.status == ServerReply::Status::k_done);
      REQUIRE(server_reply.payload == body);
    }
  }
}

TEST_CASE("an HTTP reply that is cut is none") {
  const std::string body = encode_action_result("payload", sha256_hex("artifact"), 8);
  const std::string sized = http_reply("Content-Length: " + std::to_string(body.size()), body);
  for (std::size_t i = 0; i < sized.size(); ++i) {
    CHECK(get_by_http(EntryKind::k_artifact, sized.substr(0, i)).status == ServerReply::Status::k_failed);
  }
  const ServerReply whole = get_by_http(EntryKind::k_action, sized);
  CHECK(whole.status == ServerReply::Status::k_done);
  CHECK(whole.payload == "payload");
  CHECK(whole.artifact_size == 8);
}

TEST_CASE("a changed HTTP reply gives what came, or nothing") {
  const std::string body(40, 'b');
  const auto check = [](const std::string& reply) {
    const ServerReply server_reply = get_by_http(EntryKind::k_artifact, reply);
    INFO(reply);
    CHECK(gives_only_what_came(server_reply, reply));
  };
  change_every_byte(http_reply("Content-Length: 40", body), check);
  change_every_byte(http_reply("Transfer-Encoding: chunked", "28\r\n" + body + "\r\n0\r\n\r\n"), check);
  CHECK(get_by_http(EntryKind::k_artifact, http_reply("Content-Length: 1001", "")).status ==
        ServerReply::Status::k_refused);
  CHECK(get_by_http(EntryKind::k_artifact, http_reply("X: y", std::string(1001, 'x'))).status ==
        ServerReply::Status::k_refused);
  for (const char* head : {"Content-Length: -1", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 1x",
                           "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked\r\nContent-Length: 3",
                           "no colon", "Bad Name: x"}) {
    INFO(head);
    CHECK(get_by_http(EntryKind::k_artifact, http_reply(head, "abc")).status != ServerReply::Status::k_done);
  }
}

TEST_CASE("a reply of Redis is read in whatever pieces it comes") {
  const std::string reply = "+OK\r\n$5\r\na\r\nbc\r\n";
  for (std::size_t pieces = 1; pieces <= reply.size(); ++pieces) {
    const ServerReply server_reply = get_by_redis(reply, pieces);
    REQUIRE(server_reply.status == ServerReply::Status::k_done);
    REQUIRE(server_reply.payload == "a\r\nbc");
    REQUIRE(get_by_redis("+OK\r\n$-1\r\n", pieces).status == ServerReply::Status::k_absent);
  }
  for (std::size_t i = 0; i < reply.size(); ++i) {
    CHECK(get_by_redis(reply.substr(0, i)).status == ServerReply::Status::k_failed);
  }
}

TEST_CASE("a changed reply of Redis gives what came, or nothing") {
  change_every_byte("+OK\r\n$12\r\nan artifact!\r\n",
                    [](const std::string& reply) { CHECK(gives_only_what_came(get_by_redis(reply), reply)); });
  for (const char* reply :
       {"+OK\r\n$1001\r\n", "+OK\r\n$99999999999999999999\r\n", "+OK\r\n$-2\r\n", "+OK\r\n*1\r\n$1\r\na\r\n",
        "+OK\r\n:5\r\n", "+OK\r\n+text\r\n", "-ERR\r\n$1\r\na\r\n", "$1\r\na\r\n$1\r\na\r\n", "+OK\r\n-NOAUTH\r\n",
        "\n\n\n", "+OK\r\n$\r\n", "+OK\r\n$x\r\n",
        // Types of the protocol's third version, some of which hiredis reads from 1.0 on.
        "+OK\r\n,1.5\r\n", "+OK\r\n#t\r\n", "+OK\r\n(12345678901234567890\r\n", "+OK\r\n!3\r\nabc\r\n",
        "+OK\r\n%1\r\n+a\r\n+b\r\n", "+OK\r\n~1\r\n+a\r\n", "+OK\r\n>1\r\n+a\r\n", "+OK\r\n|1\r\n+a\r\n+b\r\n"}) {
    INFO(reply);
    CHECK(get_by_redis(reply).status == ServerReply::Status::k_failed);
  }
}

}  // namespace clc::cache
