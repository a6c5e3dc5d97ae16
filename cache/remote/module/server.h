// A server of any protocol. It does not check what comes back: RemoteSession does, for all protocols alike.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clc/cache/store.h"
#include "progress_timeout.h"
#include "servers.h"

namespace clc::cache {

// Larger entries are neither taken from a server nor sent to one.
constexpr std::uint64_t k_max_action_bytes = std::uint64_t{2} << 20U;
constexpr std::uint64_t k_max_artifact_bytes = std::uint64_t{64} << 20U;

struct ServerReply {
  enum class Status {
    k_done,     // found, or stored
    k_absent,   // not there, which is no trouble
    k_refused,  // this answer is of no use: wrong content, or it takes no uploads
    k_failed,   // the server is of no use
  };
  Status status = Status::k_failed;
  std::string reason;  // of k_refused and k_failed
  Bytes payload;
  // The artifact that an action names, where the server tells it. Its size is known in advance, so that the artifact
  // cannot be longer.
  std::string artifact_digest;
  std::uint64_t artifact_size = 0;
};

struct Upload {
  EntryKind kind = EntryKind::k_artifact;
  std::string key;
  BytesView payload;
  // The artifact that the action names, for an upload of an action. The server has it already.
  std::string artifact_digest;
  BytesView artifact;
};

struct Credentials {
  std::string user, password, token;
};

class Server {
 public:
  virtual ~Server() = default;
  // Asks for an entry with at most `max_bytes` of payload.
  virtual ServerReply get(EntryKind kind, const std::string& key, std::uint64_t max_bytes, Clock::time_point end) = 0;
  // Sends the uploads. Returns one answer for each, in their order.
  virtual std::vector<ServerReply> put(const std::vector<Upload>& uploads, Clock::time_point end) = 0;
};

}  // namespace clc::cache
