// clc report and clc diff: what they say of packages whose metrics are known.
#include "insight/report/resource_report.h"

#include <algorithm>

#include "base/text.h"
#include "catch_all.h"
#include "insight/report/diff.h"
#include "metrics_samples.h"

using namespace clc;
using namespace clc::test;

namespace {

std::vector<SampleKernel> samples() {
  return {
      {"m", "cubin:sm_90", "k", nvidia_metrics(40, 12), 0, false},
      {"m",
       "amdgcn:gfx90a",
       "k",
       {{resource::k_vector_registers, 100},
        {resource::k_scalar_registers, 30},
        {resource::k_accumulation_registers, 4},
        {resource::k_vector_spills, 3},
        {resource::k_scalar_spills, 2},
        {resource::k_scratch_bytes, 16},
        {resource::k_local_bytes, 1024},
        {resource::k_wave_size, 64}},
       0,
       false},
      {"m",
       "r600:cypress",
       "k",
       {{resource::k_general_registers, 10},
        {resource::k_local_bytes, 0},
        {resource::k_scratch_bytes, 0},
        {resource::k_vliw_operations, 29},
        {resource::k_vliw_bundles, 20}},
       0,
       false},
      {"n", "spirv64:1.2", "k", {}, 0, false},
      {"n", "cubin:sm_90", "takes, \"local\"", nvidia_metrics(40), 0, true},
      {"o", "cubin:sm_75", "reqd", nvidia_metrics(32), 64, false},
  };
}

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted && text[i] == '"' && text[i + 1] == '"') {
      field += text[i++];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (text[i] == '\n' && !quoted) {
      rows.push_back({""});
    } else {
      field += text[i];
    }
  }
  rows.pop_back();
  return rows;
}

std::string csv_value(const std::vector<std::vector<std::string>>& rows, std::size_t row, const std::string& title) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), title);
  REQUIRE(found != rows[0].end());
  return rows[row][static_cast<std::size_t>(found - rows[0].begin())];
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a selection by target, pattern and kernel", "[report]") {
  const Manifest manifest = package_with(samples()).manifest;
  const auto selected = [&](const std::string& target, const std::string& kernel) {
    const auto listed = [](const std::string& one) {
      return one.empty() ? std::vector<std::string>() : std::vector<std::string>{one};
    };
    const auto kernels = select_kernels(manifest, {listed(target), listed(kernel), {}, {}});
    return kernels ? kernels->size() : 0;
  };
  CHECK(selected("", "") == 6);
  CHECK(selected("cubin:*", "") == 3);
  CHECK(selected("CUBIN:sm_90", "") == 2);
  CHECK(selected("cubin:sm-90", "") == 2);  // as compile takes it
  CHECK(selected("spirv64", "") == 1);
  CHECK(selected("", "re?d") == 1);
  CHECK(select_kernels(manifest, {{"cubin:*", "spirv64"}, {}, {}, {}})->size() == 4);
  CHECK(select_kernels(manifest, {{}, {"re?d", "none"}, {}, {}})->size() == 1);
  const auto nothing = select_kernels(manifest, {{}, {"rekd"}, {}, {}});
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().kind == ErrorKind::k_usage);
  CHECK(has(nothing.error().message, "did you mean reqd?"));
}

TEST_CASE("figures that vendors name differently", "[report]") {
  const auto kernels = metrics_with(samples());
  const auto value = [&](std::size_t kernel, const char* metric) {
    return find_metric(metric)->value(kernels[kernel]);
  };
  // amdgcn, cubin, r600 of module m
  CHECK(value(0, "registers") == std::optional<std::int64_t>(100));
  CHECK(value(0, "spills") == std::optional<std::int64_t>(5));
  CHECK(value(1, "registers") == std::optional<std::int64_t>(40));
  CHECK(value(1, "spills") == std::optional<std::int64_t>(12));
  CHECK_FALSE(value(1, "scratch_bytes"));
  CHECK(value(2, "registers") == std::optional<std::int64_t>(10));
  CHECK(value(2, "spills") == std::optional<std::int64_t>(0));  // no scratch memory, so none
  CHECK(vliw_fill(kernels[2]) == std::optional<double>(0.29));
  KernelMetrics cayman = kernels[2];  // has no fifth unit
  cayman.target = "r600:cayman";
  CHECK(vliw_fill(cayman) == std::optional<double>(0.3625));
  CHECK_FALSE(vliw_fill(kernels[0]));
  // k of module n, for spirv64
  CHECK_FALSE(value(3, "registers"));
  CHECK_FALSE(value(3, "spills"));
  CHECK(find_metric("nonsense") == nullptr);
}

