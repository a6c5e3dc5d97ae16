// Sockets, none of which waits. Functions that can fail tell an error of the system, 0 for none, whose text is
// socket_error_text().
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace clc::platform {

// As the system writes it.
struct SocketAddress {
  alignas(8) std::array<unsigned char, 128> bytes{};
  unsigned size = 0;
};

// Looks up at most `most` addresses, which may take long unless the host is a number. Returns 0, or a code of
// lookup_error_text().
int look_up_addresses(const std::string& host, unsigned port, bool is_number, std::size_t most,
                      std::vector<SocketAddress>& addresses);
std::string lookup_error_text(int code);
// A socket of this machine. Size 0: there is none of such a name.
SocketAddress local_address(const std::string& path);

// Begins to connect; programs that are started do not inherit the socket. -1: an error.
int begin_connection(const SocketAddress& address, int& error);
// The error of a connection that became ready.
int error_of_connection(int socket);
// Small messages leave at once.
void hurry_messages(int socket);
// Programs that are started do not inherit it.
void keep_from_children(int socket);
void close_socket(int socket);
// Number of bytes, or -1: an error, or, with error 0, nothing can be moved yet.
std::ptrdiff_t send_to_socket(int socket, const char* bytes, std::size_t size, int& error);
std::ptrdiff_t receive_from_socket(int socket, char* bytes, std::size_t size, int& error);
std::string socket_error_text(int error);

struct AwaitedSocket {
  int socket = -1;
  bool to_receive = false, to_send = false;
  bool is_ready = false;
};
// False: none became ready within this time.
bool wait_for_sockets(std::span<AwaitedSocket> sockets, std::chrono::milliseconds time);

// Wakes a thread that waits for sockets, this one among them.
class WakingSocket {
 public:
  WakingSocket();
  ~WakingSocket();
  WakingSocket(const WakingSocket&) = delete;
  WakingSocket& operator=(const WakingSocket&) = delete;

  // -1: there is none to be had.
  int socket() const { return socket_; }
  void wake();
  // Forgets that it was woken.
  void clear();

 private:
  int socket_ = -1;
};

}  // namespace clc::platform
