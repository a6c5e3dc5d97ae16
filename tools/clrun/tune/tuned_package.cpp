#include "tune/tuned_package.h"

#include <algorithm>
#include <set>

#include "base/try.h"

namespace clc::clrun {
namespace {

bool has_same_kernels(const Module& a, const Module& b) {
  const auto digests = [](const Module& module) {
    std::set<std::pair<std::string, std::string>> all;
    for (const Variant& variant : module.variants) all.emplace(variant.target, variant.sha256);
    return all;
  };
  return a.source_sha256 == b.source_sha256 && digests(a) == digests(b);
}

// Takes over what was measured on other devices: it still holds.
Result<void> take_over(Manifest& manifest, const Manifest& earlier, const TunedDevice& device) {
  for (const Module& before : earlier.modules) {
    if (before.tuning.of.empty()) continue;
    const auto now = std::ranges::find(manifest.modules, before.name, &Module::name);
    if (now == manifest.modules.end() || !has_same_kernels(*now, before)) {
      return fail(ErrorKind::k_usage, "it holds configurations of other kernels (" + before.name +
                                          "); remove it, or write to another place");
    }
    for (const FastestOn& fastest : before.tuning.fastest_on) {
      if (!(fastest.device == device)) now->tuning.fastest_on.push_back(fastest);
    }
  }
  return {};
}

bool is_kept(const Module& module) {
  return module.tuning.of.empty() || module.tuning.is_default || !module.tuning.fastest_on.empty();
}

void drop_blobs(PackageContents& contents) {
  std::set<std::string> files;
  for (const Module& module : contents.manifest.modules) {
    for (const Variant& variant : module.variants) files.insert(variant.file);
  }
  for (auto blobs : {&contents.blobs, &contents.compressed}) {
    for (auto blob = blobs->begin(); blob != blobs->end();)
      blob = files.count(blob->first) == 0 ? blobs->erase(blob) : std::next(blob);
  }
}

}  // namespace

Result<PackageContents> tuned_package(const Package& package, const std::vector<Trial>& winners,
                                      const TunedDevice& device, const Manifest* earlier) {
  PackageContents contents = CLC_TRY(package.read_all());
  Manifest& manifest = contents.manifest;
  manifest.signature = {};  // these are other bytes
  if (earlier != nullptr) CLC_TRY(take_over(manifest, *earlier, device));
  std::vector<Module>& modules = manifest.modules;
  for (Module& module : modules) {
    module.tuning.launches.clear();
    for (const Trial& winner : winners) {
      if (winner.module != module.name) continue;
      module.tuning.fastest_on.push_back({device, winner.nanoseconds});
    }
  }
  modules.erase(std::remove_if(modules.begin(), modules.end(), [](const Module& module) { return !is_kept(module); }),
                modules.end());
  std::vector<Missing>& missing = manifest.missing;
  missing.erase(std::remove_if(missing.begin(), missing.end(),
                               [&](const Missing& one) { return manifest.find(one.module) == nullptr; }),
                missing.end());
  drop_blobs(contents);
  normalize(manifest);
  return contents;
}

}  // namespace clc::clrun
