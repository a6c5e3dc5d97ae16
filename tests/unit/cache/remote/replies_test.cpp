// Replies that servers may give, cut and changed at every byte, and in pieces of every size.
#include "action_result.h"
#include "api.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "http2_connection.h"
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

std::string frame(unsigned kind, unsigned flags, unsigned stream, const std::string& payload) {
  std::string bytes(9, '\0');
  bytes[1] = static_cast<char>(payload.size() >> 8U);
  bytes[2] = static_cast<char>(payload.size());
  bytes[3] = static_cast<char>(kind);
  bytes[4] = static_cast<char>(flags);
  bytes[8] = static_cast<char>(stream);
  return bytes + payload;
}

// An answer to one call by HTTP/2: its settings, a head, messages, and a code.
std::string grpc_reply(const std::string& messages, const std::string& code) {
  const std::string status = std::string("\0\x0bgrpc-status", 13) + static_cast<char>(code.size()) + code;
  return frame(4, 0, 0, "") + frame(1, 4, 1, "\x88") + frame(0, 0, 1, messages) + frame(1, 5, 1, status);
}

std::string grpc_message(const std::string& message) {
  return std::string(4, '\0') + static_cast<char>(message.size()) + message;
}

struct GrpcAnswer {
  std::vector<std::string> messages;
  GrpcCode code = GrpcCode::k_ok;
};

