#include "nbody/tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace clc::algorithms {
namespace {

constexpr std::size_t k_most_bodies = 8;  // of a cell that is not divided
constexpr int k_deepest = 40;             // bodies at one place cannot be parted

struct Cell {
  std::array<double, 3> middle;
  double side;
};

class Builder {
 public:
  Builder(const std::vector<cl_float4>& bodies, double theta) : bodies_(bodies), theta_(theta), order_(bodies.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
  }

  BodyTree build() {
    if (!bodies_.empty()) add(whole(), order_.begin(), order_.end(), 0);
    return std::move(tree_);
  }

 private:
  using Place = std::vector<cl_uint>::iterator;

  Cell whole() const {
    std::array<double, 3> low{}, high{};
    double side = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto before = [d](const cl_float4& a, const cl_float4& b) { return a.s[d] < b.s[d]; };
      const auto [least, most] = std::minmax_element(bodies_.begin(), bodies_.end(), before);
      low[d] = least->s[d];
      high[d] = most->s[d];
      side = std::max(side, high[d] - low[d]);
    }
    return {{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2}, side};
  }

  void add(const Cell& cell, Place begin, Place end, int depth) {
    const std::size_t node = open_node(cell, begin, end);
    if (static_cast<std::size_t>(end - begin) <= k_most_bodies || depth == k_deepest) {
      std::for_each(begin, end, [&](cl_uint body) {
        push(bodies_[body], -1);
        tree_.next.back() = static_cast<cl_uint>(tree_.nodes.size());
      });
    } else {
      add_parts(cell, begin, end, depth);
    }
    tree_.next[node] = static_cast<cl_uint>(tree_.nodes.size());
  }

  // Divides the bodies by the three axes, and each eighth further.
  void add_parts(const Cell& cell, Place begin, Place end, int depth) {
    std::array<Place, 9> bounds{};
    bounds.front() = begin;
    bounds.back() = end;
    for (std::size_t d = 0, width = 8; d < 3; ++d, width /= 2) {
      for (std::size_t part = 0; part < 8; part += width) {
        const auto is_low = [&](cl_uint body) { return static_cast<double>(bodies_[body].s[d]) < cell.middle[d]; };
        bounds[part + width / 2] = std::partition(bounds[part], bounds[part + width], is_low);
      }
    }
    for (std::size_t part = 0; part < 8; ++part) {
      if (bounds[part] == bounds[part + 1]) continue;
      Cell eighth{cell.middle, cell.side / 2};
      for (std::size_t d = 0; d < 3; ++d)
        eighth.middle[d] += (part >> (2 - d) & 1) == 0 ? -cell.side / 4 : cell.side / 4;
      add(eighth, bounds[part], bounds[part + 1], depth + 1);
    }
  }

  std::size_t open_node(const Cell& cell, Place begin, Place end) {
    std::array<double, 4> sum{};
    std::for_each(begin, end, [&](cl_uint body) {
      const cl_float4& at = bodies_[body];
      for (std::size_t d = 0; d < 3; ++d) sum[d] += static_cast<double>(at.s[3]) * static_cast<double>(at.s[d]);
      sum[3] += static_cast<double>(at.s[3]);
    });
    double off = 0;
    cl_float4 centre{};
    for (std::size_t d = 0; d < 3; ++d) {
      const double place = sum[3] > 0 ? sum[d] / sum[3] : cell.middle[d];
      off += (place - cell.middle[d]) * (place - cell.middle[d]);
      centre.s[d] = static_cast<cl_float>(place);
    }
    centre.s[3] = static_cast<cl_float>(sum[3]);
    const double opens = cell.side / theta_ + std::sqrt(off);
    push(centre, static_cast<cl_float>(opens * opens));
    return tree_.nodes.size() - 1;
  }

  void push(const cl_float4& node, cl_float opens) {
    tree_.nodes.push_back(node);
    tree_.opens.push_back(opens);
    tree_.next.push_back(0);
  }

  const std::vector<cl_float4>& bodies_;
  double theta_;
  std::vector<cl_uint> order_;
  BodyTree tree_;
};

}  // namespace

BodyTree make_tree(const std::vector<cl_float4>& bodies, double theta) {
  return Builder(bodies, theta).build();
}

}  // namespace clc::algorithms
