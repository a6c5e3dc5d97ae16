// How long a server may take: a fixed time, and more only while bytes keep coming at a useful rate. So one that
// stalls, drips or sends without end costs little, and a large artifact still has its time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace clc::cache {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Patience {
 public:
  // `end`: when it is over whatever happens.
  Patience(milliseconds limit, Clock::time_point end) : limit_(limit), end_(end) {}

  // How long to wait for more when `bytes` have moved so far; 0 when it is over.
  milliseconds left(std::uint64_t bytes) {
    const Clock::time_point now = Clock::now();
    if (bytes > bytes_) {
      bytes_ = bytes;
      moved_ = now;
    }
    const auto until = std::min({begin_ + limit_ + milliseconds(bytes / k_bytes_a_millisecond), moved_ + limit_, end_});
    return std::max(std::chrono::ceil<milliseconds>(until - now), milliseconds(0));
  }

 private:
  static constexpr std::uint64_t k_bytes_a_millisecond = 1024;  // about 1 MB a second

  milliseconds limit_;
  Clock::time_point end_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point moved_ = begin_;  // when bytes did last
  std::uint64_t bytes_ = 0;
};

}  // namespace clc::cache
