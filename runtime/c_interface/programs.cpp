// Functions of clc_runtime.h that use OpenCL: devices, choice, loading; and the cache for what drivers finish.
#include <optional>

#include "answer.h"
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
  if (const auto opened = need_opencl(); !opened) return fail(opened);
  return adopt_device(device);
}

Result<void> choose(const Package& package, const char* name, cl_device_id id, const clc_choice** choice) {
  const Result<Device> device = device_of(id);
  if (!device) return fail(device);
  const Result<const Module*> module = find_module(package, name, device->facts);
  if (!module) return fail(module);
  auto owned = std::make_unique<OwnedChoice>(collect_candidates(package, **module));
  const Module& candidates = owned->candidates.module;
  Choice chosen = choose_variants(candidates, device->facts);
  owned->refusals = std::move(chosen.refused);
  std::vector<const clc_variant*> fitting;
  for (const Variant* variant : chosen.fitting) {
    fitting.push_back(owned->view.add(*variant, owned->view.add(candidates.interfaces[variant->interface])));
  }
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
  const Result<Device> device = device_of(place.device);
  if (!device) return fail(device);
  const Result<const Module*> module = find_module(package, name, device->facts);
  if (!module) return fail(module);
  std::optional<BinaryCache> cache;
  if (place.cache != nullptr) cache = place.cache->cache;
  Result<LoadedModule> loaded = load_module({place.context, *device}, cache, package, **module,
                                            place.only_target != nullptr ? place.only_target : "");
  if (!loaded) return fail(loaded);
  auto made = std::make_unique<clc_program>(*std::move(loaded));
  made->module = (*module)->name;
  made->parameters = (*module)->tuning.parameters;
  show(*made);
  *program = made.release();
  return {};
}

}  // namespace
}  // namespace clc

using clc::answer;
using clc::demand;
using clc::fail;
using clc::Result;

extern "C" clc_status clc_use_opencl(const char* library) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(library, "clc_use_opencl: 'library'"); !given) return given;
    return clc::use_opencl(library);
  });
}

extern "C" clc_status clc_need_opencl() {
  return answer(clc::need_opencl);
}

extern "C" clc_status clc_select_device(const char* pattern, cl_platform_id* platform, cl_device_id* device) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(device, "clc_select_device: 'device'"); !given) return given;
    if (const auto opened = clc::need_opencl(); !opened) return opened;
    const Result<clc::Device> selected = clc::select_device(pattern != nullptr ? pattern : "");
    if (!selected) return fail(selected);
    if (platform != nullptr) *platform = selected->platform;
    *device = selected->id;
    return {};
  });
}

extern "C" clc_status clc_choose(const clc_package* package, const char* module, cl_device_id device,
                                 const clc_choice** choice) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(package, "clc_choose: 'package'"); !given) return given;
    if (const auto given = demand(module, "clc_choose: 'module'"); !given) return given;
    if (const auto given = demand(device, "clc_choose: 'device'"); !given) return given;
    if (const auto given = demand(choice, "clc_choose: 'choice'"); !given) return given;
    return clc::choose(package->package, module, device, choice);
  });
}

extern "C" void clc_choice_close(const clc_choice* choice) {
  delete static_cast<const clc::OwnedChoice*>(choice);
}

extern "C" clc_status clc_cache_open(const char* folder, uint64_t most_bytes, clc_cache** cache) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(cache, "clc_cache_open: 'cache'"); !given) return given;
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
  return answer([=]() -> Result<void> {
    if (const auto given = demand(cache, "clc_cache_check: 'cache'"); !given) return given;
    const std::string trouble = cache->cache.trouble();
    if (!trouble.empty()) return fail(clc::ErrorKind::k_io, trouble);
    return {};
  });
}

extern "C" clc_status clc_cache_count(const clc_cache* cache, clc_cache_counts* counts) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(cache, "clc_cache_count: 'cache'"); !given) return given;
    if (const auto given = demand(counts, "clc_cache_count: 'counts'"); !given) return given;
    const clc::BinaryCache::Counters counters = cache->cache.counters();
    *counts = {counters.hits, counters.misses, counters.kept, counters.refused};
    return {};
  });
}

extern "C" clc_status clc_program_load(const clc_package* package, const char* module, cl_context context,
                                       cl_device_id device, const char* only_target, const clc_cache* cache,
                                       clc_program** program) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(package, "clc_program_load: 'package'"); !given) return given;
    if (const auto given = demand(module, "clc_program_load: 'module'"); !given) return given;
    if (const auto given = demand(context, "clc_program_load: 'context'"); !given) return given;
    if (const auto given = demand(device, "clc_program_load: 'device'"); !given) return given;
    if (const auto given = demand(program, "clc_program_load: 'program'"); !given) return given;
    return clc::load(package->package, module, {context, device, only_target, cache}, program);
  });
}

extern "C" void clc_program_close(clc_program* program) {
  delete program;
}

extern "C" clc_status clc_program_loaded(const clc_program* program, const clc_loaded** loaded) {
  return answer([=]() -> Result<void> {
    if (const auto given = demand(program, "clc_program_loaded: 'program'"); !given) return given;
    if (const auto given = demand(loaded, "clc_program_loaded: 'loaded'"); !given) return given;
    *loaded = &program->shown;
    return {};
  });
}
