// The sizes of a launch in work-items.
#pragma once

#include <array>
#include <cstddef>

#include <CL/cl.h>

namespace clc {

namespace range_detail {

constexpr std::size_t round_up(std::size_t size, std::size_t multiple) {
  return multiple == 0 || size % multiple == 0 ? size : size + (multiple - size % multiple);
}

}  // namespace range_detail

// Dimensions beyond `dimensions` are ignored. A global size of 0 in any dimension launches nothing and is no error.
struct NDRange {
  cl_uint dimensions = 1;
  std::array<std::size_t, 3> global{1, 1, 1};
  std::array<std::size_t, 3> local{0, 0, 0};  // all 0: the size that the kernel requires, or else the driver's choice
  std::array<std::size_t, 3> offset{0, 0, 0};

  // The range with each global size rounded up to a multiple of its own work-group's: the last groups reach beyond the
  // end, which the kernel has to check.
  constexpr NDRange rounded_up() const {
    NDRange result = *this;
    for (std::size_t i = 0; i < 3; ++i) result.global[i] = range_detail::round_up(global[i], local[i]);
    return result;
  }
};

// The global size and offset of a launch whose work-group size is left to the kernel or the driver.
template <std::size_t dimensions>
struct GlobalRange {
  using Sizes = std::array<std::size_t, dimensions>;
  Sizes global{};
  Sizes offset{};

  constexpr GlobalRange with_offset(const Sizes& from) const { return {global, from}; }

  // The range with each size rounded up to a multiple of the group's, and still without a work-group size: for kernels
  // that require one. range_2d(global, local).rounded_up() launches groups of a size that the caller chooses.
  constexpr GlobalRange rounded_up(const std::array<std::size_t, 3>& group) const {
    GlobalRange result = *this;
    for (std::size_t i = 0; i < dimensions; ++i) result.global[i] = range_detail::round_up(global[i], group[i]);
    return result;
  }

  constexpr operator NDRange() const {
    NDRange range;
    range.dimensions = dimensions;
    for (std::size_t i = 0; i < dimensions; ++i) {
      range.global[i] = global[i];
      range.offset[i] = offset[i];
    }
    return range;
  }
};

// Ranges without a work-group size.
constexpr GlobalRange<1> range_1d(std::size_t global) {
  return {{global}, {}};
}
constexpr GlobalRange<2> range_2d(const std::array<std::size_t, 2>& global) {
  return {global, {}};
}
constexpr GlobalRange<3> range_3d(const std::array<std::size_t, 3>& global) {
  return {global, {}};
}

// Ranges with a work-group size.
constexpr NDRange range_1d(std::size_t global, std::size_t local, std::size_t offset = 0) {
  return {1, {global, 1, 1}, {local, 0, 0}, {offset, 0, 0}};
}
constexpr NDRange range_2d(const std::array<std::size_t, 2>& global, const std::array<std::size_t, 2>& local,
                           const std::array<std::size_t, 2>& offset = {0, 0}) {
  return {2, {global[0], global[1], 1}, {local[0], local[1], 0}, {offset[0], offset[1], 0}};
}
constexpr NDRange range_3d(const std::array<std::size_t, 3>& global, const std::array<std::size_t, 3>& local,
                           const std::array<std::size_t, 3>& offset = {0, 0, 0}) {
  return {3, global, local, offset};
}

}  // namespace clc
