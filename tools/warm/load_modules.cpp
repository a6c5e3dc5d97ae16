#include "warm/load_modules.h"

#include <utility>

#include "base/try.h"
#include "candidates.h"
#include "clc/base/digest.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/handles.h"
#include "kept/binary_cache_state.h"
#include "kept/program_key.h"
#include "load_module.h"
#include "load_variant.h"

namespace clc {
namespace {

using cache::EntryKind;

// The variant of a module that the runtime tries first. The pointer leads into `module`.
struct FirstChoice {
  explicit FirstChoice(Candidates candidates, const DeviceFacts& facts)
      : module(std::move(candidates.module)), choice(choose_variants(module, facts)) {}

  const Variant* variant() const { return choice.fitting.empty() ? nullptr : choice.fitting.front(); }

  Module module;
  Choice choice;
};

// A program loads one configuration of a tuned source on a device.
bool is_loaded_here(const Manifest& manifest, const Module& module, const DeviceFacts& facts) {
  return module.tuning.of.empty() || find_configuration(manifest, module.tuning.of, facts) == &module;
}

// The memo of a module that gives nothing to keep. It holds the reason.
std::string memo_of(const std::string& program_key) {
  return FieldDigest("clc.warm.useless.1").add("program", program_key).hex();
}

}  // namespace

std::vector<WarmModule> modules_in_cache(const Package& package, const Device& device) {
  const DriverFacts driver = read_driver_facts(device);
  const BinaryCache cache;
  const Manifest& manifest = package.manifest();
  std::vector<WarmModule> modules;
  for (const Module& module : manifest.modules) {
    WarmModule& found = modules.emplace_back();
    found.module = modules.size() - 1;
    const FirstChoice first(collect_candidates(package, module), device.facts);
    if (first.variant() == nullptr || !is_loaded_here(manifest, module, device.facts)) continue;
    found.state = WarmState::k_finished;
    if (!needs_finishing(*first.variant())) continue;
    const std::string key = program_key(*first.variant(), device.facts, driver).hex();
    found.state = WarmState::k_kept;
    if (cache.state().find(key).binary) continue;
    const std::optional<Bytes> memo = cache.state().store.get(EntryKind::k_memo, memo_of(key));
    found.state = memo ? WarmState::k_useless : WarmState::k_missing;
    found.note = memo.value_or("");
  }
  return modules;
}

Result<std::string> load_into_cache(const Package& package, std::uint64_t index, const Device& device) {
  const Manifest& manifest = package.manifest();
  if (index >= manifest.modules.size()) return fail(ErrorKind::k_usage, "the package has no such module");
  const Module& module = manifest.modules[index];
  cl_int code = CL_SUCCESS;
  const ContextHandle context(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateContext");
  const BinaryCache cache;
  const LoadedModule loaded = CLC_TRY(load_module({context.get(), device}, cache, package, module));
  const FirstChoice first(collect_candidates(package, module), device.facts);
  const std::string key = program_key(*first.variant(), device.facts, read_driver_facts(device)).hex();
  if (cache.state().find(key).binary) return std::string();
  if (const std::string trouble = cache.trouble(); !trouble.empty()) return trouble;
  const std::string why_not = loaded.cache_use.note.empty() ? "the driver took another variant of the module than the "
                                                              "one that is tried first"
                                                            : loaded.cache_use.note;
  cache.state().store.put(EntryKind::k_memo, memo_of(key), why_not);
  return why_not;
}

}  // namespace clc
