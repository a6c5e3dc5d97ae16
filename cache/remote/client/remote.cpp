// The light half of the remote cache: it knows which servers there are, and opens the module when one is needed.
#include "clc/cache/remote.h"

#include <algorithm>
#include <utility>

#include "abi.h"
#include "base/platform/libraries.h"
#include "base/try.h"
#include "servers.h"

namespace clc::cache {
namespace {

ClcRemoteBytes as_c(BytesView bytes) {
  return {bytes.data(), bytes.size()};
}

// clc-remote-tls.so stands beside clc-remote.so.
std::string module_for(const std::vector<ServerSettings>& servers, const std::string& module) {
  const std::size_t end = module.rfind(".so");
  const bool any_tls = std::ranges::any_of(servers, [](const ServerSettings& server) { return server.is_tls; });
  return any_tls && end != std::string::npos ? module.substr(0, end) + "-tls.so" : module;
}

}  // namespace

struct Remote::State {
  std::string servers;  // empty: there are none
  std::vector<std::string> names;
  std::string module;
  bool can_write = false;
  const ClcRemoteApi* api = nullptr;
  void* session = nullptr;
  std::string trouble;  // why there is no session

  ~State() {
    if (session != nullptr) api->close(session);
  }

  // Opens the session once. False: no server can be reached, neither now nor later.
  bool open_session() {
    if (session != nullptr) return true;
    if (servers.empty() || !trouble.empty()) return false;
    trouble = load();
    return trouble.empty();
  }

 private:
  // Returns why it cannot be loaded, or nothing. The module stays loaded: its libraries do not survive unloading.
  std::string load() {
    std::string why;
    void* const library = platform::open_library(module, why);
    if (library == nullptr) return "CLC_REMOTE is not used: " + why;
    void* const function = platform::find_function(library, CLC_REMOTE_ENTRY);
    platform::keep_loaded(function);
    const auto entry = reinterpret_cast<ClcRemoteEntry>(function);
    api = entry == nullptr ? nullptr : entry(CLC_REMOTE_VERSION);
    if (api == nullptr) return "CLC_REMOTE is not used: " + module + " is of another version of clc";
    session = api->open(servers.c_str());
    return session == nullptr ? "CLC_REMOTE is not used: out of memory" : "";
  }
};

Result<Remote> Remote::open(const std::string& servers, const std::string& module) {
  const std::vector<ServerSettings> parsed = CLC_TRY(parse_servers(servers));
  auto state = std::make_unique<State>();
  if (!parsed.empty()) state->servers = servers;
  for (const ServerSettings& server : parsed) {
    state->names.push_back(server.name);
    state->can_write |= !server.is_read_only;
  }
  state->module = module_for(parsed, module);
  return Remote(std::move(state));
}

Remote::Remote(std::unique_ptr<State> state) : state_(std::move(state)) {}
Remote::~Remote() = default;
Remote::Remote(Remote&&) noexcept = default;
Remote& Remote::operator=(Remote&&) noexcept = default;

bool Remote::has_servers() const {
  return !state_->servers.empty();
}

const std::vector<std::string>& Remote::server_names() const {
  return state_->names;
}

std::optional<Bytes> Remote::get(EntryKind kind, const std::string& key) {
  if (kind != EntryKind::k_action && kind != EntryKind::k_artifact) return {};
  if (!state_->open_session()) return {};
  ClcRemoteBytes payload = {nullptr, 0};
  const ClcRemoteKind c_kind = kind == EntryKind::k_action ? CLC_REMOTE_ACTION : CLC_REMOTE_ARTIFACT;
  if (state_->api->get(state_->session, c_kind, key.c_str(), &payload) == 0) return {};
  return Bytes(payload.data, payload.size);
}

void Remote::put(const std::string& key, BytesView action, const std::string& artifact_digest, BytesView artifact) {
  if (!state_->can_write || !state_->open_session()) return;
  state_->api->put(state_->session, key.c_str(), as_c(action), artifact_digest.c_str(), as_c(artifact));
}

void Remote::flush() {
  if (state_->session != nullptr) state_->api->flush(state_->session);
}

std::string Remote::trouble() const {
  return state_->session == nullptr ? state_->trouble : std::string(state_->api->trouble(state_->session));
}

}  // namespace clc::cache
