// Comparing the memory of captured launches, and making them smaller.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "catch_all.h"
#include "commands/replay/compare_memory.h"
#include "commands/replay/reduce_capture.h"

using namespace clc;

namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// A launch whose only argument is a buffer of this type.
Capture with_buffer(const std::string& type, std::uint64_t size) {
  Capture capture;
  capture.kernel = "k";
  capture.dimensions = 1;
  capture.global = {64, 0, 0};
  capture.local = {16, 0, 0};
  CapturedMemory memory;
  memory.size = size;
  capture.memory = {memory};
  CapturedArgument argument;
  argument.kind = CapturedKind::k_buffer;
  argument.type = type;
  argument.name = "out";
  argument.memory = 1;
  argument.size = size;
  capture.arguments = {argument};
  return capture;
}

template <class T>
Comparison compared(const std::string& type, const std::vector<T>& expected, const std::vector<T>& found,
                    const MemoryTolerance& tolerance = {}) {
  const std::string a = bytes_of(expected), b = bytes_of(found);
  return compare_memory(with_buffer(type, a.size()), {a}, {b}, tolerance, 10);
}

}  // namespace

TEST_CASE("without a tolerance every bit counts") {
  CHECK(compared<float>("float*", {1, NAN}, {1, NAN}).is_equal());
  CHECK_FALSE(compared<float>("float*", {0.0F}, {-0.0F}).is_equal());
  const Comparison comparison = compared<float>("const float*", {1, 2, 3}, {1, 2.5F, 4});
  REQUIRE(comparison.arguments.size() == 1);
  CHECK(comparison.arguments[0].differing == 2);
  CHECK(comparison.arguments[0].elements == 3);
  CHECK(comparison.first[0].index == 1);
  CHECK(comparison.first[0].expected == "2");
  CHECK(comparison.first[0].found == "2.5");
}

TEST_CASE("floating-point numbers may differ by units in the last place, or by a part") {
  const float next = std::nextafter(1.0F, 2.0F), third = std::nextafter(std::nextafter(next, 2.0F), 2.0F);
  CHECK(compared<float>("float4*", {1, 0.0F, NAN}, {next, -0.0F, -NAN}, {1, 0}).is_equal());
  CHECK_FALSE(compared<float>("float*", {1}, {third}, {2, 0}).is_equal());
  CHECK(compared<float>("float*", {-1e-45F}, {1e-45F}, {2, 0}).is_equal());
  CHECK_FALSE(compared<float>("float*", {1}, {NAN}, {1000, 1}).is_equal());
  CHECK(compared<double>("double*", {1000}, {1001}, {0, 1e-2}).is_equal());
  CHECK_FALSE(compared<double>("double*", {1000}, {1101}, {0, 1e-2}).is_equal());
  CHECK_FALSE(compared<double>("double*", {1}, {INFINITY}, {0, 1}).is_equal());
  CHECK(compared<std::uint16_t>("half*", {0x3C00}, {0x3C01}, {1, 0}).is_equal());
  CHECK(compared<std::uint16_t>("half*", {0x3C00}, {0x3C02}, {1, 0}).first[0].found == "1.00195312");
  CHECK_FALSE(compared<int>("int*", {1}, {2}, {1, 1}).is_equal());
}

TEST_CASE("sums that cancel may differ by an absolute amount") {
  CHECK(compared<float>("float*", {100, 1e-6F}, {100.005F, -1e-3F}, {0, 0, 1e-2}).is_equal());
  CHECK_FALSE(compared<float>("float*", {100, 1e-6F}, {100.02F, 1e-6F}, {0, 0, 1e-2}).is_equal());
  CHECK(compared<float>("float*", {100}, {100.02F}, {0, 1e-3, 1e-6}).is_equal());
  CHECK_FALSE(compared<float>("float*", {1}, {INFINITY}, {0, 0, 1e9}).is_equal());
  const DifferingArgument found = compared<float>("float*", {-8, 1, 2}, {-8, 1.5F, NAN}).arguments.at(0);
  CHECK(found.largest_difference == 0.5);
  CHECK(found.largest_number == 8);
}

