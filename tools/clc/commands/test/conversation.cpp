#include "commands/test/conversation.h"

#include "base/text.h"
#include "base/try.h"
#include "protocol/frame_codec.h"

namespace clc {

Result<void> Conversation::start() {
  process_.reset();
  process_.emplace(CLC_TRY(Process::start(spec_)));
  if (!greeting_.empty()) process_->send(CLC_TRY(encode_frame(greeting_)));
  return {};
}

// A process that chose to end says why; one that died does not.
Failure Conversation::ending(Process& process) {
  const std::string said(trimmed(process.errors()));
  const Ending how = process.ending();
  process_.reset();
  if (how.signal == 0 && how.exit_code == exit_code(ErrorKind::k_unavailable) && !said.empty())
    return fail(ErrorKind::k_unavailable, said);
  return fail(ErrorKind::k_crash, name_ + " " + how.describe() + (said.empty() ? "" : ": " + said));
}

Result<std::string> Conversation::ask(std::string_view frame, std::chrono::seconds limit) {
  if (!process_ || process_->ended()) CLC_TRY(start());
  Process& process = *process_;
  process.send(CLC_TRY(encode_frame(frame)));
  const Clock::time_point deadline = Clock::now() + limit;
  for (;;) {
    std::optional<std::string> answer = CLC_TRY(take_frame(process.output()));
    if (answer) return *std::move(answer);
    if (process.ended()) return ending(process);
    if (Clock::now() >= deadline) {
      process_.reset();
      return fail(ErrorKind::k_crash,
                  name_ + " did not end within " + std::to_string(limit.count()) + " s (--timeout)");
    }
    CLC_TRY(poll_processes({&process}, deadline));
  }
}

void Conversation::finish(std::chrono::seconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  if (process_) process_->close_input();
  while (process_ && !process_->ended() && Clock::now() < deadline)
    if (!poll_processes({&*process_}, deadline)) break;
  process_.reset();
}

}  // namespace clc
