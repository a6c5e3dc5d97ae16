// Functions of sub-groups that some items do not reach: votes, ballots, shuffles, rotations, reductions and scans.
#include <algorithm>
#include <bitset>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <type_traits>

#include "device/harness.h"
#include "device/sub_group_layout.h"

namespace clc::device_tests {
namespace {

using half = _Float16;

constexpr int k_patterns = 5;

// Which items take part: all, every second, every third, few, and none of the first ones of a sub-group.
std::vector<cl_int> make_pattern(std::size_t n, int pattern) {
  std::mt19937 random(3);
  std::vector<cl_int> is_here(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t any = random();
    is_here[i] = pattern == 0   ? 1
                 : pattern == 1 ? i % 2 == 1
                 : pattern == 2 ? i % 3 == 0
                 : pattern == 3 ? any % 7 == 0
                                : i % 8 >= 3;
  }
  return is_here;
}

// Integers of all bits; floating point numbers whose sums and products are exact, in half too.
template <class T>
std::vector<T> make_values(std::size_t n) {
  std::mt19937_64 random(5);
  std::vector<T> values(n);
  for (T& v : values) {
    const std::uint64_t bits = random();
    if constexpr (std::is_integral_v<T>) {
      v = static_cast<T>(bits);
    } else {
      v = static_cast<T>(bits % 16 == 0 ? 2 : bits % 2 == 0 ? 1 : -1);
    }
  }
  return values;
}

// One launch, and what came of it.
template <class T>
struct Launch {
  LocalSize local;
  int pattern;
  std::vector<T> in, out;
  std::vector<cl_int> is_here;
  std::vector<std::vector<std::size_t>> sub_groups;
  std::size_t largest_size;  // get_max_sub_group_size()

