// Ids and sizes in one to three dimensions, with offsets, odd sizes, and grids that drivers have to split.
#include <cstdint>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

using Sizes = std::array<std::size_t, 3>;

void check_everything(Session& session, const Kernel& kernel, const NDRange& range) {
  const Sizes& n = range.global;
  const std::size_t items = n[0] * n[1] * n[2];
  const Buffer out = session.upload(std::vector<std::uint32_t>(22 * items, 0xdeadbeef));
  session.launch(kernel, range, out);
  const std::vector<std::uint32_t> got = session.download<std::uint32_t>(out);
  for (std::size_t i = 0; i < items; ++i) {
    const Sizes at{i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    const std::uint32_t* o = &got[22 * i];
    const auto expect = [&](int index, std::size_t expected, const char* name, cl_uint d) {
      if (o[index] == expected) return;
      throw Failed(text("%u dimensions of %zu x %zu x %zu from %zu, %zu, %zu: item %zu: %s(%u) is %u, not %zu",
                        range.dimensions, n[0], n[1], n[2], range.offset[0], range.offset[1], range.offset[2], i, name,
                        d, o[index], expected));
    };
    for (cl_uint d = 0; d < 3; ++d) {
      const bool used = d < range.dimensions;
      const std::size_t offset = used ? range.offset[d] : 0;
      // A local size that the driver chose has to be consistent.
      const std::size_t local = !used ? 1 : range.local[0] != 0 ? range.local[d] : o[12 + d];
      if (local == 0 || n[d] % local != 0) throw Failed(text("get_local_size(%u) is %zu of %zu", d, local, n[d]));
      expect(0 + d, at[d] + offset, "get_global_id", d);
      expect(3 + d, at[d] % local, "get_local_id", d);
      expect(6 + d, at[d] / local, "get_group_id", d);
      expect(9 + d, n[d], "get_global_size", d);
      expect(12 + d, local, "get_local_size", d);
      expect(15 + d, n[d] / local, "get_num_groups", d);
      expect(18 + d, offset, "get_global_offset", d);
    }
    expect(21, range.dimensions, "get_work_dim", 0);
  }
}

std::string check_dimensions(Session& session, cl_uint dimensions) {
  const Kernel kernel = session.kernel("work_items", "everything");
  const Sizes sizes[] = {{1, 1, 1}, {64, 8, 4}, {97, 13, 5}, {30, 21, 10}};
  const Sizes locals[] = {{1, 1, 1}, {16, 4, 2}, {97, 1, 1}, {5, 7, 2}};
  for (int c = 0; c < 4; ++c) {
    for (const Sizes& offset : {Sizes{0, 0, 0}, Sizes{1000, 7, 3}, Sizes{1, 0, 70000}}) {
      for (bool driver_chooses : {false, true}) {
        NDRange range{dimensions, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
        for (cl_uint d = 0; d < dimensions; ++d) {
          range.global[d] = sizes[c][d], range.local[d] = locals[c][d], range.offset[d] = offset[d];
        }
        if (driver_chooses) range.local = {0, 0, 0};
        check_everything(session, kernel, range);
      }
    }
  }
  return "";
}

std::string check_beyond(Session& session) {
  const Buffer out = session.upload(std::vector<std::uint32_t>(7));
  session.launch(session.kernel("work_items", "beyond"), range_1d(4, 2), out);
  expect_equal(session.download<std::uint32_t>(out), {0, 0, 0, 0, 1, 1, 1}, "ids, then sizes");
  return "";
}

std::string check_fixed_size(Session& session) {
  const Sizes n{24, 12, 6};
  const std::size_t items = n[0] * n[1] * n[2];
  for (const Sizes& local : {Sizes{8, 4, 2}, Sizes{0, 0, 0}}) {
    const Buffer out = session.upload(std::vector<std::uint32_t>(items));
    session.launch(session.kernel("work_items", "fixed_size"), NDRange{3, n, local, {0, 0, 0}}, out);
    std::vector<std::uint32_t> expected(items);
    for (std::size_t i = 0; i < items; ++i) {
      const std::size_t x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1];
      expected[i] = std::uint32_t(84200 + z % 2 * 32 + y % 4 * 8 + x % 8);
    }
    expect_equal(session.download<std::uint32_t>(out), expected, "sizes");
  }
  return "";
}

std::string check_large_x(Session& session) {
  const std::size_t local = 4, groups = 200003, n = local * groups;
  for (std::size_t offset : {std::size_t(0), std::size_t(123)}) {
    const Buffer out = session.upload(std::vector<std::uint32_t>(n));
    session.launch(session.kernel("work_items", "large_x"), range_1d(n, local, offset), out);
    std::vector<std::uint32_t> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = std::uint32_t(i / local * 3 + i % local + groups);
    expect_equal(session.download<std::uint32_t>(out), expected, "values");
  }
  return "";
}

// Checks more groups than CUDA's grids can have in y and in z.
std::string check_large_yz(Session& session) {
  for (const Sizes& groups : {Sizes{1, 70001, 2}, Sizes{1, 2, 70001}}) {
    const Sizes n{2, groups[1], groups[2]};
    const std::size_t items = n[0] * n[1] * n[2];
    const Buffer out = session.upload(std::vector<std::uint32_t>(items));
    session.launch(session.kernel("work_items", "large_yz"), NDRange{3, n, {2, 1, 1}, {0, 0, 0}}, out);
    std::vector<std::uint32_t> expected(items);
    for (std::size_t i = 0; i < items; ++i) {
      expected[i] = std::uint32_t(i / 2 / n[1] * 7 + i / 2 % n[1] * 3 + i % 2 + n[1]);
    }
    expect_equal(session.download<std::uint32_t>(out), expected, groups[1] > 2 ? "many in y" : "many in z");
  }
  return "";
}

std::string check_clocks(Session& session) {
  if (!session.facts().il_version.empty()) throw Skipped("SPIR-V has no clocks here");
  const std::size_t n = 256;
  const Buffer out = session.upload(std::vector<int>(3 * n, -1));
  session.launch(session.kernel("clocks", "clocks"), range_1d(n), out);
  expect_equal(session.download<int>(out), std::vector<int>(3 * n), "steps back");
  return "";
}

}  // namespace

std::vector<Check> work_item_checks() {
  return {
      {"work-item.1d", [](Session& s) { return check_dimensions(s, 1); }},
      {"work-item.2d", [](Session& s) { return check_dimensions(s, 2); }},
      {"work-item.3d", [](Session& s) { return check_dimensions(s, 3); }},
      {"work-item.beyond", check_beyond},
      {"work-item.reqd_work_group_size", check_fixed_size},
      {"work-item.large_x", check_large_x},
      {"work-item.large_yz", check_large_yz},
      {"work-item.clocks", check_clocks},
  };
}

}  // namespace clc::device_tests
