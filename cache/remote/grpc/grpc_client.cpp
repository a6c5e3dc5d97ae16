#include "grpc_client.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "clc/base/digest.h"
#include "grpc_blobs.h"

namespace clc::cache {
namespace {

using Status = ServerReply::Status;

// The digest of an Action has a size, which is the one of the text of our key.
constexpr std::uint64_t k_key_size = 64;
constexpr const char* k_artifact = "artifact";
constexpr std::size_t k_parallel_updates = 16;
constexpr std::size_t k_max_outputs = 16;
// Artifacts up to this size go with their action, too, as most servers then give them back with it: a hit is one
// question instead of two.
constexpr std::size_t k_largest_in_action = std::size_t{64} << 10U;

ServerReply reply(Status status, const std::string& reason) {
  ServerReply made;
  made.status = status;
  made.reason = reason;
  return made;
}

std::string of_actions(const char* name) {
  return std::string("/build.bazel.remote.execution.v2.ActionCache/") + name;
}

class GrpcClient : public Server {
 public:
  GrpcClient(const ServerSettings& settings, const Credentials& credentials)
      : connection_(settings, credentials), blobs_(connection_) {}

  ServerReply get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    if (const Problem problem = connection_.connect(end)) return reply(Status::k_failed, *problem);
    return kind == EntryKind::k_action ? get_action(key, max_bytes, end) : get_artifact(key, max_bytes, end);
  }

  std::vector<ServerReply> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<ServerReply> answers(uploads.size());
    if (const Problem problem = connection_.connect(end)) {
      answers.assign(uploads.size(), reply(Status::k_failed, *problem));
    } else {
      put_all(uploads, answers, end);
    }
    return answers;
  }

 private:
  ServerReply get_action(const std::string& key, std::uint64_t max_bytes, Clock::time_point end) {
    const api::GetActionResultRequest request{
        connection_.settings().path, api_digest(key, k_key_size), true, {k_artifact}};
    api::ActionResult result;
    const GrpcCode code = connection_.ask(of_actions("GetActionResult"), request, result, connection_.timeout(end));
    ServerReply answer = reply_of(code, "GetActionResult", connection_.settings());
    return answer.status == Status::k_done ? judge(key, result, max_bytes, end) : answer;
  }

