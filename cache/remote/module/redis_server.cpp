// Redis: GET and SET of clc:1:ac:<key> and clc:1:cas:<digest>. libcurl connects, by name, socket or TLS and within
// a time, and moves the bytes without blocking; hiredis makes and reads what is said.
#include <poll.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <new>
#include <utility>

#include <hiredis/hiredis.h>

#include "curl_handle.h"
#include "server.h"

namespace clc::cache {

namespace {

struct Reply {
  int type = REDIS_REPLY_NIL;
  Bytes text;
};

// hiredis is C: nothing may be thrown through it. Null is its "out of memory".
void* new_reply(int type, BytesView text) {
  try {
    return new Reply{type, Bytes(text)};
  } catch (...) {
    return nullptr;
  }
}

struct ReaderDeleter {
  void operator()(redisReader* reader) const { redisReaderFree(reader); }
};
using Reader = std::unique_ptr<redisReader, ReaderDeleter>;

Reader make_reader() {
  static redisReplyObjectFunctions functions = [] {
    redisReplyObjectFunctions made = {};
    made.createString = [](const redisReadTask* task, char* text, std::size_t size) {
      return new_reply(task->type, BytesView(text, size));
    };
    made.createInteger = [](const redisReadTask* task, long long) { return new_reply(task->type, ""); };
    // The task is the one of a text that could have been there.
    made.createNil = [](const redisReadTask*) { return new_reply(REDIS_REPLY_NIL, ""); };
    // Nothing that we say is answered with a list, and a list can claim any length.
    made.createArray = [](const redisReadTask*, auto) -> void* { return nullptr; };
    made.freeObject = [](void* reply) { delete static_cast<Reply*>(reply); };
    return made;
  }();
  Reader reader(redisReaderCreateWithFunctions(&functions));
  if (reader == nullptr) throw std::bad_alloc();
  return reader;
}

using Command = std::vector<BytesView>;

// Why the server is of no use, or nothing.
using Failure = std::optional<std::string>;

// Redis begins an error with a word in capitals. Nothing more is repeated: the rest may be what we sent.
std::string error_code(const Bytes& text) {
  std::size_t size = 0;
  while (size < text.size() && size < 24 && std::isupper(static_cast<unsigned char>(text[size])) != 0) ++size;
  return size == 0 ? "an error" : text.substr(0, size);
}

class RedisServer : public Server {
 public:
  RedisServer(const ServerSettings& settings, Credentials credentials)
      : settings_(settings), credentials_(std::move(credentials)) {}

  Answer get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    const std::string name = name_of(kind, key);
    std::vector<Reply> replies;
    if (const Failure failure = ask({{"GET", name}}, max_bytes, end, replies)) return failed(*failure);
    Reply& reply = replies.back();
    Answer answer;
    if (reply.type == REDIS_REPLY_STRING) {
      answer.status = Answer::Status::k_done;
      answer.payload = std::move(reply.text);
    } else if (reply.type == REDIS_REPLY_NIL) {
      answer.status = Answer::Status::k_absent;
    } else if (reply.type == REDIS_REPLY_ERROR && error_code(reply.text) == "WRONGTYPE") {
      answer.status = Answer::Status::k_refused;
      answer.reason = "what stands at clc:1: is not clc's";
    } else {
      return failed("answered " + said(reply) + " to GET");
    }
    return answer;
  }

  std::vector<Answer> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<std::string> names;
    for (const Upload& upload : uploads) names.push_back(name_of(upload.kind, upload.key));
    std::vector<Command> commands;
    for (std::size_t i = 0; i < uploads.size(); ++i) commands.push_back({"SET", names[i], uploads[i].payload});
    std::vector<Reply> replies;
    if (const Failure failure = ask(commands, 0, end, replies)) {
      return std::vector<Answer>(uploads.size(), failed(*failure));
    }
    std::vector<Answer> answers;
    for (const Reply& reply : replies) {
      Answer answer;
      const bool is_stored = reply.type == REDIS_REPLY_STATUS && reply.text == "OK";
      answer.status = is_stored ? Answer::Status::k_done : Answer::Status::k_refused;
      if (!is_stored) answer.reason = "answered " + said(reply) + " to SET";
      answers.push_back(std::move(answer));
    }
    return answers;
  }

 private:
  static std::string name_of(EntryKind kind, const std::string& key) {
    return (kind == EntryKind::k_action ? "clc:1:ac:" : "clc:1:cas:") + key;
  }

  static std::string said(const Reply& reply) {
    return reply.type == REDIS_REPLY_ERROR ? error_code(reply.text) : "something else";
  }

  static Answer failed(const std::string& reason) {
    Answer answer;
    answer.reason = reason;
    return answer;
  }

  // Everything in one go, with what a new connection begins with; the replies to `commands`.
  Failure ask(const std::vector<Command>& commands, std::uint64_t max_bytes, Clock::time_point end,
              std::vector<Reply>& replies) {
    std::vector<Command> all;
    const std::string database = std::to_string(settings_.database);
    if (connection_ == nullptr) {
      if (Failure failure = connect(end)) return failure;
      if (!credentials_.password.empty() && credentials_.user.empty()) all.push_back({"AUTH", credentials_.password});
      if (!credentials_.user.empty()) all.push_back({"AUTH", credentials_.user, credentials_.password});
      if (settings_.database != 0) all.push_back({"SELECT", database});
    }
    const std::size_t greetings = all.size();
    all.insert(all.end(), commands.begin(), commands.end());
    if (!unread_.empty()) return k_not_redis;  // it spoke unasked
    Patience patience(milliseconds(settings_.request_ms), end);
    bytes_moved_ = 0;
    for (const Command& command : all) {
      if (Failure failure = send(command, patience)) return failure;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      Reply reply;
      if (Failure failure = receive(reply, max_bytes, patience)) return failure;
      if (i >= greetings) {
        replies.push_back(std::move(reply));
      } else if (reply.type != REDIS_REPLY_STATUS) {
        return "answered " + said(reply) + " to " + std::string(all[i].front());
      }
    }
    return {};
  }

