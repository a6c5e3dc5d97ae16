#include "serve/package_set.h"

#include <algorithm>

#include "clc/internal/key_file.h"

namespace clc::layer {

void PackageSet::note(const std::vector<std::string>& digests, const ModuleIndex& module, ModulesByDigest& into) {
  for (const std::string& digest : digests) {
    std::vector<ModuleIndex>& known = into[digest];
    const bool is_new = known.empty() || known.back().package != module.package || known.back().module != module.module;
    if (is_new) known.push_back(module);
  }
}

void PackageSet::open_one(const std::string& file, const std::optional<std::vector<PublicKey>>& keys) {
  Result<Package> package = keys ? Package::open(file, *keys) : Package::open(file);
  if (!package) {
    trouble_ += (trouble_.empty() ? "" : "\n") + package.error().message;
    return;
  }
  const std::vector<Module>& modules = package->manifest().modules;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    for (const Variant& variant : modules[i].variants) {
      note(variant.programs, {packages_.size(), i}, programs_);
      note(variant.parts, {packages_.size(), i}, parts_);
    }
  }
  packages_.push_back({file, *std::move(package)});
}

void PackageSet::open_all() {
  std::optional<std::vector<PublicKey>> keys;
  if (!settings_.package_key.empty()) {
    const std::string& file = settings_.package_key;
    // An application's first build would wait for whoever writes a pipe.
    const Result<PublicKey> key =
        can_be_read_once(file) ? fail(ErrorKind::k_io, file + " is a pipe, not a file") : read_public_key(file);
    if (!key) {
      trouble_ = "CLC_PACKAGE_KEY: " + key.error().message + "; no package is used";
      return;
    }
    keys = std::vector<PublicKey>{*key};
  }
  for (const std::string& file : settings_.packages) open_one(file, keys);
}

std::vector<PackagedProgram> PackageSet::find(const std::string& digest) {
  return find(digest, programs_, &Variant::programs);
}

std::vector<PackagedProgram> PackageSet::find_made_of(const std::string& part) {
  return find(part, parts_, &Variant::parts);
}

std::vector<PackagedProgram> PackageSet::find(const std::string& digest, const ModulesByDigest& among,
                                              std::vector<std::string> Variant::* digests) {
  std::vector<PackagedProgram> found;
  if (digest.empty() || !settings_.serves()) return found;
  std::call_once(is_open_, [this] { open_all(); });
  const auto at = among.find(digest);
  if (at == among.end()) return found;
  for (const ModuleIndex& index : at->second) {
    const OpenPackage& open = packages_[index.package];
    PackagedProgram program{&open.package, &open.file, open.package.manifest().modules[index.module]};
    std::vector<Variant>& variants = program.module.variants;
    variants.erase(std::remove_if(variants.begin(), variants.end(),
                                  [&](const Variant& variant) {
                                    const std::vector<std::string>& all = variant.*digests;
                                    return !std::ranges::binary_search(all, digest);
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
