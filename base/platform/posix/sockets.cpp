#include "base/platform/sockets.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace clc::platform {
namespace {

std::ptrdiff_t moved(ssize_t size, int& error) {
  error = size >= 0 || errno == EAGAIN || errno == EINTR ? 0 : errno;
  return size;
}

}  // namespace

int look_up_addresses(const std::string& host, unsigned port, bool is_number, std::size_t most,
                      std::vector<SocketAddress>& addresses) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (is_number ? AI_NUMERICHOST : 0);
  addrinfo* list = nullptr;
  if (const int code = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list); code != 0) return code;
  for (const addrinfo* entry = list; entry != nullptr && addresses.size() < most; entry = entry->ai_next) {
    SocketAddress address;
    address.size = std::min<unsigned>(entry->ai_addrlen, address.bytes.size());
    std::memcpy(address.bytes.data(), entry->ai_addr, address.size);
    addresses.push_back(address);
  }
  freeaddrinfo(list);
  return 0;
}

std::string lookup_error_text(int code) {
  return gai_strerror(code);
}

SocketAddress local_address(const std::string& path) {
  SocketAddress address;
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  if (path.size() >= sizeof local.sun_path) return address;
  std::memcpy(local.sun_path, path.data(), path.size());
  std::memcpy(address.bytes.data(), &local, sizeof local);
  address.size = sizeof local;
  return address;
}

int begin_connection(const SocketAddress& address, int& error) {
  const auto* name = reinterpret_cast<const sockaddr*>(address.bytes.data());
  const int made = ::socket(name->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made >= 0 && (::connect(made, name, address.size) == 0 || errno == EINPROGRESS)) return made;
  error = errno;
  if (made >= 0) close(made);
  return -1;
}

int error_of_connection(int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

void hurry_messages(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void keep_from_children(int socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
}

void close_socket(int socket) {
  close(socket);
}

std::ptrdiff_t send_to_socket(int socket, const char* bytes, std::size_t size, int& error) {
  return moved(::send(socket, bytes, size, MSG_NOSIGNAL), error);
}

std::ptrdiff_t receive_from_socket(int socket, char* bytes, std::size_t size, int& error) {
  return moved(::recv(socket, bytes, size, 0), error);
}

std::string socket_error_text(int error) {
  return std::strerror(error);
}

bool wait_for_sockets(std::span<AwaitedSocket> sockets, std::chrono::milliseconds time) {
  std::vector<pollfd> polled;
  for (const AwaitedSocket& one : sockets) {
    const int events = (one.to_receive ? POLLIN : 0) | (one.to_send ? POLLOUT : 0);
    polled.push_back({one.socket, static_cast<short>(events), 0});
  }
  const bool is_any = poll(polled.data(), polled.size(), static_cast<int>(time.count())) > 0;
  for (std::size_t i = 0; i < polled.size(); ++i) sockets[i].is_ready = is_any && polled[i].revents != 0;
  return is_any;
}

WakingSocket::WakingSocket() : socket_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

WakingSocket::~WakingSocket() {
  if (socket_ >= 0) close(socket_);
}

void WakingSocket::wake() {
  eventfd_write(socket_, 1);
}

void WakingSocket::clear() {
  eventfd_t count = 0;
  eventfd_read(socket_, &count);
}

}  // namespace clc::platform
