#include "grpc_blobs.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "base/platform/process.h"
#include "zstd_stream.h"

namespace clc::cache {
namespace {

using Status = ServerReply::Status;

// Larger blobs travel by ByteStream, and do not wait for a batch to be whole.
constexpr std::uint64_t k_largest_in_batch = std::uint64_t{1} << 20U;
// gRPC's servers take messages of 4 MB.
constexpr std::uint64_t k_largest_batch = std::uint64_t{3} << 20U;
constexpr std::uint64_t k_bytes_beside_a_blob = 256;
constexpr std::size_t k_digests_in_a_question = 10000;
constexpr std::size_t k_piece = std::size_t{256} << 10U;
constexpr int k_attempts = 4;

ServerReply reply(Status status, const std::string& reason = "") {
  ServerReply made;
  made.status = status;
  made.reason = reason;
  return made;
}

ServerReply refused(const std::string& digest, const std::string& reason) {
  return reply(Status::k_refused, "blob " + digest.substr(0, 6) + "…: " + reason);
}

std::string random_uuid() {
  std::string text;
  for (const unsigned digits : {8U, 4U, 4U, 4U, 12U}) {
    if (!text.empty()) text += '-';
    for (unsigned i = 0; i < digits; ++i) text += "0123456789abcdef"[platform::random_number() % 16];
  }
  return text;
}

std::string size_and_hash(const std::string& digest, std::uint64_t size) {
  return digest + "/" + std::to_string(size);
}

std::string of_storage(const char* name) {
  return std::string("/build.bazel.remote.execution.v2.ContentAddressableStorage/") + name;
}

std::string of_streams(const char* name) {
  return std::string("/google.bytestream.ByteStream/") + name;
}

// Waits longer after each attempt, and less than the time that is left.
void pause_after(int attempt, Clock::time_point end) {
  const milliseconds pause(50 << attempt);
  std::this_thread::sleep_until(std::min(Clock::now() + pause, end));
}

}  // namespace

api::Digest api_digest(const std::string& hash, std::uint64_t size) {
  return {hash, static_cast<std::int64_t>(size)};
}

ServerReply GrpcBlobs::learn(Clock::time_point end) {
  if (is_known_) return reply(Status::k_done);
  const api::GetCapabilitiesRequest request{connection_.settings().path};
  const GrpcCode code = connection_.ask("/build.bazel.remote.execution.v2.Capabilities/GetCapabilities", request,
                                        capabilities_, connection_.timeout(end), false);
  ServerReply answer = reply_of(code, "GetCapabilities", connection_.settings());
  if (answer.status == Status::k_absent) answer.status = Status::k_failed;  // no such instance
  if (answer.status != Status::k_done) return answer;
  const std::vector<int>& functions = capabilities_.cache.digest_functions;
  if (std::ranges::find(functions, api::k_sha256) == functions.end())
    return reply(Status::k_failed, "it does not know blobs by their SHA-256");
  is_known_ = true;
  return answer;
}

bool GrpcBlobs::has_zstd() const {
  const std::vector<int>& known = capabilities_.cache.supported_compressors;
  return std::ranges::find(known, api::k_zstd) != known.end();
}

std::uint64_t GrpcBlobs::largest_batch() const {
  const std::int64_t most = capabilities_.cache.max_batch_total_size_bytes;
  return most > 0 ? std::min(static_cast<std::uint64_t>(most), k_largest_batch) : k_largest_batch;
}

ServerReply GrpcBlobs::read(const std::string& digest, std::uint64_t size, Clock::time_point end) {
  if (size == 0) return reply(Status::k_done);
  if (size <= k_largest_in_batch) return read_in_batch(api_digest(digest, size), end);
  ServerReply known = learn(end);
  return known.status == Status::k_done ? read_by_stream(api_digest(digest, size), end) : known;
}

ServerReply GrpcBlobs::read_in_batch(const api::Digest& digest, Clock::time_point end) {
  const api::BatchReadBlobsRequest request{connection_.settings().path, {digest}, {api::k_zstd}};
  api::BatchReadBlobsResponse response;
  const GrpcCode code = connection_.ask(of_storage("BatchReadBlobs"), request, response, connection_.timeout(end));
  if (code != GrpcCode::k_ok) return reply_of(code, "BatchReadBlobs", connection_.settings());
  if (response.responses.size() != 1) return refused(digest.hash, "the answer is not one blob");
  api::ReadBlob& blob = response.responses.front();
  ServerReply answer = reply_of(grpc_code(blob.status.code), "BatchReadBlobs", connection_.settings());
  if (answer.status != Status::k_done) return answer;
  const auto size = static_cast<std::uint64_t>(digest.size_bytes);
  if (blob.compressor == api::k_zstd) {
    if (!ZstdReader(size).add(blob.data, answer.payload)) return refused(digest.hash, "its Zstandard is damaged");
  } else if (blob.compressor == api::k_identity) {
    answer.payload = std::move(blob.data);
  }
  if (answer.payload.size() != size) return refused(digest.hash, "has another size than its digest");
  return answer;
}

ServerReply GrpcBlobs::read_by_stream(const api::Digest& digest, Clock::time_point end) {
  Bytes blob;
  ServerReply answer;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    bool may_go_on = false;
    answer = read_on(digest, blob, may_go_on, end);
    if (!may_go_on || Clock::now() >= end) break;
    pause_after(attempt, end);
  }
  if (answer.status == Status::k_done) answer.payload = std::move(blob);
  return answer;
}

