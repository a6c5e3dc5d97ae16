// Bazel's HTTP protocol: GET and PUT of /ac/<key> and /cas/<digest>.
#include <algorithm>
#include <new>
#include <utility>

#include "action_result.h"
#include "curl_handle.h"
#include "server.h"

namespace clc::cache {

namespace {

constexpr std::size_t k_parallel = 8;
constexpr long k_max_redirects = 3;
constexpr std::size_t k_max_error_page = std::size_t{64} << 10U;  // read to its end, so that the connection lives on

// One request from its start to its answer.
struct Transfer {
  EntryKind kind = EntryKind::k_artifact;
  std::string path;
  bool is_upload = false;
  Bytes sent;  // where it must be kept for the time
  Bytes received;
  std::uint64_t max_bytes = 0;
  bool is_too_long = false;
  CurlMessage message;
  CurlEasy easy;
  Patience patience{milliseconds(0), Clock::time_point()};
  Answer answer;

  // For messages.
  std::string name() const { return path.substr(0, 10) + "…: "; }
  long status() const {
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
  }
  std::uint64_t bytes_moved() const {
    curl_off_t sent_bytes = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_SIZE_UPLOAD_T, &sent_bytes);
    return received.size() + static_cast<std::uint64_t>(sent_bytes);
  }
};

std::size_t receive(char* data, std::size_t, std::size_t size, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::uint64_t limit = transfer.status() == 200 && !transfer.is_upload ? transfer.max_bytes : k_max_error_page;
  transfer.is_too_long = transfer.received.size() + size > limit;
  if (transfer.is_too_long) return 0;
  try {
    transfer.received.append(data, size);
  } catch (const std::bad_alloc&) {
    return 0;  // libcurl calls it a failed write
  }
  return size;
}

Answer answer_of(Answer::Status status, std::string reason) {
  Answer answer;
  answer.status = status;
  answer.reason = std::move(reason);
  return answer;
}

Answer judge_status(const Transfer& transfer) {
  const long status = transfer.status();
  const std::string said = transfer.name() + "answered " + std::to_string(status);
  if (transfer.is_upload) {
    if (status == 200 || status == 201 || status == 202 || status == 204) return answer_of(Answer::Status::k_done, "");
    return answer_of(status < 500 ? Answer::Status::k_refused : Answer::Status::k_failed, said + " to an upload");
  }
  if (status == 200) return answer_of(Answer::Status::k_done, "");
  if (status == 404 || status == 410) return answer_of(Answer::Status::k_absent, "");
  return answer_of(Answer::Status::k_failed, said);
}

void finish(Transfer& transfer, CURLcode code) {
  if (transfer.is_too_long) {
    transfer.answer = answer_of(transfer.status() == 200 ? Answer::Status::k_refused : Answer::Status::k_failed,
                                transfer.name() + "the answer is longer than it may be");
    return;
  }
  if (code != CURLE_OK) {
    transfer.answer = answer_of(Answer::Status::k_failed, curl_reason(code, transfer.message));
    return;
  }
  transfer.answer = judge_status(transfer);
  if (transfer.is_upload || transfer.answer.status != Answer::Status::k_done) return;
  if (transfer.kind == EntryKind::k_artifact) {
    transfer.answer.payload = std::move(transfer.received);
    return;
  }
  std::optional<ActionResult> action = decode_action_result(transfer.received);
  if (!action) {
    transfer.answer = answer_of(Answer::Status::k_refused, transfer.name() + "is no ActionResult of clc");
    return;
  }
  transfer.answer.payload = std::move(action->payload);
  transfer.answer.artifact_digest = std::move(action->artifact_digest);
  transfer.answer.artifact_size = action->artifact_size;
}

class HttpServer : public Server {
 public:
  HttpServer(const ServerSettings& settings, Credentials credentials)
      : settings_(settings), credentials_(std::move(credentials)), multi_(curl_multi_init()) {
    if (multi_ == nullptr) throw std::bad_alloc();
    // An ActionResult as JSON: servers that know the protocol want to be told.
    for (const char* line : {"Accept: application/json, */*;q=0.5", "Content-Type: application/json", "Expect:"}) {
      action_headers_.reset(curl_slist_append(action_headers_.release(), line));
    }
    for (const char* line : {"Content-Type: application/octet-stream", "Expect:"}) {
      artifact_headers_.reset(curl_slist_append(artifact_headers_.release(), line));
    }
  }

  Answer get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    std::vector<Transfer> transfers(1);
    prepare(transfers[0], kind, key);
    // Base64 and what stands around it.
    transfers[0].max_bytes = kind == EntryKind::k_action ? 2 * max_bytes + 4096 : max_bytes;
    run(transfers, end);
    return std::move(transfers[0].answer);
  }

