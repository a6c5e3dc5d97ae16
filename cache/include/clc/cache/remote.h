// Entries kept by servers, behind the local store. The module that speaks to them (libcurl, hiredis) is opened
// at the first call only: a local hit loads none of it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clc/cache/store.h"

namespace clc::cache {

class Remote {
 public:
  // `servers`: the text of CLC_REMOTE, see docs/cache.md. k_usage for one that makes no sense. Empty: no servers.
  // `module`: the file of the module, below libexec/clc.
  static Result<Remote> open(const std::string& servers, std::string module);
  ~Remote();
  Remote(Remote&&) noexcept;
  Remote& operator=(Remote&&) noexcept;

  bool has_servers() const;
  // From the first server that has it. An artifact is checked against its digest, an action only for its form.
  // Nothing: no server has it, or none answered in time; `trouble` then says which and why, once a server.
  std::optional<Bytes> get(EntryKind kind, const std::string& key);
  // To every server that may be written. May return before it is there: flush() waits, for a bounded time.
  void put(EntryKind kind, const std::string& key, BytesView payload);
  void flush();

  // What went wrong, a line a server, for --verbose and `clc cache stats`.
  std::string trouble() const;

 private:
  struct State;
  explicit Remote(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace clc::cache
