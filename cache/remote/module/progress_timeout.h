// How long a server may take: a fixed time, and more only while bytes keep moving at a useful rate. A server that
// stalls, trickles or sends without end costs little, and a large artifact still has the time that it needs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace clc::cache {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class ProgressTimeout {
 public:
  // `end`: when time is over, whatever happens.
  ProgressTimeout(milliseconds limit, Clock::time_point end) : limit_(limit), end_(end) {}

  // Notes that bytes were received or sent.
  void moved(std::uint64_t bytes) {
    bytes_ += bytes;
    last_move_ = Clock::now();
  }

  // How long to wait for more; 0 when it is over.
  milliseconds left() const {
    const auto useful = begin_ + limit_ + milliseconds(bytes_ / k_bytes_a_millisecond);
    const auto until = std::min({useful, last_move_ + limit_, end_});
    return std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds(0));
  }

 private:
  static constexpr std::uint64_t k_bytes_a_millisecond = 1024;  // about 1 MB a second

  milliseconds limit_;
  Clock::time_point end_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_move_ = begin_;
  std::uint64_t bytes_ = 0;
};

}  // namespace clc::cache
