#include "commands/load_variants.h"

#include "base/text.h"
#include "base/try.h"
#include "clc/package/add_on.h"
#include "confine/driver_rules.h"
#include "package/one_module.h"
#include "protocol/fitting_variants.h"
#include "toolchain/ask_driver.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

// Returns what a process wrote to standard error or, where it wrote nothing or died of a signal, how it ended.
std::string last_words_of(const Finished& finished) {
  const std::string said(trimmed(finished.errors));
  if (finished.ending.signal == 0 && !said.empty()) return said;
  return "clc-driver " + finished.ending.describe() + (said.empty() ? "" : ":\n" + said);
}

Result<std::vector<FittingVariant>> ask_what_fits(const std::string& driver, const Manifest& manifest) {
  constexpr std::chrono::seconds k_limit{60};
  const Finished finished = CLC_TRY(run_driver(driver, {"--fitting"}, encode_manifest(manifest), k_limit));
  if (finished.timed_out)
    return fail(ErrorKind::k_unavailable, "an installed driver hangs when it is asked for its devices");
  if (!finished.ending.clean()) return fail(ErrorKind::k_unavailable, last_words_of(finished));
  Result<std::vector<FittingVariant>> fitting = decode_fitting_variants(finished.output);
  if (!fitting) return fail(ErrorKind::k_unavailable, "clc-driver: " + fitting.error().message);
  for (const FittingVariant& found : *fitting) {
    const bool is_there =
        found.module < manifest.modules.size() && found.variant < manifest.modules[found.module].variants.size();
    if (!is_there) return fail(ErrorKind::k_unavailable, "clc-driver names a variant that the package does not have");
  }
  return fitting;
}

// A package in one file that has only this variant.
Result<Bytes> package_of(const Package& package, Module module, const Variant& variant) {
  module.variants = {variant};
  return package_of_module(package, module);
}

// Why the variant cannot be loaded on the device; empty: it can.
Result<std::string> load(const std::string& driver, const Bytes& package, const std::string& target,
                         std::uint64_t device, std::chrono::seconds limit) {
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const auto allow = [&](FileRules& rules) {
    rules.allow_all(folder.path());
    allow_devices(rules);
  };
  auto limits = CLC_TRY(limits_of_process(FileRules::Limit::k_writing, allow, driver_of(target)));
  ProcessSpec spec;
  spec.arguments = {driver, "--load", std::to_string(device)};
  spec.folder = folder.path();
  spec.limit = std::move(limits);
  const Finished finished = CLC_TRY(run_process(spec, package, limit));
  if (finished.timed_out) return "the driver took longer than " + std::to_string(limit.count()) + " s";
  return finished.ending.clean() ? std::string() : last_words_of(finished);
}

// Tries the variants of one package without its add-ons.
Result<void> load_own(const std::string& driver, const Package& package, const std::string& add_on,
                      std::chrono::seconds limit, std::vector<TriedVariant>& tried) {
  const Manifest& manifest = package.manifest();
  const std::vector<FittingVariant> fitting = CLC_TRY(ask_what_fits(driver, manifest));
  for (std::size_t m = 0; m < manifest.modules.size(); ++m) {
    const Module& module = manifest.modules[m];
    for (std::size_t v = 0; v < module.variants.size(); ++v) {
      const Variant& variant = module.variants[v];
      Result<Bytes> bytes = Bytes();
      bool is_tried = false;
      for (const FittingVariant& found : fitting) {
        if (found.module != m || found.variant != v) continue;
        if (!is_tried) bytes = package_of(package, module, variant);
        if (!bytes) return fail(bytes);
        is_tried = true;
        std::string problem = CLC_TRY(load(driver, *bytes, variant.target, found.device, limit));
        const std::string device = found.device_name + " (" + found.platform + ")";
        tried.push_back({module.name, variant.target, device, std::move(problem), add_on});
      }
      if (!is_tried) tried.push_back({module.name, variant.target, "", "", add_on});
    }
  }
  return {};
}

}  // namespace

Result<std::vector<TriedVariant>> load_variants(const Package& package, std::chrono::seconds limit) {
  const std::string driver = CLC_TRY(find_helper("clc-driver"));
  std::vector<TriedVariant> tried;
  CLC_TRY(load_own(driver, package, "", limit, tried));
  for (const AddOn& add_on : package.add_ons())
    if (add_on.package) CLC_TRY(load_own(driver, *add_on.package, add_on.path, limit, tried));
  return tried;
}

}  // namespace clc
