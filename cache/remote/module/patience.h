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
  Patience(milliseconds request_limit, Clock::time_point end) : limit_(Clock::now() + request_limit), end_(end) {}

  // How long to wait for more when `bytes` have moved so far; 0 when it is over.
  milliseconds left(std::uint64_t bytes) const {
    const auto until = std::min(limit_ + milliseconds(bytes / k_bytes_a_millisecond), end_);
    return std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds(0));
  }

 private:
  static constexpr std::uint64_t k_bytes_a_millisecond = 1024;  // about 1 MB a second

  Clock::time_point limit_;
  Clock::time_point end_;
};

}  // namespace clc::cache
