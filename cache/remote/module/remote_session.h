// All servers of one process. They are asked in order, none is trusted, and one that failed is left alone.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "server.h"

namespace clc::cache {

class RemoteSession {
 public:
  explicit RemoteSession(const std::vector<ServerSettings>& servers);

  // The entry is in `payload` when this returns true.
  bool get(EntryKind kind, const std::string& key, Bytes& payload);
  void put(const std::string& key, BytesView action, const std::string& artifact_digest, BytesView artifact);
  void flush();
  std::string trouble() const;

 private:
  struct Site {
    ServerSettings settings;
    std::unique_ptr<Server> server;  // null: it is left alone
    Clock::duration spent{0};
    bool can_write = false;
    std::set<std::string> stored;  // artifacts that it has from us
    std::string failure;           // why it is left alone
    std::string refusal;           // the first answer that was of no use
    unsigned refusals = 0;
  };
  struct Pending {
    std::string key;
    Bytes action;
    std::string artifact_digest;
  };

  bool is_usable(Site& site);
  template <class Call>
  auto within_total_time(Site& site, Call&& call);
  ServerReply ask(Site& site, EntryKind kind, const std::string& key);
  void note(Site& site, const ServerReply& answer);
  void upload(Site& site);
  void send(Site& site, const std::vector<Upload>& uploads);

  std::vector<Site> sites_;
  std::map<std::string, std::uint64_t> artifact_sizes_;  // as actions said
  std::set<std::string> keys_;                           // put before
  std::vector<Pending> pending_;
  std::map<std::string, Bytes> artifacts_;  // of what is pending
  std::uint64_t pending_bytes_ = 0;
  unsigned too_large_ = 0;
};

}  // namespace clc::cache