  T result(int number, std::size_t item) const { return out[number * in.size() + item]; }
  std::string where() const { return size_text(local) + text(", pattern %d", pattern); }
};

template <class In, class Out>
Launch<Out> launch(Session& session, const std::string& module, const std::string& name, const LocalSize& local,
                   int pattern, const std::vector<In>& in, int results) {
  const std::size_t n = in.size();
  Launch<Out> made{local, pattern, std::vector<Out>(n), {}, make_pattern(n, pattern), {}, 0};
  if constexpr (std::is_same_v<In, Out>) made.in = in;
  const Buffer source = session.upload(in), here = session.upload(made.is_here);
  const Buffer out = session.upload(std::vector<Out>(results * n)),
               layout = session.upload(std::vector<cl_uint>(5 * n));
  session.launch(session.kernel(module, name), range_of(local), source, here, out, layout, static_cast<cl_int>(n));
  made.out = session.download<Out>(out);
  const std::vector<cl_uint> told = session.download<cl_uint>(layout);
  made.sub_groups = sub_groups_in(told, local);
  made.largest_size = told[4 * n];
  return made;
}

template <class T>
void expect(const Launch<T>& launch, const char* what, int number, std::size_t item, T expected) {
  const T got = launch.result(number, item);
  if (got == expected) return;
  throw Failed(text("%s (%d), %s, item %zu: got %s, expected %s", what, number, launch.where().c_str(), item,
                    std::to_string(static_cast<double>(got)).c_str(),
                    std::to_string(static_cast<double>(expected)).c_str()));
}

template <class T>
struct Operation {
  const char* name;
  T identity;
  std::function<T(T, T)> join;
};

template <class T>
std::vector<Operation<T>> operations() {
  constexpr bool is_integral = std::is_integral_v<T>;
  T least{}, largest{};
  if constexpr (is_integral) {
    least = std::numeric_limits<T>::min(), largest = std::numeric_limits<T>::max();
  } else {
    largest = static_cast<T>(std::numeric_limits<float>::infinity()), least = -largest;
  }
  // Integers wrap.
  using Wide = std::conditional_t<is_integral, std::uint64_t, T>;
  const auto wide = [](T x) { return static_cast<Wide>(x); };
  std::vector<Operation<T>> list{
      {"add", T(0), [=](T x, T y) { return static_cast<T>(wide(x) + wide(y)); }},
      {"mul", T(1), [=](T x, T y) { return static_cast<T>(wide(x) * wide(y)); }},
      {"min", largest, [](T x, T y) { return y < x ? y : x; }},
      {"max", least, [](T x, T y) { return x < y ? y : x; }},
  };
  if constexpr (is_integral) {
    list.push_back({"and", static_cast<T>(~T(0)), [](T x, T y) { return static_cast<T>(x & y); }});
    list.push_back({"or", T(0), [](T x, T y) { return static_cast<T>(x | y); }});
    list.push_back({"xor", T(0), [](T x, T y) { return static_cast<T>(x ^ y); }});
  }
  return list;
}

// The members of a sub-group that take part, as ids in it.
template <class T>
std::vector<std::size_t> present(const Launch<T>& launch, const std::vector<std::size_t>& members) {
  std::vector<std::size_t> ids;
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (launch.is_here[members[m]] != 0) ids.push_back(m);
  }
  return ids;
}

template <class T>
void expect_arithmetic(const Launch<T>& launch, const Operation<T>& operation, int first,
                       const std::vector<std::size_t>& members) {
  const std::vector<std::size_t> ids = present(launch, members);
  const auto value = [&](std::size_t id) { return launch.in[members[id]]; };
  T all = operation.identity;
  for (std::size_t id : ids) {
    expect(launch, operation.name, first + 2, members[id], all);  // exclusive
    all = operation.join(all, value(id));
    expect(launch, operation.name, first + 1, members[id], all);  // inclusive
  }
  for (std::size_t id : ids) {
    expect(launch, operation.name, first, members[id], all);
    T cluster = operation.identity;
    for (std::size_t other : ids) {
      if (other / 4 == id / 4) cluster = operation.join(cluster, value(other));
    }
    if (launch.largest_size >= 4) expect(launch, operation.name, first + 3, members[id], cluster);
    expect(launch, operation.name, first + 4, members[id], value(id));  // clusters of one
  }
}

template <class T>
std::string check_arithmetic(Session& session, const char* module, const std::string& type) {
  const std::vector<Operation<T>> list = operations<T>();
  for (const LocalSize& local : group_sizes()) {
    for (int pattern = 0; pattern < k_patterns; ++pattern) {
      const auto done = launch<T, T>(session, module, "arithmetic_" + type, local, pattern,
                                     make_values<T>(items_of(local)), static_cast<int>(5 * list.size()));
      for (const auto& members : done.sub_groups) {
        for (std::size_t o = 0; o < list.size(); ++o)
          expect_arithmetic(done, list[o], static_cast<int>(5 * o), members);
      }
    }
  }
  return "";
}

template <class T>
void expect_exchanges(const Launch<T>& launch, const std::vector<std::size_t>& members) {
  const std::vector<std::size_t> ids = present(launch, members);
  // A value from an item that is not there is undefined.
  const auto expect_from = [&](const char* what, int number, std::size_t id, std::size_t from) {
    if (from < members.size() && launch.is_here[members[from]] != 0) {
      expect(launch, what, number, members[id], launch.in[members[from]]);
    }
  };
  const bool are_equal = std::all_of(
      ids.begin(), ids.end(), [&](std::size_t id) { return launch.in[members[id]] == launch.in[members[ids[0]]]; });
  for (std::size_t id : ids) {
    expect_from("shuffle", 0, id, id * 5 % members.size());
    expect_from("shuffle_xor", 1, id, id ^ 2);
    expect_from("shuffle_up", 2, id, id - 3);
    expect_from("shuffle_down", 3, id, id + 1);
    expect_from("broadcast", 4, id, 2);
    expect_from("broadcast_first", 5, id, ids[0]);
    expect(launch, "all_equal", 6, members[id], static_cast<T>(are_equal));
    expect(launch, "all_equal", 7, members[id], T(1));
  }
}

template <class T>
std::string check_exchanges(Session& session, const char* module, const std::string& type) {
  for (const LocalSize& local : group_sizes()) {
    for (int pattern = 0; pattern < k_patterns; ++pattern) {
      const auto done =
          launch<T, T>(session, module, "exchanges_" + type, local, pattern, make_values<T>(items_of(local)), 8);
      for (const auto& members : done.sub_groups) expect_exchanges(done, members);
    }
  }
  return "";
}

template <class T>
std::string check_vectors(Session& session, const char* module, const std::string& type) {
  using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;
  const auto plus = [](T x, int y) { return static_cast<T>(static_cast<Wide>(x) + static_cast<Wide>(y)); };
  for (const LocalSize& local : group_sizes()) {
    for (int pattern = 0; pattern < 3; ++pattern) {
      const auto done =
          launch<T, T>(session, module, "vectors_" + type, local, pattern, make_values<T>(items_of(local)), 6);
      for (const auto& members : done.sub_groups) {
        const T first = done.in[members[0]];
        for (std::size_t i : members) {
          expect(done, "broadcast", 0, i, plus(first, 15));
          expect(done, "broadcast", 1, i, plus(first, 3));
          expect(done, "broadcast", 2, i, plus(first, 6));
          expect(done, "broadcast", 3, i, plus(first, 8));
          if (done.is_here[i] == 0 || members.size() < 3 || done.is_here[members[2]] == 0) continue;
          expect(done, "non_uniform_broadcast", 4, i, plus(done.in[members[2]], 13));
          expect(done, "non_uniform_broadcast", 5, i, plus(done.in[members[2]], 5));
        }
      }
    }
  }
  return "";
}

template <class T>
std::string check_type(Session& session, const char* module, const std::string& type) {
  check_arithmetic<T>(session, module, type);
  check_exchanges<T>(session, module, type);
  return check_vectors<T>(session, module, type);
}

template <class T>
std::string check_small(Session& session, const std::string& type) {
  std::vector<Operation<T>> list = operations<T>();
  list.erase(list.begin() + 1);  // there is no product
  for (const LocalSize& local : group_sizes()) {
    const auto done =
        launch<T, T>(session, "sub_group_small", "small_" + type, local, 0, make_values<T>(items_of(local)), 10);
    for (const auto& members : done.sub_groups) {
      for (int o = 0; o < 3; ++o) {
        T all = list[o].identity;
        for (std::size_t i : members) {
          expect(done, list[o].name, 3 * o + 2, i, all);
          all = list[o].join(all, done.in[i]);
          expect(done, list[o].name, 3 * o + 1, i, all);
        }
        for (std::size_t i : members) expect(done, list[o].name, 3 * o, i, all);
      }
      for (std::size_t i : members) expect(done, "broadcast", 9, i, done.in[members[0]]);
    }
  }
  return "";
}

using Bits = std::bitset<64>;

// Two results from `number` on, as a mask.
void expect_mask(const Launch<cl_uint>& launch, const char* what, int number, std::size_t item, const Bits& expected) {
  expect(launch, what, number, item, static_cast<cl_uint>(expected.to_ullong()));
  expect(launch, what, number + 1, item, static_cast<cl_uint>(expected.to_ullong() >> 32));
}

void expect_ballot(const Launch<cl_uint>& launch, const std::vector<cl_int>& in,
                   const std::vector<std::size_t>& members, const std::vector<std::size_t>& ids, std::size_t id) {
  Bits ballot, here;
  for (std::size_t other : ids) here[other] = true, ballot[other] = in[members[other]] != 0;
  const std::size_t item = members[id];
  const auto is = [&](const char* what, int number, std::size_t value) {
    expect(launch, what, number, item, static_cast<cl_uint>(value));
  };
  Bits own, before, existing;
  own[id] = true;
  for (std::size_t bit = 0; bit < launch.largest_size; ++bit) existing[bit] = true, before[bit] = bit < id;
  expect_mask(launch, "ballot", 0, item, ballot);
  is("inverse_ballot", 2, ballot[id]);
  is("bit_extract", 3, ballot[3]);
  is("bit_count", 4, ballot.count());
  is("inclusive_scan", 5, (ballot & (before | own)).count());
  is("exclusive_scan", 6, (ballot & before).count());
  is("find_lsb", 7, ids.front());
  is("find_msb", 8, ids.back());
  is("elect", 9, id == ids.front());
  is("all", 10, ballot == here);
  is("any", 11, ballot.any());
  expect_mask(launch, "eq_mask", 12, item, own);
  expect_mask(launch, "lt_mask", 14, item, before);
  expect_mask(launch, "le_mask", 16, item, before | own);
  expect_mask(launch, "ge_mask", 18, item, existing & ~before);
  expect_mask(launch, "gt_mask", 20, item, existing & ~before & ~own);
}

void expect_logical(const Launch<cl_uint>& launch, const std::vector<cl_int>& in,
                    const std::vector<std::size_t>& members, const std::vector<std::size_t>& ids, std::size_t id) {
  Bits ballot, here, before, through, cluster;
  for (std::size_t other : ids) here[other] = true, ballot[other] = in[members[other]] != 0;
  for (std::size_t bit = 0; bit <= id; ++bit) before[bit] = bit < id, through[bit] = true;
  for (std::size_t bit = id / 4 * 4; bit < id / 4 * 4 + 4; ++bit) cluster[bit] = true;
  const auto is = [&](const char* what, int number, std::size_t value) {
    expect(launch, what, number, members[id], static_cast<cl_uint>(value));
  };
  const auto joined = [&](int number, const Bits& some) {
    is("logical_and", number, (some & ~ballot).none());
    is("logical_or", number + 1, (some & ballot).any());
    is("logical_xor", number + 2, (some & ballot).count() % 2);
  };
  joined(22, here);
  joined(25, here & through);
  joined(28, here & before);
  if (launch.largest_size >= 4) joined(31, here & cluster);
}

using Expectation = void (*)(const Launch<cl_uint>&, const std::vector<cl_int>&, const std::vector<std::size_t>&,
                             const std::vector<std::size_t>&, std::size_t);

template <Expectation expectation>
std::string check_ballots(Session& session) {
  for (const LocalSize& local : group_sizes()) {
    for (int pattern = 0; pattern < k_patterns; ++pattern) {
      for (int votes = 0; votes < 3; ++votes) {  // none, some, all
        std::vector<cl_int> in = make_values<cl_int>(items_of(local));
        for (cl_int& v : in) v = votes == 0 ? 0 : votes == 1 ? (v % 2) * 6 : 5;
        const auto done = launch<cl_int, cl_uint>(session, "sub_group_ballots", "ballots", local, pattern, in, 34);
        for (const auto& members : done.sub_groups) {
          const std::vector<std::size_t> ids = present(done, members);
          for (std::size_t id : ids) expectation(done, in, members, ids, id);
        }
      }
    }
  }
  return "";
}

// In round r of the loop the items are there whose id modulo 5 is r or more.
std::string check_loops(Session& session) {
  for (const LocalSize& local : group_sizes()) {
    const std::vector<cl_int> in(items_of(local));
    const auto done = launch<cl_int, cl_uint>(session, "sub_group_ballots", "loops", local, 0, in, 2);
    for (const auto& members : done.sub_groups) {
      for (std::size_t id = 0; id < members.size(); ++id) {
        cl_uint sum = 0;
        for (std::size_t round = 0; round <= id % 5; ++round) {
          for (std::size_t other = 0; other < members.size(); ++other) {
            if (other % 5 >= round) sum += static_cast<cl_uint>(round + 1);
          }
        }
        expect(done, "reduction in a loop", 0, members[id], sum);
        expect(done, "ballot behind a loop", 1, members[id], static_cast<cl_uint>(members.size()));
      }
    }
  }
  return "";
}

template <class T>
std::string check_rotations(Session& session, const std::string& type) {
  for (const LocalSize& local : group_sizes()) {
    for (int pattern = 0; pattern < k_patterns; ++pattern) {
      const auto done = launch<T, T>(session, "sub_group_rotations", "rotations_" + type, local, pattern,
                                     make_values<T>(items_of(local)), 4);
      for (const auto& members : done.sub_groups) {
        const auto expect_from = [&](int number, std::size_t id, std::size_t from) {
          if (from < members.size() && done.is_here[members[from]] != 0) {
            expect(done, "rotate", number, members[id], done.in[members[from]]);
          }
        };
        for (std::size_t id : present(done, members)) {
          expect_from(0, id, (id + 1) % done.largest_size);
          expect_from(1, id, (id + 3) % done.largest_size);
          if (done.largest_size >= 4) expect_from(2, id, id / 4 * 4 + (id + 1) % 4);
          if (done.largest_size >= 2) expect_from(3, id, id / 2 * 2 + (id + 3) % 2);
        }
      }
    }
  }
  return "";
}

std::string check_half(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  return check_type<half>(session, "sub_group_half", "half");
}

std::string check_double(Session& session) {
  if (!session.facts().has_fp64) throw Skipped("the device has no double");
  return check_type<double>(session, "sub_group_double", "double");
}

template <class T>
Check integers(const char* type) {
  return {std::string("sub-group.some.") + type,
          [type](Session& s) { return check_type<T>(s, "sub_group_integers", type); }};
}

}  // namespace

