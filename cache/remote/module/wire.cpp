#include "wire.h"

#include <poll.h>

namespace clc::cache {

namespace {

constexpr std::size_t k_read_size = std::size_t{64} << 10U;

}  // namespace

Failure Wire::send(BytesView bytes, Patience& patience) {
  while (!bytes.empty()) {
    const Moved moved = try_send(bytes);
    if (moved.failure) return moved.failure;
    if (moved.size) {
      bytes.remove_prefix(*moved.size);
      patience.moved(*moved.size);
    } else if (Failure failure = wait(POLLOUT, patience)) {
      return failure;
    }
  }
  return {};
}

Failure Wire::receive(Bytes& bytes, Patience& patience) {
  const std::size_t before = bytes.size();
  bytes.resize(before + k_read_size);
  Moved moved;
  Failure failure;
  while (!failure) {
    moved = try_receive(bytes.data() + before, k_read_size);
    if (moved.size || moved.failure) break;
    failure = wait(POLLIN, patience);
  }
  const std::size_t size = moved.size.value_or(0);
  bytes.resize(before + size);
  if (failure) return failure;
  if (moved.failure) return moved.failure;
  if (size > 0) patience.moved(size);
  // One that always has something to say is not waited for above.
  return patience.left() > milliseconds(0) ? Failure() : too_slow();
}

milliseconds Wire::time_to_connect(Clock::time_point end) const {
  const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
  return std::clamp(left, milliseconds(1), milliseconds(settings_.connect_ms));
}

Failure Wire::wait(short events, const Patience& patience) const {
  for (;;) {
    // Looks in any case: what is there is there, though a busy machine let us look late.
    const milliseconds left = patience.left();
    pollfd descriptor = {socket(), events, 0};
    if (poll(&descriptor, 1, static_cast<int>(left.count())) > 0) return {};
    if (left <= milliseconds(0)) return too_slow();
  }
}

std::string Wire::too_slow() const {
  return "no answer within its time (timeout " + std::to_string(settings_.request_ms) + " ms, total-timeout " +
         std::to_string(settings_.total_ms) + " ms)";
}

}  // namespace clc::cache
