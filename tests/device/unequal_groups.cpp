// Ids, sizes and sums in groups that are smaller than the others, at the end of a range that their size does not
// divide.
#include <cstdint>
#include <map>
#include <set>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

using Sizes = std::array<std::size_t, 3>;

std::string name_of(const NDRange& r) {
  return text("%u dimensions of %zu x %zu x %zu by %zu x %zu x %zu from %zu, %zu, %zu", r.dimensions, r.global[0],
              r.global[1], r.global[2], r.local[0], r.local[1], r.local[2], r.offset[0], r.offset[1], r.offset[2]);
}

bool has_unequal_groups(Session& session) {
  if (session.facts().version.find("OpenCL 1.") == 0) return false;
  cl_bool has = CL_TRUE;  // as OpenCL 2 always has
  clGetDeviceInfo(session.queue().device().id, 0x1065 /* CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT */, sizeof has, &has,
                  nullptr);
  return has == CL_TRUE;
}

// Their groups are equal where the device has no others.
std::vector<NDRange> ranges(Session& session) {
  const bool is_equal = !has_unequal_groups(session);
  const Sizes sizes[] = {{37, 9, 3}, {64, 5, 3}, {1, 1, 1}, {130, 3, 2}, {33, 7, 2}};
  const Sizes locals[] = {{16, 4, 2}, {64, 2, 2}, {8, 4, 2}, {64, 4, 1}, {32, 8, 1}};
  std::vector<NDRange> all;
  for (int c = 0; c < 5; ++c) {
    for (const Sizes& offset : {Sizes{0, 0, 0}, Sizes{1000, 7, 3}}) {
      for (cl_uint dimensions : {1u, 2u, 3u}) {
        NDRange range{dimensions, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
        for (cl_uint d = 0; d < dimensions; ++d) {
          range.global[d] = sizes[c][d], range.local[d] = locals[c][d], range.offset[d] = offset[d];
          if (is_equal) range.global[d] += (range.local[d] - range.global[d] % range.local[d]) % range.local[d];
        }
        all.push_back(range);
      }
    }
  }
  return all;
}

std::size_t items_of(const NDRange& range) {
  return range.global[0] * range.global[1] * range.global[2];
}

// An item's own numbers, as the specification has them.
struct Item {
  Item(const NDRange& range, std::size_t i) {
    const Sizes& n = range.global;
    at = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    for (unsigned d = 0; d < 3; ++d) {
      group[d] = at[d] / range.local[d];
      in_group[d] = at[d] % range.local[d];
      size[d] = std::min(range.local[d], n[d] - group[d] * range.local[d]);
    }
    linear_group = (group[2] * 1000 + group[1]) * 1000 + group[0];
    linear = (in_group[2] * size[1] + in_group[1]) * size[0] + in_group[0];
  }
  Sizes at{}, group{}, in_group{}, size{};
  std::size_t linear_group = 0, linear = 0;
};

void check_item(const NDRange& range, std::size_t i, const std::uint32_t* o) {
  const Item item(range, i);
  const auto expect = [&](std::size_t expected, const char* name, const char* of) {
    const std::uint32_t got = *o++;
    if (got != expected)
      throw Failed(text("%s: item %zu: %s(%s) is %u, not %zu", name_of(range).c_str(), i, name, of, got, expected));
  };
  for (unsigned d = 0; d < 4; ++d) {
    const bool used = d < range.dimensions;
    const unsigned k = used ? d : 0;
    const std::string of = std::to_string(d);
    expect(used ? item.at[k] + range.offset[k] : 0, "get_global_id", of.c_str());
    expect(used ? item.in_group[k] : 0, "get_local_id", of.c_str());
    expect(used ? item.group[k] : 0, "get_group_id", of.c_str());
    expect(used ? range.global[k] : 1, "get_global_size", of.c_str());
    expect(used ? item.size[k] : 1, "get_local_size", of.c_str());
    expect(used ? range.local[k] : 1, "get_enqueued_local_size", of.c_str());
    expect(used ? (range.global[k] + range.local[k] - 1) / range.local[k] : 1, "get_num_groups", of.c_str());
    expect(used ? range.offset[k] : 0, "get_global_offset", of.c_str());
  }
  expect(range.dimensions, "get_work_dim", "");
  expect(i, "get_global_linear_id", "");
  expect(item.linear, "get_local_linear_id", "");
}

std::string check_ids(Session& session, const char* name) {
  const Kernel kernel = session.kernel("unequal_groups", name);
  for (const NDRange& range : ranges(session)) {
    const Buffer out = session.upload(std::vector<std::uint32_t>(35 * items_of(range), 0xdeadbeef));
    session.launch(kernel, range, out);
    const std::vector<std::uint32_t> got = session.download<std::uint32_t>(out);
    for (std::size_t i = 0; i < items_of(range); ++i) check_item(range, i, &got[35 * i]);
  }
  return "";
}

std::string check_sums(Session& session) {
  const Kernel kernel = session.kernel("unequal_groups", "unequal_sums");
  for (const NDRange& range : ranges(session)) {
    const std::size_t items = items_of(range);
    const Buffer out = session.upload(std::vector<std::uint32_t>(items, 0xdeadbeef));
    session.launch(kernel, range, out, LocalMemory{range.local[0] * range.local[1] * range.local[2] * sizeof(cl_uint)});
    std::map<std::size_t, std::uint32_t> sums;
    for (std::size_t i = 0; i < items; ++i) sums[Item(range, i).linear_group] += std::uint32_t(i);
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < items; ++i) expected.push_back(sums[Item(range, i).linear_group]);
    expect_equal(session.download<std::uint32_t>(out), expected, name_of(range).c_str());
  }
  return "";
}