TEST_CASE("half of the spills is not the spills", "[report]") {
  const auto kernels = metrics_with({{"m", "cubin:sm_90", "k", {{resource::k_spill_store_bytes, 0}}, 0, false},
                                     {"m", "amdgcn:gfx906", "k", {{resource::k_scratch_bytes, 0}}, 0, false},
                                     {"m", "intel:dg2", "k", {{resource::k_scratch_bytes, 0}}, 0, false},
                                     {"m", "r600:cypress", "k", {{resource::k_scratch_bytes, 8}}, 0, false}});
  for (const KernelMetrics& kernel : kernels) CHECK_FALSE(find_metric("spills")->value(kernel));
}

TEST_CASE("Intel's spills are registers where its compiler counts them, else bytes", "[report]") {
  using namespace clc::resource;
  const auto text = [](const ResourceMetrics& metrics) {
    return report_text(metrics_with({{"m", "intel:dg2", "k", metrics, 0, false}}), {});
  };
  CHECK(has(text({{k_spill_bytes, 1024}}), " 1024 B "));
  CHECK(has(text({{k_spill_bytes, 1024}, {k_register_spills, 44}}), " 44 "));
  CHECK_FALSE(has(text({{k_spill_bytes, 1024}, {k_register_spills, 44}}), " B "));
}

TEST_CASE("the text", "[report]") {
  const std::string text = report_text(metrics_with(samples()), {{}, {}, {{64, 1, 1}, {256, 1, 1}}, {}});
  CHECK(has(text, "29 %"));
  CHECK(has(text, "12 B"));
  CHECK(has(text, "75 %"));
  CHECK(has(text, "48/64  registers"));
  CHECK(has(text, "no limits are known for spirv64:1.2"));
  CHECK(has(text, "--dynamic-local BYTES"));
  CHECK(has(text, "(2 times)"));
  CHECK(has(text, "requires work-groups of 64"));
  CHECK_FALSE(has(text, " \n"));
}

TEST_CASE("a text that is too wide becomes several tables", "[report]") {
  const Selection selection{{}, {}, {{64, 1, 1}, {256, 1, 1}}, {}};
  const std::string wide = report_text(metrics_with(samples()), selection);
  const std::string narrow = report_text(metrics_with(samples()), selection, 100);
  const auto widest = [](const std::string& text) {
    std::size_t most = 0;
    const std::string tables = text.substr(0, text.find("occupancy unknown"));
    for (const std::string_view line : lines_of(tables)) {
      most = std::max(most, line.size());
    }
    return most;
  };
  REQUIRE(widest(wide) > 100);
  CHECK(widest(narrow) <= 100);
  CHECK(has(narrow, "48/64"));
  CHECK(has(narrow, "29 %"));
  CHECK_FALSE(has(narrow, " \n"));
  CHECK(report_text(metrics_with(samples()), selection, 1000) == wide);
}

