// A number for each work-item of a group.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace clc::worker {

class Lanes {
 public:
  Lanes(std::int64_t same = 0) : same_(same) {}  // NOLINT: a number converts to the same number for every work-item
  explicit Lanes(std::vector<std::int64_t> each) {
    const bool is_same =
        std::all_of(each.begin(), each.end(), [&](std::int64_t value) { return value == each.front(); });
    if (is_same) {
      same_ = each.empty() ? 0 : each.front();
    } else {
      each_ = std::make_shared<const std::vector<std::int64_t>>(std::move(each));
    }
  }

  bool is_uniform() const { return each_ == nullptr; }
  std::size_t size() const { return each_ == nullptr ? 1 : each_->size(); }  // 1: all have the same
  bool is_zero() const { return each_ == nullptr && same_ == 0; }
  std::int64_t operator[](std::size_t lane) const { return each_ == nullptr ? same_ : (*each_)[lane]; }
  bool operator==(const Lanes& other) const {
    if (each_ == nullptr || other.each_ == nullptr) return each_ == other.each_ && same_ == other.same_;
    return each_ == other.each_ || *each_ == *other.each_;
  }

  std::int64_t least() const { return each_ == nullptr ? same_ : *std::min_element(each_->begin(), each_->end()); }
  std::int64_t greatest() const { return each_ == nullptr ? same_ : *std::max_element(each_->begin(), each_->end()); }
  // Bits that at least one of the numbers has.
  std::uint64_t bits() const {
    if (each_ == nullptr) return static_cast<std::uint64_t>(same_);
    std::uint64_t all = 0;
    for (const std::int64_t value : *each_) all |= static_cast<std::uint64_t>(value);
    return all;
  }

  template <class F>
  Lanes map(F&& f) const {
    if (each_ == nullptr) return Lanes(f(same_));
    std::vector<std::int64_t> result(each_->size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = f((*each_)[i]);
    return Lanes(std::move(result));
  }

  template <class F>
  static Lanes combine(const Lanes& a, const Lanes& b, F&& f) {
    if (a.is_uniform() && b.is_uniform()) return Lanes(f(a.same_, b.same_));
    std::vector<std::int64_t> result((a.is_uniform() ? b : a).each_->size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = f(a[i], b[i]);
    return Lanes(std::move(result));
  }

 private:
  std::int64_t same_ = 0;
  std::shared_ptr<const std::vector<std::int64_t>> each_;  // null: `same_` for all
};

}  // namespace clc::worker
