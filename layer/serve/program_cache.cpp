#include "serve/program_cache.h"

#include <algorithm>

#include "base/environment_variable.h"
#include "clc/base/digest.h"
#include "kept/binary_cache_state.h"
#include "kept/keep_binary.h"

namespace clc::layer {
namespace {

using cache::EntryKind;

// The beginning of an action on a server. The digest of the artifact follows it.
constexpr std::string_view k_action = "clc-layer-1 ";

}  // namespace

ProgramCache::ProgramCache(const std::string& module) {
  const std::string servers = environment_variable("CLC_REMOTE");
  if (servers.empty() || !cache_.is_enabled()) return;
  if (module.empty()) {
    remote_trouble_ = "there is no clc-remote.so, so no server is asked";
    return;
  }
  Result<cache::Remote> remote = cache::Remote::open(servers, module);
  if (remote) {
    remote_ = *std::move(remote);
  } else {
    remote_trouble_ = remote.error().message;
  }
}

ProgramCache::~ProgramCache() = default;

CacheKeys ProgramCache::keys_of(MadeBy by, const std::string& identity, const KnownDevice& device) const {
  if (identity.empty() || !cache_.is_enabled()) return {};
  const KnownDevice::Drivers& drivers = device.drivers();
  const auto key_with = [&](const char* domain, const std::string& driver) {
    FieldDigest key(domain);
    key.add("program", identity).add("made by", by == MadeBy::k_clc ? "clc" : "driver").add("driver", driver);
    return key.hex();
  };
  CacheKeys keys{key_with("clc.layer.5", drivers.here), {}};
  if (remote_ && !drivers.elsewhere.empty()) keys.remote = key_with("clc.layer.remote.5", drivers.elsewhere);
  return keys;
}

int ProgramCache::open_locks() {
  return cache_.state().store.open_locks();
}

std::optional<Bytes> ProgramCache::fetch(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (!remote_ || key.empty()) return std::nullopt;
  const std::optional<Bytes> action = remote_->get(EntryKind::k_action, key);
  if (!action || action->substr(0, k_action.size()) != k_action) return std::nullopt;
  const std::string digest = action->substr(k_action.size());
  if (!is_sha256_hex(digest)) return std::nullopt;
  return remote_->get(EntryKind::k_artifact, digest);
}

void ProgramCache::send(const std::string& key, const Bytes& payload) {
  const std::lock_guard lock(mutex_);
  if (!remote_ || key.empty()) return;
  const std::string digest = sha256_hex(payload);
  remote_->put(key, std::string(k_action) + digest, digest, payload);
  remote_->flush();
}

std::shared_ptr<KeptProgram> ProgramCache::find(const CacheKeys& keys, const Trial& trial) {
  if (keys.local.empty()) return nullptr;
  KeptBinary kept = cache_.state().find(keys.local);
  if (kept.binary) {
    if (auto program = decode_kept_program(*std::move(kept.binary)))
      return std::make_shared<KeptProgram>(*std::move(program));
    cache_.state().refuse(keys.local);
    return nullptr;
  }
  if (kept.failed_trials >= k_most_trials) return nullptr;
  const std::optional<Bytes> payload = fetch(keys.remote);
  if (!payload) return nullptr;
  std::optional<KeptProgram> program = decode_kept_program(*payload);
  if (!program) return nullptr;
  if (program->is_compiled_only) {
    cache_.state().keep(keys.local, *payload);
    return std::make_shared<KeptProgram>(*std::move(program));
  }
  const BinaryTrial again{cache_.state(),
                          keys.local,
                          kept.failed_trials,
                          [&]() -> Result<Bytes> { return program->binary; },
                          [&](const Bytes&) { return trial(*program); },
                          [&](const Bytes&) { return *payload; }};
  if (!keep_binary(again, {}, ForeignForm::k_allowed).empty()) return nullptr;
  return std::make_shared<KeptProgram>(*std::move(program));
}

void ProgramCache::count_hit() {
  cache_.state().count(&BinaryCache::Counters::hits);
}
void ProgramCache::count_miss() {
  cache_.state().count(&BinaryCache::Counters::misses);
}

void ProgramCache::settle() {
  cache_.state().store.settle();
}

void ProgramCache::refuse(const CacheKeys& keys) {
  cache_.state().refuse(keys.local);
}

bool ProgramCache::begin_keeping(const CacheKeys& keys) {
  if (keys.local.empty()) return false;
  const KeptBinary kept = cache_.state().find(keys.local);
  if (kept.binary || kept.failed_trials >= k_most_trials) return false;
  return cache_.state().write_failed_trials(keys.local, kept.failed_trials + 1);
}

std::string ProgramCache::keep(const CacheKeys& keys, KeptProgram program, const DriverBinary& driver_binary) {
  const KeptBinary kept = cache_.state().find(keys.local);
  if (kept.binary) return {};
  const int earlier_failures = std::max(kept.failed_trials - 1, 0);  // less the one that begin_keeping added
  Bytes payload;
  bool is_tried = false;
  const auto with = [&](const Bytes& binary) -> const KeptProgram& {
    program.binary = binary;
    return program;
  };
  const auto load = [&](const Bytes& binary) -> Result<void> {
    is_tried = true;
    return driver_binary.trial(with(binary));
  };
  const auto encode = [&](const Bytes& binary) { return payload = encode_kept_program(with(binary)); };
  // A program from source may be kept as PTX, which spares the driver its front end.
  const ForeignForm form = driver_binary.original.empty() ? ForeignForm::k_allowed : ForeignForm::k_useless;
  std::string why_not = keep_binary({cache_.state(), keys.local, earlier_failures, driver_binary.read, load, encode},
                                    driver_binary.original, form);
  if (why_not.empty()) {
    kept_bytes_ += payload.size();
    send(keys.remote, payload);
  } else if (!is_tried) {
    // No trial has failed, so the mark of begin_keeping goes.
    cache_.state().write_failed_trials(keys.local, earlier_failures);
  }
  return why_not;
}

void ProgramCache::keep_untried(const CacheKeys& keys, const KeptProgram& program) {
  if (keys.local.empty() || cache_.state().find(keys.local).binary) return;
  const Bytes payload = encode_kept_program(program);
  if (!cache_.state().keep(keys.local, payload)) return;
  kept_bytes_ += payload.size();
  send(keys.remote, payload);
}

std::optional<Bytes> ProgramCache::find_value(const std::string& key) {
  return cache_.state().find(key).binary;
}
void ProgramCache::keep_value(const std::string& key, BytesView bytes) {
  cache_.state().keep(key, bytes);
}

std::string ProgramCache::trouble() const {
  std::string text = cache_.trouble();
  const std::lock_guard lock(mutex_);
  const std::string remote = remote_ ? remote_->trouble() : remote_trouble_;
  if (!remote.empty()) text += (text.empty() ? "" : "\n") + remote;
  return text;
}

}  // namespace clc::layer
