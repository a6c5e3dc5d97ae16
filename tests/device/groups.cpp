// Functions of work-groups and sub-groups, and generic pointers: the optional features of OpenCL C 3.0.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "device/harness.h"
#include "device/sub_group_layout.h"

namespace clc::device_tests {
namespace {

constexpr int k_results = 10;
const char* const k_names[k_results] = {
    "reduce_add",         "reduce_min",         "reduce_max",         "scan_inclusive_add", "scan_inclusive_min",
    "scan_inclusive_max", "scan_exclusive_add", "scan_exclusive_min", "scan_exclusive_max", "broadcast"};

// Values so small that sums of floating point numbers are exact.
template <class T>
std::vector<T> make_values(std::size_t n) {
  std::mt19937_64 random(9);
  std::vector<T> values(n);
  for (T& v : values) {
    v = std::is_floating_point_v<T> ? static_cast<T>(static_cast<int>(random() % 2001) - 1000)
                                    : static_cast<T>(random());
  }
  return values;
}

// The results that the kernels compute from one group's values, item by item; item `chosen` broadcasts its value.
template <class T>
std::vector<std::array<T, k_results>> expected_of(const std::vector<T>& values, std::size_t chosen) {
  using Limits = std::numeric_limits<T>;
  constexpr T largest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  constexpr T least = Limits::has_infinity ? -Limits::infinity() : Limits::min();
  const auto add = [](T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(x) + static_cast<U>(y));
    } else {
      return x + y;
    }
  };
  T sum = 0, low = largest, high = least;
  std::vector<std::array<T, k_results>> expected(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto& e = expected[i];
    e[6] = sum, e[7] = low, e[8] = high;
    e[3] = sum = add(sum, values[i]), e[4] = low = std::min(low, values[i]), e[5] = high = std::max(high, values[i]);
  }
  for (auto& e : expected) e[0] = sum, e[1] = low, e[2] = high, e[9] = values[chosen];
  return expected;
}

template <class T>
void expect_group(const std::vector<T>& in, const std::vector<T>& got, const std::vector<std::size_t>& members,
                  std::size_t chosen, const std::string& where) {
  std::vector<T> values;
  for (std::size_t i : members) values.push_back(in[i]);
  const auto expected = expected_of(values, chosen);
  for (int j = 0; j < k_results; ++j) {
    for (std::size_t m = 0; m < members.size(); ++m) {
      const T value = got[j * in.size() + members[m]];
      if (value == expected[m][j]) continue;
      throw Failed(text("%s, %s, item %zu: got %s, expected %s", k_names[j], where.c_str(), m,
                        std::to_string(value).c_str(), std::to_string(expected[m][j]).c_str()));
    }
  }
}

template <class T>
std::string check_work_groups(Session& session, const std::string& type) {
  if (type == "double" && !session.facts().has_fp64) throw Skipped("the device has no double");
  const Kernel kernel = session.kernel(type == "double" ? "groups_double" : "groups", "groups_" + type);
  for (const auto& local : group_sizes()) {
    const std::vector<T> in = make_values<T>(items_of(local));
    const Buffer source = session.upload(in), out = session.upload(std::vector<T>(k_results * in.size()));
    session.launch(kernel, range_of(local), source, out, static_cast<cl_int>(in.size()));
    const std::vector<T> got = session.download<T>(out);
    const std::size_t chosen = ((local[2] - 1) * local[1] + local[1] / 2) * local[0] + local[0] - 1;
    for (std::size_t g = 0; g < k_groups; ++g) {
      expect_group(in, got, members_of(local, g), chosen, size_text(local));
    }
  }
  return "";
}

// Values of which, depending on the round, all, none, one, or all but one are true.
std::vector<cl_int> make_votes(std::size_t n, int round) {
  std::vector<cl_int> votes(n, round == 0 ? 5 : 0);
  if (round == 2) votes[n / 2] = -1;
  if (round == 3) std::fill(votes.begin(), votes.end(), std::numeric_limits<cl_int>::min()), votes[n / 2] = 0;
  return votes;
}

void expect_votes(const std::vector<cl_int>& in, const std::vector<cl_int>& got,
                  const std::vector<std::size_t>& members, const std::string& where) {
  const auto is_true = [&](std::size_t i) { return in[i] != 0; };
  const bool all = std::all_of(members.begin(), members.end(), is_true);
  const bool any = std::any_of(members.begin(), members.end(), is_true);
  for (std::size_t i : members) {
    if (got[i] != all || got[in.size() + i] != any) {
      throw Failed(text("%s: all %d, any %d, expected %d, %d", where.c_str(), got[i], got[in.size() + i], all, any));
    }
  }
}

std::string check_work_group_votes(Session& session) {
  for (const auto& local : group_sizes()) {
    for (int round = 0; round < 4; ++round) {
      const std::vector<cl_int> in = make_votes(items_of(local), round);
      const Buffer source = session.upload(in), out = session.upload(std::vector<cl_int>(2 * in.size()));
      session.launch(session.kernel("groups", "votes"), range_of(local), source, out, static_cast<cl_int>(in.size()));
      const std::vector<cl_int> got = session.download<cl_int>(out);
      for (std::size_t g = 0; g < k_groups; ++g) expect_votes(in, got, members_of(local, g), size_text(local));
    }
  }
  return "";
}