// Reads from where `blob` ends. Offsets count bytes that are not compressed.
ServerReply GrpcBlobs::read_on(const api::Digest& digest, Bytes& blob, bool& may_go_on, Clock::time_point end) {
  const auto size = static_cast<std::uint64_t>(digest.size_bytes);
  const bool is_compressed = has_zstd();
  const api::ReadRequest request{
      connection_.prefix() + (is_compressed ? "compressed-blobs/zstd/" : "blobs/") + size_and_hash(digest.hash, size),
      static_cast<std::int64_t>(blob.size())};
  GrpcStream stream(connection_, of_streams("Read"), connection_.timeout(end));
  stream.begin(proto::encode(request));
  ZstdReader reader(size);
  std::string message;
  while (stream.read(message)) {
    api::ReadResponse response;
    if (!proto::decode(message, response)) return reply_of(GrpcCode::k_internal, "Read", connection_.settings());
    if (is_compressed) {
      if (!reader.add(response.data, blob)) return refused(digest.hash, "its Zstandard is damaged or too long");
    } else {
      if (response.data.size() > size - blob.size()) return refused(digest.hash, "is longer than its digest says");
      blob += response.data;
    }
  }
  const GrpcCode code = stream.finish();
  may_go_on = may_pass(code);
  if (code == GrpcCode::k_ok && blob.size() != size) return refused(digest.hash, "is shorter than its digest says");
  return reply_of(code, "Read", connection_.settings());
}

ServerReply GrpcBlobs::find_missing(const std::vector<api::Digest>& digests, std::vector<std::string>& missing,
                                    Clock::time_point end) {
  for (std::size_t begin = 0; begin < digests.size(); begin += k_digests_in_a_question) {
    const std::size_t behind = std::min(begin + k_digests_in_a_question, digests.size());
    const api::FindMissingBlobsRequest request{
        connection_.settings().path,
        {digests.begin() + static_cast<std::ptrdiff_t>(begin), digests.begin() + static_cast<std::ptrdiff_t>(behind)}};
    api::FindMissingBlobsResponse response;
    const GrpcCode code = connection_.ask(of_storage("FindMissingBlobs"), request, response, connection_.timeout(end),
                                          true, request.blob_digests.size());
    if (code != GrpcCode::k_ok) return reply_of(code, "FindMissingBlobs", connection_.settings(), true);
    for (api::Digest& digest : response.missing_blob_digests) missing.push_back(std::move(digest.hash));
  }
  return reply(Status::k_done);
}

std::vector<ServerReply> GrpcBlobs::write(const std::vector<Blob>& blobs, Clock::time_point end) {
  ServerReply answer = learn(end);
  std::vector<std::string> missing;
  if (answer.status == Status::k_done) {
    std::vector<api::Digest> digests;
    for (const Blob& blob : blobs) digests.push_back(api_digest(blob.digest, blob.bytes.size()));
    answer = find_missing(digests, missing, end);
  }
  std::vector<ServerReply> replies(blobs.size(), answer);
  if (answer.status != Status::k_done) return replies;
  const std::set<std::string> wanted(missing.begin(), missing.end());
  std::vector<std::size_t> batch;
  std::uint64_t batch_bytes = 0;
  const std::uint64_t most = largest_batch();
  for (std::size_t i = 0; i < blobs.size() && answer.status == Status::k_done; ++i) {
    if (!wanted.contains(blobs[i].digest)) continue;
    const std::uint64_t bytes = blobs[i].bytes.size() + k_bytes_beside_a_blob;
    if (bytes > std::min(most, k_largest_in_batch)) {
      answer = replies[i] = write_by_stream(blobs[i], end);
      continue;
    }
    if (batch_bytes + bytes > most) {
      write_in_batch(blobs, std::exchange(batch, {}), replies, end);
      batch_bytes = 0;
    }
    batch.push_back(i);
    batch_bytes += bytes;
  }
  if (!batch.empty()) write_in_batch(blobs, batch, replies, end);
  return replies;
}

