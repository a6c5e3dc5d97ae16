#include "grpc_client.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "clc/base/digest.h"
#include "grpc_blobs.h"
#include "quiet_thread.h"

namespace clc::cache {
namespace {

using Status = ServerReply::Status;

// The digest of an Action has a size, which is the one of the text of our key.
constexpr std::uint64_t k_key_size = 64;
constexpr const char* k_artifact = "artifact";
constexpr std::size_t k_parallel_updates = 16;
constexpr int k_max_outputs = 16;

ServerReply reply(Status status, const std::string& reason) {
  ServerReply made;
  made.status = status;
  made.reason = reason;
  return made;
}

// A thread that makes all calls, so that gRPC and its threads, which inherit from the one that calls, take none of the
// program's signals. It stays: on a busy machine a new thread waits longer for its turn than one that slept.
class Caller {
 public:
  Caller() = default;
  ~Caller() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  // Waits until `call`, which throws nothing, is done. Throws std::system_error where no thread can be had.
  void run(const std::function<void()>& call) {
    if (!thread_.joinable()) thread_ = quiet_thread([this] { work(); });
    std::unique_lock<std::mutex> lock(mutex_);
    call_ = &call;
    changed_.notify_all();
    changed_.wait(lock, [this] { return call_ == nullptr; });
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_over_ || call_ != nullptr; });
      if (is_over_) return;
      (*call_)();
      call_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* call_ = nullptr;
  bool is_over_ = false;
  std::thread thread_;
};

class GrpcClient : public Server {
 public:
  GrpcClient(const ServerSettings& settings, const Credentials& credentials)
      : connection_(settings, credentials), blobs_(connection_) {}

  ServerReply get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    ServerReply answer;
    guarded(answer.reason, [&] {
      if (Problem problem = connect(end)) {
        answer.reason = std::move(*problem);
      } else {
        answer = kind == EntryKind::k_action ? get_action(key, max_bytes, end) : get_artifact(key, max_bytes, end);
      }
    });
    return answer;
  }

