// Sends one request after the other to an HTTP server, over one connection while it lasts.
#pragma once

#include "transport.h"

namespace clc::cache {

struct HttpReply {
  unsigned status = 0;
  Bytes body;
  bool is_too_long = false;
};

class HttpConnection {
 public:
  explicit HttpConnection(const ServerSettings& settings) : settings_(settings) {}

  // `head`: the request up to the empty line. `max_bytes`: of the reply's body, where its status is 200.
  Problem exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end, HttpReply& reply);

 private:
  // `was_answered` tells a connection that the server had closed before from one that it closes now.
  Problem try_exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end, HttpReply& reply,
                       bool& was_answered);

  ServerSettings settings_;
  std::unique_ptr<Transport> transport_;
};

}  // namespace clc::cache
