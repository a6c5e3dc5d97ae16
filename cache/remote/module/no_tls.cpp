// clc-remote.so: without TLS, and so without libcurl, which takes longer to load than a server on the same network
// to answer.
#include "transport.h"

namespace clc::cache {
namespace {

// Nothing that is meant for TLS is sent without it.
class NoTransport : public Transport {
 public:
  using Transport::Transport;
  Problem connect(Clock::time_point) override { return "no connection: this clc was built without TLS"; }
  Moved try_send(BytesView) override { return {{}, "no connection"}; }
  Moved try_receive(char*, std::size_t) override { return {{}, "no connection"}; }
  int socket() const override { return -1; }
};

}  // namespace

std::unique_ptr<Transport> make_transport(const ServerSettings& settings) {
  if (settings.is_tls) return std::make_unique<NoTransport>(settings);
  return make_plain_transport(settings);
}

}  // namespace clc::cache
