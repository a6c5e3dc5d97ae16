// The cache on Windows: it keeps nothing, and trouble() says so. The store stands on folders that are opened once and
// on owners and permissions of POSIX (folder.h).
#include "clc/cache/machine.h"
#include "clc/cache/store.h"

namespace clc::cache {

struct Store::State {
  Settings settings;
};

Store::Store(Settings settings) : state_(std::make_unique<State>(State{std::move(settings)})) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::optional<Bytes> Store::get(EntryKind, const std::string&) {
  return std::nullopt;
}

bool Store::put(EntryKind, const std::string&, BytesView) {
  return false;
}

void Store::quarantine(EntryKind, const std::string&) {}
void Store::count_hit() {}
void Store::count_miss() {}
void Store::settle() {}

int Store::open_locks() {
  return -1;
}

bool Store::is_enabled() const {
  return false;
}

const Settings& Store::settings() const {
  return state_->settings;
}

std::string Store::trouble() const {
  return "finished binaries are not kept on Windows: the cache needs the owners and permissions of POSIX";
}

Result<Settings> settings_from_environment() {
  Settings settings;
  settings.is_enabled = false;
  return settings;
}

// No key is made here, because nothing is kept.
std::string processor() {
  return {};
}

std::vector<std::string> environment_with(const std::string&) {
  return {};
}

const std::string& driver_settings() {
  static const std::string none;
  return none;
}

}  // namespace clc::cache