  ServerReply judge(const std::string& key, api::ActionResult& result, std::uint64_t max_bytes, Clock::time_point end) {
    const std::string what = "action " + key.substr(0, 6) + "…: ";
    ServerReply answer = reply(Status::k_done, "");
    if (result.exit_code != 0) return reply(Status::k_refused, what + "is no ActionResult of clc");
    answer.payload = std::move(result.stdout_raw);
    const api::Digest& digest = result.stdout_digest;
    if (answer.payload.empty() && is_sha256_hex(digest.hash)) {
      const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(digest.size_bytes, 0));
      if (size > max_bytes) return reply(Status::k_refused, what + "the answer is longer than it may be");
      answer = blobs_.read(digest.hash, size, end);
      if (answer.status != Status::k_done) return answer;
      if (sha256_hex(answer.payload) != digest.hash)
        return reply(Status::k_refused, what + "is not what its digest says");
    }
    if (answer.payload.size() > max_bytes)
      return reply(Status::k_refused, what + "the answer is longer than it may be");
    note_outputs(key, result, answer);
    return answer;
  }

  // Remembers the sizes of artifacts, which digests of the API hold, and the one that came with its action.
  void note_outputs(const std::string& key, api::ActionResult& result, ServerReply& answer) {
    std::vector<api::Digest>& outputs = outputs_[key];
    outputs.clear();
    for (api::OutputFile& file : result.output_files) {
      const std::string& hash = file.digest.hash;
      const std::int64_t size = file.digest.size_bytes;
      if (!is_sha256_hex(hash) || size < 0 || static_cast<std::uint64_t>(size) > k_max_artifact_bytes) continue;
      if (outputs.size() == k_max_outputs) break;
      outputs.push_back(file.digest);
      sizes_[hash] = static_cast<std::uint64_t>(size);
      if (file.path != k_artifact) continue;
      answer.artifact_digest = hash;
      answer.artifact_size = static_cast<std::uint64_t>(size);
      if (file.contents.empty() || file.contents.size() != answer.artifact_size) continue;
      inlined_digest_ = hash;
      inlined_ = std::move(file.contents);
    }
  }

  ServerReply get_artifact(const std::string& digest, std::uint64_t max_bytes, Clock::time_point end) {
    if (inlined_digest_ == digest) {
      inlined_digest_.clear();
      ServerReply answer = reply(Status::k_done, "");
      answer.payload = std::exchange(inlined_, {});
      return answer;
    }
    const auto size = sizes_.find(digest);
    // A server finds a blob by digest and size. It named both with the action, or does not know this artifact.
    if (size == sizes_.end() || size->second > max_bytes) return reply(Status::k_absent, "");
    return blobs_.read(digest, size->second, end);
  }

  void put_all(const std::vector<Upload>& uploads, std::vector<ServerReply>& answers, Clock::time_point end) {
    std::vector<Blob> blobs;
    std::vector<std::size_t> artifacts;
    std::vector<std::size_t> actions;
    for (std::size_t i = 0; i < uploads.size(); ++i) {
      const bool is_action = uploads[i].kind == EntryKind::k_action;
      (is_action ? actions : artifacts).push_back(i);
      if (!is_action) blobs.push_back({uploads[i].key, uploads[i].payload});
    }
    if (!blobs.empty()) {
      std::vector<ServerReply> replies = blobs_.write(blobs, end);
      for (std::size_t i = 0; i < artifacts.size(); ++i) {
        sizes_[blobs[i].digest] = blobs[i].bytes.size();
        answers[artifacts[i]] = std::move(replies[i]);
      }
    }
    if (!actions.empty()) put_actions(uploads, actions, answers, end);
  }

  void put_actions(const std::vector<Upload>& uploads, const std::vector<std::size_t>& actions,
                   std::vector<ServerReply>& answers, Clock::time_point end) {
    ServerReply known = blobs_.learn(end);
    if (known.status == Status::k_done && !blobs_.takes_actions())
      known = reply(Status::k_refused, "its ActionCache takes no uploads");
    drop_missing_outputs(uploads, actions, end);
    for (std::size_t begin = 0; begin < actions.size(); begin += k_parallel_updates) {
      const std::size_t behind = std::min(begin + k_parallel_updates, actions.size());
      if (known.status == Status::k_done) {
        const std::vector<std::size_t> some(actions.begin() + static_cast<std::ptrdiff_t>(begin),
                                            actions.begin() + static_cast<std::ptrdiff_t>(behind));
        known = update(uploads, some, answers, end);
      } else {
        for (std::size_t i = begin; i < behind; ++i) answers[actions[i]] = known;
      }
    }
  }

  // An action names artifacts of earlier compilations, too. Those that the server lost would keep it from taking this
  // one.
  void drop_missing_outputs(const std::vector<Upload>& uploads, const std::vector<std::size_t>& actions,
                            Clock::time_point end) {
    std::vector<api::Digest> earlier;
    for (const std::size_t i : actions) {
      const auto known = outputs_.find(uploads[i].key);
      if (known != outputs_.end()) earlier.insert(earlier.end(), known->second.begin(), known->second.end());
    }
    if (earlier.empty()) return;
    std::vector<std::string> missing;
    const bool is_told = blobs_.find_missing(earlier, missing, end).status == Status::k_done;
    for (const std::size_t i : actions) {
      std::erase_if(outputs_[uploads[i].key], [&](const api::Digest& digest) {
        return !is_told || std::ranges::find(missing, digest.hash) != missing.end();
      });
    }
  }

  // Sends some at once; returns the first answer that is not good, or a good one. A server may want actions without
  // contents, as the API's definition does: those that it refused go again without.
  ServerReply update(const std::vector<Upload>& uploads, const std::vector<std::size_t>& chosen,
                     std::vector<ServerReply>& answers, Clock::time_point end) {
    const auto is_done = [&](std::size_t i) { return answers[i].status == Status::k_done; };
    send(uploads, chosen, answers, end);
    std::vector<std::size_t> again;
    bool takes_contents = false;
    for (const std::size_t i : chosen) {
      if (!has_contents(uploads[i])) continue;
      takes_contents = takes_contents || is_done(i);
      if (answers[i].status == Status::k_refused) again.push_back(i);
    }
    if (!again.empty()) {
      gives_contents_ = false;
      send(uploads, again, answers, end);
      gives_contents_ = takes_contents || std::ranges::none_of(again, is_done);
    }
    const auto bad = std::ranges::find_if_not(chosen, is_done);
    return bad != chosen.end() ? answers[*bad] : reply(Status::k_done, "");
  }

  void send(const std::vector<Upload>& uploads, const std::vector<std::size_t>& chosen,
            std::vector<ServerReply>& answers, Clock::time_point end) {
    std::deque<GrpcStream> streams;
    for (const std::size_t i : chosen)
      streams.emplace_back(connection_, of_actions("UpdateActionResult"), connection_.timeout(end))
          .begin(proto::encode(request_of(uploads[i])));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      answers[chosen[i]] = reply_of(streams[i].finish(), "UpdateActionResult", connection_.settings(), true);
      if (answers[chosen[i]].status == Status::k_absent) answers[chosen[i]].status = Status::k_refused;
    }
  }

  bool has_contents(const Upload& upload) const {
    return gives_contents_ && upload.artifact.size() <= k_largest_in_action;
  }

  // As in action_result.h: what the "command" printed, and the file that it wrote.
  api::UpdateActionResultRequest request_of(const Upload& upload) {
    api::UpdateActionResultRequest request{connection_.settings().path, api_digest(upload.key, k_key_size), {}};
    api::ActionResult& result = request.action_result;
    result.stdout_raw = upload.payload;
    result.output_files.push_back({k_artifact, api_digest(upload.artifact_digest, upload.artifact.size()),
                                   Bytes(has_contents(upload) ? upload.artifact : "")});
    for (const api::Digest& earlier : outputs_[upload.key]) {
      const std::size_t count = result.output_files.size();
      if (earlier.hash == upload.artifact_digest || count == k_max_outputs) continue;
      result.output_files.push_back({k_artifact + ("." + std::to_string(count - 1)), earlier, ""});
    }
    return request;
  }

  GrpcConnection connection_;
  GrpcBlobs blobs_;
  std::map<std::string, std::vector<api::Digest>> outputs_;  // of actions that the server told
  std::map<std::string, std::uint64_t> sizes_;
  bool gives_contents_ = true;
  std::string inlined_digest_;
  Bytes inlined_;
};

}  // namespace

std::unique_ptr<Server> make_grpc_client(const ServerSettings& settings, const Credentials& credentials) {
  return std::make_unique<GrpcClient>(settings, credentials);
}

}  // namespace clc::cache
