// A number for each work-item of a group.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clc::worker {

class Lanes {
 public:
  Lanes(std::int64_t same = 0) : same_(same) {}  // NOLINT: a number is the same number for all
  explicit Lanes(std::vector<std::int64_t> each) : each_(std::move(each)) {
    if (std::all_of(each_.begin(), each_.end(), [&](std::int64_t value) { return value == each_.front(); })) {
      same_ = each_.empty() ? 0 : each_.front();
      each_.clear();
    }
  }

  bool is_uniform() const { return each_.empty(); }
  bool is_zero() const { return each_.empty() && same_ == 0; }
  std::int64_t operator[](std::size_t lane) const { return each_.empty() ? same_ : each_[lane]; }
  bool operator==(const Lanes& other) const = default;

  std::int64_t least() const { return each_.empty() ? same_ : *std::min_element(each_.begin(), each_.end()); }
  std::int64_t greatest() const { return each_.empty() ? same_ : *std::max_element(each_.begin(), each_.end()); }

  template <class F>
  Lanes map(F&& f) const {
    if (each_.empty()) return Lanes(f(same_));
    std::vector<std::int64_t> result(each_.size());
    for (std::size_t i = 0; i < each_.size(); ++i) result[i] = f(each_[i]);
    return Lanes(std::move(result));
  }

  template <class F>
  static Lanes combine(const Lanes& a, const Lanes& b, F&& f) {
    if (a.each_.empty() && b.each_.empty()) return Lanes(f(a.same_, b.same_));
    std::vector<std::int64_t> result(std::max(a.each_.size(), b.each_.size()));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = f(a[i], b[i]);
    return Lanes(std::move(result));
  }

 private:
  std::int64_t same_ = 0;
  std::vector<std::int64_t> each_;  // empty: `same_` for all
};

}  // namespace clc::worker
