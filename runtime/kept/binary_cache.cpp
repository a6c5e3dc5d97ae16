#include "clc/runtime/binary_cache.h"

#include <filesystem>
#include <mutex>
#include <system_error>

#include "kept/binary_cache_state.h"

namespace clc {
namespace {

cache::Settings settings_for(const std::string& folder, std::uint64_t max_bytes) {
  cache::Settings settings;
  std::error_code error;
  // The path is made absolute, because the process may change its working folder.
  if (!folder.empty()) settings.folder = std::filesystem::absolute(folder, error).string();
  settings.max_bytes = max_bytes;
  return settings;
}

}  // namespace

BinaryCache::BinaryCache() {
  Result<cache::Settings> settings = cache::settings_from_environment();
  std::string wrong;
  if (!settings) {
    wrong = settings.error().message;
    settings = cache::Settings();
    settings->is_enabled = false;
  }
  state_ = std::make_shared<State>(*std::move(settings), std::move(wrong));
}

BinaryCache::BinaryCache(const std::string& folder, std::uint64_t max_bytes)
    : state_(std::make_shared<State>(settings_for(folder, max_bytes))) {}

const std::string& BinaryCache::folder() const {
  return state_->store.settings().folder;
}
bool BinaryCache::is_enabled() const {
  return state_->store.is_enabled();
}
std::string BinaryCache::trouble() const {
  return state_->wrong_settings.empty() ? state_->store.trouble() : state_->wrong_settings;
}
BinaryCache::Counters BinaryCache::counters() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counters;
}

}  // namespace clc
