// Packages whose kernels have chosen metrics.
#pragma once

#include <string>
#include <vector>

#include "clc/base/digest.h"
#include "clc/package/package.h"
#include "clc/package/resource_names.h"
#include "insight/report/kernel_metrics.h"

namespace clc::test {

struct SampleKernel {
  std::string module;
  std::string target;
  std::string kernel;
  ResourceMetrics resources;
  std::uint64_t required = 0;  // work-items of a group
  bool local_argument = false;
};

// One variant for each sample. Every sample of one module and target needs a package of its own.
inline PackageContents package_with(const std::vector<SampleKernel>& samples) {
  PackageContents contents;
  contents.manifest.generator = "test";
  for (const SampleKernel& sample : samples) {
    auto& modules = contents.manifest.modules;
    if (contents.manifest.find(sample.module) == nullptr) {
      modules.emplace_back();
      modules.back().name = sample.module;
      modules.back().source_sha256 = sha256_hex(sample.module);
    }
    Module& module =
        *std::find_if(modules.begin(), modules.end(), [&](const Module& known) { return known.name == sample.module; });
    KernelInterface kernel;
    kernel.name = sample.kernel;
    if (sample.required != 0) kernel.required_work_group_size = {sample.required, 1, 1};
    if (sample.local_argument) {
      Argument tile;
      tile.name = "tile";
      tile.kind = ArgumentKind::k_local;
      tile.address_space = AddressSpace::k_local;
      tile.type = "int*";
      tile.size = tile.alignment = 8;
      kernel.arguments = {tile};
    }
    Bytes blob = sample.target + sample.kernel;
    for (const auto& [name, value] : sample.resources) blob += name + std::to_string(value);
    Variant variant;
    variant.target = sample.target;
    variant.format = "test";
    variant.interface = module.interfaces.size();
    variant.input_digest = sha256_hex("test");
    variant.size = blob.size();
    variant.sha256 = sha256_hex(blob);
    variant.file = blob_name(variant);
    if (!sample.resources.empty()) variant.resources[sample.kernel] = sample.resources;
    module.interfaces.push_back({{kernel}, {}, {}});
    module.variants.push_back(variant);
    contents.blobs[variant.file] = blob;
  }
  normalize(contents.manifest);
  return contents;
}

inline std::vector<KernelMetrics> metrics_with(const std::vector<SampleKernel>& samples) {
  return *select_kernels(package_with(samples).manifest, {});
}

inline ResourceMetrics nvidia_metrics(std::int64_t registers, std::int64_t spills = 0, std::int64_t local = 0) {
  return {{resource::k_registers, registers},
          {resource::k_spill_store_bytes, spills},
          {resource::k_spill_load_bytes, 0},
          {resource::k_local_bytes, local},
          {resource::k_code_bytes, 512}};
}

}  // namespace clc::test
