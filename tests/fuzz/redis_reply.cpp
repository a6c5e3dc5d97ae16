// Replies of a Redis server to a question for an entry. The first byte says how many bytes arrive at a time.
#include "clc/base/digest.h"
#include "fuzz.h"
#include "redis_client.h"
#include "told_transport.h"

using namespace clc;
using namespace clc::cache;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t k_most = 1000;
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input);
  const auto end = Clock::now() + std::chrono::hours(1);
  for (const char* url : {"redis://h", "redis://h/1"}) {
    test::tell(std::string(input), choice == 0 ? input.size() + 1 : choice);
    const auto server = make_redis_client(test::server_settings(url), {"user", "password", ""});
    for (int questions = 0; questions < 2; ++questions) {
      const ServerReply server_reply = server->get(EntryKind::k_artifact, sha256_hex("key"), k_most, end);
      if (server_reply.status == ServerReply::Status::k_failed) break;  // a session asks such a server nothing more
      fuzz::require(server_reply.status == ServerReply::Status::k_done || server_reply.payload.empty());
      fuzz::require(server_reply.payload.size() <= k_most);
    }
  }
  test::tell(std::string(input), input.size() + 1);
  const auto server = make_redis_client(test::server_settings("redis://h"), {});
  (void)server->put({{EntryKind::k_artifact, sha256_hex("key"), "payload", "", {}}}, end);
  return 0;
}
