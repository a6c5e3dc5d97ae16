// Whatever numbers a manifest that can be read holds, `clc report`, `check` and `diff` have an answer, or say that
// there is none.
#include <set>

#include "catch_all.h"
#include "insight/report/budget.h"
#include "insight/report/diff.h"
#include "insight/report/resource_report.h"
#include "manifest_numbers.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* k_resources[] = {
    resource::k_registers,        resource::k_vector_registers,       resource::k_scalar_registers,
    resource::k_wave_size,        resource::k_accumulation_registers, resource::k_general_registers,
    resource::k_local_bytes,      resource::k_scratch_bytes,          resource::k_max_work_group_size,
    resource::k_spill_bytes,      resource::k_vector_spills,          resource::k_scalar_spills,
    resource::k_vliw_bundles,     resource::k_vliw_operations,        resource::k_spill_store_bytes,
    resource::k_spill_load_bytes, resource::k_register_spills,        resource::k_code_bytes,
};

// Everything that is computed from the numbers. A sanitizer sees what wraps around; here it must come to an end.
void compute_all(const Manifest& manifest) {
  Selection selection;
  const std::vector<KernelMetrics> kernels = select_kernels(manifest, selection).value();
  const std::vector<KernelMetrics> usual = select_kernels(test::numbered_manifest(), selection).value();
  for (const bool gives_sizes : {false, true}) {
    if (gives_sizes) {
      selection.work_groups = {{1, 1, 1}, {256, 1, 1}, {4096, 1, 1}, {UINT64_MAX, 1, 1}};
      selection.dynamic_local = UINT64_MAX / 2;
    }
    CHECK_FALSE(report_text(kernels, selection).empty());
    CHECK_FALSE(report_csv(kernels, selection).empty());
    CHECK_FALSE(report_json(kernels, selection).empty());
    CHECK_FALSE(diff_text(compare(usual, kernels, selection)).empty());
    CHECK_FALSE(diff_json(compare(kernels, usual, selection)).empty());
    for (const KernelMetrics& kernel : kernels) {
      const KernelLimits limits = limits_of(kernel, work_groups_of(kernel, selection), selection);
      CHECK(violations(kernel, limits, selection).empty());
      (void)occupancy_violations(kernel, 0.5, selection);
    }
  }
}

}  // namespace

TEST_CASE("reports have an answer for every number of a manifest that can be read", "[report]") {
  int read = 0;
  for (const test::ManifestNumber& number : test::manifest_numbers()) {
    for (const std::uint64_t value : test::hostile_numbers(number.most)) {
      Manifest manifest = test::numbered_manifest();
      number.set(manifest, value);
      if (!decode_manifest(encode_manifest(manifest))) continue;
      INFO(number.name << " = " << value);
      ++read;
      compute_all(manifest);
    }
  }
  CHECK(read > 100);
}

TEST_CASE("reports have an answer for every resource that a manifest claims", "[report]") {
  const std::pair<const char*, const char*> targets[] = {{"cubin:sm_90", "cubin"},   {"nvptx:sm_60", "ptx"},
                                                         {"amdgcn:gfx906", "hsaco"}, {"amdgcn:gfx1100", "hsaco"},
                                                         {"r600:cypress", "r600"},   {"intel:dg2", "intel"}};
  for (const auto& [target, format] : targets) {
    for (const char* name : k_resources) {
      for (const std::int64_t value : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
                                       std::int64_t{1} << 32U, std::int64_t{1} << 48U, INT64_MAX}) {
        for (const std::int64_t others : {std::int64_t{0}, std::int64_t{1}, INT64_MAX}) {
          INFO(target << ": " << name << " = " << value << ", others " << others);
          Manifest manifest = test::numbered_manifest(target, format);
          auto& resources = manifest.modules[0].variants[0].resources["k"];
          for (const char* other : k_resources) resources[other] = others;
          resources[name] = value;
          compute_all(manifest);
        }
      }
    }
  }
}

TEST_CASE("the size of a work-group that a kernel requires does not wrap around", "[report]") {
  Manifest manifest = test::numbered_manifest();
  test::numbered_kernel(manifest).required_work_group_size = {1U << 22U, 1U << 21U, 1U << 21U};  // 2 to the 64th
  const Result<Manifest> read = decode_manifest(encode_manifest(manifest));
  REQUIRE_FALSE(read);
  CHECK_THAT(read.error().message, ContainsSubstring("three sizes of a work-group"));
}
