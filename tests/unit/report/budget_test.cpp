// Limits: what breaks them, what a budget file holds, and that a ratchet never loosens.
#include "report/budget.h"

#include "catch_all.h"
#include "clc/package/file.h"
#include "metrics_samples.h"
#include "package_samples.h"

using namespace clc;
using namespace clc::test;

namespace {

KernelMetrics kernel_with(const ResourceMetrics& metrics) {
  return metrics_with({{"m", "cubin:sm_90", "k", metrics, 0, false}})[0];
}

Limits most(const std::string& metric, std::int64_t limit) {
  Limits limits;
  limits.most[metric] = limit;
  return limits;
}

}  // namespace

TEST_CASE("a limit is what is still allowed", "[budget]") {
  const KernelMetrics kernel = kernel_with(nvidia_metrics(40, 8, 1024));
  const std::vector<std::pair<const char*, std::int64_t>> metrics = {
      {"registers", 40}, {"spills", 8}, {"local_bytes", 1024}, {"code_bytes", 512}};
  for (const auto& [metric, value] : metrics) {
    CHECK(violations(kernel, most(metric, value), {}).empty());
    const auto found = violations(kernel, most(metric, value - 1), {});
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].unknown);
    CHECK(found[0].metric == metric);
    CHECK(found[0].kernel == "kernel k of module m for cubin:sm_90");
    CHECK(found[0].text.find(std::to_string(value) + ", limit " + std::to_string(value - 1)) != std::string::npos);
  }
}

TEST_CASE("a figure that is not known breaks its limit, and says so", "[budget]") {
  const KernelMetrics kernel = kernel_with({});
  for (const MetricInfo& metric : comparable_metrics()) {
    const auto found = violations(kernel, most(metric.name, 1000000), {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].unknown);
  }
  const auto occupancy = occupancy_violations(kernel, 0.1, {});
  REQUIRE(occupancy.size() == 1);
  CHECK(occupancy[0].unknown);
  Limits waves;
  waves.least_waves[64] = 1;
  CHECK(violations(kernel, waves, {})[0].unknown);
}

TEST_CASE("the least occupancy holds at every work-group size that was asked for", "[budget]") {
  const KernelMetrics kernel = kernel_with(nvidia_metrics(40));
  CHECK(occupancy_violations(kernel, 0.75, {}).empty());
  CHECK(occupancy_violations(kernel, 0.751, {}).size() == 1);
  // 1024 work-items: one group, half of the waves.
  CHECK(occupancy_violations(kernel, 0.75, {"", "", {256, 1024}, {}}).size() == 1);
}

TEST_CASE("a budget round-trips", "[budget]") {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    Budget budget;
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      Limits limits;
      for (const MetricInfo& metric : comparable_metrics()) {
        if (random.coin()) limits.most[metric.name] = static_cast<std::int64_t>(random.below(1 << 20));
      }
      for (std::uint64_t n = random.below(3); n > 0; --n) limits.least_waves[1 + random.below(1024)] = random.below(64);
      budget[random.name()][random.text()][random.name()] = limits;
    }
    const std::string text = encode_budget(budget);
    const auto read = decode_budget(text, "budget");
    INFO(text << (read ? "" : read.error().message));
    REQUIRE(read);
    CHECK(encode_budget(*read) == text);
  }
}

TEST_CASE("a damaged budget is refused, or is another that can be written", "[budget]") {
  Budget budget;
  tighten(budget["m"]["k"]["cubin:sm_90"], kernel_with(nvidia_metrics(40)), {});
  std::size_t errors = 0;
  for_each_damage(encode_budget(budget), [&](const Bytes& bytes) {
    const auto read = decode_budget(bytes, "budget");
    if (read) {
      const std::string written = encode_budget(*read);
      const auto again = decode_budget(written, "budget");
      REQUIRE(again);
      CHECK(encode_budget(*again) == written);
      return;
    }
    CHECK(read.error().kind == ErrorKind::k_damaged);
    CHECK(read.error().message.starts_with("budget"));
    ++errors;
  });
  CHECK(errors > 1000);
}

TEST_CASE("what is not a budget is refused with its place", "[budget]") {
  const auto error = [](const std::string& text) {
    const auto read = decode_budget(text, "b.json");
    return read ? std::string() : read.error().message;
  };
  CHECK(error(R"({"clc_budget":1,"modules":{}})").empty());
  const char* const k_bad[] = {
      "",
      "[]",
      "{}",
      R"({"clc_budget":2,"modules":{}})",
      R"({"clc_budget":1,"modules":[]})",
      R"({"clc_budget":1,"modules":{},"more":1})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"registers":1}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"max_registers":-1}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"max_registers":"1"}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"max_registers":18446744073709551615}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"min_waves":{"0":1}}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"min_waves":{"x":1}}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"min_waves":{"99999999999999999999":1}}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"min_waves":3}}}}})",
      R"({"clc_budget":1,"modules":{"m":{"k":3}}})",
  };
  for (const char* text : k_bad) {
    INFO(text);
    CHECK(error(text).find("b.json") != std::string::npos);
  }
  TemporaryFolder folder;
  REQUIRE(
      write_file_atomically(folder / "b.json", R"({"clc_budget":1,"modules":{"m":{"k":{"t":{"max_regsters":1}}}}})"));
  const auto typo = read_budget(folder / "b.json");
  REQUIRE_FALSE(typo);
  CHECK(typo.error().message.find("max_regsters") != std::string::npos);
}

TEST_CASE("a ratchet lowers, adds, and never raises", "[budget]") {
  Limits limits;
  tighten(limits, kernel_with(nvidia_metrics(40, 8)), {});
  CHECK(limits.most.at("registers") == 40);
  CHECK(limits.least_waves.at(256) == 48);
  CHECK(violations(kernel_with(nvidia_metrics(40, 8)), limits, {}).empty());

  tighten(limits, kernel_with(nvidia_metrics(32, 0)), {});
  CHECK(limits.most.at("registers") == 32);
  CHECK(limits.most.at("spills") == 0);
  CHECK(limits.least_waves.at(256) == 64);

  tighten(limits, kernel_with(nvidia_metrics(200, 100)), {"", "", {64}, {}});
  CHECK(limits.most.at("registers") == 32);
  CHECK(limits.most.at("spills") == 0);
  CHECK(limits.least_waves.at(256) == 64);
  CHECK(limits.least_waves.at(64) == 8);
  CHECK_FALSE(violations(kernel_with(nvidia_metrics(200, 100)), limits, {}).empty());

  const Limits before = limits;
  tighten(limits, kernel_with({}), {});
  CHECK(limits.most == before.most);
  CHECK(limits.least_waves == before.least_waves);
}
