// A clc-worker that stays for several compilations: it has loaded LLVM when the next one comes.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "plan/plan.h"
#include "toolchain/process.h"

namespace clc {

class KeptWorker {
 public:
  // The worker that runs, or a new one; it is to be of the plan's program, and of as many processes. An error says why
  // none can be started.
  Result<Process*> get(const Plan& plan);
  // Lets clc-farm take the worker's place where CLC_REMOTE_EXECUTION names a server. Says why that is not possible,
  // once.
  std::string use_farm();
  // The one that runs, or is started next, is clc-farm, and speaks farm_protocol.h.
  bool is_farm() const { return !farm_.empty(); }
  // Ends clc-farm: the worker takes its place.
  void drop_farm();
  // The worker that runs; null when none does.
  Process* running() { return worker_ ? &*worker_ : nullptr; }
  // Ends it, with all that it was asked for.
  void drop() { worker_.reset(); }
  // Forgets a worker that ended while nobody asked it anything. Call it before a compilation.
  void begin();
  // It gave an answer; a worker that dies twice without one is not started a third time.
  void has_answered() { silent_ = 0; }

  // While a compilation waits: a descriptor that is watched as well, and what is asked when it can be read. False ends
  // the compilation: nobody wants it any more.
  int watched = -1;
  std::function<bool()> is_still_wanted{};

 private:
  std::optional<Process> worker_;
  std::string program_;  // who it is, as far as the file system tells
  std::string farm_;     // the path of clc-farm; empty: it is not used
  bool is_farm_settled_ = false;
  int silent_ = 0;  // started since the last answer
};

}  // namespace clc
