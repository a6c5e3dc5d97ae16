// hiredis encodes commands and decodes replies.
#include "redis_client.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <new>
#include <utility>

#include <hiredis/hiredis.h>

#include "transport.h"

namespace clc::cache {
namespace {

struct Reply {
  int type = REDIS_REPLY_NIL;
  Bytes text;
};

// hiredis is C: no exception may pass through it. Null means that memory ran out.
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

// From 1.0 on, hiredis reads two more types of replies, and where a function for one is missing it gives a number in
// the place of a pointer. We ask nothing that is answered so.
template <class Functions>
void refuse_later_types(Functions& functions) {
  if constexpr (requires { functions.createDouble; }) {
    functions.createDouble = [](const redisReadTask*, double, char*, std::size_t) -> void* { return nullptr; };
    functions.createBool = [](const redisReadTask*, int) -> void* { return nullptr; };
  }
}

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
    refuse_later_types(made);
    made.freeObject = [](void* reply) { delete static_cast<Reply*>(reply); };
    return made;
  }();
  Reader reader(redisReaderCreateWithFunctions(&functions));
  if (reader == nullptr) throw std::bad_alloc();
  return reader;
}

using Command = std::vector<BytesView>;

// Redis begins an error with a word in capitals. Nothing more is repeated: the rest may be what we sent.
std::string error_code(const Bytes& text) {
  std::size_t size = 0;
  while (size < text.size() && size < 24 && std::isupper(static_cast<unsigned char>(text[size])) != 0) ++size;
  return size == 0 ? "an error" : text.substr(0, size);
}

class RedisClient : public Server {
 public:
  RedisClient(const ServerSettings& settings, const Credentials& credentials)
      : settings_(settings), credentials_(credentials) {}

