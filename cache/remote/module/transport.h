// Sends bytes to a server and receives bytes from it, never waiting longer than allowed.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "progress_timeout.h"
#include "servers.h"

namespace clc::cache {

// Says why a server is of no use, or nothing.
using Problem = std::optional<std::string>;

class Transport {
 public:
  explicit Transport(const ServerSettings& settings) : settings_(settings) {}
  virtual ~Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  // Within the server's time-out for connecting, and before `end`.
  virtual Problem connect(Clock::time_point end) = 0;
  Problem send(BytesView bytes, ProgressTimeout& timeout);
  // Appends what has arrived to `bytes`. The end of the connection appends nothing, and is no problem.
  Problem receive(Bytes& bytes, ProgressTimeout& timeout);

  const ServerSettings& settings() const { return settings_; }

  // Sends or receives without waiting. `size` is the number of bytes (0 received: the other side closed the
  // connection), or nothing where one would have to wait.
  struct Moved {
    std::optional<std::size_t> size;
    Problem problem;
  };
  virtual Moved try_send(BytesView bytes) = 0;
  virtual Moved try_receive(char* bytes, std::size_t size) = 0;
  virtual int socket() const = 0;

 protected:
  milliseconds time_to_connect(Clock::time_point end) const;

 private:
  Problem wait(bool is_for_room, const ProgressTimeout& timeout) const;
  std::string too_slow() const;

  ServerSettings settings_;
};

// TCP, or a socket of this machine.
std::unique_ptr<Transport> make_plain_transport(const ServerSettings& settings);

// The transport for a server. clc-remote.so has plain ones only, clc-remote-tls.so those of TLS, too.
std::unique_ptr<Transport> make_transport(const ServerSettings& settings);

}  // namespace clc::cache