  std::vector<Answer> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<Transfer> transfers(uploads.size());
    for (std::size_t i = 0; i < uploads.size(); ++i) {
      const Upload& upload = uploads[i];
      prepare(transfers[i], upload.kind, upload.key);
      BytesView body = upload.payload;
      if (upload.kind == EntryKind::k_action) {
        transfers[i].sent = encode_action_result(upload.payload, upload.artifact_digest, upload.artifact_size);
        body = transfers[i].sent;
      }
      make_upload(transfers[i], body);
    }
    run(transfers, end);
    std::vector<Answer> answers;
    for (Transfer& transfer : transfers) answers.push_back(std::move(transfer.answer));
    return answers;
  }

 private:
  void prepare(Transfer& transfer, EntryKind kind, const std::string& key) {
    transfer.kind = kind;
    transfer.path = (kind == EntryKind::k_action ? "/ac/" : "/cas/") + key;
    transfer.easy = make_curl_handle(settings_, transfer.message);
    CURL* easy = transfer.easy.get();
    const std::string url = std::string(settings_.is_tls ? "https://" : "http://") + settings_.host + ":" +
                            std::to_string(settings_.port) + settings_.path + transfer.path;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, settings_.is_tls ? "https" : "http");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "clc");
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 256L << 10U);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER,
                     kind == EntryKind::k_action ? action_headers_.get() : artifact_headers_.get());
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(easy, CURLOPT_MAXREDIRS, k_max_redirects);
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, settings_.is_tls ? "https" : "http,https");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &transfer);
    authorise(easy);
  }

  // libcurl gives neither of the two to another host that an answer redirects to.
  void authorise(CURL* easy) {
    if (!credentials_.token.empty()) {
      curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
      curl_easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, credentials_.token.c_str());
    } else if (!credentials_.user.empty()) {
      curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
      curl_easy_setopt(easy, CURLOPT_USERNAME, credentials_.user.c_str());
      curl_easy_setopt(easy, CURLOPT_PASSWORD, credentials_.password.c_str());
    }
  }

  static void make_upload(Transfer& transfer, BytesView body) {
    transfer.is_upload = true;
    CURL* easy = transfer.easy.get();
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body.empty() ? "" : body.data());
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "PUT");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  }

  // All of them, some at once. After one that failed the others are not tried: it is the same server.
  void run(std::vector<Transfer>& transfers, Clock::time_point end) {
    std::vector<Transfer*> active;
    std::size_t next = 0;
    const Transfer* failed = nullptr;
    while (failed == nullptr && (!active.empty() || next < transfers.size())) {
      for (; next < transfers.size() && active.size() < k_parallel; ++next) {
        active.push_back(&transfers[next]);
        start(transfers[next], end);
      }
      int running = 0;
      curl_multi_perform(multi_.get(), &running);
      collect(active, failed);
      milliseconds wait(1000);
      for (Transfer* transfer : active) {
        const milliseconds left = transfer->patience.left(transfer->bytes_moved());
        wait = std::min(wait, left);
        if (left > milliseconds(0)) continue;
        transfer->answer = answer_of(Answer::Status::k_failed, too_slow(*transfer));
        failed = transfer;
      }
      if (failed == nullptr && !active.empty()) {
        curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(wait.count()), nullptr);
      }
    }
    for (Transfer* transfer : active) curl_multi_remove_handle(multi_.get(), transfer->easy.get());
    if (failed == nullptr) return;
    for (Transfer& transfer : transfers) {
      if (transfer.answer.reason.empty() && transfer.answer.status == Answer::Status::k_failed) {
        transfer.answer.reason = failed->answer.reason;
      }
    }
  }

  void start(Transfer& transfer, Clock::time_point end) {
    transfer.patience = Patience(milliseconds(settings_.request_ms), end);
    curl_multi_add_handle(multi_.get(), transfer.easy.get());
  }

  void collect(std::vector<Transfer*>& active, const Transfer*& failed) {
    int more = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &more)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      char* user = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &user);
      auto* transfer = reinterpret_cast<Transfer*>(user);
      curl_multi_remove_handle(multi_.get(), transfer->easy.get());
      active.erase(std::find(active.begin(), active.end(), transfer));
      finish(*transfer, code);
      if (transfer->answer.status == Answer::Status::k_failed) failed = transfer;
    }
  }

  std::string too_slow(const Transfer& transfer) const {
    return transfer.name() + "no answer within its time (timeout " + std::to_string(settings_.request_ms) +
           " ms, total-timeout " + std::to_string(settings_.total_ms) + " ms)";
  }

  ServerSettings settings_;
  Credentials credentials_;
  CurlList action_headers_;
  CurlList artifact_headers_;
  CurlMulti multi_;
};

}  // namespace

std::unique_ptr<Server> make_http_server(const ServerSettings& settings, Credentials credentials) {
  return std::make_unique<HttpServer>(settings, std::move(credentials));
}

}  // namespace clc::cache
