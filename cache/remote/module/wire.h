// Bytes to and from one server, none of which is waited for longer than it may take.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clc/package/bytes.h"
#include "patience.h"
#include "servers.h"

namespace clc::cache {

// Why a server is of no use, or nothing.
using Failure = std::optional<std::string>;

class Wire {
 public:
  explicit Wire(const ServerSettings& settings) : settings_(settings) {}
  virtual ~Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Within the server's time-out for connecting, and before `end`.
  virtual Failure connect(Clock::time_point end) = 0;
  Failure send(BytesView bytes, Patience& patience);
  // Appends what has come to `bytes`; nothing more at the end of the connection, which is no failure.
  Failure receive(Bytes& bytes, Patience& patience);

  const ServerSettings& settings() const { return settings_; }

 protected:
  // Without waiting: how many bytes (0 received: the other side closed), nothing where that would mean to wait.
  struct Moved {
    std::optional<std::size_t> size;
    Failure failure;
  };
  virtual Moved try_send(BytesView bytes) = 0;
  virtual Moved try_receive(char* bytes, std::size_t size) = 0;
  virtual int socket() const = 0;

  milliseconds time_to_connect(Clock::time_point end) const;

 private:
  Failure wait(short events, const Patience& patience) const;
  std::string too_slow() const;

  ServerSettings settings_;
};

std::unique_ptr<Wire> make_plain_wire(const ServerSettings& settings);

// What this module has for a server: clc-remote.so has plain wires, clc-remote-tls.so those of TLS, too.
std::unique_ptr<Wire> make_wire(const ServerSettings& settings);

}  // namespace clc::cache
