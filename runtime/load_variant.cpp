#include "load_variant.h"

#include "binary_cache_state.h"
#include "clc/package/binary_format.h"
#include "program_key.h"

namespace clc {
namespace {

Result<BuiltProgram> build_from_package(const Queue& queue, const Variant& variant, const Interface& interface,
                                        const Bytes& bytes) {
  const ProgramForm form = variant.format == "spirv" ? ProgramForm::k_il : ProgramForm::k_binary;
  return build_program(queue, form, bytes, variant.build_options, interface);
}

// Whether the driver has to compile the variant; the other formats are machine code already.
bool needs_finishing(const Variant& variant) {
  return variant.format == "ptx" || variant.format == "spirv";
}

// Why keeping `binary` would be useless; empty when it is useful.
std::string why_useless(BytesView binary, BytesView original) {
  if (binary == original) return "the driver returned the bytes that it was given";
  const BinaryFormat format = recognize(binary);
  if (format == BinaryFormat::k_ptx) return "the driver returned PTX, which it would compile again";
  if (format == BinaryFormat::k_spirv) return "the driver returned SPIR-V, which it would compile again";
  return {};
}

// Loads a variant that the driver has to finish, with the help of the cache.
class CachedLoad {
 public:
  CachedLoad(BinaryCache::State& cache, const Queue& queue, const Variant& variant, const Interface& interface,
             const Bytes& bytes)
      : cache_(cache),
        queue_(queue),
        variant_(variant),
        interface_(interface),
        bytes_(bytes),
        key_(program_key(variant, queue.device().facts, read_driver_facts(queue.device())).hex()) {}

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
    Result<BuiltProgram> built = build_from_package(queue_, variant_, interface_, bytes_);
    if (!built) return fail(built);
    const std::string why_not = keep(built->program.get(), kept.failed_trials);
    use.is_kept = why_not.empty();
    if (!use.is_kept) use.note += (use.note.empty() ? "" : "; ") + why_not;
    return LoadedVariant{*std::move(built), std::move(use)};
  }

 private:
  Result<BuiltProgram> build_binary(const Bytes& binary) const {
    return build_program(queue_, ProgramForm::k_binary, binary, variant_.build_options, interface_);
  }

  // Keeps the program's binary. Returns why it was not kept; empty when it was.
  std::string keep(cl_program program, int failed_trials) {
    if (failed_trials >= k_most_trials) {
      return "the driver did not take its own binary in " + std::to_string(failed_trials) + " trials";
    }
    const Result<Bytes> binary = read_binary(program, queue_.device().id);
    if (!binary) return binary.error().message;
    if (std::string useless = why_useless(*binary, bytes_); !useless.empty()) return useless;
    if (!cache_.write_failed_trials(key_, failed_trials + 1)) return "the binary cannot be written to the cache";
    if (const Result<BuiltProgram> trial = build_binary(*binary); !trial) {
      return "the driver refuses its own binary: " + trial.error().message;
    }
    if (!cache_.keep(key_, *binary)) {
      cache_.write_failed_trials(key_, failed_trials);  // the driver is not at fault
      return "the binary cannot be written to the cache";
    }
    cache_.count(&BinaryCache::Counters::kept);
    return {};
  }

  BinaryCache::State& cache_;
  const Queue& queue_;
  const Variant& variant_;
  const Interface& interface_;
  const Bytes& bytes_;
  const std::string key_;
};

}  // namespace

Result<LoadedVariant> load_variant(const Queue& queue, const Variant& variant, const Interface& interface,
                                   const Bytes& bytes) {
  if (needs_finishing(variant) && queue.binaries() && queue.binaries()->is_enabled()) {
    return CachedLoad(queue.binaries()->state(), queue, variant, interface, bytes).run();
  }
  Result<BuiltProgram> built = build_from_package(queue, variant, interface, bytes);
  if (!built) return fail(built);
  return LoadedVariant{*std::move(built), {}};
}

}  // namespace clc
