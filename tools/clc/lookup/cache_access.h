// The places where a call looks up and keeps results: the store on this machine, the servers behind it, and the memos
// about compilers.
#pragma once

#include <memory>

#include "clc/base/result.h"
#include "clc/cache/remote.h"
#include "clc/cache/store.h"
#include "identity/memos.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

struct CacheAccess {
  // Opens the cache that the environment variables name. This neither makes a folder nor speaks to a server.
  static Result<std::unique_ptr<CacheAccess>> open();
  CacheAccess(const CacheAccess&) = delete;
  CacheAccess& operator=(const CacheAccess&) = delete;

  // Warns, once, where others can write to the store.
  void warn_of_others(Sink& sink);

  // Waits for the servers, not for long, and says what was wrong with them and, where the plan is verbose, with the
  // store. Call it at the end.
  void finish(const Plan& plan, Sink& sink);

  cache::Store store;
  cache::Remote remote;
  Memos memos;

 private:
  CacheAccess(cache::Store opened, cache::Remote servers);

  bool has_warned_ = false;
};

}  // namespace clc
