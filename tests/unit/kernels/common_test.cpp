// The helpers that every verification rests on.
#include <limits>

#include "catch_all.h"
#include "common/check.h"
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"

using namespace clc::algorithms;

TEST_CASE("A shape holds exactly its elements and is as square as can be", "[inputs]") {
  CHECK(shape_of(0).width == 0);
  CHECK(shape_of(0).height == 0);
  CHECK(shape_of(1).width == 1);
  CHECK(shape_of(1009).width == 1009);
  CHECK(shape_of(1009).height == 1);
  CHECK(shape_of(241 * 337).width == 337);
  CHECK(shape_of(241 * 337).height == 241);
  for (std::uint64_t size = 1; size < 500; ++size) {
    const Shape shape = shape_of(size);
    CHECK(shape.width * shape.height == size);
    CHECK(shape.width >= shape.height);
  }
}

TEST_CASE("Random inputs follow from the seed and stay within their bounds", "[inputs]") {
  CHECK(random_integers<std::uint32_t>(100, 7) == random_integers<std::uint32_t>(100, 7));
  CHECK(random_integers<std::uint32_t>(100, 7) != random_integers<std::uint32_t>(100, 8));
  for (const float value : random_reals(10000, 3, -2, 5)) {
    CHECK(value >= -2);
    CHECK(value <= 5);
  }
  const auto bytes = random_integers<std::uint8_t>(10000, 3);
  for (int byte = 0; byte < 256; ++byte) CHECK(std::count(bytes.begin(), bytes.end(), byte) > 0);
}

TEST_CASE("A benchmark holds on the host what the reference takes, and says which share that is", "[inputs]") {
  CHECK(bench_integers<std::uint32_t>(1000, 7).on_host().size() == 1000);
  const auto many = bench_integers<std::uint8_t>(k_most_on_cpu + 1, 7);
  CHECK(many.on_host().size() == k_most_on_cpu);
  CHECK(many.count() == k_most_on_cpu + 1);
  std::uint64_t last = 0;
  const auto each = [&](std::uint64_t i) { return last = i; };
  CHECK(part_on_cpu(100, 1000, each) == 1);
  CHECK(last == 99);
  CHECK(part_on_cpu(100, 25, each) == 0.25);
  CHECK(last == 24);
}

TEST_CASE("A sample holds both ends and only indexes that exist", "[inputs]") {
  const auto all = sample_indexes(10, 100, 1);
  CHECK(all.size() == 10);
  CHECK(sample_indexes(0, 100, 1).empty());
  const auto some = sample_indexes(1000000, 512, 1);
  CHECK(some.size() > 400);
  CHECK(some.front() == 0);
  CHECK(some.back() == 999999);
  CHECK(std::is_sorted(some.begin(), some.end()));
  CHECK(std::adjacent_find(some.begin(), some.end()) == some.end());
}

TEST_CASE("Rounding up and dividing up", "[inputs]") {
  CHECK(round_up(0, 64) == 0);
  CHECK(round_up(1, 64) == 64);
  CHECK(round_up(64, 64) == 64);
  CHECK(divide_up(0, 4) == 0);
  CHECK(divide_up(5, 4) == 2);
}

TEST_CASE("The first wrong element is named", "[check]") {
  const std::vector<int> got{9, 1, 2, 4, 5};
  CHECK(check_equal<int>(got, {1, 2, 4}, 1).empty());
  CHECK(check_equal<int>(got, {1, 2, 3}, 1) == "element 3: got 4, expected 3");
  CHECK_FALSE(check_equal<int>(got, {4, 5, 6}, 3).empty());
  CHECK(wrong_element<std::uint8_t>(0, 65, 66) == "element 0: got 65, expected 66");
}

TEST_CASE("Anything written outside of the range is noticed", "[check]") {
  std::vector<std::uint32_t> data(10, 0xcbcbcbcb);
  data[4] = data[5] = 1;
  CHECK(check_untouched(data, 4, 6).empty());
  CHECK_FALSE(check_untouched(data, 5, 6).empty());
  data[9] = 0xcbcbcbca;
  CHECK(check_untouched(data, 4, 6) == "element 9 is outside of the range and was written");
  // Two rows of five; the rectangle of 2 x 1 from (1, 1) on is 6 and 7.
  std::vector<std::uint32_t> rows(10, 0xcbcbcbcb);
  rows[6] = rows[7] = 1;
  CHECK(check_untouched(rows, 5, 1, 1, 2, 1).empty());
  rows[8] = 1;
  CHECK_FALSE(check_untouched(rows, 5, 1, 1, 2, 1).empty());
}

TEST_CASE("A NaN is never within a bound", "[check]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(within(1.5, 1, 0.5));
  CHECK_FALSE(within(1.6, 1, 0.5));
  CHECK_FALSE(within(nan, 1, 0.5));
  CHECK_FALSE(within(1, nan, 0.5));
  CHECK(ulp_error(1.0f, 1.0) == 0);
  CHECK(ulp_error(std::nextafter(1.0f, 2.0f), 1.0) == Approx(1));
  CHECK(ulp_error(static_cast<float>(nan), 1.0) > 1e30);
}

TEST_CASE("The median of odd, even and no values", "[execution]") {
  CHECK(median({}) == 0);
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
}

TEST_CASE("Every algorithm is complete", "[registry]") {
  CHECK(all_algorithms().size() == 21);
  for (const Algorithm& algorithm : all_algorithms()) {
    INFO(algorithm.name);
    CHECK(find_algorithm(algorithm.name) == &algorithm);
    CHECK_FALSE(algorithm.name.empty());
    CHECK_FALSE(algorithm.element.empty());
    CHECK_FALSE(algorithm.variants.empty());
    // Sizes stand for shapes there, and cost more than their number tells.
    const bool has_shapes =
        algorithm.name == "matmul_units" || algorithm.name == "attention" || algorithm.name == "convolution";
    for (const auto* sizes : {&algorithm.cpu_sizes, &algorithm.gpu_sizes}) {
      for (const std::uint64_t size : {0, 1}) CHECK(std::count(sizes->begin(), sizes->end(), size) == 1);
      if (has_shapes) {
        CHECK(sizes->size() >= 4);
        continue;
      }
      const int large = algorithm.name == "sort" ? 18 : 20;  // five inputs for each of twelve variants
      for (const std::uint64_t size : {1009, (1 << large) + 3}) {
        CHECK(std::count(sizes->begin(), sizes->end(), size) == 1);
      }
    }
    for (const AlgorithmVariant& variant : algorithm.variants) {
      INFO(variant.name);
      CHECK_FALSE(variant.description.empty());
      CHECK(variant.verify);
      CHECK(variant.bench);
    }
  }
  CHECK(find_algorithm("no such algorithm") == nullptr);
}
