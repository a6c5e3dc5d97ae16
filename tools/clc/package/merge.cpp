#include "package/merge.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "support/version.h"

namespace clc {
namespace {

// Ignores `programs`: the output is the same for all of them.
bool equal(const Module& a_module, const Variant& a, const Module& b_module, const Variant& b) {
  const auto all = [](const Variant& v) {
    return std::tie(v.target, v.format, v.options, v.input_digest, v.kernels_digest, v.size, v.sha256, v.match,
                    v.build_options, v.resources, v.extra);
  };
  return all(a) == all(b) && a_module.interfaces[a.interface] == b_module.interfaces[b.interface];
}

bool is_same_configuration(const Tuning& a, const Tuning& b) {
  return a.of == b.of && a.parameters == b.parameters && a.is_default == b.is_default;
}

// Joins what was measured on the devices of both. The launches for timing are dropped when one of them has dropped them
// already.
void merge_tuning(Tuning& into, const Tuning& from) {
  if (from.launches.empty()) into.launches.clear();
  for (const FastestOn& fastest : from.fastest_on) {
    const bool is_known =
        std::ranges::any_of(into.fastest_on, [&](const FastestOn& other) { return other.device == fastest.device; });
    if (!is_known) into.fastest_on.push_back(fastest);
  }
}

// This version does not know what these keys mean, so it cannot merge them.
Failure unknown_keys_differ(const std::string& what, const std::string& origin) {
  return fail(ErrorKind::k_usage,
              "cannot link " + origin + ": " + what +
                  " carries entries of a newer clc that differ between the packages; link with that version");
}

}  // namespace

Result<void> Merge::add(const std::string& origin, PackageContents part) {
  Manifest& merged = merged_.manifest;
  if (is_first_) {
    merged.extra = part.manifest.extra;
    is_first_ = false;
  } else if (merged.extra != part.manifest.extra) {
    return unknown_keys_differ("the manifest", origin);
  }
  merged.minor = std::max(merged.minor, part.manifest.minor);
  for (const Module& module : part.manifest.modules) CLC_TRY(add_module(origin, module));
  for (Missing& missing : part.manifest.missing) merged.missing.push_back(std::move(missing));
  merged_.blobs.merge(part.blobs);
  return {};
}

Result<void> Merge::add_module(const std::string& origin, const Module& module) {
  std::vector<Module>& modules = merged_.manifest.modules;
  const auto [at, is_new] = module_at_.try_emplace(module.name, modules.size());
  if (is_new) {
    origin_of_module_[module.name] = origin;
    Module empty;
    empty.name = module.name;
    empty.source_sha256 = module.source_sha256;
    empty.tuning = module.tuning;
    empty.extra = module.extra;
    modules.push_back(std::move(empty));
  }
  Module* const known = &modules[at->second];
  if (known->source_sha256 != module.source_sha256) {
    return fail(ErrorKind::k_usage, "module '" + module.name + "' comes from different sources in " +
                                        origin_of_module_[module.name] + " and " + origin +
                                        "; rename one (--name), or compile both again");
  }
  if (!is_same_configuration(known->tuning, module.tuning)) {
    return fail(ErrorKind::k_usage, "module '" + module.name + "' is another configuration in " +
                                        origin_of_module_[module.name] + " than in " + origin +
                                        ": they were made with different tuning files");
  }
  merge_tuning(known->tuning, module.tuning);
  if (known->extra != module.extra) return unknown_keys_differ("module '" + module.name + "'", origin);
  for (const Variant& variant : module.variants) CLC_TRY(add_variant(origin, *known, module, variant));
  return {};
}

Result<void> Merge::add_variant(const std::string& origin, Module& into, const Module& from, const Variant& variant) {
  const std::pair key(into.name, variant.target);
  for (Variant& other : into.variants) {
    if (other.target != variant.target) continue;
    if (equal(into, other, from, variant)) {
      other.programs.insert(other.programs.end(), variant.programs.begin(), variant.programs.end());
      other.parts.insert(other.parts.end(), variant.parts.begin(), variant.parts.end());
      return {};
    }
    return fail(ErrorKind::k_usage, "module '" + into.name + "' has different variants for " + variant.target + " in " +
                                        origin_of_variant_[key] + " and " + origin + "; leave one of them out");
  }
  Variant added = variant;
  added.interface = into.interfaces.size();
  into.interfaces.push_back(from.interfaces[variant.interface]);
  into.variants.push_back(std::move(added));
  origin_of_variant_[key] = origin;
  return {};
}

PackageContents Merge::finish() {
  Manifest& manifest = merged_.manifest;
  manifest.generator = k_generator;
  std::vector<Missing> still_missing;
  for (Missing& missing : manifest.missing) {
    const auto same = [&missing](const Missing& other) {
      return other.module == missing.module && other.target == missing.target;
    };
    const bool is_there = origin_of_variant_.count({missing.module, missing.target}) != 0;
    if (!is_there && std::ranges::none_of(still_missing, same)) still_missing.push_back(std::move(missing));
  }
  manifest.missing = std::move(still_missing);
  normalize(manifest);
  return std::move(merged_);
}

}  // namespace clc
