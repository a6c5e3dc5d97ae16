// The server of `clc serve`: a thread that speaks HTTP with browsers of this machine. Requests that need a compiler go
// to the server's owner, the session, which may take its time; a slow or hostile client costs others nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "serve/guard.h"

namespace clc {

struct ServerLimits {
  std::size_t connections = 64;
  std::size_t streams = 16;                       // of events; they count as connections, too
  std::chrono::milliseconds request{5000};        // from its first byte to its last
  std::chrono::milliseconds idle{60000};          // between two requests
  std::chrono::milliseconds write{10000};         // without taking a byte of the answer
  std::chrono::milliseconds sign_of_life{15000};  // how often a silent stream gets a comment
  std::size_t unread = std::size_t{1} << 20U;     // of a stream that does not read, before it is closed
};

// A request of a page that waits for its response.
struct PendingRequest {
  std::uint64_t connection = 0;
  RequestedPath path;
};

struct HttpResponse {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::string policy;  // Content-Security-Policy; empty: nothing may be loaded
};

class HttpServer {
 public:
  // Starts a server that listens on 127.0.0.1 and nowhere else. Port 0 stands for one that is free.
  static Result<std::unique_ptr<HttpServer>> start(unsigned port, const ServerLimits& limits = {});
  // Ends the thread and closes every connection.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const Address& address() const;
  // A file descriptor that can be read (as poll() tells) while requests or notes wait.
  int descriptor() const;
  std::vector<PendingRequest> take_pending_requests();
  // Takes the lines about refused requests. Only so many are kept in some seconds; the next one says how many are
  // missing.
  std::vector<std::string> take_notes();
  void answer(std::uint64_t connection, HttpResponse answer);
  // Sends an event to every page that listens.
  void send_event(const std::string& json);

 private:
  class Thread;
  explicit HttpServer(std::unique_ptr<Thread> thread);
  std::unique_ptr<Thread> thread_;
};

}  // namespace clc