  std::vector<ServerReply> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<ServerReply> answers(uploads.size());
    std::string reason;
    guarded(reason, [&] {
      if (Problem problem = connect(end)) {
        reason = std::move(*problem);
      } else {
        put_all(uploads, answers, end);
      }
    });
    if (!reason.empty()) answers.assign(uploads.size(), reply(Status::k_failed, reason));
    return answers;
  }

 private:
  template <class Call>
  void guarded(std::string& reason, Call&& call) {
    try {
      caller_.run([&] {
        try {
          call();
        } catch (...) {
          reason = "out of memory";
        }
      });
    } catch (const std::system_error&) {
      reason = "no thread to ask it in";
    }
  }

  Problem connect(Clock::time_point end) {
    if (actions_ != nullptr) return {};
    if (Problem problem = connection_.connect(end)) return problem;
    blobs_.open();
    actions_ = api::ActionCache::NewStub(connection_.channel());
    return {};
  }

  ServerReply get_action(const std::string& key, std::uint64_t max_bytes, Clock::time_point end) {
    api::GetActionResultRequest request;
    request.set_instance_name(connection_.settings().path);
    *request.mutable_action_digest() = api_digest(key, k_key_size);
    request.set_inline_stdout(true);
    request.add_inline_output_files(k_artifact);
    grpc::ClientContext context;
    connection_.authorize(context);
    context.set_deadline(deadline_in(connection_.time_for(max_bytes, end)));
    api::ActionResult result;
    const grpc::Status status = actions_->GetActionResult(&context, request, &result);
    ServerReply answer = reply_of(status, "GetActionResult", connection_.settings());
    return answer.status == Status::k_done ? judge(key, result, max_bytes, end) : answer;
  }

  ServerReply judge(const std::string& key, api::ActionResult& result, std::uint64_t max_bytes, Clock::time_point end) {
    const std::string what = "action " + key.substr(0, 6) + "…: ";
    ServerReply answer = reply(Status::k_done, "");
    if (result.exit_code() != 0) return reply(Status::k_refused, what + "is no ActionResult of clc");
    answer.payload = std::move(*result.mutable_stdout_raw());
    if (answer.payload.empty() && result.has_stdout_digest()) {
      const api::Digest& digest = result.stdout_digest();
      const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(digest.size_bytes(), 0));
      if (size > max_bytes) return reply(Status::k_refused, what + "the answer is longer than it may be");
      answer = blobs_.read(digest.hash(), size, end);
      if (answer.status != Status::k_done) return answer;
      if (sha256_hex(answer.payload) != digest.hash())
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
    for (api::OutputFile& file : *result.mutable_output_files()) {
      const std::string& hash = file.digest().hash();
      const std::int64_t size = file.digest().size_bytes();
      if (!is_sha256_hex(hash) || size < 0 || static_cast<std::uint64_t>(size) > k_max_artifact_bytes) continue;
      if (outputs.size() == k_max_outputs) break;
      outputs.push_back(file.digest());
      sizes_[hash] = static_cast<std::uint64_t>(size);
      if (file.path() != k_artifact) continue;
      answer.artifact_digest = hash;
      answer.artifact_size = static_cast<std::uint64_t>(size);
      if (file.contents().empty() || file.contents().size() != answer.artifact_size) continue;
      inlined_digest_ = hash;
      inlined_ = std::move(*file.mutable_contents());
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
        known = update(uploads,
                       {actions.begin() + static_cast<std::ptrdiff_t>(begin),
                        actions.begin() + static_cast<std::ptrdiff_t>(behind)},
                       answers, end);
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
        return !is_told || std::ranges::find(missing, digest.hash()) != missing.end();
      });
    }
  }

  struct Update {
    grpc::ClientContext context;
    api::UpdateActionResultRequest request;
    api::ActionResult response;
    grpc::Status status;
    std::unique_ptr<grpc::ClientAsyncResponseReader<api::ActionResult>> call;
  };

  // Sends some at once. Returns the last answer that is not good, or a good one.
  ServerReply update(const std::vector<Upload>& uploads, const std::vector<std::size_t>& chosen,
                     std::vector<ServerReply>& answers, Clock::time_point end) {
    grpc::CompletionQueue queue;
    std::deque<Update> updates;
    for (const std::size_t i : chosen) {
      Update& one = updates.emplace_back();
      fill(one.request, uploads[i]);
      connection_.authorize(one.context);
      one.context.set_deadline(deadline_in(connection_.time_for(2 * one.request.ByteSizeLong(), end)));
      one.call = actions_->PrepareAsyncUpdateActionResult(&one.context, one.request, &queue);
      one.call->StartCall();
      one.call->Finish(&one.response, &one.status, &one);
    }
    for (std::size_t i = 0; i < updates.size(); ++i) {
      void* tag = nullptr;
      bool is_done = false;
      queue.Next(&tag, &is_done);  // each has its deadline
    }
    ServerReply last = reply(Status::k_done, "");
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      answers[chosen[i]] = reply_of(updates[i].status, "UpdateActionResult", connection_.settings(), true);
      if (answers[chosen[i]].status == Status::k_absent) answers[chosen[i]].status = Status::k_refused;
      if (answers[chosen[i]].status != Status::k_done) last = answers[chosen[i]];
    }
    return last;
  }

  // As in action_result.h: what the "command" printed, and the file that it wrote.
  void fill(api::UpdateActionResultRequest& request, const Upload& upload) {
    request.set_instance_name(connection_.settings().path);
    *request.mutable_action_digest() = api_digest(upload.key, k_key_size);
    api::ActionResult& result = *request.mutable_action_result();
    result.set_stdout_raw(upload.payload.data(), upload.payload.size());
    api::OutputFile& newest = *result.add_output_files();
    newest.set_path(k_artifact);
    *newest.mutable_digest() = api_digest(upload.artifact_digest, upload.artifact_size);
    for (const api::Digest& earlier : outputs_[upload.key]) {
      if (earlier.hash() == upload.artifact_digest || result.output_files_size() == k_max_outputs) continue;
      api::OutputFile& file = *result.add_output_files();
      file.set_path(k_artifact + ("." + std::to_string(result.output_files_size() - 1)));
      *file.mutable_digest() = earlier;
    }
  }

  GrpcConnection connection_;
  GrpcBlobs blobs_;
  std::unique_ptr<api::ActionCache::Stub> actions_;
  std::map<std::string, std::vector<api::Digest>> outputs_;  // of actions that the server told
  std::map<std::string, std::uint64_t> sizes_;
  std::string inlined_digest_;
  Bytes inlined_;
  Caller caller_;  // the last: it ends before what it uses
};

}  // namespace

std::unique_ptr<Server> make_grpc_client(const ServerSettings& settings, const Credentials& credentials) {
  return std::make_unique<GrpcClient>(settings, credentials);
}

}  // namespace clc::cache
