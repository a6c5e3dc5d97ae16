// Atomics, barriers, fences and copies by a work-group.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

// The eleven cells, which began as `p`, after `count` work-items. The last cell holds one of the tickets.
template <class T>
std::vector<T> after(std::vector<T> p, int count) {
  using U = std::uint32_t;
  for (int i = 0; i < count; ++i) {
    p[0] = T(U(p[0]) + U(i)), p[1] = T(U(p[1]) - U(i)), p[2] = T(U(p[2]) + 1), p[3] = T(U(p[3]) - 1);
    p[4] = std::min(p[4], T(1000 - i)), p[5] = std::max(p[5], T(i - 5));
    p[6] = T(U(p[6]) & ~(1u << (i & 31))), p[7] = T(U(p[7]) | 1u << (i & 15));
    p[8] = T(U(p[8]) ^ (U(i) * 2654435761u)), p[9] = T(U(p[9]) + 3);
  }
  return p;
}

// Checks that each value that was ever in the cell was taken out once, or is still there.
template <class T>
void expect_tickets(std::vector<T> tickets, T left, T start) {
  tickets.push_back(left);
  std::sort(tickets.begin(), tickets.end());
  std::vector<T> expected{start};
  for (std::size_t i = 1; i < tickets.size(); ++i) expected.push_back(T(i));
  std::sort(expected.begin(), expected.end());
  expect_equal(tickets, expected, "exchanged");
}

template <class T>
std::string check_atomics(Session& session, const std::string& kernel, bool local) {
  const std::vector<T> start{5, 6, 7, 8, 900, 3, T(-1), 0, 77, 1, 0};
  const int size = 64, groups = 20, rounds = local ? groups : 1, each = local ? size : size * groups;
  std::vector<T> cells;
  for (int r = 0; r < rounds; ++r) cells.insert(cells.end(), start.begin(), start.end());
  const Buffer p = session.upload(cells), out = session.upload(std::vector<T>(size * groups));
  session.launch(session.kernel("atomics", kernel), range_1d(size * groups, size), p, out);
  const std::vector<T> got = session.download<T>(p), tickets = session.download<T>(out);
  std::vector<T> expected = after(start, each);
  for (int r = 0; r < rounds; ++r) {
    expected[10] = got[11 * r + 10];
    expect_equal(std::vector<T>(&got[11 * r], &got[11 * r] + 11), expected, "cells");
    expect_tickets(std::vector<T>(&tickets[r * each], &tickets[r * each] + each), expected[10], start[10]);
  }
  return "";
}

std::string check_exchange_float(Session& session) {
  const std::size_t n = 500;
  const Buffer p = session.upload(std::vector<float>{-1}), out = session.upload(std::vector<float>(n));
  session.launch(session.kernel("atomics", "exchange_float"), range_1d(n), p, out);
  std::vector<float> seen = session.download<float>(out), expected{-1};
  seen.push_back(session.download<float>(p)[0]);
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 0; i < n; ++i) expected.push_back(float(i) + 0.5f);
  expect_equal(seen, expected, "exchanged");
  return "";
}

template <class T>
std::string check_atomics64(Session& session, const char* kernel) {
  if (!session.facts().has_extension("cl_khr_int64_base_atomics")) {
    throw Skipped("the device has no cl_khr_int64_base_atomics");
  }
  using U = std::uint64_t;
  const std::vector<T> start{1, 2, 3, 4, 5, 6};
  const std::size_t n = 1000;
  const Buffer p = session.upload(start);
  session.launch(session.kernel("atomics64", kernel), range_1d(n), p);
  const std::vector<T> got = session.download<T>(p);
  const U sum = n * (n - 1) / 2;
  std::vector<T> expected{
      T(1 + (sum << 32) + sum), T(2 - (sum << 33)), T(3 + n), T(U(4) - n), T(5 + n * (U(5) << 31)), got[5]};
  expect_equal(got, expected, "cells");
  if ((U(got[5]) >> 32) != 256 || U(got[5]) % (U(1) << 40) >= n) throw Failed("the exchanged value is none of those");
  return "";
}

