#include "device/sub_group_layout.h"

#include <algorithm>

namespace clc::device_tests {

const std::vector<LocalSize>& group_sizes() {
  static const std::vector<LocalSize> sizes{{1, 1, 1},   {7, 1, 1}, {32, 1, 1}, {33, 1, 1}, {64, 1, 1},
                                            {250, 1, 1}, {8, 5, 1}, {3, 30, 1}, {4, 3, 7}};
  return sizes;
}

NDRange range_of(const LocalSize& local) {
  NDRange range{local[2] > 1 ? 3u : local[1] > 1 ? 2u : 1u, local, local, {0, 0, 0}};
  range.global[0] *= k_groups;
  return range;
}
std::size_t items_of(const LocalSize& local) {
  return k_groups * local[0] * local[1] * local[2];
}

std::vector<std::size_t> members_of(const LocalSize& local, std::size_t g) {
  std::vector<std::size_t> members;
  const std::size_t row = local[0] * k_groups;
  for (std::size_t z = 0; z < local[2]; ++z) {
    for (std::size_t y = 0; y < local[1]; ++y) {
      for (std::size_t x = 0; x < local[0]; ++x) members.push_back((z * local[1] + y) * row + g * local[0] + x);
    }
  }
  return members;
}

std::string size_text(const LocalSize& local) {
  return text("work-group of %zu x %zu x %zu", local[0], local[1], local[2]);
}

std::vector<std::vector<std::size_t>> sub_groups_in(const std::vector<cl_uint>& told, const LocalSize& local) {
  const std::size_t n = items_of(local);
  std::vector<std::vector<std::size_t>> found;
  for (std::size_t g = 0; g < k_groups; ++g) {
    const std::vector<std::size_t> items = members_of(local, g);
    const std::size_t first = found.size(), count = told[3 * n + items[0]];
    found.resize(first + count);
    for (std::size_t i : items) {
      const cl_uint id = told[i], position = told[n + i], size = told[2 * n + i];
      if (id >= count || position >= size || size > told[4 * n + i] || told[3 * n + i] != count) {
        throw Failed(
            text("%s: item %u of %u in sub-group %u of %zu", size_text(local).c_str(), position, size, id, count));
      }
      auto& members = found[first + id];
      members.resize(size, n);
      if (members[position] != n) throw Failed(text("%s: two items with one id", size_text(local).c_str()));
      members[position] = i;
    }
    for (std::size_t s = first; s < found.size(); ++s) {
      if (std::count(found[s].begin(), found[s].end(), n) != 0 || found[s].empty()) {
        throw Failed(text("%s: a sub-group lacks members", size_text(local).c_str()));
      }
    }
  }
  return found;
}

}  // namespace clc::device_tests
