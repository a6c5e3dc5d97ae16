// A connection to a server of the remote cache that says what a test told it to say, and then closes. A test program
// that includes this makes all its connections so.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "transport.h"

namespace clc::test {

struct Told {
  std::string reply;
  std::size_t piece_size = 0;
};

inline Told& told() {
  static Told what;
  return what;
}

// Sets what the next connection says, `piece_size` bytes at a time.
inline void tell(std::string reply, std::size_t piece_size) {
  told() = {std::move(reply), piece_size};
}

class ToldTransport : public cache::Transport {
 public:
  explicit ToldTransport(const cache::ServerSettings& settings) : Transport(settings), rest_(told().reply) {}
  cache::Problem connect(cache::Clock::time_point) override { return {}; }

 protected:
  Moved try_send(BytesView bytes) override { return {bytes.size(), {}}; }
  Moved try_receive(char* bytes, std::size_t size) override {
    const std::size_t moved = std::min({size, told().piece_size, rest_.size()});
    std::memcpy(bytes, rest_.data(), moved);
    rest_.erase(0, moved);
    return {moved, {}};
  }
  int socket() const override { return -1; }

 private:
  std::string rest_;
};

inline cache::ServerSettings server_settings(const char* url) {
  return cache::parse_servers(url)->front();
}

}  // namespace clc::test

namespace clc::cache {

// In place of the modules' own.
std::unique_ptr<Transport> make_transport(const ServerSettings& settings) {
  return std::make_unique<test::ToldTransport>(settings);
}

}  // namespace clc::cache
