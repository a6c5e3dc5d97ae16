// Limits: what breaks them, what a budget file holds, and that a ratchet never loosens.
#include "insight/report/budget.h"

#include "catch_all.h"
#include "clc/base/file.h"
#include "metrics_samples.h"
#include "package_samples.h"

using namespace clc;
using namespace clc::test;

namespace {

KernelMetrics kernel_with(const ResourceMetrics& metrics) {
  return metrics_with({{"m", "cubin:sm_90", "k", metrics, 0, false}})[0];
}

KernelLimits most(const std::string& metric, std::int64_t limit) {
  KernelLimits limits;
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
  KernelLimits waves;
  waves.least_waves[64] = 1;
  CHECK(violations(kernel, waves, {})[0].unknown);
}

TEST_CASE("the least occupancy holds at every work-group size that was asked for", "[budget]") {
  const KernelMetrics kernel = kernel_with(nvidia_metrics(40));
  CHECK(occupancy_violations(kernel, 0.75, {}).empty());
  CHECK(occupancy_violations(kernel, 0.751, {}).size() == 1);
  // 1024 work-items: one group, half of the waves.
  CHECK(occupancy_violations(kernel, 0.75, {{}, {}, {{256, 1, 1}, {1024, 1, 1}}, {}}).size() == 1);
}

TEST_CASE("a budget round-trips", "[budget]") {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    Budget budget;
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      KernelLimits limits;
      for (const MetricInfo& metric : comparable_metrics()) {
        if (random.coin()) limits.most[metric.name] = static_cast<std::int64_t>(random.below(1 << 20));
      }
      for (std::uint64_t n = random.below(3); n > 0; --n) limits.least_waves[1 + random.below(1024)] = random.below(64);
      budget.modules[random.name()][random.text()][random.name()] = limits;
    }
    if (random.coin()) budget.only = {random.text(), random.name()};
    const std::string text = encode_budget(budget);
    const auto read = decode_budget(text, "budget");
    INFO(text << (read ? "" : read.error().message));
    REQUIRE(read);
    CHECK(encode_budget(*read) == text);
  }
}

TEST_CASE("a damaged budget is refused, or is another that can be written", "[budget]") {
  Budget budget;
  budget.modules["m"]["k"]["cubin:sm_90"] = limits_of(kernel_with(nvidia_metrics(40)), {256}, {});
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
  CHECK(errors > std::size_t{rounds(1000)});
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
      R"({"clc_budget":1,"modules":{},"only":[],"more":1})",
      R"({"clc_budget":1,"modules":{},"only":[]})",
      R"({"clc_budget":1,"modules":{},"only":[1]})",
      R"({"clc_budget":1,"modules":{},"only":"waves"})",
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
  REQUIRE(write_file_atomically(folder / "b.json", R"({"clc_budget":1,"modules":{},"only":["regsters"]})"));
  const auto only = read_budget(folder / "b.json");
  REQUIRE_FALSE(only);
  CHECK(only.error().message.find("no such figure, regsters") != std::string::npos);
}

TEST_CASE("a budget is taken to watch each figure, or those that it is for", "[budget]") {
  KernelMetrics kernel = kernel_with(nvidia_metrics(40, 0, 1024));
  kernel.resources[resource::k_scratch_bytes] = 0;
  const auto figures = [&](const Budget& budget) { return watched_by(budget, metrics_of(budget), kernel, {}); };
  Budget all;
  all.modules["m"]["k"]["cubin:sm_90"] = limits_of(kernel, {256}, {});
  const MetricNames before = figures(all);
  CHECK(before == MetricNames{"registers", "spills", "scratch_bytes", "local_bytes", "code_bytes", "waves"});
  CHECK(unwatched(kernel, *find_limits(all, kernel), before, {}).empty());

  // No kernel of the budget has waves now.
  kernel.takes_local_memory = true;
  all.modules["m"]["k"]["cubin:sm_90"] = limits_of(kernel, {256}, {});
  const auto lost = unwatched(kernel, *find_limits(all, kernel), figures(all), {});
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].text.find("waves not limited") == 0);
  CHECK(lost[0].text.find("--dynamic-local") != std::string::npos);

  Budget chosen;
  chosen.only = {"registers"};
  CHECK(figures(chosen) == MetricNames{"registers"});
  // A limit that was written by hand, of figures that are all known.
  kernel.takes_local_memory = false;
  Budget by_hand;
  by_hand.modules["m"]["other"]["cubin:sm_90"].most["spills"] = 0;
  CHECK(figures(by_hand) == MetricNames{"spills"});
  by_hand.modules["m"]["other"]["cubin:sm_90"].least_waves[64] = 1;
  CHECK(figures(by_hand) == MetricNames{"spills", "waves"});
}