void GrpcBlobs::write_in_batch(const std::vector<Blob>& blobs, const std::vector<std::size_t>& chosen,
                               std::vector<ServerReply>& replies, Clock::time_point end) {
  api::BatchUpdateBlobsRequest request{connection_.settings().path, {}};
  for (const std::size_t i : chosen)
    request.requests.push_back({api_digest(blobs[i].digest, blobs[i].bytes.size()), Bytes(blobs[i].bytes)});
  api::BatchUpdateBlobsResponse response;
  const GrpcCode code = connection_.ask(of_storage("BatchUpdateBlobs"), request, response, connection_.timeout(end),
                                        true, request.requests.size());
  std::map<std::string, GrpcCode> said;
  for (const api::UpdatedBlob& one : response.responses) said[one.digest.hash] = grpc_code(one.status.code);
  for (const std::size_t i : chosen) {
    const auto own = said.find(blobs[i].digest);
    if (code == GrpcCode::k_ok && own == said.end()) {
      replies[i] = refused(blobs[i].digest, "nothing was answered to its upload");
    } else {
      replies[i] =
          reply_of(code == GrpcCode::k_ok ? own->second : code, "BatchUpdateBlobs", connection_.settings(), true);
    }
  }
}

ServerReply GrpcBlobs::write_by_stream(const Blob& blob, Clock::time_point end) {
  const bool is_compressed = has_zstd();
  const Bytes compressed = is_compressed ? compress_blob(blob.bytes) : Bytes();
  const BytesView bytes = is_compressed ? BytesView(compressed) : blob.bytes;
  const std::string name = connection_.prefix() + "uploads/" + random_uuid() +
                           (is_compressed ? "/compressed-blobs/zstd/" : "/blobs/") +
                           size_and_hash(blob.digest, blob.bytes.size());
  ServerReply answer;
  std::uint64_t offset = 0;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    std::int64_t committed = 0;
    bool may_go_on = false;
    answer = write_on(name, bytes, offset, committed, may_go_on, end);
    if (answer.status == Status::k_done) {
      // A server that has the blob from somebody else by now ends the upload early.
      const bool is_whole = committed == static_cast<std::int64_t>(bytes.size()) ||
                            committed == static_cast<std::int64_t>(blob.bytes.size()) || committed == -1;
      return is_whole ? answer : refused(blob.digest, "its upload ended early");
    }
    if (!may_go_on || Clock::now() >= end) break;
    pause_after(attempt, end);
    offset = written_so_far(name, end).value_or(0);
    if (offset > bytes.size()) return refused(blob.digest, "more of it arrived than was sent");
  }
  return answer;
}

ServerReply GrpcBlobs::write_on(const std::string& name, BytesView bytes, std::uint64_t offset, std::int64_t& committed,
                                bool& may_go_on, Clock::time_point end) {
  bool is_over = false;
  GrpcStream stream(connection_, of_streams("Write"), connection_.timeout(end));
  stream.begin([&, at = offset](std::string& message) mutable {
    if (is_over) return false;
    const BytesView piece = bytes.substr(static_cast<std::size_t>(at), k_piece);
    api::WriteRequest request{at == offset ? name : "", static_cast<std::int64_t>(at), false, Bytes(piece)};
    at += piece.size();
    is_over = request.finish_write = at == bytes.size();
    message = proto::encode(request);
    return true;
  });
  std::string message;
  api::WriteResponse response;
  const bool is_answered = stream.read(message) && proto::decode(message, response);
  GrpcCode code = stream.finish();
  if (code == GrpcCode::k_ok && !is_answered) code = GrpcCode::k_internal;
  may_go_on = may_pass(code);
  committed = response.committed_size;
  return reply_of(code, "Write", connection_.settings(), true);
}

// Nothing: the server does not know, and wants the upload from its beginning.
std::optional<std::uint64_t> GrpcBlobs::written_so_far(const std::string& name, Clock::time_point end) {
  const api::QueryWriteStatusRequest request{name};
  api::WriteResponse response;
  const GrpcCode code = connection_.ask(of_streams("QueryWriteStatus"), request, response, connection_.timeout(end));
  if (code != GrpcCode::k_ok || response.committed_size < 0) return {};
  return static_cast<std::uint64_t>(response.committed_size);
}

}  // namespace clc::cache
