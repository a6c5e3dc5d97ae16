// A failing case is made small.
#include "commands/test/shrink.h"

#include <algorithm>

#include "catch_all.h"

using namespace clc;

namespace {

// A kernel with a buffer of N numbers, tested by a function.
KernelTest test_of_a_buffer() {
  KernelTest test;
  test.sizes = {{"N", true, {}}};
  test.reference = {"r.py", "f", 1};
  return test;
}

TestCase case_of(const Sizes& sizes) {
  TestCase one;
  one.sizes = sizes;
  TestArgument& buffer = one.arguments.emplace_back();
  buffer.name = "a";
  buffer.launch.kind = LaunchArgumentKind::k_buffer;
  buffer.type = value_type("int");
  buffer.may_change = true;
  for (std::int64_t i = 0; i < sizes.at("N"); ++i)
    put_integer(buffer.launch.bytes, *buffer.type.number, 1000 + static_cast<std::uint64_t>(i));
  return one;
}

std::string smallest(const KernelTest& test, std::int64_t size, const std::function<bool(const TestCase&)>& fails) {
  std::size_t runs = 0;
  const ShrinkSteps steps{[](const Sizes& sizes) -> Result<TestCase> { return case_of(sizes); },
                          [&](const TestCase& one) -> Result<std::string> {
                            ++runs;
                            return std::string(fails(one) ? "wrong" : "");
                          }};
  const TestCase first = case_of({{"N", size}});
  const Result<Failing> small = shrink(test, {first, "wrong"}, steps);
  REQUIRE(small);
  CHECK(fails(small->one));
  CHECK(runs <= steps.most_runs);
  return sizes_text(small->one.sizes) + " " + argument_texts(small->one).front().second;
}

}  // namespace

TEST_CASE("sizes shrink to the least that fails") {
  const KernelTest test = test_of_a_buffer();
  const auto at_least = [](std::int64_t size) {
    return [size](const TestCase& one) { return one.sizes.at("N") >= size; };
  };
  CHECK(smallest(test, 1009, at_least(1)) == "N=1 [0]");
  CHECK(smallest(test, 1009, at_least(17)).starts_with("N=17 [0, 0,"));
  CHECK(smallest(test, 37, at_least(0)) == "N=0 []");
}

TEST_CASE("inputs shrink to zeros and ones") {
  const KernelTest test = test_of_a_buffer();
  const auto sum_of = [](const TestCase& one) {
    double sum = 0;
    const Bytes& bytes = one.arguments.front().launch.bytes;
    for (std::size_t at = 0; at < bytes.size(); at += 4)
      sum += number_at(*one.arguments.front().type.number, bytes.data() + at);
    return sum;
  };
  CHECK(smallest(test, 37, [&](const TestCase& one) { return one.sizes.at("N") > 3 && sum_of(one) > 0; }) ==
        "N=4 [0, 0, 0, 1]");
}

TEST_CASE("sizes stay where a condition forbids smaller ones, and inputs where contents are expected") {
  KernelTest test = test_of_a_buffer();
  test.where = {"N % 4 == 0"};
  test.reference.file.clear();
  CHECK(smallest(test, 40, [](const TestCase& one) { return one.sizes.at("N") > 5; }).starts_with("N=8 [1000, 1001,"));
  test.sizes = {{"N", false, {4, 12, 40}}};
  CHECK(smallest(test, 40, [](const TestCase& one) { return one.sizes.at("N") > 5; }).starts_with("N=12 ["));
}

TEST_CASE("an integer that must be large shrinks to a bit or to a round number") {
  const KernelTest test = test_of_a_buffer();
  const auto number = [](const TestCase& one) {
    const Bytes& bytes = one.arguments.front().launch.bytes;
    return bytes.empty() ? 0 : number_at(*one.arguments.front().type.number, bytes.data());
  };
  CHECK(smallest(test, 1, [&](const TestCase& one) { return (static_cast<int>(number(one)) & 1536) == 512; }) ==
        "N=1 [512]");
  CHECK(smallest(test, 1, [&](const TestCase& one) { return number(one) > 900; }) == "N=1 [1000]");
}
