#include "compile/read_inputs.h"

#include <optional>

#include "base/try.h"
#include "compile/job_messages.h"
#include "compile/kept_worker.h"
#include "compile/run_final_step.h"
#include "protocol/frame_codec.h"
#include "toolchain/process.h"

namespace clc {
namespace {

class InputReader {
 public:
  InputReader(const Plan& plan, Sink& sink)
      : plan_(plan), messages_(plan, sink), results_(plan.jobs.size()), left_(plan.compilations.size()) {}

  Result<JobResults> run() {
    Process* worker = CLC_TRY(kept_.get(plan_));
    for (const CompilationIndex compilation : plan_.compilations.positions()) {
      CompileRequest request = plan_.compilations[compilation].request;
      request.only_reads = true;
      const std::string frame = CLC_TRY(encode_frame(encode_request(request)));
      worker->send(frame);
    }
    // The worker holds each to its limit of time; ours ends a worker that says nothing at all.
    const auto patience = std::chrono::seconds(plan_.limits.time_s) + std::chrono::seconds(10);
    Clock::time_point deadline = Clock::now() + patience;
    while (left_ > 0) {
      const bool polled = CLC_TRY(poll_processes({worker}, deadline));
      if (!polled) return fail(ErrorKind::k_crash, "clc-worker does not answer");
      CLC_TRY(hear(*worker));
      deadline = Clock::now() + patience;
    }
    messages_.show_remaining_diagnostics(results_);
    return std::move(results_);
  }

 private:
  Result<void> hear(Process& worker) {
    while (left_ > 0) {
      const std::optional<std::string> frame = CLC_TRY(in_context("clc-worker", take_frame(worker.output())));
      if (!frame) break;
      CompileReply reply = CLC_TRY(in_context("clc-worker", decode_reply(*frame)));
      CLC_TRY(take(reply));
    }
    if (left_ == 0 || !worker.ended()) return {};
    return fail(ErrorKind::k_crash, "clc-worker " + worker.ending().describe() + last_words(worker.errors()));
  }

  Result<void> take(const CompileReply& reply) {
    const auto unexpected = [] { return fail(ErrorKind::k_crash, "clc-worker sent an unexpected answer"); };
    if (reply.id >= plan_.compilations.size()) return unexpected();
    for (const JobIndex job : plan_.compilations[CompilationIndex{reply.id}].jobs) {
      if (results_[job].outcome) return unexpected();
      results_[job].outcome = reply.outcome;
      results_[job].detail = reply.detail;
      results_[job].artifact = reply.artifact;
      messages_.job_ended(job, results_);
    }
    --left_;
    return {};
  }

  const Plan& plan_;
  KeptWorker kept_;
  JobMessages messages_;
  JobResults results_;
  std::size_t left_;  // compilations without an answer
};

}  // namespace

Result<JobResults> read_inputs(const Plan& plan, Sink& sink) {
  return InputReader(plan, sink).run();
}

}  // namespace clc
