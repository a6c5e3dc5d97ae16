// Calls by gRPC: how a connection is made, what every call carries, and how long a call may take.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "api.h"
#include "http2_connection.h"
#include "server.h"

namespace clc::cache {

class GrpcConnection {
 public:
  GrpcConnection(const ServerSettings& settings, const Credentials& credentials);

  // Connects, where that was not done before.
  Problem connect(Clock::time_point end);
  // The connection of the next call: a new one where the last was lost. Null: there is none.
  std::shared_ptr<Http2Connection> open(Clock::time_point end);
  const ServerSettings& settings() const { return settings_; }

  // How long a call may take.
  ProgressTimeout timeout(Clock::time_point end) const { return {milliseconds(settings_.request_ms), end}; }
  // The name of the instance with a slash behind it, for names of resources.
  std::string prefix() const { return settings_.path.empty() ? "" : settings_.path + "/"; }

  // A call of one message each way. With `again` it is tried again where it may succeed a little later. An answer with
  // more elements than `most_elements` is an error.
  template <class Request, class Response>
  GrpcCode ask(const std::string& path, const Request& request, Response& response, ProgressTimeout timeout,
               bool again = true, std::size_t most_elements = proto::k_usual_elements) {
    std::string received;
    const GrpcCode code = ask_bytes(path, proto::encode(request), received, timeout, again);
    if (code != GrpcCode::k_ok) return code;
    return proto::decode(received, response, most_elements) ? GrpcCode::k_ok : GrpcCode::k_internal;
  }

 private:
  GrpcCode ask_bytes(const std::string& path, const std::string& request, std::string& response,
                     ProgressTimeout timeout, bool again);
  Problem make_connection(Clock::time_point end);

  ServerSettings settings_;
  Credentials credentials_;
  std::mutex mutex_;
  std::shared_ptr<Http2Connection> connection_;
  Clock::time_point next_try_;  // a server that is not there is not asked by each of many threads
};

// A call of any number of messages each way. It is given up with its object.
class GrpcStream {
 public:
  GrpcStream(GrpcConnection& connection, std::string path, ProgressTimeout timeout)
      : connection_(connection.open(Clock::now() + timeout.left())), call_(std::move(path), timeout) {}
  ~GrpcStream() { give_up(); }
  GrpcStream(const GrpcStream&) = delete;
  GrpcStream& operator=(const GrpcStream&) = delete;

  // Begins with one message.
  void begin(std::string message);
  // Begins with messages that `next` gives, until it returns false.
  void begin(std::function<bool(std::string& message)> next);
  // False: the call is over.
  bool read(std::string& message) { return is_begun_ && connection_->wait(call_, message); }
  // Reads what comes until the call is over. Returns its code.
  GrpcCode finish();
  // By any thread.
  void give_up() {
    if (is_begun_) connection_->give_up(call_, GrpcCode::k_cancelled);
  }

 private:
  std::shared_ptr<Http2Connection> connection_;
  Http2Call call_;
  bool is_begun_ = false;
};

// Judges an answer that is an error. Nothing that the server wrote is repeated: it may be what we sent.
ServerReply reply_of(GrpcCode code, const std::string& call, const ServerSettings& settings, bool is_upload = false);
bool may_pass(GrpcCode code);  // true: the same call may succeed a little later

}  // namespace clc::cache
