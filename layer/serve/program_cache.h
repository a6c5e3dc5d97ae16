// The cache of the layer: the local store that Queue::keep_binaries also uses, with entries of another form, and behind
// it the servers of CLC_REMOTE.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "clc/cache/remote.h"
#include "clc/runtime/binary_cache.h"
#include "known_device.h"
#include "program/kept_program.h"

namespace clc::layer {

// The maker of an entry's binary. A driver's entries and clc's are kept apart.
enum class MadeBy { k_driver, k_clc };

// The keys of one program on one device.
struct CacheKeys {
  std::string local;   // in the local store; empty: there is no cache
  std::string remote;  // on servers; empty: no server is used
};

// Several threads may call its functions.
class ProgramCache {
 public:
  // Reads the variables that docs/cache.md describes. `module` is the path of clc-remote.so, and empty when there is
  // none.
  explicit ProgramCache(const std::string& module);
  ~ProgramCache();

  CacheKeys keys_of(MadeBy by, const std::string& identity, const KnownDevice& device) const;

  // Loads a program, and releases it again.
  using Trial = std::function<Result<void>(const KeptProgram&)>;

  // Returns true when what is kept also goes to a server.
  bool has_servers() const { return remote_.has_value(); }
  // Opens the file for the locks of programs: see cache::Store.
  int open_locks();

  // Finds an entry in the local store, or else on a server. A program from a server goes through a trial before it is
  // used.
  std::shared_ptr<KeptProgram> find(const CacheKeys& keys, const Trial& trial);
  // Counts the use of a program from the cache.
  void count_hit();
  void count_miss();
  // Writes the counters. The layer's cache has no destructor that would do so.
  void settle();
  // Removes an entry that the driver does not accept any more.
  void refuse(const CacheKeys& keys);

  struct DriverBinary {
    std::function<Result<Bytes>()> read;  // gets the binary from the driver
    Trial trial;
    BytesView original;  // the IL from which the driver compiled; empty: source
  };
  // Marks the program before its binary is read, because a driver may also crash during that. Returns false when the
  // program is in the cache, or was tried too often.
  bool begin_keeping(const CacheKeys& keys);
  // Reads the program's binary and keeps it. Returns the reason why it was not kept, or an empty text when it is in the
  // cache.
  std::string keep(const CacheKeys& keys, KeptProgram program, const DriverBinary& driver_binary);
  // Keeps an entry without a trial, because it holds no binary of a driver. One that is there stays.
  void keep_untried(const CacheKeys& keys, const KeptProgram& program);

  // Finds and keeps other values of the layer, each under a key of its own.
  std::optional<Bytes> find_value(const std::string& key);
  void keep_value(const std::string& key, BytesView bytes);

  // Returns the size of the entries that this process kept.
  std::uint64_t kept_bytes() const { return kept_bytes_; }
  const BinaryCache& binaries() const { return cache_; }
  // Describes the errors of the cache and its servers. The text is empty when there were none.
  std::string trouble() const;

 private:
  std::optional<Bytes> fetch(const std::string& key);
  void send(const std::string& key, const Bytes& payload);

  BinaryCache cache_;
  mutable std::mutex mutex_;  // guards remote_
  std::optional<cache::Remote> remote_;
  std::string remote_trouble_;
  std::atomic<std::uint64_t> kept_bytes_{0};
};

}  // namespace clc::layer
