// A connection by HTTP/2 with any number of calls of gRPC on it, by any number of threads. It has no thread of its own:
// one of those that wait moves the bytes of all.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/platform/sockets.h"
#include "transport.h"

struct nghttp2_session;

namespace clc::cache {

// As gRPC numbers them.
enum class GrpcCode {
  k_ok = 0,
  k_cancelled = 1,
  k_unknown = 2,
  k_invalid_argument = 3,
  k_deadline_exceeded = 4,
  k_not_found = 5,
  k_already_exists = 6,
  k_permission_denied = 7,
  k_resource_exhausted = 8,
  k_failed_precondition = 9,
  k_aborted = 10,
  k_out_of_range = 11,
  k_unimplemented = 12,
  k_internal = 13,
  k_unavailable = 14,
  k_data_loss = 15,
  k_unauthenticated = 16,
};

GrpcCode grpc_code(int number);

// One call. The connection's lock guards all of it.
struct Http2Call {
  Http2Call(std::string its_path, ProgressTimeout its_timeout) : path(std::move(its_path)), timeout(its_timeout) {}

  std::string path;
  ProgressTimeout timeout;
  // Gives the next message to send. False: there is none any more.
  std::function<bool(std::string& message)> next_message;

  std::string sending;  // a message, from `sent`
  std::size_t sent = 0;
  bool is_all_sent = false;
  std::string receiving;  // the beginning of a message
  std::deque<std::string> messages;
  std::size_t unread = 0;  // bytes that the server is not yet told to be read
  int http_status = 0;
  bool has_code = false;
  bool is_over = false;
  GrpcCode code = GrpcCode::k_unknown;
  std::int32_t stream = -1;
};

class Http2Connection {
 public:
  // `transport` is connected. `authorization`: the value of that header, or empty.
  Http2Connection(std::unique_ptr<Transport> transport, std::string authorization);
  ~Http2Connection();
  Http2Connection(const Http2Connection&) = delete;
  Http2Connection& operator=(const Http2Connection&) = delete;

  // False: it is broken, or the server wants no more calls on it.
  bool takes_calls();
  // Begins a call, which lives until it is over or given up.
  void begin(Http2Call& call);
  // Waits for the next message. False: the call is over, and has its code.
  bool wait(Http2Call& call, std::string& message);
  // Ends a call that is not over. By any thread.
  void give_up(Http2Call& call, GrpcCode code);

 private:
  struct Callbacks;

  void submit(Http2Call& call);
  void end_call(Http2Call& call, GrpcCode code);
  void end_stream(Http2Call& call, GrpcCode code);
  void break_off();
  void take_data(Http2Call& call, BytesView data);
  void mark_read(Http2Call& call, std::size_t bytes);
  std::ptrdiff_t give_data(Http2Call& call, unsigned char* buffer, std::size_t size, bool& is_last);
  void send_some();
  bool receive_some();
  void move_bytes(std::unique_lock<std::mutex>& lock, milliseconds time);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Transport> transport_;
  std::string authorization_, authority_;
  nghttp2_session* session_ = nullptr;
  platform::WakingSocket waking_;  // which the thread that moves bytes waits for, too
  bool is_moved_ = false;          // some thread moves bytes
  bool has_news_ = false;          // for some call
  bool is_broken_ = false;
  std::set<Http2Call*> calls_;  // that are not over
  bool is_full_ = false;        // more can be sent when the socket has room
  std::string outgoing_;  // what is sent, from `sent_`. It stays where it is until all of it is sent, as TLS wants
  std::size_t sent_ = 0;
  Bytes incoming_;
};

}  // namespace clc::cache
