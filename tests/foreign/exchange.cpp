// Tells everything that can be read from a package, what devices would be given, and writes it anew in each form. Two
// machines that run this with the same package have to say and write the same: script/test-foreign.
//
// usage: clc_foreign_exchange PACKAGE KEY FOLDER
//        KEY is the public key that signed the package; the new ones go into FOLDER, which is there.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "clc/base/digest.h"
#include "clc/package/compress.h"
#include "clc/package/package.h"
#include "clc/package/publish.h"
#include "clc/runtime/choose.h"

namespace {

using clc::DeviceFacts;
using clc::DeviceKind;
using clc::Result;

constexpr std::array k_levels = {3, 7, 12, 19};  // of compression: zstd searches in another way in each

DeviceFacts facts(const char* platform, DeviceKind kind) {
  DeviceFacts device;
  device.platform_name = platform;
  device.kind = kind;
  device.address_bits = 64;
  return device;
}

// A GPU of NVIDIA's, a device that takes SPIR-V, and the PoCL by which the package's own binary was made.
std::vector<DeviceFacts> devices(const clc::Module& module) {
  std::vector<DeviceFacts> all;
  DeviceFacts nvidia = facts("NVIDIA CUDA", DeviceKind::k_gpu);
  nvidia.driver_version = "580.65.06";
  nvidia.platform_version = "OpenCL 3.0 CUDA 13.0.84";
  nvidia.nvidia_compute_capability = 90;
  DeviceFacts intermediate = facts("Intel(R) OpenCL", DeviceKind::k_cpu);
  intermediate.il_version = "SPIR-V_1.4";
  intermediate.has_fp64 = true;
  all = {nvidia, intermediate};
  for (const clc::Variant& variant : module.variants) {
    if (variant.format != "driver") continue;
    DeviceFacts pocl = facts("Portable Computing Language", DeviceKind::k_cpu);
    pocl.platform_version = variant.match.platform_version;
    pocl.driver_version = variant.match.driver_version;
    pocl.version = variant.match.device_version;
    pocl.name = variant.match.device_name;
    all.push_back(pocl);
  }
  return all;
}

void tell_choices(const clc::Module& module) {
  for (const DeviceFacts& device : devices(module)) {
    std::printf("module %s on %s\n", module.name.c_str(), device.platform_name.c_str());
    const clc::Choice choice = choose_variants(module, device);
    for (const clc::Variant* variant : choice.fitting) std::printf("  fits %s\n", variant->target.c_str());
    std::printf("%s\n", describe(choice.refused).c_str());
  }
}

Result<void> write_compressed(clc::PackageContents& contents, int level, const std::string& folder,
                              const clc::PublicKey& key) {
  compress_blobs(contents, level);
  std::printf("level %d: %zu blobs of %zu are smaller\n", level, contents.compressed.size(), contents.blobs.size());
  const std::string path = folder + "/level-" + std::to_string(level) + ".clcpack";
  if (const auto wrote = publish(path, contents); !wrote) return wrote;
  const auto again = clc::Package::open(path, {key});
  if (!again) return fail(again);
  const auto whole = again->read_all();
  if (!whole) return fail(whole);
  std::printf("read again: %s\n", whole->blobs == contents.blobs ? "equal" : "DIFFERENT");
  return {};
}

Result<void> exchange(const std::string& path, const std::string& key_file, const std::string& folder) {
  const auto key = clc::read_public_key(key_file);
  if (!key) return fail(key);
  const auto package = clc::Package::open(path, {*key});
  if (!package) return fail(package);
  std::printf("%s\n", encode_manifest(package->manifest()).c_str());
  for (const clc::Module& module : package->manifest().modules) tell_choices(module);
  auto contents = package->read_all();
  if (!contents) return fail(contents);
  for (const auto& [name, bytes] : contents->blobs)
    std::printf("%s %s\n", name.c_str(), clc::sha256_hex(bytes).c_str());
  contents->compressed.clear();
  if (const auto wrote = publish(folder + "/folder", *contents); !wrote) return wrote;
  if (const auto wrote = publish(folder + "/file.clcpack", *contents); !wrote) return wrote;
  for (const int level : k_levels) {
    if (const auto wrote = write_compressed(*contents, level, folder, *key); !wrote) return wrote;
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const Result<void> done = exchange(argv[1], argv[2], argv[3]);
  if (done) return 0;
  std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return clc::exit_code(done.error().kind);
}
