#include "load_variant.h"

#include "base/try.h"
#include "kept/binary_cache_state.h"
#include "kept/keep_binary.h"
#include "kept/program_key.h"

namespace clc {
namespace {

Result<BuiltProgram> build_from_package(const BuildPlace& place, const Variant& variant, const Interface& interface,
                                        const Bytes& bytes) {
  const ProgramForm form = variant.format == "spirv" ? ProgramForm::k_il : ProgramForm::k_binary;
  return build_program(place, form, bytes, variant.build_options, kernel_names(interface));
}

// Loads a variant that the driver has to finish, with the help of the cache.
class CachedLoad {
 public:
  CachedLoad(BinaryCache::State& cache, const BuildPlace& place, const Variant& variant, const Interface& interface,
             const Bytes& bytes)
      : cache_(cache),
        place_(place),
        variant_(variant),
        interface_(interface),
        bytes_(bytes),
        key_(program_key(variant, place.device.facts, read_driver_facts(place.device)).hex()) {}

  Result<LoadedVariant> run() {
    const KeptBinary kept = cache_.find(key_);
    CacheUse use;
    if (kept.binary) {
      Result<BuiltProgram> built = build_binary(*kept.binary);
      if (built) {
        cache_.count(&BinaryCache::Counters::hits);
        return LoadedVariant{*std::move(built), {CacheOutcome::k_hit, false, false, {}}};
      }
      cache_.refuse(key_);
      use.was_refused = true;
      use.note = "the driver refused the cached binary: " + built.error().message;
    }
    cache_.count(&BinaryCache::Counters::misses);
    use.outcome = CacheOutcome::k_miss;
    BuiltProgram built = CLC_TRY(build_from_package(place_, variant_, interface_, bytes_));
    const std::string why_not = keep(built.program.get(), kept.failed_trials);
    use.is_kept = why_not.empty();
    if (!use.is_kept) use.note += (use.note.empty() ? "" : "; ") + why_not;
    return LoadedVariant{std::move(built), std::move(use)};
  }

 private:
  Result<BuiltProgram> build_binary(const Bytes& binary) const {
    return build_program(place_, ProgramForm::k_binary, binary, variant_.build_options, kernel_names(interface_));
  }

  // Keeps the program's binary. Returns the reason why it was not kept, or an empty text when it was.
  std::string keep(cl_program program, int failed_trials) {
    const auto load = [this](const Bytes& binary) -> Result<void> {
      CLC_TRY(build_binary(binary));
      return {};
    };
    const auto read = [&] { return read_binary(program, place_.device.id); };
    return keep_binary({cache_, key_, failed_trials, read, load}, bytes_);
  }

  BinaryCache::State& cache_;
  const BuildPlace& place_;
  const Variant& variant_;
  const Interface& interface_;
  const Bytes& bytes_;
  const std::string key_;
};

}  // namespace

bool needs_finishing(const Variant& variant) {
  return variant.format == "ptx" || variant.format == "spirv";
}

Result<LoadedVariant> load_variant(const BuildPlace& place, const std::optional<BinaryCache>& cache,
                                   const Variant& variant, const Interface& interface, const Bytes& bytes) {
  if (needs_finishing(variant) && cache && cache->is_enabled())
    return CachedLoad(cache->state(), place, variant, interface, bytes).run();
  BuiltProgram built = CLC_TRY(build_from_package(place, variant, interface, bytes));
  return LoadedVariant{std::move(built), {}};
}

}  // namespace clc