std::vector<std::vector<std::size_t>> sub_groups_of(Session& session, const LocalSize& local) {
  const std::size_t n = items_of(local);
  const Buffer out = session.upload(std::vector<cl_uint>(5 * n));
  session.launch(session.kernel("sub_groups", "layout"), range_of(local), out, static_cast<cl_int>(n));
  return sub_groups_in(session.download<cl_uint>(out), local);
}

std::string check_layout(Session& session) {
  std::size_t largest = 0;
  for (const auto& local : group_sizes()) {
    for (const auto& members : sub_groups_of(session, local)) largest = std::max(largest, members.size());
  }
  return text("up to %zu items", largest);
}

template <class T>
std::string check_sub_groups(Session& session, const std::string& type) {
  for (const auto& local : group_sizes()) {
    const auto groups = sub_groups_of(session, local);
    const std::vector<T> in = make_values<T>(items_of(local));
    const Buffer source = session.upload(in), out = session.upload(std::vector<T>(k_results * in.size()));
    session.launch(session.kernel("sub_groups", "sub_groups_" + type), range_of(local), source, out,
                   static_cast<cl_int>(in.size()));
    const std::vector<T> got = session.download<T>(out);
    for (const auto& members : groups) expect_group(in, got, members, members.size() - 1, size_text(local));
  }
  return "";
}

std::string check_sub_group_votes(Session& session) {
  for (const auto& local : group_sizes()) {
    const auto groups = sub_groups_of(session, local);
    for (int round = 0; round < 4; ++round) {
      const std::vector<cl_int> in = make_votes(items_of(local), round);
      const std::size_t n = in.size();
      const Buffer source = session.upload(in), out = session.upload(std::vector<cl_int>(3 * n));
      session.launch(session.kernel("sub_groups", "votes"), range_of(local), source, out, static_cast<cl_int>(n));
      const std::vector<cl_int> got = session.download<cl_int>(out);
      for (const auto& members : groups) {
        expect_votes(in, got, members, size_text(local));
        for (std::size_t m = 0; m < members.size(); ++m) {
          const cl_int expected = in[members[members.size() - 1 - m]];
          if (got[2 * n + members[m]] != expected)
            throw Failed(size_text(local) + ": the barrier of a sub-group lets items pass");
        }
      }
    }
  }
  return "";
}

std::string check_generic(Session& session) {
  const char* const names[] = {"fract",
                               "modf",
                               "sincos",
                               "frexp",
                               "lgamma_r",
                               "remquo",
                               "vload2, vstore2",
                               "vload_half, vstore_half_rtz",
                               "to_global, to_local",
                               "get_fence"};
  std::vector<float> a = make_values<float>(96), b = make_values<float>(96);
  for (float& v : a) v /= 8;
  const Buffer x = session.upload(a), y = session.upload(b), memory = session.upload(std::vector<std::int64_t>(96));
  const Buffer wrong = session.upload(std::vector<std::uint64_t>(96));
  session.launch(session.kernel("generic", "generic_pointers"), range_1d(96, 32), x, y, memory, wrong);
  const std::vector<std::uint64_t> got = session.download<std::uint64_t>(wrong);
  std::string all;
  for (std::size_t bit = 0; bit < std::size(names); ++bit) {
    if (std::any_of(got.begin(), got.end(), [&](std::uint64_t bits) { return (bits >> bit & 1) != 0; })) {
      all += std::string(names[bit]) + "; ";
    }
  }
  if (!all.empty()) throw Failed(all);
  return "";
}

}  // namespace

std::vector<Check> group_checks() {
  return {
      {"work-group.int", [](Session& s) { return check_work_groups<std::int32_t>(s, "int"); }},
      {"work-group.uint", [](Session& s) { return check_work_groups<std::uint32_t>(s, "uint"); }},
      {"work-group.long", [](Session& s) { return check_work_groups<std::int64_t>(s, "long"); }},
      {"work-group.ulong", [](Session& s) { return check_work_groups<std::uint64_t>(s, "ulong"); }},
      {"work-group.float", [](Session& s) { return check_work_groups<float>(s, "float"); }},
      {"work-group.double", [](Session& s) { return check_work_groups<double>(s, "double"); }},
      {"work-group.votes", check_work_group_votes},
      {"sub-group.layout", check_layout},
      {"sub-group.int", [](Session& s) { return check_sub_groups<std::int32_t>(s, "int"); }},
      {"sub-group.ulong", [](Session& s) { return check_sub_groups<std::uint64_t>(s, "ulong"); }},
      {"sub-group.float", [](Session& s) { return check_sub_groups<float>(s, "float"); }},
      {"sub-group.votes", check_sub_group_votes},
      {"generic.pointers", check_generic},
  };
}

}  // namespace clc::device_tests
