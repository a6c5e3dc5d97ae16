// TCP, and sockets of this machine.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "address.h"
#include "transport.h"

namespace clc::cache {
namespace {

std::string reason_of(int error) {
  return std::strerror(error);
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
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

Address address_of_socket(const std::string& path) {
  Address address;
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  if (path.size() >= sizeof(local.sun_path)) return address;
  std::memcpy(local.sun_path, path.data(), path.size());
  std::memcpy(&address.bytes, &local, sizeof(local));
  address.size = sizeof(local);
  return address;
}

class PlainTransport : public Transport {
 public:
  using Transport::Transport;

  Problem connect(Clock::time_point end) override {
    const milliseconds time = time_to_connect(end);
    const Clock::time_point until = Clock::now() + time;
    std::vector<Address> addresses;
    std::string problem;
    if (settings().socket.empty()) {
      addresses = find_addresses(host_here(settings().host), settings().port, time, problem);
    } else {
      addresses.push_back(address_of_socket(settings().socket));
    }
    if (addresses.empty()) return problem;
    return connect_to_one(addresses, until);
  }

  Moved try_send(BytesView bytes) override {
    return moved(::send(connection_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }
  Moved try_receive(char* bytes, std::size_t size) override {
    return moved(::recv(connection_.number(), bytes, size, 0));
  }
  int socket() const override { return connection_.number(); }

 private:
  static Moved moved(ssize_t size) {
    if (size >= 0) return {static_cast<std::size_t>(size), {}};
    if (errno == EAGAIN || errno == EINTR) return {};
    return {{}, "the connection broke: " + reason_of(errno)};
  }

  // Tries all at once: one of a name's addresses may be unreachable.
  Problem connect_to_one(const std::vector<Address>& addresses, Clock::time_point until) {
    std::vector<Descriptor> attempts;
    int error = 0;
    for (const Address& address : addresses) {
      Descriptor attempt(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      if (attempt.number() < 0 ||
          (::connect(attempt.number(), reinterpret_cast<const sockaddr*>(&address.bytes), address.size) != 0 &&
           errno != EINPROGRESS)) {
        error = errno;
      } else {
        attempts.push_back(std::move(attempt));
      }
    }
    while (!attempts.empty()) {
      const auto left = std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds(0));
      std::vector<pollfd> descriptors;
      for (const Descriptor& attempt : attempts) descriptors.push_back({attempt.number(), POLLOUT, 0});
      if (poll(descriptors.data(), descriptors.size(), static_cast<int>(left.count())) <= 0) {
        if (left > milliseconds(0)) continue;
        return "no connection within " + std::to_string(settings().connect_ms) + " ms (connect-timeout)";
      }
      for (std::size_t i = attempts.size(); i-- > 0;) {
        if (descriptors[i].revents == 0) continue;
        socklen_t size = sizeof(error);
        getsockopt(attempts[i].number(), SOL_SOCKET, SO_ERROR, &error, &size);
        if (error == 0) return take_connection(std::move(attempts[i]));
        attempts.erase(attempts.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return "no connection: " + reason_of(error);
  }

  Problem take_connection(Descriptor connection) {
    connection_ = std::move(connection);
    const int yes = 1;
    setsockopt(connection_.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    return {};
  }

  Descriptor connection_;
};

}  // namespace

std::unique_ptr<Transport> make_plain_transport(const ServerSettings& settings) {
  return std::make_unique<PlainTransport>(settings);
}

}  // namespace clc::cache
