// Functions of clc_runtime.h that use OpenCL: devices, choice, loading; and the cache for what drivers finish.
#include <optional>

#include "answer.h"
#include "base/try.h"
#include "build_program.h"
#include "objects.h"
#include "opened_loader.h"

namespace clc {
namespace {

// A choice with the values behind its texts.
struct OwnedChoice : clc_choice {
  explicit OwnedChoice(Candidates all) : clc_choice{}, candidates(std::move(all)) {}

  const Candidates candidates;
  std::vector<Refusal> refusals;
  View view;
};

Result<Device> device_of(cl_device_id device) {
  CLC_TRY(need_opencl());
  return adopt_device(device);
}

Result<void> choose(const Package& package, const char* name, cl_device_id id, const clc_choice** choice) {
  const Device device = CLC_TRY(device_of(id));
  const Module* module = CLC_TRY(find_module(package, name, device.facts));
  auto owned = std::make_unique<OwnedChoice>(collect_candidates(package, *module));
  const Module& candidates = owned->candidates.module;
  Choice chosen = choose_variants(candidates, device.facts);
  owned->refusals = std::move(chosen.refused);
  std::vector<const clc_variant*> fitting;
  for (const Variant* variant : chosen.fitting)
    fitting.push_back(owned->view.add(*variant, owned->view.add(candidates.interfaces[variant->interface])));
  const View::List<clc_variant> variants = owned->view.add_list(std::move(fitting));
  const View::List<clc_refusal> refused = owned->view.add_list(owned->refusals);
  static_cast<clc_choice&>(*owned) = {candidates.name.c_str(), variants.count, variants.items, refused.count,
                                      refused.items};
  *choice = owned.release();
  return {};
}

void show(clc_program& program) {
  const LoadedModule& loaded = program.loaded;
  const View::List<clc_parameter> parameters = program.view.add_list(program.parameters);
  program.shown = {loaded.built.program.get(),
                   program.module.c_str(),
                   program.view.add(loaded.variant, program.view.add(loaded.interface)),
                   loaded.built.log.c_str(),
                   loaded.cache_use.outcome == CacheOutcome::k_hit ? 1 : 0,
                   loaded.cache_use.is_kept ? 1 : 0,
                   loaded.cache_use.note.c_str(),
                   parameters.count,
                   parameters.items};
}

struct Place {
  cl_context context;
  cl_device_id device;
  const char* only_target;  // or null
  const clc_cache* cache;   // or null
};

Result<void> load(const Package& package, const char* name, const Place& place, clc_program** program) {
  const Device device = CLC_TRY(device_of(place.device));
  const Module* module = CLC_TRY(find_module(package, name, device.facts));
  std::optional<BinaryCache> cache;
  if (place.cache != nullptr) cache = place.cache->cache;
  LoadedModule loaded = CLC_TRY(load_module({place.context, device}, cache, package, *module,
                                            place.only_target != nullptr ? place.only_target : ""));
  auto made = std::make_unique<clc_program>(std::move(loaded));
  made->checks->table = CLC_TRY(decode_check_table(made->loaded.variant.extra));
  made->module = module->name;
  made->parameters = module->tuning.parameters;
  made->coverage = CLC_TRY(Coverage::make(made->loaded.variant, place.context, device.facts.name));
  show(*made);
  *program = made.release();
  return {};
}

}  // namespace
}  // namespace clc

using clc::answer;
using clc::fail;
using clc::Result;

extern "C" clc_status clc_use_opencl(const char* library) {
  return answer("clc_use_opencl", {{"library", library}}, [=] { return clc::use_opencl(library); });
}

extern "C" clc_status clc_need_opencl() {
  return answer(clc::need_opencl);
}

extern "C" clc_status clc_select_device(const char* pattern, cl_platform_id* platform, cl_device_id* device) {
  return answer("clc_select_device", {{"device", device}}, [=]() -> Result<void> {
    CLC_TRY(clc::need_opencl());
    const clc::Device selected = CLC_TRY(clc::select_device(pattern != nullptr ? pattern : ""));
    if (platform != nullptr) *platform = selected.platform;
    *device = selected.id;
    return {};
  });
}

extern "C" clc_status clc_choose(const clc_package* package, const char* module, cl_device_id device,
                                 const clc_choice** choice) {
  return answer("clc_choose", {{"package", package}, {"module", module}, {"device", device}, {"choice", choice}},
                [=] { return clc::choose(package->package, module, device, choice); });
}

extern "C" void clc_choice_close(const clc_choice* choice) {
  delete static_cast<const clc::OwnedChoice*>(choice);
}

extern "C" clc_status clc_cache_open(const char* folder, uint64_t most_bytes, clc_cache** cache) {
  return answer("clc_cache_open", {{"cache", cache}}, [=]() -> Result<void> {
    if (folder == nullptr && most_bytes != 0) {
      return fail(clc::ErrorKind::k_usage,
                  "clc_cache_open: only a folder of its own can have 'most_bytes'; for clc's, set CLC_CACHE_MAX_SIZE");
    }
    const auto most = most_bytes != 0 ? most_bytes : clc::BinaryCache::k_default_max_bytes;
    *cache = new clc_cache{folder != nullptr ? clc::BinaryCache(folder, most) : clc::BinaryCache()};
    return {};
  });
}

extern "C" void clc_cache_close(clc_cache* cache) {
  delete cache;
}

extern "C" clc_status clc_cache_check(const clc_cache* cache) {
  return answer("clc_cache_check", {{"cache", cache}}, [=]() -> Result<void> {
    const std::string trouble = cache->cache.trouble();
    if (!trouble.empty()) return fail(clc::ErrorKind::k_io, trouble);
    return {};
  });
}

extern "C" clc_status clc_cache_count(const clc_cache* cache, clc_cache_counts* counts) {
  return answer("clc_cache_count", {{"cache", cache}, {"counts", counts}}, [=]() -> Result<void> {
    const clc::BinaryCache::Counters counters = cache->cache.counters();
    *counts = {counters.hits, counters.misses, counters.kept, counters.refused};
    return {};
  });
}

extern "C" clc_status clc_program_load(const clc_package* package, const char* module, cl_context context,
                                       cl_device_id device, const char* only_target, const clc_cache* cache,
                                       clc_program** program) {
  return answer(
      "clc_program_load",
      {{"package", package}, {"module", module}, {"context", context}, {"device", device}, {"program", program}},
      [=] { return clc::load(package->package, module, {context, device, only_target, cache}, program); });
}

extern "C" void clc_program_close(clc_program* program) {
  delete program;
}

extern "C" clc_status clc_program_loaded(const clc_program* program, const clc_loaded** loaded) {
  return answer("clc_program_loaded", {{"program", program}, {"loaded", loaded}}, [=]() -> Result<void> {
    *loaded = &program->shown;
    return {};
  });
}