TEST_CASE("differences are shown as the argument's type has them") {
  CHECK(compared<std::int8_t>("char*", {-1}, {1}).first[0].expected == "-1");
  CHECK(compared<std::uint8_t>("unsigned char*", {255}, {1}).first[0].expected == "255");
  CHECK(compared<std::uint32_t>("Light*", {255}, {1}).first[0].expected == "0x000000ff");
  CHECK(compared<std::uint8_t>("", {1, 2, 3}, {1, 2, 4}).first[0].found == "0x04");
}

TEST_CASE("the fourth element of a vector of three does not count") {
  CHECK(compared<int>("int3*", {1, 2, 3, 4}, {1, 2, 3, 5}).is_equal());
  CHECK_FALSE(compared<int>("int3*", {1, 2, 3, 4}, {1, 2, 4, 4}).is_equal());
  CHECK_FALSE(compared<int>("Light3*", {1, 2, 3, 4}, {1, 2, 3, 5}).is_equal());
}

TEST_CASE("parts that overlap are compared once") {
  Capture capture = with_buffer("int*", 32);
  capture.arguments.push_back(capture.arguments[0]);
  capture.arguments[0].size = 24;
  capture.arguments[1].offset = capture.arguments[1].size = 16;
  const Comparison comparison = compare_memory(capture, {bytes_of<int>({0, 0, 0, 0, 0, 0, 0, 0})},
                                               {bytes_of<int>({1, 0, 0, 0, 0, 1, 1, 1})}, {}, 10);
  REQUIRE(comparison.arguments.size() == 2);
  CHECK(comparison.arguments[0].differing == 2);
  CHECK(comparison.arguments[1].differing == 2);
  CHECK(comparison.first[2].index == 2);
}

TEST_CASE("channels of an image may differ by steps") {
  Capture capture = with_buffer("image2d_t", 4);
  capture.memory[0].kind = MemoryKind::k_image;
  capture.memory[0].channel_type = 0x10D2;  // CL_UNORM_INT8
  capture.arguments[0].kind = CapturedKind::k_image;
  CHECK(compare_memory(capture, {"\x01\x02\x03\x04"}, {"\x02\x02\x03\x03"}, {1, 0}, 10).is_equal());
  CHECK_FALSE(compare_memory(capture, {"\x01\x02\x03\x04"}, {"\x03\x02\x03\x04"}, {1, 0}, 10).is_equal());
}

TEST_CASE("a launch is reduced to what fails") {
  Capture capture = with_buffer("int*", 4096);
  Bytes bytes(4096, 'x');
  capture.memory[0].before = capture.keep(bytes);
  CapturedArgument value;
  value.value = "five";
  capture.arguments.push_back(value);
  capture.arguments.push_back(value);
  // Fails with work-item 37, byte 1000 and the first value.
  const auto fails = [](const Capture& one) -> Result<bool> {
    const bool has_item = one.offset[0] <= 37 && 37 < one.offset[0] + one.global[0];
    const bool has_byte = one.contents_of(one.memory[0].before, 4096)[1000] == 'x';
    return has_item && has_byte && one.arguments[1].value == "five";
  };
  const Result<Reduction> reduction = reduce_capture(capture, 300, fails);
  REQUIRE(reduction.has_value());
  CHECK(capture.global[0] == 16);
  CHECK(capture.offset[0] == 32);
  const Bytes left = capture.contents_of(capture.memory[0].before, 4096);
  CHECK(left.size() - static_cast<std::size_t>(std::count(left.begin(), left.end(), '\0')) == 16);
  CHECK(left[1000] == 'x');
  CHECK(capture.arguments[1].value == "five");
  CHECK(capture.arguments[2].value == Bytes(4, '\0'));

  Capture again = with_buffer("int*", 16);
  again.memory[0].before = again.keep(Bytes(16, 'x'));
  CHECK(reduce_capture(again, 1, [](const Capture&) -> Result<bool> { return true; })->tries == 1);
  CHECK_FALSE(again.memory[0].before.empty());
}