TEST_CASE("no table has rows of dashes alone", "[report]") {
  const ResourceMetrics counts{{resource::k_instructions, 12345678},
                               {resource::k_memory_instructions, 12345678},
                               {resource::k_local_instructions, 0},
                               {resource::k_arithmetic_instructions, 12345678},
                               {resource::k_branch_instructions, 0}};
  const auto kernels = metrics_with({{"module", "spirv64:1.2", "kernel", counts, 0, false},
                                     {"module", "cubin:sm_80", "kernel", nvidia_metrics(40), 0, false},
                                     {"module", "nvptx:sm_80", "kernel", {}, 0, true}});
  const Selection selection{{}, {}, {}, 50000};
  const std::string narrow = report_text(kernels, selection, 80);
  INFO(narrow);
  for (const std::string_view line : lines_of(narrow)) {
    const std::size_t figures = line.find("_80 ") == std::string_view::npos ? line.find("1.2 ") : line.find("_80 ");
    if (!line.starts_with("module  kernel") || figures == std::string_view::npos) continue;
    const std::string_view cells = line.substr(figures + 4);
    CHECK(cells.find_first_not_of("- ") != std::string_view::npos);
    CHECK(trimmed(cells) != "256          -      -  -");
  }
  CHECK(has(narrow, "12345678"));
  CHECK(has(narrow, "no figures but instructions of 1 kernel for spirv64:1.2\n"));
  CHECK(has(narrow, "no figures but the occupancy of 1 kernel for nvptx:sm_80\n"));
  CHECK_FALSE(has(report_text(kernels, selection), "no figures"));
}

TEST_CASE("columns that no kernel has are left out of the text", "[report]") {
  const std::string text = report_text(metrics_with({samples()[0]}), {});
  CHECK_FALSE(has(text, "scalar"));
  CHECK_FALSE(has(text, "fill"));
  CHECK(has(text, "scratch"));
}

TEST_CASE("the CSV", "[report]") {
  const auto rows = csv_rows(report_csv(metrics_with(samples()), {{}, {}, {{256, 1, 1}}, {}}));
  REQUIRE(rows.size() == 7);
  for (const auto& row : rows) CHECK(row.size() == rows[0].size());
  CHECK(csv_value(rows, 1, "DEVICE") == "gfx90a");
  CHECK(csv_value(rows, 1, "USED_VGPRs") == "100");
  CHECK(csv_value(rows, 1, "AVAILABLE_VGPRs") == "512");
  CHECK(csv_value(rows, 1, "USED_SGPRs") == "30");
  CHECK(csv_value(rows, 1, "AVAILABLE_SGPRs") == "102");
  CHECK(csv_value(rows, 1, "VGPR_SPILLS") == "3");
  CHECK(csv_value(rows, 1, "SGPR_SPILLS") == "2");
  CHECK(csv_value(rows, 1, "AVAILABLE_LDS_BYTES") == "65536");
  CHECK(csv_value(rows, 1, "USED_LDS_BYTES") == "1024");
  CHECK(csv_value(rows, 1, "SCRATCH_MEM") == "16");
  CHECK(csv_value(rows, 1, "ISA_SIZE").empty());
  CHECK(csv_value(rows, 2, "USED_VGPRs") == "40");
  CHECK(csv_value(rows, 2, "WAVEFRONT_SIZE") == "32");
  CHECK(csv_value(rows, 2, "OCCUPANCY_PERCENT") == "75");
  CHECK(csv_value(rows, 2, "OCCUPANCY_LIMITS") == "registers");
  CHECK(csv_value(rows, 3, "USED_VGPRs").empty());
  CHECK(csv_value(rows, 3, "USED_GPRs") == "10");
  CHECK(csv_value(rows, 3, "VLIW_FILL_PERCENT") == "29");
  CHECK(csv_value(rows, 5, "KERNEL") == "takes, \"local\"");
  CHECK(csv_value(rows, 6, "CL_WORKGROUP_X_DIMENSION") == "64");
  CHECK(csv_value(rows, 6, "THREADS_PER_WORKGROUP") == "256");
  CHECK(csv_value(rows, 6, "OCCUPANCY_PERCENT").empty());
}

