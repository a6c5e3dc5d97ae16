// Replies of an HTTP server to a question for an entry. The first byte says how many bytes arrive at a time.
#include "clc/base/digest.h"
#include "fuzz.h"
#include "http_client.h"
#include "told_transport.h"

using namespace clc;
using namespace clc::cache;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t k_most = 1000;
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input);
  for (const EntryKind kind : {EntryKind::k_action, EntryKind::k_artifact}) {
    test::tell(std::string(input), choice == 0 ? input.size() + 1 : choice);
    const auto server = make_http_client(test::server_settings("http://h"), {});
    const ServerReply server_reply = server->get(kind, sha256_hex("key"), k_most, Clock::now() + std::chrono::hours(1));
    fuzz::require(server_reply.status == ServerReply::Status::k_done || server_reply.payload.empty());
    fuzz::require(server_reply.payload.size() <= k_most);
    fuzz::require(server_reply.artifact_digest.empty() || is_sha256_hex(server_reply.artifact_digest));
  }
  test::tell(std::string(input), input.size() + 1);
  const auto server = make_http_client(test::server_settings("http://h"), {});
  (void)server->put({{EntryKind::k_artifact, sha256_hex("key"), "payload", "", {}}},
                    Clock::now() + std::chrono::hours(1));
  return 0;
}
