#include "lookup/cache_access.h"

#include <string>
#include <utility>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/cache/admin.h"
#include "lookup/server_trouble.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

// The servers that CLC_REMOTE names; none when the local cache is off.
Result<cache::Remote> open_remote(const cache::Store& store) {
  const std::string servers = environment_variable("CLC_REMOTE");
  if (servers.empty()) return cache::Remote::open("", "");
  const std::string module = CLC_TRY(helper_path("clc-remote.so"));
  Result<cache::Remote> remote = cache::Remote::open(servers, module);  // a misspelt server is an error
  return remote && !store.is_enabled() ? cache::Remote::open("", "") : std::move(remote);
}

void show_problems(const std::string& problems, Sink& sink) {
  for (const std::string_view line : lines_of(problems)) sink.message(Severity::k_note, "cache: " + std::string(line));
}

}  // namespace

CacheAccess::CacheAccess(cache::Store opened, cache::Remote servers)
    : store(std::move(opened)), remote(std::move(servers)), memos(store) {}

Result<std::unique_ptr<CacheAccess>> CacheAccess::open() {
  cache::Settings settings = CLC_TRY(cache::settings_from_environment());
  cache::Store store(std::move(settings));
  cache::Remote remote = CLC_TRY(open_remote(store));
  return std::unique_ptr<CacheAccess>(new CacheAccess(std::move(store), std::move(remote)));
}

void CacheAccess::warn_of_others(Sink& sink) {
  if (std::exchange(has_warned_, true)) return;
  const std::string exposed = cache::exposure(store.settings());
  if (!exposed.empty()) sink.message(Severity::k_warning, exposed);
}

void CacheAccess::finish(const Plan& plan, Sink& sink) {
  remote.flush();
  if (plan.verbose) {
    show_problems(store.trouble(), sink);
    show_problems(remote.trouble(), sink);
  }
  report_server_trouble(store, remote, sink);
}

}  // namespace clc
