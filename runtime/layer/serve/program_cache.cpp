#include "serve/program_cache.h"

#include <algorithm>

#include "clc/internal/environment_variable.h"
#include "clc/package/digest.h"
#include "kept/binary_cache_state.h"
#include "kept/keep_binary.h"
#include "kept/program_key.h"

namespace clc::layer {
namespace {

using cache::EntryKind;

// An action on a server names the artifact behind this text.
constexpr std::string_view k_action = "clc-layer-1 ";

}  // namespace

ProgramCache::ProgramCache(std::string module) {
  const std::string servers = environment_variable("CLC_REMOTE");
  if (servers.empty() || !cache_.is_enabled()) return;
  if (module.empty()) {
    remote_trouble_ = "there is no clc-remote.so, so no server is asked";
    return;
  }
  Result<cache::Remote> remote = cache::Remote::open(servers, std::move(module));
  if (remote) {
    remote_ = *std::move(remote);
  } else {
    remote_trouble_ = remote.error().message;
  }
}

ProgramCache::~ProgramCache() = default;

ProgramCache::Question ProgramCache::question(MadeBy by, const std::string& identity, const KnownDevice& device) const {
  if (identity.empty() || !cache_.is_enabled()) return {};
  const KnownDevice::Drivers& drivers = device.drivers();
  const std::vector<std::string> environment = read_driver_environment();
  const auto key_with = [&](const char* domain, const std::string& driver) {
    FieldDigest key(domain);
    key.add("program", identity).add("made by", by == MadeBy::k_clc ? "clc" : "driver").add("driver", driver);
    for (const std::string& entry : environment) key.add("environment", entry);
    return key.hex();
  };
  Question question{key_with("clc.layer.4", drivers.here), {}};
  if (remote_ && !drivers.elsewhere.empty()) {
    question.remote_key = key_with("clc.layer.remote.4", drivers.elsewhere);
  }
  return question;
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

std::shared_ptr<KeptProgram> ProgramCache::find(const Question& question, const Trial& trial) {
  if (question.key.empty()) return nullptr;
  KeptBinary kept = cache_.state().find(question.key);
  if (kept.binary) {
    if (auto program = decode_kept_program(*std::move(kept.binary)))
      return std::make_shared<KeptProgram>(*std::move(program));
    cache_.state().refuse(question.key);
    return nullptr;
  }
  if (kept.failed_trials >= k_most_trials) return nullptr;
  const std::optional<Bytes> payload = fetch(question.remote_key);
  if (!payload) return nullptr;
  std::optional<KeptProgram> program = decode_kept_program(*payload);
  if (!program) return nullptr;
  if (program->is_compiled_only) {
    cache_.state().keep(question.key, *payload);
    return std::make_shared<KeptProgram>(*std::move(program));
  }
  const BinaryTrial again{cache_.state(),
                          question.key,
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

void ProgramCache::refuse(const Question& question) {
  cache_.state().refuse(question.key);
}

bool ProgramCache::begin_keeping(const Question& question) {
  if (question.key.empty()) return false;
  const KeptBinary kept = cache_.state().find(question.key);
  if (kept.binary || kept.failed_trials >= k_most_trials) return false;
  return cache_.state().write_failed_trials(question.key, kept.failed_trials + 1);
}

std::string ProgramCache::keep(const Question& question, KeptProgram program, const Made& made) {
  const KeptBinary kept = cache_.state().find(question.key);
  if (kept.binary) return {};
  const int earlier_failures = std::max(kept.failed_trials - 1, 0);  // without the mark of begin_keeping
  Bytes payload;
  bool is_tried = false;
  const auto with = [&](const Bytes& binary) -> const KeptProgram& {
    program.binary = binary;
    return program;
  };
  const auto load = [&](const Bytes& binary) -> Result<void> {
    is_tried = true;
    return made.trial(with(binary));
  };
  const auto encode = [&](const Bytes& binary) { return payload = encode_kept_program(with(binary)); };
  // PTX of a driver that was given source saves its front end.
  const ForeignForm form = made.original.empty() ? ForeignForm::k_allowed : ForeignForm::k_useless;
  std::string why_not =
      keep_binary({cache_.state(), question.key, earlier_failures, made.read, load, encode}, made.original, form);
  if (why_not.empty()) {
    send(question.remote_key, payload);
  } else if (!is_tried) {
    cache_.state().write_failed_trials(question.key, earlier_failures);  // nothing has failed
  }
  return why_not;
}

void ProgramCache::keep_untried(const Question& question, const KeptProgram& program) {
  if (question.key.empty()) return;
  const Bytes payload = encode_kept_program(program);
  if (cache_.state().keep(question.key, payload)) send(question.remote_key, payload);
}

std::optional<Bytes> ProgramCache::recall(const std::string& key) {
  return cache_.state().find(key).binary;
}
void ProgramCache::remember(const std::string& key, BytesView bytes) {
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
