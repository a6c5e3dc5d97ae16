// Keeps at a server what actions need: files and blobs, sent where it lacks them.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "farm/file_tree.h"
#include "grpc_blobs.h"

namespace clc::farm {

// Which machines may execute an action.
cache::api::Platform platform_of(const cache::ServerSettings& settings);

class Storage {
 public:
  Storage(const cache::ServerSettings& settings, const cache::Credentials& credentials)
      : connection_(settings, credentials), blobs_(connection_) {}

  cache::GrpcConnection& connection() { return connection_; }
  cache::GrpcBlobs& blobs() { return blobs_; }
  // There is no connection, or nothing is executed there.
  bool is_useless() const { return is_useless_; }

  // Not by several threads at a time.
  Result<void> connect(cache::Clock::time_point end);
  // `why_not` may refuse a file that would be sent, by its path and bytes.
  Result<void> upload_files(const std::vector<TreeFile>& files, cache::Clock::time_point end,
                            const std::function<std::string(const std::string&, BytesView)>& why_not);
  // Sends what the server is not known to have.
  Result<void> upload(const std::vector<TreeBlob>& blobs, cache::Clock::time_point end);
  // Asked for by its digest; at most `most` bytes. k_damaged: it is not what its digest says.
  Result<Bytes> read(const cache::api::Digest& digest, std::uint64_t most, cache::Clock::time_point end);
  void forget_uploads();

 private:
  cache::GrpcConnection connection_;
  cache::GrpcBlobs blobs_;
  bool is_connected_ = false;
  std::atomic<bool> is_useless_ = false;
  std::mutex known_mutex_;
  std::set<std::string> known_;  // digests of what the server has
};

}  // namespace clc::farm
