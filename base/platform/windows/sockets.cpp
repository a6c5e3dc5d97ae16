// Numbers of sockets are handles, of which Windows uses 32 bits.
#include "base/platform/sockets.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/platform/windows/system.h"

namespace clc::platform {
namespace {

// Begins the use of sockets, once.
bool is_winsock_ready() {
  static const bool is_ready = [] {
    WSADATA data;
    return ::WSAStartup(MAKEWORD(2, 2), &data) == 0;
  }();
  return is_ready;
}

SOCKET handle_of(int socket) {
  return static_cast<SOCKET>(static_cast<unsigned>(socket));
}

const sockaddr* name_of(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr*>(address.bytes.data());
}

int own_socket(SOCKET made) {
  unsigned long yes = 1;
  if (made == INVALID_SOCKET) return -1;
  ::ioctlsocket(made, static_cast<long>(FIONBIO), &yes);
  keep_from_children(static_cast<int>(made));
  return static_cast<int>(made);
}

std::ptrdiff_t moved(int size, int& error) {
  error = size >= 0 ? 0 : ::WSAGetLastError();
  if (error == WSAEWOULDBLOCK) error = 0;
  return size;
}

int length_of(std::size_t size) {
  return static_cast<int>(std::min(size, std::size_t{1} << 30U));
}

}  // namespace

int look_up_addresses(const std::string& host, unsigned port, bool is_number, std::size_t most,
                      std::vector<SocketAddress>& addresses) {
  if (!is_winsock_ready()) return WSANOTINITIALISED;
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = is_number ? AI_NUMERICHOST : 0;
  addrinfo* list = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list); code != 0) return code;
  for (const addrinfo* entry = list; entry != nullptr && addresses.size() < most; entry = entry->ai_next) {
    SocketAddress address;
    address.size = static_cast<unsigned>(std::min<std::size_t>(entry->ai_addrlen, address.bytes.size()));
    std::memcpy(address.bytes.data(), entry->ai_addr, address.size);
    addresses.push_back(address);
  }
  ::freeaddrinfo(list);
  return 0;
}

std::string lookup_error_text(int code) {
  return text_of(static_cast<DWORD>(code));
}

SocketAddress local_address(const std::string&) {
  return {};
}

int begin_connection(const SocketAddress& address, int& error) {
  const int made = own_socket(::socket(name_of(address)->sa_family, SOCK_STREAM, 0));
  const auto size = static_cast<int>(address.size);
  if (made >= 0 && (::connect(handle_of(made), name_of(address), size) == 0 || ::WSAGetLastError() == WSAEWOULDBLOCK))
    return made;
  error = ::WSAGetLastError();
  if (made >= 0) close_socket(made);
  return -1;
}

int error_of_connection(int socket) {
  int error = 0;
  int size = sizeof error;
  ::getsockopt(handle_of(socket), SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size);
  return error;
}

void hurry_messages(int socket) {
  const int yes = 1;
  ::setsockopt(handle_of(socket), IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&yes), sizeof yes);
}

void keep_from_children(int socket) {
  ::SetHandleInformation(reinterpret_cast<HANDLE>(handle_of(socket)), HANDLE_FLAG_INHERIT, 0);
}

void close_socket(int socket) {
  ::closesocket(handle_of(socket));
}

std::ptrdiff_t send_to_socket(int socket, const char* bytes, std::size_t size, int& error) {
  return moved(::send(handle_of(socket), bytes, length_of(size), 0), error);
}

std::ptrdiff_t receive_from_socket(int socket, char* bytes, std::size_t size, int& error) {
  return moved(::recv(handle_of(socket), bytes, length_of(size), 0), error);
}

// Those that are usual have the text that they have elsewhere.
std::string socket_error_text(int error) {
  if (error == WSAECONNREFUSED) return "Connection refused";
  if (error == WSAECONNRESET) return "Connection reset by peer";
  if (error == WSAETIMEDOUT) return "Connection timed out";
  return text_of(static_cast<DWORD>(error));
}

bool wait_for_sockets(std::span<AwaitedSocket> sockets, std::chrono::milliseconds time) {
  std::vector<WSAPOLLFD> polled;
  for (const AwaitedSocket& one : sockets) {
    const int events = (one.to_receive ? POLLRDNORM : 0) | (one.to_send ? POLLWRNORM : 0);
    polled.push_back({handle_of(one.socket), static_cast<short>(events), 0});
  }
  const bool is_any = ::WSAPoll(polled.data(), static_cast<ULONG>(polled.size()), static_cast<int>(time.count())) > 0;
  for (std::size_t i = 0; i < polled.size(); ++i) sockets[i].is_ready = is_any && polled[i].revents != 0;
  return is_any;
}

// A socket of datagrams to itself.
WakingSocket::WakingSocket() {
  if (!is_winsock_ready()) return;
  sockaddr_in here = {};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int size = sizeof here;
  auto* name = reinterpret_cast<sockaddr*>(&here);
  socket_ = own_socket(::socket(AF_INET, SOCK_DGRAM, 0));
  if (socket_ < 0) return;
  const bool is_bound =
      ::bind(handle_of(socket_), name, size) == 0 && ::getsockname(handle_of(socket_), name, &size) == 0;
  if (is_bound && ::connect(handle_of(socket_), name, size) == 0) return;
  close_socket(socket_);
  socket_ = -1;
}

WakingSocket::~WakingSocket() {
  if (socket_ >= 0) close_socket(socket_);
}

void WakingSocket::wake() {
  ::send(handle_of(socket_), "", 1, 0);
}

void WakingSocket::clear() {
  char byte = 0;
  while (::recv(handle_of(socket_), &byte, 1, 0) > 0) {
  }
}

}  // namespace clc::platform