GrpcAnswer ask_by_grpc(const std::string& reply, std::size_t pieces = 1 << 20) {
  test::tell(reply, pieces);
  Http2Connection connection(make_transport(test::server_settings("grpc://h")), "");
  Http2Call call("/s/M", ProgressTimeout(std::chrono::minutes(1), Clock::now() + std::chrono::minutes(1)));
  call.next_message = [](std::string&) { return false; };
  connection.begin(call);
  GrpcAnswer answer;
  for (std::string message; connection.wait(call, message);) answer.messages.push_back(message);
  answer.code = call.code;
  return answer;
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

TEST_CASE("an answer by gRPC is read in whatever pieces it comes") {
  const std::string reply = grpc_reply(grpc_message("one") + grpc_message("") + grpc_message("three"), "0");
  for (std::size_t pieces = 1; pieces <= reply.size(); ++pieces) {
    const GrpcAnswer answer = ask_by_grpc(reply, pieces);
    INFO("in pieces of " << pieces);
    REQUIRE(answer.code == GrpcCode::k_ok);
    REQUIRE(answer.messages == std::vector<std::string>{"one", "", "three"});
  }
}

TEST_CASE("an answer by gRPC that is none has its code") {
  CHECK(ask_by_grpc(grpc_reply("", "5")).code == GrpcCode::k_not_found);
  CHECK(ask_by_grpc(grpc_reply("", "77")).code == GrpcCode::k_unknown);
  CHECK(ask_by_grpc(grpc_reply("", "x")).code == GrpcCode::k_unknown);
  CHECK(ask_by_grpc("").code == GrpcCode::k_unavailable);
  CHECK(ask_by_grpc(http_reply("Connection: close", "")).code == GrpcCode::k_unavailable);
  const std::string begin = frame(4, 0, 0, "") + frame(1, 4, 1, "\x88");
  CHECK(ask_by_grpc(begin + frame(3, 0, 1, std::string("\0\0\0\x07", 4))).code == GrpcCode::k_unavailable);
  CHECK(ask_by_grpc(begin + frame(0, 0, 1, "\x01" + grpc_message("compressed").substr(1))).code ==
        GrpcCode::k_internal);
  CHECK(ask_by_grpc(begin + frame(0, 0, 1, std::string("\0\xff\0\0\0", 5))).code == GrpcCode::k_resource_exhausted);
}

TEST_CASE("a call that never left may be tried again") {
  const std::string goodbye = frame(7, 0, 0, std::string("\0\0\0\x01\0\0\0\0", 8));  // after stream 1
  test::tell(frame(4, 0, 0, "") + frame(1, 4, 1, "\x88") + frame(0, 0, 1, grpc_message("one")) + goodbye, 1 << 20);
  Http2Connection connection(make_transport(test::server_settings("grpc://h")), "");
  const ProgressTimeout timeout(std::chrono::minutes(1), Clock::now() + std::chrono::minutes(1));
  Http2Call first("/s/M", timeout);
  Http2Call late("/s/M", timeout);
  first.next_message = late.next_message = [](std::string&) { return false; };
  connection.begin(first);
  std::string message;
  REQUIRE(connection.wait(first, message));
  REQUIRE_FALSE(connection.takes_calls());
  connection.begin(late);
  CHECK(late.is_over);
  CHECK(late.code == GrpcCode::k_unavailable);
  connection.give_up(first, GrpcCode::k_cancelled);
}

TEST_CASE("a code counts at the end of a call alone") {
  const std::string status = std::string("\x88\0\x0bgrpc-status\x01", 15) + "0";
  const std::string begin = frame(4, 0, 0, "") + frame(1, 4, 1, status) + frame(0, 0, 1, grpc_message("one"));
  CHECK(ask_by_grpc(begin + frame(3, 0, 1, std::string("\0\0\0\x02", 4))).code == GrpcCode::k_internal);
  CHECK(ask_by_grpc(begin + frame(0, 1, 1, "")).code == GrpcCode::k_internal);
  CHECK(ask_by_grpc(frame(4, 0, 0, "") + frame(1, 5, 1, status)).code == GrpcCode::k_ok);
}

TEST_CASE("no damage to an answer by gRPC does harm") {
  const std::string good = grpc_reply(grpc_message("message") + grpc_message("other"), "0");
  for (std::size_t i = 0; i < good.size(); ++i) CHECK(ask_by_grpc(good.substr(0, i)).code != GrpcCode::k_ok);
  change_every_byte(good, [](const std::string& changed) {
    for (const std::string& message : ask_by_grpc(changed).messages) REQUIRE(message.size() < changed.size());
  });
}

TEST_CASE("a message of the API goes there and back, and damage to it does no harm") {
  const api::ActionResult result{.output_files = {{"artifact", {sha256_hex("x"), 1}, "x"}, {"", {"", -1}, ""}},
                                 .exit_code = 7,
                                 .stdout_raw = std::string("\0\xff", 2),
                                 .stdout_digest = {sha256_hex(""), 0},
                                 .execution_metadata = {{1, 2}, {3, 999'999'999}}};
  const std::string good = proto::encode(result);
  api::ActionResult read;
  REQUIRE(proto::decode(good, read));
  CHECK(proto::encode(read) == good);
  CHECK(read.output_files.size() == 2);
  CHECK(read.output_files[1].digest.size_bytes == -1);
  CHECK(read.stdout_raw == result.stdout_raw);
  CHECK(read.execution_metadata.execution_completed.nanos == 999'999'999);
  for (std::size_t i = 0; i < good.size(); ++i) {
    api::ActionResult cut;
    proto::decode(good.substr(0, i), cut);
  }
  change_every_byte(good, [](const std::string& changed) {
    api::ActionResult other;
    proto::decode(changed, other);
  });
  for (const std::string& numbers : {std::string("\x0a\x02\x01\x03"), std::string("\x08\x01\x08\x03")}) {
    api::CacheCapabilities capabilities;
    REQUIRE(proto::decode(numbers, capabilities));
    CHECK(capabilities.digest_functions == std::vector<int>{1, 3});
  }
  // Elements within elements count, too.
  api::ActionResult many;
  CHECK(proto::decode(std::string("\x12\0\x12\0", 4), many, 2));
  CHECK_FALSE(proto::decode(std::string("\x12\0\x12\0\x12\0", 6), many, 2));
  api::CacheCapabilities packed;
  CHECK_FALSE(proto::decode("\x0a\x02\x01\x03", packed, 1));
  // Unknown fields of each kind are skipped.
  api::Digest digest;
  REQUIRE(proto::decode(std::string("\x79"
                                    "12345678"
                                    "\x7d"
                                    "1234"
                                    "\x7a\x01x\x78\x05\x10\x09"),
                        digest));
  CHECK(digest.size_bytes == 9);
}

}  // namespace clc::cache
