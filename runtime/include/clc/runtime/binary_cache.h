// A cache on the local disk for the binaries that drivers finish from PTX or IL, so that the next load need not compile
// them again. It is off until Queue::keep_binaries switches it on. Whatever is wrong with the cache counts as a miss:
// the program is then built from the package, as it would be without a cache.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace clc {

enum class CacheOutcome {
  k_unused,  // there is no usable cache, or the driver need not finish this variant
  k_hit,     // loaded from the cache
  k_miss,    // built from the package
};

// The use of the cache for one program.
struct CacheUse {
  CacheOutcome outcome = CacheOutcome::k_unused;
  bool is_kept = false;      // after a miss: the next load will find the binary
  bool was_refused = false;  // the driver refused the cached binary, which was thrown away
  std::string note;          // why a miss was not kept, or why the driver refused the cached binary
};

// Cheap to copy; the copies share folder and counters. Several threads, and processes, may use one folder.
class BinaryCache {
 public:
  // The cache of `clc`: the folder that `clc cache where` prints. CLC_CACHE, CLC_CACHE_MAX_SIZE and
  // CLC_CACHE_GROUP count, too.
  BinaryCache();
  static constexpr std::uint64_t k_default_max_bytes = std::uint64_t{5} << 30U;  // 5 GiB
  // A cache in `folder`, for this user alone, which is created when the first binary is kept; an empty name switches
  // the cache off.
  explicit BinaryCache(const std::string& folder, std::uint64_t max_bytes = k_default_max_bytes);

  const std::string& folder() const;  // empty when there is none
  bool is_enabled() const;
  // The first thing that went wrong with the cache; empty when nothing did.
  std::string trouble() const;

  // Counts of programs that this process loaded.
  struct Counters {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t kept = 0;
    std::uint64_t refused = 0;  // thrown away because the driver refused them
  };
  Counters counters() const;

  // For the library's own use.
  struct State;
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace clc