// Results of work_group_… functions, and whether a copy made by all items of a group is whole.
std::string check_collectives(Session& session) {
  const Kernel kernel = session.kernel("unequal_groups", "unequal_collectives");
  std::vector<std::uint32_t> numbers(256);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::uint32_t(i * i + 7);
  const Buffer given = session.upload(numbers);
  for (const NDRange& range : ranges(session)) {
    const std::size_t items = items_of(range);
    const Buffer out = session.upload(std::vector<std::uint32_t>(6 * items, 0xdeadbeef));
    session.launch(kernel, range, given, out,
                   LocalMemory{range.local[0] * range.local[1] * range.local[2] * sizeof(cl_uint)});
    std::map<std::size_t, std::map<std::size_t, std::uint32_t>> groups;
    for (std::size_t i = 0; i < items; ++i)
      groups[Item(range, i).linear_group][Item(range, i).linear] = std::uint32_t(i);
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < items; ++i) {
      const Item item(range, i);
      const auto& group = groups[item.linear_group];
      std::uint32_t sum = 0, before = 0;
      for (const auto& [linear, value] : group) {
        sum += value;
        if (linear < item.linear) before += value;
      }
      expected.insert(expected.end(), {sum, before, before + std::uint32_t(i), group.rbegin()->second, 1, 1});
    }
    expect_equal(session.download<std::uint32_t>(out), expected, name_of(range).c_str());
  }
  return "";
}

// The sub-groups of one group. Which items form one is the device's own choice.
struct SubGroups {
  std::map<std::uint32_t, std::set<std::uint32_t>> items;
  std::map<std::uint32_t, std::uint32_t> size;
  std::uint32_t most = 0, count = 0, enqueued = 0;
  std::size_t group_items = 0;
};

void check_sub_groups_of(const NDRange& range, const SubGroups& group, std::uint32_t full_count) {
  const auto wrong = [&](const char* what) { throw Failed(name_of(range) + ": " + what); };
  std::size_t items = 0;
  for (const auto& [id, members] : group.items) {
    if (id >= group.count) wrong("get_sub_group_id() is not below get_num_sub_groups()");
    if (members.size() != group.size.at(id)) wrong("get_sub_group_size() is not the number of items");
    if (*members.rbegin() != members.size() - 1) wrong("get_sub_group_local_id() leaves numbers out");
    if (members.size() > group.most) wrong("get_sub_group_size() is over get_max_sub_group_size()");
    items += members.size();
  }
  if (items != group.group_items) wrong("get_sub_group_local_id() is the same of two items");
  if (group.items.size() != group.count) wrong("get_num_sub_groups() is not the number of sub-groups");
  if (group.enqueued < group.count) wrong("get_enqueued_num_sub_groups() is below get_num_sub_groups()");
  if (full_count != 0 && group.enqueued != full_count)
    wrong("get_enqueued_num_sub_groups() is not that of a full group");
}

std::string check_unequal_sub_groups(Session& session) {
  const Kernel kernel = session.kernel("unequal_groups", "unequal_sub_groups");
  for (const NDRange& range : ranges(session)) {
    const Buffer out = session.upload(std::vector<std::uint32_t>(7 * items_of(range), 0xdeadbeef));
    session.launch(kernel, range, out);
    const std::vector<std::uint32_t> got = session.download<std::uint32_t>(out);
    std::map<std::size_t, SubGroups> groups;
    std::uint32_t full_count = 0;
    for (std::size_t i = 0; i < items_of(range); ++i) {
      const Item item(range, i);
      const std::uint32_t* o = &got[7 * i];
      SubGroups& group = groups[item.linear_group];
      if (o[0] != item.linear) throw Failed(name_of(range) + ": get_local_linear_id() is wrong");
      group.items[o[1]].insert(o[2]);
      group.size[o[1]] = o[3];
      group.most = o[4];
      group.count = o[5];
      group.enqueued = o[6];
      ++group.group_items;
      if (item.size == range.local) full_count = o[5];
    }
    for (const auto& [id, group] : groups) check_sub_groups_of(range, group, full_count);
  }
  return "";
}

}  // namespace

std::vector<Check> unequal_group_checks() {
  return {
      {"unequal.ids", [](Session& s) { return check_ids(s, "unequal"); }},
      {"unequal.known", [](Session& s) { return check_ids(s, "unequal_known"); }},
      {"unequal.sums", check_sums},
      {"unequal.collectives", check_collectives},
      {"unequal.sub_groups", check_unequal_sub_groups},
  };
}

}  // namespace clc::device_tests