std::string check_last_group(Session& session) {
  const std::size_t size = 64, groups = 333;
  std::vector<std::uint32_t> in(size * groups);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) sum += in[i] = std::uint32_t(i * 2654435761u);
  const Buffer source = session.upload(in), sums = session.upload(std::vector<std::uint32_t>(groups));
  for (int round = 0; round < 20; ++round) {
    const Buffer done = session.upload(std::vector<std::uint32_t>{0}),
                 total = session.upload(std::vector<std::uint32_t>{0});
    need(session.queue().fill(sums, 0xee, sums.size()));
    session.launch(session.kernel("atomics", "last_group"), range_1d(in.size(), size), source, sums, done, total,
                   LocalMemory{size * sizeof(cl_uint)});
    expect_equal(session.download<std::uint32_t>(total), {sum}, "total");
  }
  return "";
}

std::string check_scoped(Session& session, const char* kernel) {
  const std::size_t n = 4096;
  std::vector<std::int32_t> start(14);
  start[4] = 0x7fffffff;
  const Buffer cells = session.upload(start), bounds = session.upload(std::vector<std::uint32_t>{0xffffffffu, 0});
  const Buffer sum = session.upload(std::vector<float>{0});
  session.launch(session.kernel("atomics_scoped", kernel), range_1d(n, 64), cells, bounds, sum);
  std::vector<std::int32_t> got = session.download<std::int32_t>(cells);
  got[8] += got[9];  // what was exchanged, and what is left
  got[9] = got[13] = 0;
  const std::int32_t all = n, last = n - 1, half = n / 2;
  expect_equal(got, {all, -all, 0x7fffffff, 0, 0, -last, last, 2 * all, half * last, 0, all, half, 77, 0}, "cells");
  expect_equal(session.download<std::uint32_t>(bounds), {4000000000u - last, 4000000000u + last}, "bounds");
  expect_equal(session.download<float>(sum), {float(n)}, "sum");
  return "";
}

std::string check_neighbours(Session& session) {
  const std::size_t size = 96, groups = 11;
  std::vector<std::uint32_t> v(size * groups);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::uint32_t(i);
  const Buffer data = session.upload(v), out = session.upload(std::vector<std::uint32_t>(v.size()));
  session.launch(session.kernel("atomics", "neighbours"), range_1d(v.size(), size), data, out,
                 LocalMemory{size * sizeof(cl_uint)});
  for (std::uint32_t round = 0; round < 20; ++round) {
    const std::vector<std::uint32_t> old = v;
    for (std::size_t i = 0; i < v.size(); ++i) {
      const std::size_t l = i % size, first = i - l;
      v[i] = old[first + (l + 1) % size] * 5 + old[first + (l + size - 1) % size] * 3 + round;
    }
  }
  expect_equal(session.download<std::uint32_t>(out), v, "neighbours");
  return "";
}

std::string check_async_copies(Session& session) {
  const std::size_t size = 48, groups = 5, n = size * groups, stride = 3;
  std::vector<float> in(4 * n);
  std::vector<int> strided(n * stride), spread(n * stride, -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i);
  for (std::size_t i = 0; i < strided.size(); ++i) strided[i] = int(i * 11);
  const Buffer a = session.upload(in), b = session.upload(std::vector<float>(4 * n)), c = session.upload(strided);
  const Buffer d = session.upload(spread);
  session.launch(session.kernel("atomics", "async_copies"), range_1d(n, size), a, b, c, d,
                 LocalMemory{size * sizeof(cl_float4)}, LocalMemory{size * sizeof(cl_int)}, cl_int(stride));
  for (float& f : in) f *= 2;
  for (std::size_t i = 0; i < n; ++i) spread[i * stride] = strided[i * stride] + 7;
  expect_equal(session.download<float>(b), in, "copied");
  expect_equal(session.download<int>(d), spread, "strided");
  return "";
}