std::vector<Check> sub_group_extension_checks() {
  return {
      {"sub-group.some.ballots", check_ballots<expect_ballot>},
      {"sub-group.some.logical", check_ballots<expect_logical>},
      {"sub-group.some.loops", check_loops},
      integers<std::int8_t>("char"),
      integers<std::uint8_t>("uchar"),
      integers<std::int16_t>("short"),
      integers<std::uint16_t>("ushort"),
      integers<std::int32_t>("int"),
      integers<std::uint32_t>("uint"),
      integers<std::int64_t>("long"),
      integers<std::uint64_t>("ulong"),
      {"sub-group.some.float", [](Session& s) { return check_type<float>(s, "sub_group_float", "float"); }},
      {"sub-group.some.double", check_double},
      {"sub-group.some.half", check_half},
      {"sub-group.small.char", [](Session& s) { return check_small<std::int8_t>(s, "char"); }},
      {"sub-group.small.uchar", [](Session& s) { return check_small<std::uint8_t>(s, "uchar"); }},
      {"sub-group.small.short", [](Session& s) { return check_small<std::int16_t>(s, "short"); }},
      {"sub-group.small.ushort", [](Session& s) { return check_small<std::uint16_t>(s, "ushort"); }},
      {"sub-group.rotate.char", [](Session& s) { return check_rotations<std::int8_t>(s, "char"); }},
      {"sub-group.rotate.ushort", [](Session& s) { return check_rotations<std::uint16_t>(s, "ushort"); }},
      {"sub-group.rotate.int", [](Session& s) { return check_rotations<std::int32_t>(s, "int"); }},
      {"sub-group.rotate.float", [](Session& s) { return check_rotations<float>(s, "float"); }},
      {"sub-group.rotate.ulong", [](Session& s) { return check_rotations<std::uint64_t>(s, "ulong"); }},
  };
}

}  // namespace clc::device_tests
