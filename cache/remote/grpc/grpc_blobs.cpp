#include "grpc_blobs.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "zstd_stream.h"

namespace clc::cache {
namespace {

using google::bytestream::QueryWriteStatusRequest;
using google::bytestream::QueryWriteStatusResponse;
using google::bytestream::ReadRequest;
using google::bytestream::ReadResponse;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;
using Status = ServerReply::Status;

// Larger blobs travel by ByteStream, and do not wait for a batch to be whole.
constexpr std::uint64_t k_largest_in_batch = std::uint64_t{1} << 20U;
// gRPC's servers take messages of 4 MB.
constexpr std::uint64_t k_largest_batch = std::uint64_t{3} << 20U;
constexpr std::uint64_t k_bytes_beside_a_blob = 256;
constexpr int k_digests_in_a_question = 10000;
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
  std::random_device source;
  std::string text;
  for (const unsigned digits : {8U, 4U, 4U, 4U, 12U}) {
    if (!text.empty()) text += '-';
    for (unsigned i = 0; i < digits; ++i) text += "0123456789abcdef"[source() % 16];
  }
  return text;
}

std::string size_and_hash(const std::string& digest, std::uint64_t size) {
  return digest + "/" + std::to_string(size);
}

// Waits longer after each attempt, and less than the time that is left.
void pause_after(int attempt, Clock::time_point end) {
  const milliseconds pause(50 << attempt);
  std::this_thread::sleep_until(std::min(Clock::now() + pause, end));
}

// The steps of one streaming call, each within the time that is left when it begins.
class Steps {
 public:
  explicit Steps(grpc::ClientContext& context) : context_(context) {}

  void* tag() { return this; }
  // False: the stream is at its end, or the step took too long.
  bool wait(const ProgressTimeout& timeout) {
    void* tag = nullptr;
    bool is_done = false;
    if (queue.AsyncNext(&tag, &is_done, deadline_in(timeout.left())) == grpc::CompletionQueue::TIMEOUT) {
      is_late_ = true;
      context_.TryCancel();
      queue.Next(&tag, &is_done);
    }
    return is_done && !is_late_;
  }
  // How the call ended, which is known at once after it was cancelled.
  template <class Call>
  grpc::Status finish(Call& call, const ProgressTimeout& timeout) {
    grpc::Status status;
    call.Finish(&status, tag());
    wait(timeout);
    return is_late_ ? grpc::Status(grpc::DEADLINE_EXCEEDED, "") : status;
  }

  grpc::CompletionQueue queue;

 private:
  grpc::ClientContext& context_;
  bool is_late_ = false;
};

}  // namespace

api::Digest api_digest(const std::string& hash, std::uint64_t size) {
  api::Digest digest;
  digest.set_hash(hash);
  digest.set_size_bytes(static_cast<std::int64_t>(size));
  return digest;
}

void GrpcBlobs::open() {
  if (about_ != nullptr) return;
  about_ = api::Capabilities::NewStub(connection_.channel());
  blobs_ = api::ContentAddressableStorage::NewStub(connection_.channel());
  streams_ = google::bytestream::ByteStream::NewStub(connection_.channel());
}

ServerReply GrpcBlobs::learn(Clock::time_point end) {
  if (is_known_) return reply(Status::k_done);
  grpc::ClientContext context;
  connection_.authorize(context);
  context.set_deadline(deadline_in(connection_.time_for(0, end)));
  api::GetCapabilitiesRequest request;
  request.set_instance_name(connection_.settings().path);
  const grpc::Status status = about_->GetCapabilities(&context, request, &capabilities_);
  ServerReply answer = reply_of(status, "GetCapabilities", connection_.settings());
  if (answer.status == Status::k_absent) answer.status = Status::k_failed;  // no such instance
  if (answer.status != Status::k_done) return answer;
  const auto& functions = capabilities_.cache_capabilities().digest_functions();
  if (std::ranges::find(functions, api::DigestFunction::SHA256) == functions.end())
    return reply(Status::k_failed, "it does not know blobs by their SHA-256");
  is_known_ = true;
  return answer;
}

