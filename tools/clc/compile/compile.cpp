#include "compile/compile.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>

#include "compile/check.h"
#include "compile/final_step.h"
#include "protocol/frame_codec.h"
#include "compile/job_messages.h"
#include "lookup/look_up.h"
#include "toolchain/process.h"
#include "support/text.h"

namespace clc {
namespace {

// A job allocates tens of megabytes within milliseconds and returns none: in large pages, taken many at a time, it
// spends a tenth less on page faults. glibc reads this when a process starts.
constexpr const char* k_worker_memory =
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216:glibc.malloc.mmap_threshold=33554432:"
    "glibc.malloc.trim_threshold=1073741824";

JobResult crashed(const std::string& detail) {
  return {Outcome::k_crashed, detail, std::nullopt};
}

class Runner {
 public:
  Runner(const Plan& plan, const CompileArguments& arguments, LookedUp found, ArtifactCache& cache, Sink& sink)
      : plan_(plan),
        arguments_(arguments),
        cache_(cache),
        sink_(sink),
        results_(plan.jobs.size()),
        messages_(plan, sink),
        remaining_(std::move(found.remaining)) {
    for (std::size_t job = 0; job < found.results.size(); ++job) {
      if (found.results[job].done()) end_job(job, std::move(found.results[job]));
    }
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      if (!remaining_[i].base) waiting_.push_back(i);
      if (remaining_[i].base) take_base(i, *remaining_[i].base);
    }
  }

  Result<std::vector<JobResult>> run() {
    for (;;) {
      if (failed_ && !arguments_.keep_going) {
        waiting_.clear();
        compiled_.clear();
      }
      start_what_fits();
      if (at_worker_.empty() && steps_.empty()) break;
      if (Result<bool> polled = poll_processes(everyone(), next_deadline()); !polled) {
        return fail(polled);
      }
      hear_worker();
      hear_steps();
    }
    messages_.rest(results_);
    return std::move(results_);
  }

 private:
  // Waits for its second step.
  struct Compiled {
    std::size_t job;
    Base base;
  };
  struct Step {
    std::size_t job;
    Base base;
    TemporaryFolder folder;
    Process process;
    Clock::time_point deadline;
  };

  std::size_t running() const { return at_worker_.size() + steps_.size(); }

  void start_what_fits() {
    while (running() < arguments_.jobs && !compiled_.empty()) {
      Compiled next = std::move(compiled_.front());
      compiled_.pop_front();
      start_step(std::move(next));
    }
    while (running() < arguments_.jobs && !waiting_.empty()) {
      const std::size_t index = waiting_.front();
      waiting_.pop_front();
      give_to_worker(index);
    }
  }

  void give_to_worker(std::size_t index) {
    if (!worker_) {
      if (silent_workers_ >= 2)
        return end_all(index, crashed("clc-worker cannot work here: it died twice without an answer"));
      Result<Process> started =
          Process::start({.arguments = {plan_.worker_program, "-j", std::to_string(arguments_.jobs)},
                          .folder = plan_.working_folder,
                          .setting = k_worker_memory});
      if (!started) return end_all(index, {Outcome::k_unavailable, started.error().message, std::nullopt});
      worker_.emplace(std::move(*started));
      ++silent_workers_;
    }
    // The worker keeps the limit itself; ours is later and only for a worker that does not.
    const std::uint32_t limit = arguments_.time_limit_s;
    const std::chrono::seconds grace(std::clamp<std::uint32_t>(limit, 2, 10));
    for (const std::size_t job : remaining_[index].jobs) begun_[job] = Clock::now();
    CompileRequest request = request_for(plan_, cache_.compilations()[remaining_[index].compilation], arguments_);
    request.id = index;
    const Result<std::string> frame = encode_frame(encode_request(request));
    if (!frame) return end_all(index, crashed(frame.error().message));
    at_worker_[index] = Clock::now() + std::chrono::seconds(limit) + grace;
    worker_->send(*frame);
    show_progress(remaining_[index].jobs.front());
  }

  void start_step(Compiled next) {
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return end_job(next.job, crashed(folder.error().message));
    Result<Derivation> step = begin_derivation(plan_, plan_.jobs[next.job], *next.base.artifact, folder->path());
    if (!step) return end_job(next.job, crashed(step.error().message));
    step->spec.memory_limit_bytes = memory_limit(arguments_);
    Result<Process> process = Process::start(step->spec);
    if (!process) return end_job(next.job, {Outcome::k_unavailable, process.error().message, std::nullopt});
    process->send(step->input);
    process->close_input();
    begun_.try_emplace(next.job, Clock::now());
    show_progress(next.job);
    steps_.push_back({next.job, std::move(next.base), std::move(*folder), std::move(*process),
                      Clock::now() + std::chrono::seconds(arguments_.time_limit_s)});
  }

  std::vector<Process*> everyone() {
    std::vector<Process*> processes;
    if (worker_) processes.push_back(&*worker_);
    for (Step& step : steps_) processes.push_back(&step.process);
    return processes;
  }

