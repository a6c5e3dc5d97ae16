// The cache of the layer: a local store, and behind it the servers of CLC_REMOTE. It is the store that
// Queue::keep_binaries uses for packages, with entries of another form.
#pragma once

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

// The maker of an entry: a driver, or clc. Entries of the two are kept apart.
enum class MadeBy { k_driver, k_clc };

// The keys of one program on one device.
struct CacheKeys {
  std::string local;   // in the store; empty: there is no cache
  std::string remote;  // on servers; empty: they are not asked
};

// Its functions may be called by several threads.
class ProgramCache {
 public:
  // Reads the variables of docs/cache.md. `module`: the file clc-remote.so; empty: there is none.
  explicit ProgramCache(std::string module);
  ~ProgramCache();

  CacheKeys keys_of(MadeBy by, const std::string& identity, const KnownDevice& device) const;

  // Loads a program and throws it away again.
  using Trial = std::function<Result<void>(const KeptProgram&)>;

  // Finds an entry in the local store, or else on a server. A program from a server goes through a trial first.
  std::shared_ptr<KeptProgram> find(const CacheKeys& keys, const Trial& trial);
  // A program from the cache was used.
  void count_hit();
  void count_miss();
  // Writes the counters, because nothing closes the layer's cache.
  void settle();
  // The driver does not take it any more.
  void refuse(const CacheKeys& keys);

  struct DriverBinary {
    std::function<Result<Bytes>()> read;  // gets the binary from the driver
    Trial trial;
    BytesView original;  // the IL that the driver was given; empty: source
  };
  // Marks that the program is about to be kept: a driver may also die of being asked for its binary. False: it is kept
  // already, or was tried too often.
  bool begin_keeping(const CacheKeys& keys);
  // Keeps the program, whose binary is read. Returns why it was not kept; empty when it was, or had been before.
  std::string keep(const CacheKeys& keys, KeptProgram program, const DriverBinary& driver_binary);
  // Keeps an entry without a trial: one that holds no binary of a driver.
  void keep_untried(const CacheKeys& keys, const KeptProgram& program);

  // Other values of the layer, each under a key of its own.
  std::optional<Bytes> find_value(const std::string& key);
  void keep_value(const std::string& key, BytesView bytes);

  const BinaryCache& binaries() const { return cache_; }
  // A description of the errors of the cache and its servers; empty: there were none.
  std::string trouble() const;

 private:
  std::optional<Bytes> fetch(const std::string& key);
  void send(const std::string& key, const Bytes& payload);

  BinaryCache cache_;
  mutable std::mutex mutex_;  // guards remote_
  std::optional<cache::Remote> remote_;
  std::string remote_trouble_;
};

}  // namespace clc::layer
