#include "transport.h"

#include "base/platform/sockets.h"

namespace clc::cache {
namespace {

constexpr std::size_t k_read_size = std::size_t{64} << 10U;

}  // namespace

Problem Transport::send(BytesView bytes, ProgressTimeout& timeout) {
  while (!bytes.empty()) {
    const Moved moved = try_send(bytes);
    if (moved.problem) return moved.problem;
    if (moved.size) {
      bytes.remove_prefix(*moved.size);
      timeout.moved(*moved.size);
    } else if (Problem problem = wait(true, timeout)) {
      return problem;
    }
  }
  return {};
}

Problem Transport::receive(Bytes& bytes, ProgressTimeout& timeout) {
  const std::size_t before = bytes.size();
  bytes.resize(before + k_read_size);
  Moved moved;
  Problem problem;
  while (!problem) {
    moved = try_receive(bytes.data() + before, k_read_size);
    if (moved.size || moved.problem) break;
    problem = wait(false, timeout);
  }
  const std::size_t size = moved.size.value_or(0);
  bytes.resize(before + size);
  if (problem) return problem;
  if (moved.problem) return moved.problem;
  if (size > 0) timeout.moved(size);
  // A server that sends without end never makes us wait above.
  return timeout.left() > milliseconds(0) ? Problem() : too_slow();
}

milliseconds Transport::time_to_connect(Clock::time_point end) const {
  const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
  return std::clamp(left, milliseconds(1), milliseconds(settings_.connect_ms));
}

Problem Transport::wait(bool is_for_room, const ProgressTimeout& timeout) const {
  for (;;) {
    // Polls even when no time is left: on a busy machine we may look late at what has arrived in time.
    const milliseconds left = timeout.left();
    platform::AwaitedSocket awaited{.socket = socket(), .to_receive = !is_for_room, .to_send = is_for_room};
    if (platform::wait_for_sockets({&awaited, 1}, left)) return {};
    if (left <= milliseconds(0)) return too_slow();
  }
}

std::string Transport::too_slow() const {
  return "no answer within its time (timeout " + std::to_string(settings_.request_ms) + " ms, total-timeout " +
         std::to_string(settings_.total_ms) + " ms)";
}

}  // namespace clc::cache
