// Binaries that drivers finished from PTX or IL, kept on the local disk so that the next load need not compile them
// again. Off until Queue::keep_binaries switches it on. Whatever goes wrong with it is a miss: the program is then
// built from the package, as without it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace clc {

enum class CacheOutcome {
  k_unused,  // no cache, or one that cannot be used, or a variant that no driver need finish
  k_hit,
  k_miss,  // built from the package
};

// What the cache did for one program.
struct CacheUse {
  CacheOutcome outcome = CacheOutcome::k_unused;
  bool is_kept = false;      // after a miss: the next load will find it
  bool was_refused = false;  // there was one, which the driver refused: it was thrown away
  std::string note;          // why a miss was not kept, or why the driver refused what was kept
};

// Cheap to copy; the copies share folder and counters. Several threads, and processes, may use it.
class BinaryCache {
 public:
  // The cache of `clc`: the folder that `clc cache where` prints, CLC_CACHE and CLC_CACHE_MAX_SIZE.
  BinaryCache();
  static constexpr std::uint64_t k_default_max_bytes = std::uint64_t{5} << 30U;
  explicit BinaryCache(const std::string& folder, std::uint64_t max_bytes = k_default_max_bytes);

  // Empty: there is none.
  const std::string& folder() const;
  bool is_enabled() const;
  // The first thing that went wrong with it; empty when nothing did.
  std::string trouble() const;

  // Of this process.
  struct Counters {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t kept = 0;
    std::uint64_t refused = 0;  // thrown away because the driver refused them
  };
  Counters counters() const;

  // The library's own.
  struct State;
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace clc
