// Packages that are published and read again: what the tests of both have in common.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/publish.h"
#include "package_samples.h"

namespace clc::test {

// Two modules and a missing variant; `seed` makes the contents of the blobs.
inline PackageContents sample(const std::string& seed) {
  PackageContents contents;
  contents.manifest.generator = "clc test";
  for (const char* name : {"copy", "sum"}) {
    Module module;
    module.name = name;
    module.source_sha256 = sha256_hex(name);
    module.interfaces.resize(1);
    for (const char* target : {"nvptx:sm_90", "spirv64:1.2"}) {
      Bytes blob = seed + name + target;
      Variant variant;
      variant.target = target;
      variant.format = target[0] == 'n' ? "ptx" : "spirv";
      variant.input_digest = sha256_hex("input");
      variant.size = blob.size();
      variant.sha256 = sha256_hex(blob);
      variant.file = blob_name(variant);
      contents.blobs[variant.file] = blob;
      module.variants.push_back(variant);
    }
    contents.manifest.modules.push_back(module);
  }
  return contents;
}

inline std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

inline std::set<std::string> names_of(const PackageContents& contents) {
  std::set<std::string> names = {k_manifest_file};
  for (const auto& [name, blob] : contents.blobs) names.insert(name);
  return names;
}

inline void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline Bytes get(const std::string& path) {
  Result<Bytes> bytes = read_file(path);
  REQUIRE(bytes);
  return *bytes;
}

inline void check_holds(const std::string& path, const PackageContents& contents) {
  Result<Package> package = Package::open(path);
  if (!package) FAIL(package.error().message);
  CHECK(encode_manifest(package->manifest()) == encode_manifest(contents.manifest));
  Result<PackageContents> all = package->read_all();
  if (!all) FAIL(all.error().message);
  CHECK(all->blobs == contents.blobs);
}

}  // namespace clc::test