bool GrpcBlobs::has_zstd() const {
  const auto& known = capabilities_.cache_capabilities().supported_compressors();
  return std::ranges::find(known, api::Compressor::ZSTD) != known.end();
}

std::uint64_t GrpcBlobs::largest_batch() const {
  const std::int64_t most = capabilities_.cache_capabilities().max_batch_total_size_bytes();
  return most > 0 ? std::min(static_cast<std::uint64_t>(most), k_largest_batch) : k_largest_batch;
}

ServerReply GrpcBlobs::read(const std::string& digest, std::uint64_t size, Clock::time_point end) {
  if (size == 0) return reply(Status::k_done);
  if (size <= k_largest_in_batch) return read_in_batch(api_digest(digest, size), end);
  ServerReply known = learn(end);
  return known.status == Status::k_done ? read_by_stream(api_digest(digest, size), end) : known;
}

ServerReply GrpcBlobs::read_in_batch(const api::Digest& digest, Clock::time_point end) {
  grpc::ClientContext context;
  connection_.authorize(context);
  context.set_deadline(deadline_in(connection_.time_for(static_cast<std::uint64_t>(digest.size_bytes()), end)));
  api::BatchReadBlobsRequest request;
  request.set_instance_name(connection_.settings().path);
  *request.add_digests() = digest;
  request.add_acceptable_compressors(api::Compressor::ZSTD);
  api::BatchReadBlobsResponse response;
  const grpc::Status status = blobs_->BatchReadBlobs(&context, request, &response);
  if (!status.ok()) return reply_of(status, "BatchReadBlobs", connection_.settings());
  if (response.responses_size() != 1) return refused(digest.hash(), "the answer is not one blob");
  api::BatchReadBlobsResponse::Response& blob = *response.mutable_responses(0);
  const grpc::Status own(static_cast<grpc::StatusCode>(blob.status().code()), "");
  ServerReply answer = reply_of(own, "BatchReadBlobs", connection_.settings());
  if (answer.status != Status::k_done) return answer;
  const auto size = static_cast<std::uint64_t>(digest.size_bytes());
  if (blob.compressor() == api::Compressor::ZSTD) {
    if (!ZstdReader(size).add(blob.data(), answer.payload)) return refused(digest.hash(), "its Zstandard is damaged");
  } else if (blob.compressor() == api::Compressor::IDENTITY) {
    answer.payload = std::move(*blob.mutable_data());
  }
  if (answer.payload.size() != size) return refused(digest.hash(), "has another size than its digest");
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
  const auto size = static_cast<std::uint64_t>(digest.size_bytes());
  const bool is_compressed = has_zstd();
  ReadRequest request;
  request.set_resource_name(connection_.prefix() + (is_compressed ? "compressed-blobs/zstd/" : "blobs/") +
                            size_and_hash(digest.hash(), size));
  request.set_read_offset(static_cast<std::int64_t>(blob.size()));
  grpc::ClientContext context;
  connection_.authorize(context);
  Steps steps(context);
  ProgressTimeout timeout(milliseconds(connection_.settings().request_ms), end);
  const auto call = streams_->PrepareAsyncRead(&context, request, &steps.queue);
  call->StartCall(steps.tag());
  ZstdReader reader(size);
  std::string wrong;
  ReadResponse response;
  for (bool is_on = steps.wait(timeout); is_on && wrong.empty();) {
    call->Read(&response, steps.tag());
    is_on = steps.wait(timeout);
    if (!is_on) break;
    timeout.moved(response.data().size());
    if (is_compressed && !reader.add(response.data(), blob)) wrong = "its Zstandard is damaged or too long";
    if (!is_compressed && response.data().size() > size - blob.size()) wrong = "is longer than its digest says";
    if (!is_compressed && wrong.empty()) blob += response.data();
  }
  if (!wrong.empty()) context.TryCancel();
  const grpc::Status status = steps.finish(*call, timeout);
  if (!wrong.empty()) return refused(digest.hash(), wrong);
  may_go_on = may_pass(status);
  if (status.ok() && blob.size() != size) return refused(digest.hash(), "is shorter than its digest says");
  return reply_of(status, "Read", connection_.settings());
}

