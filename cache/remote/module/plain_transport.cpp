// TCP, and sockets of this machine.
#include <algorithm>
#include <utility>

#include "address.h"
#include "base/platform/sockets.h"
#include "transport.h"

namespace clc::cache {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) platform::close_socket(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }

 private:
  int number_;
};

class PlainTransport : public Transport {
 public:
  using Transport::Transport;

  Problem connect(Clock::time_point end) override {
    const milliseconds time = time_to_connect(end);
    const Clock::time_point until = Clock::now() + time;
    std::vector<platform::SocketAddress> addresses;
    std::string problem;
    if (settings().socket.empty()) {
      addresses = find_addresses(host_here(settings().host), settings().port, time, problem);
    } else {
      addresses.push_back(platform::local_address(settings().socket));
    }
    if (addresses.empty()) return problem;
    return connect_to_one(addresses, until);
  }

  Moved try_send(BytesView bytes) override {
    int error = 0;
    return moved(platform::send_to_socket(connection_.number(), bytes.data(), bytes.size(), error), error);
  }
  Moved try_receive(char* bytes, std::size_t size) override {
    int error = 0;
    return moved(platform::receive_from_socket(connection_.number(), bytes, size, error), error);
  }
  int socket() const override { return connection_.number(); }

 private:
  static Moved moved(std::ptrdiff_t size, int error) {
    if (size >= 0) return {static_cast<std::size_t>(size), {}};
    if (error == 0) return {};
    return {{}, "the connection broke: " + platform::socket_error_text(error)};
  }

  // Tries all at once: one of a name's addresses may be unreachable.
  Problem connect_to_one(const std::vector<platform::SocketAddress>& addresses, Clock::time_point until) {
    std::vector<Descriptor> attempts;
    int error = 0;
    for (const platform::SocketAddress& address : addresses) {
      Descriptor attempt(platform::begin_connection(address, error));
      if (attempt.number() >= 0) attempts.push_back(std::move(attempt));
    }
    while (!attempts.empty()) {
      const auto left = std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds(0));
      std::vector<platform::AwaitedSocket> awaited;
      for (const Descriptor& attempt : attempts) awaited.push_back({.socket = attempt.number(), .to_send = true});
      if (!platform::wait_for_sockets(awaited, left)) {
        if (left > milliseconds(0)) continue;
        return "no connection within " + std::to_string(settings().connect_ms) + " ms (connect-timeout)";
      }
      for (std::size_t i = attempts.size(); i-- > 0;) {
        if (!awaited[i].is_ready) continue;
        error = platform::error_of_connection(attempts[i].number());
        if (error == 0) return take_connection(std::move(attempts[i]));
        attempts.erase(attempts.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return "no connection: " + platform::socket_error_text(error);
  }

  Problem take_connection(Descriptor connection) {
    connection_ = std::move(connection);
    platform::hurry_messages(connection_.number());
    return {};
  }

  Descriptor connection_;
};

}  // namespace

std::unique_ptr<Transport> make_plain_transport(const ServerSettings& settings) {
  return std::make_unique<PlainTransport>(settings);
}

}  // namespace clc::cache