TEST_CASE("the JSON holds what is known and nothing else", "[report]") {
  const std::string text = report_json(metrics_with({samples()[0], samples()[3]}), {});
  CHECK(has(text, "\"registers\": 40"));
  CHECK(has(text, "\"spills\": 12"));
  CHECK(has(text, "\"percent\": 75"));
  CHECK(has(text, "\"unknown\": \"no limits are known for spirv64:1.2\""));
  CHECK_FALSE(has(text, "scratch"));
  CHECK_FALSE(has(text, "null"));
}

TEST_CASE("the default work-group is what the kernel requires, else 256", "[report]") {
  const auto kernels = metrics_with(samples());
  CHECK(work_groups_of(kernels[0], {}) == std::vector<std::uint64_t>{256});
  CHECK(work_groups_of(kernels[5], {}) == std::vector<std::uint64_t>{64});
  CHECK(work_groups_of(kernels[5], {{}, {}, {{8, 1, 1}}, {}}) == std::vector<std::uint64_t>{8});
}

TEST_CASE("rows of work-groups are labelled as they were asked for", "[report]") {
  const auto kernels = metrics_with({samples()[1]});
  const Selection selection{{}, {}, {{256, 1, 1}, {16, 16, 1}, {8, 8, 4}}, {}};
  CHECK(work_groups_of(kernels[0], selection) == std::vector<std::uint64_t>{256});
  const std::string text = report_text(kernels, selection);
  for (const char* label : {" 256 ", " 16x16 ", " 8x8x4 "}) CHECK(has(text, label));
  const auto rows = csv_rows(report_csv(kernels, selection));
  REQUIRE(rows.size() == 4);
  CHECK(csv_value(rows, 2, "THREADS_PER_WORKGROUP") == "256");
  CHECK(csv_value(rows, 2, "CL_WORKGROUP_Y_DIMENSION") == "16");
  CHECK(csv_value(rows, 3, "CL_WORKGROUP_Z_DIMENSION") == "4");
  const std::string json = report_json(kernels, selection);
  CHECK(has(json, "\"size\": \"16x16\""));
  CHECK_FALSE(has(json, "\"size\": \"256"));
}

TEST_CASE("local memory by argument must be told", "[report]") {
  const auto kernels = metrics_with({samples()[4]});
  CHECK_FALSE(occupancy_of(kernels[0], 256, {}));
  CHECK(occupancy_of(kernels[0], 256, 0)->waves == 48);
  CHECK(occupancy_of(kernels[0], 256, 48 * 1024)->waves == 32);
  CHECK(occupancy_of(kernels[0], 256, 100 * 1024)->waves == 0);
  const auto without = metrics_with({samples()[0]});
  CHECK(occupancy_of(without[0], 256, 100 * 1024)->waves == 48);
}

TEST_CASE("what cannot run is 0 %, and the text and JSON say why", "[report]") {
  const auto kernels = metrics_with({samples()[4]});
  const Selection selection{{}, {}, {{256, 1, 1}}, 50000};
  const std::string why = "NVIDIA's OpenCL allows a group at most 49152 bytes of local memory, not 50000";
  const std::string text = report_text(kernels, selection);
  CHECK(has(text, " 0 %   0/64  local memory"));
  CHECK(has(text, "occupancy 0 %: " + why + "\n"));
  CHECK(has(report_json(kernels, selection), "\"impossible\": \"" + why + "\""));
  // Nothing that arguments ask for helps a group that is too large.
  const Selection unknown_local{{}, {}, {{2048, 1, 1}}, {}};
  CHECK(has(report_text(kernels, unknown_local), "0/64  work-group size"));
}

TEST_CASE("the text says for how many work-items AMD's code was compiled", "[report]") {
  ResourceMetrics metrics{{resource::k_max_work_group_size, 256}};
  const auto text = [&](const char* target) {
    return report_text(metrics_with({{"m", target, "k", metrics, 0, false}}), {});
  };
  CHECK(
      has(text("amdgcn:gfx1100"), "1 kernel without reqd_work_group_size runs in groups of at most 256 work-items\n"));
  CHECK_FALSE(has(text("cubin:sm_90"), "reqd_work_group_size"));
  metrics[resource::k_max_work_group_size] = 512;
  CHECK(has(text("amdgcn:gfx1100"), "at most 512 "));
}