// As in kernels_3/extended_copies.cl.
struct Shape {
  cl_uint size, line, lines, planes;
  cl_uint in_offset, in_line, in_plane, box_offset, box_line, box_plane, out_offset, out_line, out_plane;
  cl_uint group_in, group_out, box_bytes;
};

// Calls act(plane, line, byte of the line) for all bytes that are copied.
void for_each_byte(const Shape& s, const std::function<void(cl_uint, cl_uint, cl_uint)>& act) {
  for (cl_uint plane = 0; plane < s.planes; ++plane) {
    for (cl_uint line = 0; line < s.lines; ++line) {
      for (cl_uint byte = 0; byte < s.line * s.size; ++byte) act(plane, line, byte);
    }
  }
}

void check_shape(Session& session, const char* name, const Shape& s) {
  constexpr cl_uint k_groups = 6, k_gap = 0xee, k_change = 0x55;
  const NDRange range = range_2d({3 * 7, 2 * 3}, {7, 3});
  std::vector<std::uint8_t> in(std::size_t{s.size} * (s.in_offset + (k_groups + 1) * s.group_in));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
  std::vector<std::uint8_t> boxes(std::size_t{k_groups} * s.box_bytes, k_gap);
  std::vector<std::uint8_t> out(std::size_t{s.size} * (s.out_offset + (k_groups + 1) * s.group_out));
  const Buffer source = session.upload(in), shown = session.upload(boxes), copied = session.upload(out);
  session.launch(session.kernel("extended_copies", name), range, source, shown, copied, s, LocalMemory{s.box_bytes});
  for (cl_uint group = 0; group < k_groups; ++group) {
    for_each_byte(s, [&](cl_uint plane, cl_uint line, cl_uint byte) {
      const auto at = [&](cl_uint offset, cl_uint of_line, cl_uint of_plane) {
        return std::size_t{offset + plane * of_plane + line * of_line} * s.size + byte;
      };
      const std::uint8_t value = in[at(s.in_offset + group * s.group_in, s.in_line, s.in_plane)];
      boxes[std::size_t{group} * s.box_bytes + at(s.box_offset, s.box_line, s.box_plane)] = value;
      out[at(s.out_offset + group * s.group_out, s.out_line, s.out_plane)] = value ^ k_change;
    });
  }
  const std::string what = text("%s of %u bytes", name, s.size);
  expect_equal(session.download<std::uint8_t>(shown), boxes, (what + ", local").c_str());
  expect_equal(session.download<std::uint8_t>(copied), out, (what + ", global").c_str());
}

// Elements of sizes that words divide, and that they do not; lines of no length; single lines, columns and elements.
std::string check_extended_copies(Session& session) {
  constexpr cl_uint k_box = 300;  // elements
  for (const cl_uint size : {1U, 2U, 3U, 4U, 12U, 16U}) {
    const cl_uint bytes = k_box * size;
    for (const cl_uint line : {0U, 1U, 4U, 5U}) {
      check_shape(session, "lines", {size, line, 9, 1, 3, 11, 0, 2, 7, 0, 1, 5, 0, 100, 60, bytes});
      check_shape(session, "planes", {size, line, 3, 4, 3, 7, 30, 2, 6, 25, 1, 5, 17, 130, 80, bytes});
    }
    check_shape(session, "lines", {size, 90, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, bytes});
    check_shape(session, "lines", {size, 4, 0, 1, 0, 8, 0, 0, 8, 0, 0, 8, 0, 100, 100, bytes});
    check_shape(session, "planes", {size, 8, 4, 2, 4, 8, 64, 4, 12, 48, 4, 16, 64, 200, 200, bytes});
    check_shape(session, "planes", {size, 8, 4, 0, 4, 8, 64, 4, 12, 48, 4, 16, 64, 200, 200, bytes});
  }
  return "";
}

