// Entries kept by servers, behind the local store. The module that speaks to them (libcurl, hiredis, gRPC) is opened
// at the first get or put only: a local hit loads none of it. A server that fails is no error here, but a miss within
// a bounded time, and a line of trouble(). To be called by one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clc/cache/store.h"

namespace clc::cache {

class Remote {
 public:
  // `servers`: the text of CLC_REMOTE, see docs/cache-server.md. k_usage for one that makes no sense. Empty: no
  // servers. `module`: the file of the module, libexec/clc/clc-remote.so.
  static Result<Remote> open(const std::string& servers, const std::string& module);
  ~Remote();  // does not flush
  Remote(Remote&&) noexcept;
  Remote& operator=(Remote&&) noexcept;

  bool has_servers() const;
  // Their URLs without users, in the order of CLC_REMOTE; they begin the lines of trouble().
  const std::vector<std::string>& server_names() const;
  // Returns the entry from the first server that has it. An artifact is checked against its digest, an action only for
  // its form. Programs and memos are on no server. Nothing: no server has it, or none answered in time.
  std::optional<Bytes> get(EntryKind kind, const std::string& key);
  // Sends an action and the artifact that it names to every server that may be written: the artifact first, and the
  // same one only once. They are sent at the latest by flush(), which waits for a bounded time.
  void put(const std::string& key, BytesView action, const std::string& artifact_digest, BytesView artifact);
  void flush();

  // Says what went wrong, a line a server, for --verbose and `clc cache stats`; empty when nothing did.
  std::string trouble() const;

 private:
  struct State;
  explicit Remote(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace clc::cache