  Clock::time_point next_deadline() const {
    Clock::time_point next = Clock::time_point::max();
    for (const auto& [index, deadline] : at_worker_) next = std::min(next, deadline);
    for (const Step& step : steps_) next = std::min(next, step.deadline);
    return next;
  }

  void hear_worker() {
    if (!worker_) return;
    for (;;) {
      Result<std::optional<std::string>> frame = take_frame(worker_->output());
      if (!frame) return lose_worker(Outcome::k_crashed, "clc-worker: " + frame.error().message);
      if (!*frame) break;
      Result<CompileReply> reply = decode_reply(**frame);
      if (!reply) return lose_worker(Outcome::k_crashed, "clc-worker: " + reply.error().message);
      if (at_worker_.erase(reply->id) == 0) {
        return lose_worker(Outcome::k_crashed, "clc-worker answered a request that was never made");
      }
      silent_workers_ = 0;
      take_reply(std::move(*reply));
    }
    if (worker_->ended()) {
      return lose_worker(Outcome::k_crashed,
                         "clc-worker " + worker_->ending().describe() + last_words(worker_->errors()));
    }
    const auto now = Clock::now();
    const bool late =
        std::any_of(at_worker_.begin(), at_worker_.end(), [now](const auto& entry) { return entry.second <= now; });
    if (late) lose_worker(Outcome::k_timed_out, "clc-worker does not answer");
  }

  // Its jobs are lost; a new one takes over what is left.
  void lose_worker(Outcome outcome, const std::string& detail) {
    worker_.reset();
    for (const auto& [index, deadline] : std::exchange(at_worker_, {})) {
      end_all(index, {outcome, detail, std::nullopt});
    }
  }

  void take_reply(CompileReply reply) {
    const std::size_t index = reply.id;
    if (reply.outcome != Outcome::k_done) {
      return end_all(index, {reply.outcome, std::move(reply.detail), std::move(reply.artifact)});
    }
    if (!reply.artifact) return end_all(index, crashed("clc-worker said done and sent nothing"));
    std::string digest = cache_.keep(remaining_[index].compilation, *reply.artifact, reply.facts);
    take_base(index, {std::make_shared<const Artifact>(*std::move(reply.artifact)), std::move(digest)});
  }

  void take_base(std::size_t index, const Base& base) {
    for (const std::size_t job : remaining_[index].jobs) {
      if (!is_derived(plan_.target_of(plan_.jobs[job]))) {
        end_job(job, {Outcome::k_done, "", *base.artifact});
      } else if (std::optional<JobResult> known = look_up_derived(job, base.digest, cache_)) {
        end_job(job, *std::move(known));  // what the worker made was made before, of other files
      } else {
        compiled_.push_back({job, base});
      }
    }
  }

  void hear_steps() {
    for (auto step = steps_.begin(); step != steps_.end();) {
      const bool is_late = !step->process.ended() && step->deadline <= Clock::now();
      if (is_late) step->process.stop();
      if (!step->process.ended()) {
        ++step;
        continue;
      }
      Finished finished{step->process.ending(), is_late, std::move(step->process.output()), step->process.errors()};
      JobResult result =
          end_derivation(plan_, plan_.jobs[step->job], *step->base.artifact, step->folder.path(), std::move(finished));
      if (result.done()) cache_.keep_derived(step->job, step->base.digest, *result.artifact);
      end_job(step->job, std::move(result));
      step = steps_.erase(step);
    }
  }

  void end_all(std::size_t index, const JobResult& result) {
    for (const std::size_t job : remaining_[index].jobs) end_job(job, result);
  }

  void end_job(std::size_t job, JobResult result) {
    failed_ = failed_ || !result.done();
    results_[job] = std::move(result);
    ++ended_;
    if (arguments_.verbose) messages_.tell(job, results_[job], Clock::now() - begun_[job]);
    messages_.ended(job, results_);
    show_progress(job);
  }

  void show_progress(std::size_t index) {
    const Job& job = plan_.jobs[index];
    sink_.progress({ended_, plan_.jobs.size(), plan_.source_of(job).module, plan_.target_of(job).name});
  }

  const Plan& plan_;
  const CompileArguments& arguments_;
  ArtifactCache& cache_;
  Sink& sink_;
  std::vector<JobResult> results_;
  JobMessages messages_;
  std::vector<Remaining> remaining_;
  std::deque<std::size_t> waiting_;                       // those of them not yet given to the worker
  std::map<std::uint64_t, Clock::time_point> at_worker_;  // and when their time is over
  std::deque<Compiled> compiled_;                         // jobs that are ready for their second step
  std::list<Step> steps_;                                 // and at it
  std::optional<Process> worker_;
  int silent_workers_ = 0;  // started since the last answer
  std::map<std::size_t, Clock::time_point> begun_;
  std::size_t ended_ = 0;
  bool failed_ = false;
};

}  // namespace

Result<std::vector<JobResult>> compile(const Plan& plan, const CompileArguments& arguments, LookedUp found,
                                       ArtifactCache& cache, Sink& sink) {
  return Runner(plan, arguments, std::move(found), cache, sink).run();
}

}  // namespace clc