  Failure connect(Clock::time_point end) {
    connection_ = make_curl_handle(settings_, message_);
    CURL* easy = connection_.get();
    // libcurl need not know what will be said.
    const std::string url = std::string(settings_.is_tls ? "https://" : "http://") +
                            (settings_.socket.empty() ? settings_.host : "localhost") + ":" +
                            std::to_string(settings_.socket.empty() ? settings_.port : 1);
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    if (!settings_.socket.empty()) curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, settings_.socket.c_str());
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<milliseconds::rep>(left.count(), 1)));
    const CURLcode code = curl_easy_perform(easy);
    if (code != CURLE_OK) return curl_reason(code, message_);
    if (curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket_) != CURLE_OK) return "no connection";
    reader_ = make_reader();
    return {};
  }

  Failure send(const Command& command, Patience& patience) {
    std::vector<const char*> parts;
    std::vector<std::size_t> sizes;
    for (const BytesView part : command) {
      parts.push_back(part.data());
      sizes.push_back(part.size());
    }
    char* text = nullptr;
    const int formatted = redisFormatCommandArgv(&text, static_cast<int>(parts.size()), parts.data(), sizes.data());
    if (formatted < 0) throw std::bad_alloc();
    const std::unique_ptr<char, decltype(&redisFreeCommand)> owner(text, redisFreeCommand);
    BytesView rest(text, static_cast<std::size_t>(formatted));
    while (!rest.empty()) {
      std::size_t sent = 0;
      const CURLcode code = curl_easy_send(connection_.get(), rest.data(), rest.size(), &sent);
      if (code == CURLE_AGAIN) {
        if (Failure failure = wait(POLLOUT, patience)) return failure;
      } else if (code != CURLE_OK) {
        return "the connection broke: " + curl_reason(code, message_);
      }
      rest.remove_prefix(sent);
      bytes_moved_ += sent;
    }
    return {};
  }

  Failure receive(Reply& reply, std::uint64_t max_bytes, Patience& patience) {
    // Every reply begins with a short line; hiredis would look for the end of an endless one again and again.
    std::size_t line_end = 0;
    while ((line_end = unread_.find('\n')) == Bytes::npos) {
      if (unread_.size() > k_max_line) return k_not_redis;
      if (Failure failure = read(patience)) return failure;
    }
    std::uint64_t announced = 0;
    std::from_chars(unread_.data() + 1, unread_.data() + line_end, announced);
    if (unread_.front() == '$' && announced > max_bytes) return "an answer is longer than it may be";
    feed(line_end + 1);
    for (;;) {
      void* object = nullptr;
      if (redisReaderGetReply(reader_.get(), &object) != REDIS_OK) return k_not_redis;
      if (object != nullptr) {
        reply = std::move(*static_cast<Reply*>(object));
        delete static_cast<Reply*>(object);
        return {};
      }
      if (unread_.empty()) {
        if (Failure failure = read(patience)) return failure;
      }
      feed(unread_.size());
    }
  }

  // Some more of what it says.
  Failure read(Patience& patience) {
    const std::size_t before = unread_.size();
    unread_.resize(before + k_read_size);
    std::size_t size = 0;
    CURLcode code = CURLE_OK;
    while ((code = curl_easy_recv(connection_.get(), unread_.data() + before, k_read_size, &size)) == CURLE_AGAIN) {
      if (Failure failure = wait(POLLIN, patience)) return failure;
    }
    unread_.resize(before + size);
    bytes_moved_ += size;
    if (code != CURLE_OK) return "the connection broke: " + curl_reason(code, message_);
    if (size == 0) return "it closed the connection";
    if (patience.left(bytes_moved_) <= milliseconds(0)) return too_slow();
    return {};
  }

  void feed(std::size_t size) {
    if (redisReaderFeed(reader_.get(), unread_.data(), size) != REDIS_OK) throw std::bad_alloc();
    unread_.erase(0, size);
  }

  Failure wait(short events, Patience& patience) const {
    for (;;) {
      const milliseconds left = patience.left(bytes_moved_);
      if (left <= milliseconds(0)) return too_slow();
      pollfd descriptor = {socket_, events, 0};
      if (poll(&descriptor, 1, static_cast<int>(left.count())) > 0) return {};
    }
  }

  std::string too_slow() const {
    return "no answer within its time (timeout " + std::to_string(settings_.request_ms) + " ms, total-timeout " +
           std::to_string(settings_.total_ms) + " ms)";
  }

  static constexpr const char* k_not_redis = "what it said is not Redis's protocol";
  static constexpr std::size_t k_max_line = std::size_t{64} << 10U;
  static constexpr std::size_t k_read_size = std::size_t{256} << 10U;

  ServerSettings settings_;
  Credentials credentials_;
  CurlMessage message_;
  CurlEasy connection_;
  Reader reader_;
  Bytes unread_;  // received, and not given to the reader yet
  curl_socket_t socket_ = CURL_SOCKET_BAD;
  std::uint64_t bytes_moved_ = 0;
};

}  // namespace

std::unique_ptr<Server> make_redis_server(const ServerSettings& settings, Credentials credentials) {
  return std::make_unique<RedisServer>(settings, std::move(credentials));
}

}  // namespace clc::cache
