#include "http_client.h"

#include <atomic>
#include <deque>
#include <exception>
#include <utility>

#include "action_result.h"
#include "address.h"
#include "base/encoding/base64.h"
#include "http_connection.h"
#include "quiet_thread.h"

namespace clc::cache {
namespace {

constexpr std::size_t k_parallel_uploads = 8;

ServerReply answer_of(ServerReply::Status status, const std::string& what, const std::string& reason) {
  ServerReply answer;
  answer.status = status;
  answer.reason = what.empty() ? reason : what.substr(0, 10) + "…: " + reason;
  return answer;
}

std::string path_of(EntryKind kind, const std::string& key) {
  return (kind == EntryKind::k_action ? "/ac/" : "/cas/") + key;
}

ServerReply judge_get(const std::string& path, EntryKind kind, HttpReply& reply) {
  if (reply.status == 404 || reply.status == 410) return answer_of(ServerReply::Status::k_absent, "", "");
  if (reply.status != 200)
    return answer_of(ServerReply::Status::k_failed, path, "answered " + std::to_string(reply.status));
  if (reply.is_too_long) return answer_of(ServerReply::Status::k_refused, path, "the answer is longer than it may be");
  ServerReply answer = answer_of(ServerReply::Status::k_done, "", "");
  if (kind == EntryKind::k_artifact) {
    answer.payload = std::move(reply.body);
    return answer;
  }
  std::optional<ActionResult> action = decode_action_result(reply.body);
  if (!action) return answer_of(ServerReply::Status::k_refused, path, "is no ActionResult of clc");
  answer.payload = std::move(action->payload);
  answer.artifact_digest = std::move(action->artifact_digest);
  answer.artifact_size = action->artifact_size;
  return answer;
}

ServerReply judge_put(const std::string& path, const HttpReply& reply) {
  for (const unsigned good : {200U, 201U, 202U, 204U}) {
    if (reply.status == good) return answer_of(ServerReply::Status::k_done, "", "");
  }
  const ServerReply::Status status =
      reply.status < 500 ? ServerReply::Status::k_refused : ServerReply::Status::k_failed;
  return answer_of(status, path, "answered " + std::to_string(reply.status) + " to an upload");
}

class HttpClient : public Server {
 public:
  HttpClient(const ServerSettings& settings, const Credentials& credentials)
      : settings_(settings), connection_(settings), common_head_(make_common_head(settings, credentials)) {}

  ServerReply get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    const std::string path = path_of(kind, key);
    // Room for Base64 and the JSON around it.
    const std::uint64_t max_body = kind == EntryKind::k_action ? 2 * max_bytes + 4096 : max_bytes;
    HttpReply reply;
    const Problem problem = connection_.exchange(head_of("GET", path, kind), "", max_body, end, reply);
    return problem ? answer_of(ServerReply::Status::k_failed, "", *problem) : judge_get(path, kind, reply);
  }

  // Sends several at once. After a failure no more are tried, because they go to the same server.
  std::vector<ServerReply> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<ServerReply> answers(uploads.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> has_failed = false;
    const auto work = [&](HttpConnection& connection) {
      for (std::size_t i = next++; i < uploads.size() && !has_failed; i = next++) {
        answers[i] = put_one(connection, uploads[i], end);
        if (answers[i].status == ServerReply::Status::k_failed) has_failed = true;
      }
    };
    std::deque<HttpConnection> connections;
    std::deque<std::thread> threads;
    try {
      while (threads.size() + 1 < std::min(uploads.size(), k_parallel_uploads)) {
        HttpConnection& connection = connections.emplace_back(settings_);
        std::thread& thread = threads.emplace_back();
        thread = quiet_thread([&work, &connection] { work(connection); });
      }
    } catch (const std::exception&) {
      // There are no more threads, or no memory: fewer are sent at once.
    }
    work(connection_);
    for (std::thread& thread : threads) {
      if (thread.joinable()) thread.join();
    }
    return answers;
  }

 private:
  // When memory runs out in a thread only its upload fails.
  ServerReply put_one(HttpConnection& connection, const Upload& upload, Clock::time_point end) const noexcept {
    try {
      const std::string path = path_of(upload.kind, upload.key);
      Bytes action;
      BytesView body = upload.payload;
      if (upload.kind == EntryKind::k_action) {
        action = encode_action_result(upload.payload, upload.artifact_digest, upload.artifact.size());
        body = action;
      }
      const std::string head = head_of("PUT", path, upload.kind, body.size());
      HttpReply reply;
      const Problem problem = connection.exchange(head, body, k_max_page, end, reply);
      return problem ? answer_of(ServerReply::Status::k_failed, "", *problem) : judge_put(path, reply);
    } catch (...) {
      ServerReply answer;
      answer.reason = "out of memory";
      return answer;
    }
  }

  static std::string make_common_head(const ServerSettings& settings, const Credentials& credentials) {
    const bool is_usual_port = settings.port == (settings.is_tls ? 443 : 80);
    std::string head =
        "Host: " + host_there(settings.host) + (is_usual_port ? "" : ":" + std::to_string(settings.port)) + "\r\n";
    head += "User-Agent: clc\r\n";
    if (!credentials.token.empty()) {
      head += "Authorization: Bearer " + credentials.token + "\r\n";
    } else if (!credentials.user.empty()) {
      head += "Authorization: Basic " + to_base64(credentials.user + ":" + credentials.password) + "\r\n";
    }
    return head;
  }

  // Servers that know the protocol want to be told that an ActionResult is JSON.
  std::string head_of(const char* method, const std::string& path, EntryKind kind,
                      std::optional<std::size_t> length = {}) const {
    const char* type = kind == EntryKind::k_action ? "application/json" : "application/octet-stream";
    std::string head = std::string(method) + " " + settings_.path + path + " HTTP/1.1\r\n" + common_head_;
    if (!length) return head + "Accept: " + type + ", */*;q=0.5\r\n\r\n";
    return head + "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(*length) + "\r\n\r\n";
  }

  static constexpr std::uint64_t k_max_page = std::uint64_t{64} << 10U;

  ServerSettings settings_;
  HttpConnection connection_;
  std::string common_head_;  // holds secrets
};

}  // namespace

std::unique_ptr<Server> make_http_client(const ServerSettings& settings, const Credentials& credentials) {
  return std::make_unique<HttpClient>(settings, credentials);
}

}  // namespace clc::cache
