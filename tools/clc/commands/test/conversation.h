// A process that answers frames by frames, one at a time, and may crash or hang.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "clc/base/result.h"
#include "toolchain/process.h"

namespace clc {

class Conversation {
 public:
  // `spec` starts the process when it is first asked, and again after it ended; `greeting` is the first frame that it
  // gets, which it does not answer; empty: none. `name` stands in messages: "the driver".
  Conversation(ProcessSpec spec, std::string greeting, std::string name)
      : spec_(std::move(spec)), greeting_(std::move(greeting)), name_(std::move(name)) {}

  // The answer. k_crash: the process died or took too long, and the message says how; k_unavailable and others are its
  // own words.
  Result<std::string> ask(std::string_view frame, std::chrono::seconds limit);

  // Lets the process end by itself, so that it writes what it writes at its end. One that takes too long is killed.
  void finish(std::chrono::seconds limit);

 private:
  Result<void> start();
  Failure ending(Process& process);

  ProcessSpec spec_;
  std::string greeting_, name_;
  std::optional<Process> process_;
};

}  // namespace clc