// Sums of small integers are exact.
template <class T>
std::string check_float_atomics(Session& session, const char* kernel) {
  const std::size_t n = 640;
  std::vector<T> in(n);
  T sum = 0, least = 0, largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = static_cast<T>(static_cast<int>(i * 37 % 101) - 40);
    sum += in[i], least = std::min(least, in[i]), largest = std::max(largest, in[i]);
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<T>(8));
  session.launch(session.kernel("float_atomics", kernel), range_1d(n, 64), source, out, static_cast<cl_int>(n));
  expect_equal(session.download<T>(out), std::vector<T>{sum, -sum, least, largest, sum, -sum, least, largest}, kernel);
  return "";
}

// Bits of a half that is a whole number below 2048, as all are here: sums of them are exact in any order.
std::uint16_t half_of(int x) {
  const std::uint16_t sign = x < 0 ? 0x8000 : 0;
  int size = std::abs(x), exponent = 25;
  if (size == 0) return 0;
  for (; size < 1024; size *= 2) --exponent;
  return static_cast<std::uint16_t>(sign | (exponent << 10 | (size - 1024)));
}

std::string check_half_atomics(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  if (!session.facts().il_version.empty()) throw Skipped("SPIR-V has no atomics of half here");
  const int n = 640;
  std::vector<std::uint16_t> in, tickets{half_of(0)};
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    in.push_back(half_of(i * 37 % 5 - 1));
    sum += i * 37 % 5 - 1;
    tickets.push_back(half_of(i));
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint16_t>(9)),
               taken = session.upload(std::vector<std::uint16_t>(n));
  session.launch(session.kernel("half_atomics", "half_atomics"), range_1d(n, 64), source, out, taken);
  const std::vector<std::uint16_t> got = session.download<std::uint16_t>(out);
  const std::vector<std::uint16_t> expected{half_of(sum),  half_of(-sum), half_of(-1), half_of(3), half_of(sum),
                                            half_of(-sum), half_of(-1),   half_of(3),  got[8]};
  expect_equal(got, expected, "half");
  std::vector<std::uint16_t> seen = session.download<std::uint16_t>(taken);
  seen.push_back(got[8]);
  std::sort(seen.begin(), seen.end());
  std::sort(tickets.begin(), tickets.end());
  expect_equal(seen, tickets, "exchanged");
  const Buffer generic = session.upload(std::vector<std::uint16_t>(4));
  session.launch(session.kernel("half_atomics", "generic_half_atomics"), range_1d(2, 2), generic);
  expect_equal(session.download<std::uint16_t>(generic), {0x4580, half_of(4), 0x4480, 0}, "generic");
  return "";
}

}  // namespace

std::vector<Check> atomic_checks() {
  return {
      {"atomic.global.int", [](Session& s) { return check_atomics<std::int32_t>(s, "global_int", false); }},
      {"atomic.global.uint", [](Session& s) { return check_atomics<std::uint32_t>(s, "global_uint", false); }},
      {"atomic.local.int", [](Session& s) { return check_atomics<std::int32_t>(s, "local_int", true); }},
      {"atomic.local.uint", [](Session& s) { return check_atomics<std::uint32_t>(s, "local_uint", true); }},
      {"atomic.exchange_float", check_exchange_float},
      {"atomic.global.long", [](Session& s) { return check_atomics64<std::int64_t>(s, "global_long"); }},
      {"atomic.global.ulong", [](Session& s) { return check_atomics64<std::uint64_t>(s, "global_ulong"); }},
      {"atomic.last_group", check_last_group},
      {"atomic.scope.device", [](Session& s) { return check_scoped(s, "device_scope"); }},
      {"atomic.scope.all_svm_devices", [](Session& s) { return check_scoped(s, "system_scope"); }},
      {"atomic.float", [](Session& s) { return check_float_atomics<float>(s, "float_atomics_float"); }},
      {"atomic.double", [](Session& s) { return check_float_atomics<double>(s, "float_atomics_double"); }},
      {"atomic.half", check_half_atomics},
      {"atomic.neighbours", check_neighbours},
      {"atomic.async_copies", check_async_copies},
      {"copies.extended", check_extended_copies},
  };
}

}  // namespace clc::device_tests
