// Tells what a package holds and what would be chosen from it, in the same bytes on every system: the manifest, each
// binary as it was read, and the choice for devices that are made up here.
//
// usage: tell PACKAGE [OUT]
//        with OUT, writes the package again
#include <cstdio>

#include "clc/base/digest.h"
#include "clc/package/package.h"
#include "clc/package/publish.h"
#include "clc/runtime/choose.h"

namespace {

using clc::DeviceFacts;

DeviceFacts device(const char* platform, const char* version, const char* name, clc::DeviceKind kind) {
  DeviceFacts facts;
  facts.platform_name = platform;
  facts.platform_version = version;
  facts.version = version;
  facts.name = name;
  facts.kind = kind;
  facts.address_bits = 64;
  return facts;
}

std::vector<DeviceFacts> devices() {
  DeviceFacts nvidia = device("NVIDIA CUDA", "OpenCL 3.0 CUDA", "NVIDIA H200", clc::DeviceKind::k_gpu);
  nvidia.nvidia_compute_capability = 90;
  DeviceFacts older = nvidia;
  older.name = "NVIDIA A100";
  older.nvidia_compute_capability = 80;
  DeviceFacts amd =
      device("AMD Accelerated Parallel Processing", "OpenCL 2.1 AMD-APP", "gfx1100", clc::DeviceKind::k_gpu);
  amd.platform_vendor = "Advanced Micro Devices, Inc.";
  DeviceFacts intel = device("Intel(R) OpenCL Graphics", "OpenCL 3.0", "Intel(R) Arc(TM)", clc::DeviceKind::k_gpu);
  intel.il_version = "SPIR-V_1.0 SPIR-V_1.2 SPIR-V_1.4";
  return {nvidia, older, amd, intel, device("Other", "OpenCL 1.2", "Other", clc::DeviceKind::k_cpu)};
}

void show_choice(const clc::Module& module, const DeviceFacts& facts) {
  const clc::Choice choice = clc::choose_variants(module, facts);
  std::printf("  %s\n", facts.name.c_str());
  for (const clc::Variant* variant : choice.fitting) std::printf("    fits %s\n", variant->target.c_str());
  for (const clc::Refusal& refusal : choice.refused) {
    std::printf("    not %s: %s\n", refusal.target.c_str(), refusal.reason.c_str());
  }
}

int report(const clc::Error& error) {
  std::printf("error %d: %s\n", static_cast<int>(error.kind), error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto package = clc::Package::open(argv[1]);
  if (!package) return report(package.error());
  std::printf("%s\n%s\n", clc::encode_manifest(package->manifest()).c_str(),
              clc::manifest_digest(package->manifest()).c_str());
  for (const clc::Module& module : package->manifest().modules) {
    std::printf("module %s\n", module.name.c_str());
    for (const clc::Variant& variant : module.variants) {
      const auto bytes = package->read(variant);
      if (!bytes) return report(bytes.error());
      std::printf("  %s %zu %s\n", variant.target.c_str(), bytes->size(), clc::sha256_hex(*bytes).c_str());
    }
    for (const DeviceFacts& facts : devices()) show_choice(module, facts);
  }
  if (argc == 2) return 0;
  const auto contents = package->read_all();
  if (!contents) return report(contents.error());
  const auto written = clc::publish(argv[2], *contents);
  return written ? 0 : report(written.error());
}