TEST_CASE("percentages never look better than they are", "[report]") {
  CHECK(percent_text(1) == "100");
  CHECK(percent_text(0) == "0");
  CHECK(percent_text(0.625) == "62.5");
  CHECK(percent_text(0.29) == "29");
  CHECK(percent_text(47.0 / 48) == "97.91");
  CHECK(percent_text(2.0 / 3) == "66.66");
  CHECK(percent_text(0.0105) == "1.05");
}

TEST_CASE("a diff compares the occupancy of kernels that require different work-groups", "[report]") {
  const auto large = metrics_with({{"m", "cubin:sm_90", "k", nvidia_metrics(40), 1024, false}});
  const auto small = metrics_with({{"m", "cubin:sm_90", "k", nvidia_metrics(40), 64, false}});
  Selection asked;
  asked.work_groups = {{256, 1, 1}};
  for (const Selection& selection : {Selection(), asked}) {
    const auto changes = compare(large, small, selection);
    REQUIRE(changes.size() == 1);
    REQUIRE(changes[0].metrics.size() == 1);
    CHECK(changes[0].metrics[0].title == "occupancy at 1024 and 64");
    CHECK(changes[0].metrics[0].before == "50 %");
    CHECK(changes[0].metrics[0].after == "75 %");
    CHECK(changes[0].metrics[0].better);
  }
}

TEST_CASE("a diff names what got worse, better, came and went", "[report]") {
  const auto before = metrics_with({{"m", "cubin:sm_90", "worse", nvidia_metrics(40), 0, false},
                                    {"m", "cubin:sm_80", "better", nvidia_metrics(40, 8), 0, false},
                                    {"m", "cubin:sm_75", "gone", nvidia_metrics(40), 0, false},
                                    {"m", "cubin:sm_86", "same", nvidia_metrics(40), 0, false},
                                    {"n", "cubin:sm_86", "less_known", nvidia_metrics(40), 0, false}});
  const auto after = metrics_with({{"m", "cubin:sm_90", "worse", nvidia_metrics(48), 0, false},
                                   {"m", "cubin:sm_80", "better", nvidia_metrics(40), 0, false},
                                   {"m", "cubin:sm_89", "new", nvidia_metrics(40), 0, false},
                                   {"m", "cubin:sm_86", "same", nvidia_metrics(40), 0, false},
                                   {"n", "cubin:sm_86", "less_known", {}, 0, false}});
  const auto changes = compare(before, after, {});
  REQUIRE(changes.size() == 5);
  CHECK(changes[0].kernel == "better");
  CHECK_FALSE(is_worse(changes[0]));
  CHECK(changes[0].metrics.size() == 1);
  CHECK(changes[0].metrics[0].better);
  CHECK(changes[1].kind == KernelChange::Kind::k_removed);
  CHECK(is_worse(changes[1]));
  CHECK(changes[2].kind == KernelChange::Kind::k_added);
  CHECK_FALSE(is_worse(changes[2]));
  CHECK(is_worse(changes[3]));
  REQUIRE(changes[3].metrics.size() == 2);
  CHECK(changes[3].metrics[0].before == "40");
  CHECK(changes[3].metrics[0].after == "48");
  CHECK(changes[3].metrics[1].title == "occupancy at 256");
  CHECK(changes[3].metrics[1].after == "62.5 %");
  CHECK_FALSE(is_worse(changes[4]));
  CHECK(changes[4].metrics[0].after == "-");
  CHECK(has(diff_text(changes), "5 kernels differ, 2 for the worse, 1 for the better\n"));
  CHECK(has(diff_json(changes), "\"kind\": \"removed\""));
  CHECK(compare(before, before, {}).empty());
  CHECK(diff_text({}) == "no differences\n");
}
