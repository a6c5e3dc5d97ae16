// One connection of the server: bytes in, bytes out, and how long it may take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "serve/http_server.h"

namespace clc {

using ServerClock = std::chrono::steady_clock;

class HttpConnection {
 public:
  enum class State {
    k_reading,    // a request, or waits for one
    k_waiting,    // for the owner's answer
    k_writing,    // an answer
    k_stream,     // of events
    k_lingering,  // was refused and told so; what it still sends is thrown away for a moment
  };

  HttpConnection(int socket, const ServerLimits& limits);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  int socket() const { return socket_; }
  State state() const { return state_; }
  bool has_output() const { return !output_.empty(); }
  // True while no request on this connection has had the token; such a connection makes room for others.
  bool is_stranger() const { return is_stranger_; }
  ServerClock::time_point since() const { return since_; }
  ServerClock::time_point deadline() const;

  // Both return false when the connection is over.
  bool read_some();
  bool write_some();

  // Takes the next request out of the bytes that came.
  ParsedRequest take_request();
  // Waits for the owner's answer to a request; `is_head`: the answer is to have no body.
  void wait(bool is_head);
  // Writes an answer, after which the connection closes unless the client wants to go on with it.
  void send(const HttpResponse& answer);
  // Answers with this status, and closes.
  void refuse(unsigned status);
  void begin_stream();
  // Sends an event. False when the client does not read.
  bool send_to_stream(std::string_view text);

 private:
  void queue(const HttpResponse& answer, bool is_last);
  void enter(State state);

  int socket_;
  const ServerLimits& limits_;
  State state_ = State::k_reading;
  std::string input_, output_;
  bool is_head_ = false;     // the answer is to have no body
  bool keeps_alive_ = true;  // after the answer
  bool is_stranger_ = true;
  ServerClock::time_point since_ = ServerClock::now();  // it is in this state, or has made progress in it
};

}  // namespace clc
