#include "farm/storage.h"

#include <algorithm>

#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"

namespace clc::farm {

namespace api = cache::api;
using cache::Clock;
using Status = cache::ServerReply::Status;

namespace {

Failure refused(const std::string& reason) {
  return fail(ErrorKind::k_unavailable, reason);
}

}  // namespace

api::Platform platform_of(const cache::ServerSettings& settings) {
  api::Platform platform;
  for (const auto& [name, value] : settings.properties) platform.properties.push_back({name, value});
  return platform;
}

Result<void> Storage::connect(Clock::time_point end) {
  if (is_connected_) return {};
  if (is_useless_.exchange(true)) return refused("it cannot be used");  // others waited for this to be found out
  if (cache::Problem problem = connection_.connect(end)) return refused(*problem);
  if (const cache::ServerReply known = blobs_.learn(end); known.status != Status::k_done) return refused(known.reason);
  if (!blobs_.executes()) return refused("it executes nothing");
  is_connected_ = true;
  is_useless_ = false;
  return {};
}

Result<void> Storage::upload_files(const std::vector<TreeFile>& files, Clock::time_point end,
                                   const std::function<std::string(const std::string&, BytesView)>& why_not) {
  if (files.empty()) return {};
  std::vector<api::Digest> digests;
  for (const TreeFile& file : files) digests.push_back(file.digest);
  std::vector<std::string> missing;
  const cache::ServerReply found = blobs_.find_missing(digests, missing, end);
  if (found.status != Status::k_done) return refused(found.reason);
  for (const TreeFile& file : files) {
    if (std::ranges::find(missing, file.digest.hash) == missing.end()) continue;
    const Bytes bytes = CLC_TRY(read_file(file.path));
    if (const std::string why = why_not(file.path, bytes); !why.empty()) return refused(why);
    const cache::ServerReply reply = blobs_.write({{file.digest.hash, bytes}}, end).front();
    if (reply.status != Status::k_done) return refused(reply.reason);
  }
  return {};
}

Result<void> Storage::upload(const std::vector<TreeBlob>& blobs, Clock::time_point end) {
  std::vector<cache::Blob> unknown;
  {
    const std::lock_guard<std::mutex> lock(known_mutex_);
    for (const TreeBlob& blob : blobs) {
      const bool is_twice =
          std::ranges::any_of(unknown, [&](const cache::Blob& other) { return other.digest == blob.digest.hash; });
      if (!is_twice && !known_.contains(blob.digest.hash)) unknown.push_back({blob.digest.hash, blob.bytes});
    }
  }
  if (unknown.empty()) return {};
  for (const cache::ServerReply& reply : blobs_.write(unknown, end)) {
    if (reply.status != Status::k_done) return refused(reply.reason);
  }
  const std::lock_guard<std::mutex> lock(known_mutex_);
  for (const cache::Blob& blob : unknown) known_.insert(blob.digest);
  return {};
}

Result<Bytes> Storage::read(const api::Digest& digest, std::uint64_t most, Clock::time_point end) {
  const auto lied = [](const std::string& reason) { return fail(ErrorKind::k_damaged, reason); };
  const std::int64_t size = digest.size_bytes;
  if (size < 0 || static_cast<std::uint64_t>(size) > most) return lied("a result is longer than it may be");
  if (size == 0) return Bytes();
  cache::ServerReply blob = blobs_.read(digest.hash, static_cast<std::uint64_t>(size), end);
  if (blob.status == Status::k_refused) return lied(blob.reason);
  if (blob.status != Status::k_done) return refused(blob.reason.empty() ? "a result is gone there" : blob.reason);
  if (blob.payload.size() != static_cast<std::uint64_t>(size) || sha256_hex(blob.payload) != digest.hash)
    return lied("a result is not what its digest says");
  return std::move(blob.payload);
}

void Storage::forget_uploads() {
  const std::lock_guard<std::mutex> lock(known_mutex_);
  known_.clear();
}

}  // namespace clc::farm
