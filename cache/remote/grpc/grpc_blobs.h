// The ContentAddressableStorage of a server: small blobs in batches, others by ByteStream, which goes on where it
// broke.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grpc_connection.h"

namespace clc::cache {

struct Blob {
  std::string digest;
  BytesView bytes;
};

class GrpcBlobs {
 public:
  explicit GrpcBlobs(GrpcConnection& connection) : connection_(connection) {}

  // Gets what the server says of itself, once. Not k_done: it cannot be used.
  ServerReply learn(Clock::time_point end);
  bool executes() const { return capabilities_.execution.exec_enabled; }
  bool takes_actions() const { return capabilities_.cache.action_cache_update.update_enabled; }

  // The blob is in the reply's payload, and not yet compared with its digest.
  ServerReply read(const std::string& digest, std::uint64_t size, Clock::time_point end);
  // One reply for each.
  std::vector<ServerReply> write(const std::vector<Blob>& blobs, Clock::time_point end);
  // Those that the server does not have, or why it does not say so.
  ServerReply find_missing(const std::vector<api::Digest>& digests, std::vector<std::string>& missing,
                           Clock::time_point end);

 private:
  ServerReply read_in_batch(const api::Digest& digest, Clock::time_point end);
  ServerReply read_by_stream(const api::Digest& digest, Clock::time_point end);
  ServerReply read_on(const api::Digest& digest, Bytes& blob, bool& may_go_on, Clock::time_point end);
  void write_in_batch(const std::vector<Blob>& blobs, const std::vector<std::size_t>& chosen,
                      std::vector<ServerReply>& replies, Clock::time_point end);
  ServerReply write_by_stream(const Blob& blob, Clock::time_point end);
  ServerReply write_on(const std::string& name, BytesView bytes, std::uint64_t offset, std::int64_t& committed,
                       bool& may_go_on, Clock::time_point end);
  std::optional<std::uint64_t> written_so_far(const std::string& name, Clock::time_point end);
  bool has_zstd() const;
  std::uint64_t largest_batch() const;

  GrpcConnection& connection_;
  api::ServerCapabilities capabilities_;
  bool is_known_ = false;
};

api::Digest api_digest(const std::string& hash, std::uint64_t size);

}  // namespace clc::cache