ServerReply GrpcBlobs::find_missing(const std::vector<api::Digest>& digests, std::vector<std::string>& missing,
                                    Clock::time_point end) {
  for (std::size_t begin = 0; begin < digests.size(); begin += k_digests_in_a_question) {
    api::FindMissingBlobsRequest request;
    request.set_instance_name(connection_.settings().path);
    const std::size_t behind = std::min(begin + k_digests_in_a_question, digests.size());
    for (std::size_t i = begin; i < behind; ++i) *request.add_blob_digests() = digests[i];
    grpc::ClientContext context;
    connection_.authorize(context);
    context.set_deadline(deadline_in(connection_.time_for(request.ByteSizeLong(), end)));
    api::FindMissingBlobsResponse response;
    const grpc::Status status = blobs_->FindMissingBlobs(&context, request, &response);
    if (!status.ok()) return reply_of(status, "FindMissingBlobs", connection_.settings(), true);
    for (const api::Digest& digest : response.missing_blob_digests()) missing.push_back(digest.hash());
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
  api::BatchUpdateBlobsRequest request;
  request.set_instance_name(connection_.settings().path);
  for (const std::size_t i : chosen) {
    auto& one = *request.add_requests();
    *one.mutable_digest() = api_digest(blobs[i].digest, blobs[i].bytes.size());
    one.set_data(blobs[i].bytes.data(), blobs[i].bytes.size());
  }
  grpc::ClientContext context;
  connection_.authorize(context);
  context.set_deadline(deadline_in(connection_.time_for(request.ByteSizeLong(), end)));
  api::BatchUpdateBlobsResponse response;
  const grpc::Status status = blobs_->BatchUpdateBlobs(&context, request, &response);
  std::map<std::string, grpc::Status> said;
  for (const auto& one : response.responses())
    said[one.digest().hash()] = grpc::Status(static_cast<grpc::StatusCode>(one.status().code()), "");
  for (const std::size_t i : chosen) {
    const auto own = said.find(blobs[i].digest);
    if (status.ok() && own == said.end()) {
      replies[i] = refused(blobs[i].digest, "nothing was answered to its upload");
    } else {
      replies[i] = reply_of(status.ok() ? own->second : status, "BatchUpdateBlobs", connection_.settings(), true);
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
  grpc::ClientContext context;
  connection_.authorize(context);
  Steps steps(context);
  ProgressTimeout timeout(milliseconds(connection_.settings().request_ms), end);
  WriteResponse response;
  const auto call = streams_->PrepareAsyncWrite(&context, &response, &steps.queue);
  call->StartCall(steps.tag());
  bool is_on = steps.wait(timeout);
  for (std::uint64_t at = offset; is_on;) {
    const BytesView piece = bytes.substr(static_cast<std::size_t>(at), k_piece);
    WriteRequest request;
    if (at == offset) request.set_resource_name(name);
    request.set_write_offset(static_cast<std::int64_t>(at));
    request.set_data(piece.data(), piece.size());
    at += piece.size();
    const bool is_last = at == bytes.size();
    request.set_finish_write(is_last);
    grpc::WriteOptions options;
    if (is_last) options.set_last_message();
    call->Write(request, options, steps.tag());
    is_on = steps.wait(timeout);
    if (is_on) timeout.moved(piece.size());
    if (is_last) break;
  }
  const grpc::Status status = steps.finish(*call, timeout);
  may_go_on = may_pass(status);
  committed = response.committed_size();
  return reply_of(status, "Write", connection_.settings(), true);
}

// Nothing: the server does not know, and wants the upload from its beginning.
std::optional<std::uint64_t> GrpcBlobs::written_so_far(const std::string& name, Clock::time_point end) {
  grpc::ClientContext context;
  connection_.authorize(context);
  context.set_deadline(deadline_in(connection_.time_for(0, end)));
  QueryWriteStatusRequest request;
  request.set_resource_name(name);
  QueryWriteStatusResponse response;
  const grpc::Status status = streams_->QueryWriteStatus(&context, request, &response);
  if (!status.ok() || response.committed_size() < 0) return {};
  return static_cast<std::uint64_t>(response.committed_size());
}

}  // namespace clc::cache