TEST_CASE("a tolerance lets a little more pass", "[budget]") {
  const KernelMetrics kernel = kernel_with(nvidia_metrics(42, 1));
  CHECK(violations(kernel, most("registers", 40), {}).size() == 1);
  CHECK(violations(kernel, most("registers", 40), {}, 0.05).empty());
  CHECK(violations(kernel_with(nvidia_metrics(43)), most("registers", 40), {}, 0.05).size() == 1);
  CHECK(violations(kernel, most("spills", 0), {}, 0.05).size() == 1);  // 5 % of nothing
  KernelLimits waves;
  waves.least_waves[256] = 50;  // 42 registers: 40 waves
  CHECK(violations(kernel, waves, {}, 0.19).size() == 1);
  CHECK(violations(kernel, waves, {}, 0.2).empty());
}

TEST_CASE("names of figures may be cut short where one is meant", "[budget]") {
  CHECK(*parse_metric_names({"registers", "spills"}) == MetricNames{"registers", "spills"});
  CHECK(*parse_metric_names({"local", "code-bytes", "occupancy"}) == MetricNames{"local_bytes", "code_bytes", "waves"});
  CHECK(parse_metric_names({})->empty());
  const auto typo = parse_metric_names({"regsters"});
  REQUIRE_FALSE(typo);
  CHECK(typo.error().kind == ErrorKind::k_usage);
  CHECK(typo.error().message.find("did you mean registers?") != std::string::npos);
  CHECK_FALSE(parse_metric_names({"s"}));
  CHECK_FALSE(parse_metric_names({""}));
}

TEST_CASE("a ratchet lowers, and never raises or adds a figure", "[budget]") {
  const auto ratchet_to = [](Budget& budget, const ResourceMetrics& metrics, const Selection& selection = {}) {
    return ratchet(budget, {kernel_with(metrics)}, selection, {});
  };
  Budget budget;
  REQUIRE(ratchet_to(budget, nvidia_metrics(40, 8)).size() == 1);  // limits nothing so far, so it gets all
  const KernelLimits& limits = budget.modules["m"]["k"]["cubin:sm_90"];
  CHECK(limits.most.at("registers") == 40);
  CHECK(limits.least_waves.at(256) == 48);
  CHECK(violations(kernel_with(nvidia_metrics(40, 8)), limits, {}).empty());

  const auto changes = ratchet_to(budget, nvidia_metrics(32, 0));
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].kernel == "kernel k of module m for cubin:sm_90");
  CHECK(changes[0].text == "registers 40 -> 32");
  CHECK(changes[1].text == "spills 8 -> 0");
  CHECK(changes[2].text == "waves at 256 work-items a group 48 -> 64");
  CHECK(limits.most.at("registers") == 32);
  CHECK(limits.most.at("spills") == 0);
  CHECK(limits.least_waves.at(256) == 64);

  CHECK(ratchet_to(budget, nvidia_metrics(200, 100), {{}, {}, {{64, 1, 1}}, {}}).empty());
  CHECK(limits.most.at("registers") == 32);
  CHECK(limits.least_waves.size() == 1);
  CHECK(ratchet_to(budget, {}).empty());
}

TEST_CASE("a ratchet keeps to the figures that the budget has", "[budget]") {
  Budget budget;
  budget.modules["m"]["k"]["cubin:sm_90"].most["registers"] = 40;
  const auto kernels = metrics_with({{"m", "cubin:sm_90", "k", nvidia_metrics(32), 0, false},
                                     {"n", "cubin:sm_90", "other", nvidia_metrics(24), 0, false}});
  Budget restricted = budget;
  CHECK(ratchet(restricted, kernels, {}, {"spills"}).size() == 1);  // the new kernel alone
  CHECK(restricted.modules["m"]["k"]["cubin:sm_90"].most == std::map<std::string, std::int64_t>{{"registers", 40}});
  CHECK(restricted.modules["n"]["other"]["cubin:sm_90"].most.empty());

  CHECK(ratchet(budget, kernels, {}, {}).size() == 2);
  CHECK(budget.modules["m"]["k"]["cubin:sm_90"].most == std::map<std::string, std::int64_t>{{"registers", 32}});
  CHECK(budget.modules["n"]["other"]["cubin:sm_90"].most == std::map<std::string, std::int64_t>{{"registers", 24}});
  CHECK(budget.modules["n"]["other"]["cubin:sm_90"].least_waves.empty());

  Budget empty;
  empty.only = {"spills"};
  CHECK(ratchet(empty, kernels, {}, {}).size() == 2);
  CHECK(empty.modules["m"]["k"]["cubin:sm_90"].most == std::map<std::string, std::int64_t>{{"spills", 0}});
}
