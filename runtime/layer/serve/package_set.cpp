#include "serve/package_set.h"

#include <algorithm>

namespace clc::layer {

void PackageSet::open_one(const std::string& file, const std::optional<std::vector<PublicKey>>& keys) {
  Result<Package> package = keys ? Package::open(file, *keys) : Package::open(file);
  if (!package) {
    trouble_ += (trouble_.empty() ? "" : "\n") + package.error().message;
    return;
  }
  const std::vector<Module>& modules = package->manifest().modules;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    for (const Variant& variant : modules[i].variants) {
      for (const std::string& digest : variant.programs) {
        std::vector<ModuleIndex>& indices = programs_[digest];
        const bool is_known =
            !indices.empty() && indices.back().package == packages_.size() && indices.back().module == i;
        if (!is_known) indices.push_back({packages_.size(), i});
      }
    }
  }
  packages_.push_back({file, *std::move(package)});
}

void PackageSet::open_all() {
  std::optional<std::vector<PublicKey>> keys;
  if (!settings_.package_key.empty()) {
    const Result<PublicKey> key = read_public_key(settings_.package_key);
    if (!key) {
      trouble_ = "CLC_PACKAGE_KEY: " + key.error().message + "; no package is used";
      return;
    }
    keys = std::vector<PublicKey>{*key};
  }
  for (const std::string& file : settings_.packages) open_one(file, keys);
}

std::vector<PackagedProgram> PackageSet::find(const std::string& digest) {
  std::vector<PackagedProgram> found;
  if (digest.empty() || !settings_.serves()) return found;
  std::call_once(is_open_, [this] { open_all(); });
  const auto at = programs_.find(digest);
  if (at == programs_.end()) return found;
  for (const ModuleIndex& index : at->second) {
    const OpenPackage& open = packages_[index.package];
    PackagedProgram program{&open.package, &open.file, open.package.manifest().modules[index.module]};
    std::vector<Variant>& variants = program.module.variants;
    variants.erase(std::remove_if(variants.begin(), variants.end(),
                                  [&](const Variant& variant) {
                                    return !std::binary_search(variant.programs.begin(), variant.programs.end(),
                                                               digest);
                                  }),
                   variants.end());
    found.push_back(std::move(program));
  }
  return found;
}

std::string PackageSet::trouble() {
  if (settings_.serves()) std::call_once(is_open_, [this] { open_all(); });
  return trouble_;
}

}  // namespace clc::layer
