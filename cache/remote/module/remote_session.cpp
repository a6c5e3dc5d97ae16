#include "remote_session.h"

#include <algorithm>
#include <utility>

#include "clc/base/digest.h"
#include "credentials.h"
#include "grpc_client.h"
#include "http_client.h"
#include "redis_client.h"

namespace clc::cache {
namespace {

// When more bytes than this wait for flush(), they are sent at once.
constexpr std::uint64_t k_max_pending_bytes = std::uint64_t{64} << 20U;

std::unique_ptr<Server> make_client(const ServerSettings& settings, const Credentials& credentials) {
  switch (settings.protocol) {
    case ServerSettings::Protocol::k_http:
      return make_http_client(settings, credentials);
    case ServerSettings::Protocol::k_redis:
      return make_redis_client(settings, credentials);
    case ServerSettings::Protocol::k_grpc:
      return make_grpc_client(settings, credentials);
  }
  return nullptr;
}

}  // namespace

RemoteSession::RemoteSession(const std::vector<ServerSettings>& servers) {
  for (const ServerSettings& settings : servers) {
    Site site;
    site.settings = settings;
    site.can_write = !settings.is_read_only;
    const Result<Credentials> credentials = find_credentials(settings);
    if (credentials) {
      site.server = make_client(settings, *credentials);
    } else {
      site.failure = credentials.error().message;
    }
    sites_.push_back(std::move(site));
  }
}

bool RemoteSession::is_usable(Site& site) {
  if (site.server != nullptr && site.spent >= milliseconds(site.settings.total_ms)) {
    site.failure = "its total-timeout of " + std::to_string(site.settings.total_ms) + " ms is over";
    site.server.reset();
  }
  return site.server != nullptr;
}

// Calls `call` with the time at which this server's time of this process is over.
template <class Call>
auto RemoteSession::within_total_time(Site& site, Call&& call) {
  const Clock::time_point begin = Clock::now();
  auto answer = call(begin + milliseconds(site.settings.total_ms) - site.spent);
  site.spent += Clock::now() - begin;
  return answer;
}

void RemoteSession::note(Site& site, const ServerReply& answer) {
  if (answer.status == ServerReply::Status::k_failed) {
    site.failure = answer.reason;
    site.server.reset();
  } else if (answer.status == ServerReply::Status::k_refused) {
    if (site.refusals++ == 0) site.refusal = answer.reason;
  }
}

bool RemoteSession::get(EntryKind kind, const std::string& key, Bytes& payload) {
  if (!is_sha256_hex(key)) return false;
  for (Site& site : sites_) {
    if (!is_usable(site)) continue;
    ServerReply answer = ask(site, kind, key);
    note(site, answer);
    if (answer.status != ServerReply::Status::k_done) continue;
    if (is_sha256_hex(answer.artifact_digest) && answer.artifact_size > 0)
      artifact_sizes_[answer.artifact_digest] = answer.artifact_size;
    payload = std::move(answer.payload);
    return true;
  }
  return false;
}

ServerReply RemoteSession::ask(Site& site, EntryKind kind, const std::string& key) {
  std::uint64_t max_bytes = k_max_action_bytes;
  if (kind == EntryKind::k_artifact) {
    const auto known = artifact_sizes_.find(key);
    max_bytes = std::min(known == artifact_sizes_.end() ? k_max_artifact_bytes : known->second, k_max_artifact_bytes);
  }
  ServerReply answer =
      within_total_time(site, [&](Clock::time_point end) { return site.server->get(kind, key, max_bytes, end); });
  if (answer.status == ServerReply::Status::k_done && kind == EntryKind::k_artifact &&
      sha256_hex(answer.payload) != key) {
    answer.status = ServerReply::Status::k_refused;
    answer.reason = "artifact " + key.substr(0, 6) + "…: is not what its digest says (" +
                    std::to_string(answer.payload.size()) + " bytes)";
  }
  return answer;
}

void RemoteSession::put(const std::string& key, BytesView action, const std::string& artifact_digest,
                        BytesView artifact) {
  if (!is_sha256_hex(key) || !is_sha256_hex(artifact_digest)) return;
  const bool can_write = std::ranges::any_of(sites_, [](const Site& site) { return site.server && site.can_write; });
  if (!can_write || !keys_.insert(key).second) return;
  if (action.size() > k_max_action_bytes || artifact.size() > k_max_artifact_bytes) {
    ++too_large_;
    return;
  }
  pending_.push_back({key, Bytes(action), artifact_digest});
  if (artifacts_.try_emplace(artifact_digest, artifact).second) pending_bytes_ += artifact.size();
  pending_bytes_ += action.size();
  if (pending_bytes_ > k_max_pending_bytes) flush();
}

void RemoteSession::flush() {
  for (Site& site : sites_) upload(site);
  pending_.clear();
  artifacts_.clear();
  pending_bytes_ = 0;
}

// Artifacts first, so that a server has every artifact that its actions name.
void RemoteSession::upload(Site& site) {
  std::vector<Upload> uploads;
  for (const auto& [digest, artifact] : artifacts_) {
    if (site.stored.count(digest) == 0) uploads.push_back({EntryKind::k_artifact, digest, artifact, "", {}});
  }
  send(site, uploads);
  uploads.clear();
  for (const Pending& entry : pending_) {
    if (site.stored.count(entry.artifact_digest) == 0) continue;
    const Bytes& artifact = artifacts_.at(entry.artifact_digest);
    uploads.push_back({EntryKind::k_action, entry.key, entry.action, entry.artifact_digest, artifact});
  }
  send(site, uploads);
}

void RemoteSession::send(Site& site, const std::vector<Upload>& uploads) {
  if (!site.can_write || uploads.empty() || !is_usable(site)) return;
  const std::vector<ServerReply> answers =
      within_total_time(site, [&](Clock::time_point end) { return site.server->put(uploads, end); });
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].status == ServerReply::Status::k_done) {
      if (uploads[i].kind == EntryKind::k_artifact) site.stored.insert(uploads[i].key);
      continue;
    }
    // A server that refuses one upload refuses all; reading from it goes on.
    site.can_write = false;
    note(site, answers[i]);
    return;
  }
}

std::string RemoteSession::trouble() const {
  std::string text;
  const auto add = [&](const Site& site, const std::string& what) {
    text += (text.empty() ? "" : "\n") + site.settings.name + ": " + what;
  };
  for (const Site& site : sites_) {
    if (site.refusals > 0)
      add(site, site.refusal + (site.refusals > 1 ? " (and " + std::to_string(site.refusals - 1) + " more)" : ""));
    if (!site.failure.empty()) add(site, "not used any more: " + site.failure);
  }
  if (too_large_ > 0) {
    text += (text.empty() ? "" : "\n") + std::to_string(too_large_) + " not sent to any server: larger than " +
            std::to_string(k_max_artifact_bytes >> 20U) + " MB";
  }
  return text;
}

}  // namespace clc::cache
