// Copies between global and local memory by a work-group: of any size, at any place, and several under way.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

struct RandomCopy {
  cl_uint size = 0;  // of an element
  cl_uint from = 0, to = 0, count = 0, stride = 1;
};

NDRange some_range(std::mt19937& random) {
  const NDRange ranges[] = {range_1d(3, 1),     range_1d(3 * 7, 7),        range_2d({14, 9}, {7, 3}),
                            range_1d(128, 64),  range_1d(200, 100),        range_2d({64, 8}, {32, 4}),
                            range_1d(512, 256), range_2d({2, 64}, {1, 32})};
  return ranges[random() % std::size(ranges)];
}

void check_copy(Session& session, const Kernel& kernel, const RandomCopy& copy, std::mt19937& random) {
  const NDRange range = some_range(random);
  const std::size_t rows = range.dimensions == 2 ? range.local[1] : 1;
  const std::size_t groups = range.global[0] / range.local[0] * (range.global[1] / rows);
  const std::size_t box_bytes = std::size_t{copy.size} * (copy.to + copy.count + 3);
  std::vector<std::uint8_t> in(copy.size * (copy.from + groups + std::size_t{copy.count} * copy.stride));
  for (std::uint8_t& byte : in) byte = static_cast<std::uint8_t>(random());
  std::vector<std::uint8_t> boxes(groups * box_bytes, 0xee);
  const Buffer source = session.upload(in), shown = session.upload(boxes);
  session.launch(kernel, range, source, shown, copy.from, copy.to, copy.count, copy.stride,
                 static_cast<cl_uint>(box_bytes), LocalMemory{box_bytes});
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t i = 0; i < std::size_t{copy.count} * copy.size; ++i) {
      const std::size_t element = i / copy.size, from = copy.from + group + element * copy.stride;
      boxes[group * box_bytes + copy.to * copy.size + i] = in[from * copy.size + i % copy.size];
    }
  }
  const std::string what = text("%u of %u bytes from %u to %u, stride %u, groups of %zu", copy.count, copy.size,
                                copy.from, copy.to, copy.stride, range.local[0] * rows);
  expect_equal(session.download<std::uint8_t>(shown), boxes, what.c_str());
}

std::string check_random_copies(Session& session, const char* type, cl_uint size) {
  constexpr int k_rounds = 24;
  std::mt19937 random(size);
  const Kernel kernel = session.kernel("group_copies", std::string("copy_") + type);
  for (int round = 0; round < k_rounds; ++round) {
    RandomCopy copy{size};
    // As often as not both sides have the same alignment, or a good one.
    copy.from = random() % 20;
    copy.to = random() % 2 == 0 ? copy.from % 16 : random() % 20;
    if (random() % 4 == 0) copy.from = copy.to = 0;
    copy.count = random() % (random() % 2 == 0 ? 20 : 4000 / size);
    copy.stride = random() % 3 == 0 ? 2 + random() % 6 : 1;
    check_copy(session, kernel, copy, random);
  }
  return "";
}

// Each element and the one that lies opposite in its tile.
std::vector<int> sums_by_tiles(const std::vector<int>& in, std::size_t size) {
  std::vector<int> sums;
  for (std::size_t i = 0; i < in.size(); ++i) sums.push_back(in[i] + in[i / size * size + size - 1 - i % size]);
  return sums;
}

constexpr std::size_t k_copying_groups = 5;

std::vector<int> some_numbers(std::size_t count) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<int>(i * 7919 % 100003));
  return numbers;
}

std::string check_streams(Session& session) {
  constexpr cl_uint k_constant = 192;  // of group_copies.cl
  for (const cl_uint tiles : {1U, 2U, 7U}) {
    for (const cl_uint depth : {2U, 3U, 4U}) {
      for (const cl_uint size : {1U, 50U, k_constant, 1000U}) {
        const std::vector<int> in = some_numbers(k_copying_groups * tiles * size);
        const auto run = [&](const char* name) {
          const Buffer source = session.upload(in), out = session.upload(std::vector<int>(in.size()));
          session.launch(session.kernel("group_copies", name), range_1d(k_copying_groups * 64, 64), source, out, tiles,
                         depth, size, LocalMemory{depth * size * sizeof(int)}, LocalMemory{size * sizeof(int)});
          const std::string what = text("%s: %u tiles of %u, %u at a time", name, tiles, size, depth);
          expect_equal(session.download<int>(out), sums_by_tiles(in, size), what.c_str());
        };
        run("stream");
        if (size == k_constant) run("stream_constant");
      }
    }
  }
  return "";
}

std::string check_rotated_events(Session& session) {
  for (const cl_uint tiles : {1U, 2U, 3U, 6U}) {
    for (const cl_uint size : {2U, 37U, 640U}) {
      const std::vector<int> in = some_numbers(k_copying_groups * tiles * size);
      const Buffer source = session.upload(in), out = session.upload(std::vector<int>(in.size()));
      session.launch(session.kernel("group_copies", "rotate_events"), range_1d(k_copying_groups * 48, 48), source, out,
                     tiles, size, LocalMemory{2 * size * sizeof(int)});
      expect_equal(session.download<int>(out), sums_by_tiles(in, size), text("%u of %u", tiles, size).c_str());
    }
  }
  return "";
}

std::string check_shared_events(Session& session) {
  constexpr cl_uint k_parts = 6, k_last = 4;
  for (const cl_uint size : {1U, 33U, 256U}) {
    const std::vector<int> in = some_numbers(k_copying_groups * k_parts * size);
    std::vector<int> expected = in;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t part = i / size % k_parts, first = i / (k_parts * size) * (k_parts * size), at = i % size;
      const std::size_t shown = part == k_parts - 1 ? k_last : part;
      expected[i] = part == k_last ? in[first + at] : in[first + shown * size + size - 1 - at];
    }
    const Buffer source = session.upload(in), out = session.upload(std::vector<int>(in.size()));
    session.launch(session.kernel("group_copies", "share_events"), range_1d(k_copying_groups * 64, 64), source, out,
                   size, LocalMemory{k_parts * size * sizeof(int)});
    expect_equal(session.download<int>(out), expected, text("of %u", size).c_str());
  }
  return "";
}

}  // namespace

std::vector<Check> group_copy_checks() {
  std::vector<Check> checks;
  const auto add = [&](const char* type, cl_uint size) {
    checks.push_back(
        {std::string("copies.random.") + type, [=](Session& s) { return check_random_copies(s, type, size); }});
  };
  add("uchar", 1), add("short", 2), add("float", 4), add("int2", 8), add("float4", 16), add("uint16", 64);
  checks.push_back({"copies.streams", check_streams});
  checks.push_back({"copies.rotated_events", check_rotated_events});
  checks.push_back({"copies.shared_events", check_shared_events});
  return checks;
}

}  // namespace clc::device_tests