  ServerReply get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) override {
    const std::string name = name_of(kind, key);
    std::vector<Reply> replies;
    if (const Problem problem = ask({{"GET", name}}, max_bytes, end, replies)) return failed(*problem);
    Reply& reply = replies.back();
    ServerReply answer;
    if (reply.type == REDIS_REPLY_STRING) {
      answer.status = ServerReply::Status::k_done;
      answer.payload = std::move(reply.text);
    } else if (reply.type == REDIS_REPLY_NIL) {
      answer.status = ServerReply::Status::k_absent;
    } else if (reply.type == REDIS_REPLY_ERROR && error_code(reply.text) == "WRONGTYPE") {
      answer.status = ServerReply::Status::k_refused;
      answer.reason = "its value under clc:1: is not one of clc's";
    } else {
      return failed("answered " + said(reply) + " to GET");
    }
    return answer;
  }

  std::vector<ServerReply> put(const std::vector<Upload>& uploads, Clock::time_point end) override {
    std::vector<std::string> names;
    for (const Upload& upload : uploads) names.push_back(name_of(upload.kind, upload.key));
    std::vector<Command> commands;
    for (std::size_t i = 0; i < uploads.size(); ++i) commands.push_back({"SET", names[i], uploads[i].payload});
    std::vector<Reply> replies;
    if (const Problem problem = ask(commands, 0, end, replies))
      return std::vector<ServerReply>(uploads.size(), failed(*problem));
    std::vector<ServerReply> answers;
    for (const Reply& reply : replies) {
      ServerReply answer;
      const bool is_stored = reply.type == REDIS_REPLY_STATUS && reply.text == "OK";
      answer.status = is_stored ? ServerReply::Status::k_done : ServerReply::Status::k_refused;
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

  static ServerReply failed(const std::string& reason) {
    ServerReply answer;
    answer.reason = reason;
    return answer;
  }

  // The replies to `commands`.
  Problem ask(const std::vector<Command>& commands, std::uint64_t max_bytes, Clock::time_point end,
              std::vector<Reply>& replies) {
    const bool is_used = transport_ != nullptr;
    const Clock::time_point begin = Clock::now();
    was_answered_ = false;
    Problem problem = try_to_ask(commands, max_bytes, end, replies);
    const bool is_late = Clock::now() - begin >= milliseconds(settings_.request_ms);
    if (!problem || !is_used || was_answered_ || is_late) return problem;
    // A server may close a connection between two requests: once more then, on a new one.
    transport_.reset();
    reader_ = make_reader();
    return try_to_ask(commands, max_bytes, end, replies);
  }

  // Sends everything in one go, with what a new connection begins with.
  Problem try_to_ask(const std::vector<Command>& commands, std::uint64_t max_bytes, Clock::time_point end,
                     std::vector<Reply>& replies) {
    std::vector<Command> all;
    const std::string database = std::to_string(settings_.database);
    if (transport_ == nullptr) {
      transport_ = make_transport(settings_);
      if (Problem problem = transport_->connect(end)) return problem;
      if (!credentials_.password.empty() && credentials_.user.empty()) all.push_back({"AUTH", credentials_.password});
      if (!credentials_.user.empty()) all.push_back({"AUTH", credentials_.user, credentials_.password});
      if (settings_.database != 0) all.push_back({"SELECT", database});
    }
    const std::size_t greetings = all.size();
    all.insert(all.end(), commands.begin(), commands.end());
    if (!unread_.empty()) return k_not_redis;  // it spoke unasked
    const milliseconds limit(settings_.request_ms);
    ProgressTimeout sending(limit, end);
    for (const Command& command : all) {
      if (Problem problem = send(command, sending)) return problem;
    }
    ProgressTimeout receiving(limit, end);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Reply reply;
      if (Problem problem = receive(reply, max_bytes, receiving)) return problem;
      if (i >= greetings) {
        replies.push_back(std::move(reply));
      } else if (reply.type != REDIS_REPLY_STATUS) {
        return "answered " + said(reply) + " to " + std::string(all[i].front());
      }
    }
    return {};
  }

  Problem send(const Command& command, ProgressTimeout& timeout) {
    std::vector<const char*> parts;
    std::vector<std::size_t> sizes;
    for (const BytesView part : command) {
      parts.push_back(part.data());
      sizes.push_back(part.size());
    }
    char* text = nullptr;
    const int size = redisFormatCommandArgv(&text, static_cast<int>(parts.size()), parts.data(), sizes.data());
    if (size < 0) throw std::bad_alloc();
    const std::unique_ptr<char, decltype(&redisFreeCommand)> owner(text, redisFreeCommand);
    return transport_->send(BytesView(text, static_cast<std::size_t>(size)), timeout);
  }

  Problem receive(Reply& reply, std::uint64_t max_bytes, ProgressTimeout& timeout) {
    // Every reply begins with a short line; hiredis would look for the end of an endless one again and again.
    std::size_t line_end = 0;
    while ((line_end = unread_.find('\n')) == Bytes::npos) {
      if (unread_.size() > k_max_line) return k_not_redis;
      if (Problem problem = read_more(timeout)) return problem;
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
        if (Problem problem = read_more(timeout)) return problem;
      }
      feed(unread_.size());
    }
  }

  // Receives some more bytes.
  Problem read_more(ProgressTimeout& timeout) {
    const std::size_t before = unread_.size();
    if (Problem problem = transport_->receive(unread_, timeout)) return problem;
    was_answered_ |= unread_.size() > before;
    return unread_.size() > before ? Problem() : "it closed the connection";
  }

  void feed(std::size_t size) {
    if (redisReaderFeed(reader_.get(), unread_.data(), size) != REDIS_OK) throw std::bad_alloc();
    unread_.erase(0, size);
  }

  static constexpr const char* k_not_redis = "its reply is not in Redis's protocol";
  static constexpr std::size_t k_max_line = std::size_t{64} << 10U;

  ServerSettings settings_;
  Credentials credentials_;
  std::unique_ptr<Transport> transport_;
  Reader reader_ = make_reader();
  Bytes unread_;  // received, and not given to the reader yet
  bool was_answered_ = false;
};

}  // namespace

std::unique_ptr<Server> make_redis_client(const ServerSettings& settings, const Credentials& credentials) {
  return std::make_unique<RedisClient>(settings, credentials);
}

}  // namespace clc::cache
