#include "compile.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <tuple>

#include "derive.h"
#include "frames.h"
#include "job_messages.h"
#include "process.h"
#include "text.h"

namespace clc {
namespace {

JobResult crashed(const std::string& detail) {
  return {Outcome::k_crashed, detail, std::nullopt};
}

// What the worker is asked for once, and the jobs that need it: machine code derives from the same IL.
struct Compilation {
  std::string target;
  std::vector<std::size_t> jobs;
};

std::vector<Compilation> compilations_of(const Plan& plan) {
  std::vector<Compilation> compilations;
  std::map<std::tuple<std::size_t, std::string, std::vector<std::string>>, std::size_t> known;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const Job& job = plan.jobs[i];
    const std::string target = base_of(plan.target_of(job).target).name();
    const auto [at, is_new] = known.try_emplace({job.source, target, option_texts(job.options)}, compilations.size());
    if (is_new) compilations.push_back({target, {}});
    compilations[at->second].jobs.push_back(i);
  }
  return compilations;
}

class Runner {
 public:
  Runner(const Plan& plan, const CompileArguments& arguments, Sink& sink)
      : plan_(plan),
        arguments_(arguments),
        sink_(sink),
        results_(plan.jobs.size()),
        messages_(plan, sink),
        compilations_(compilations_of(plan)) {
    for (std::size_t i = 0; i < compilations_.size(); ++i) waiting_.push_back(i);
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
        return tl::make_unexpected(polled.error());
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
    std::shared_ptr<const Artifact> base;
  };
  struct Step {
    std::size_t job;
    std::shared_ptr<const Artifact> base;
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
      const std::size_t compilation = waiting_.front();
      waiting_.pop_front();
      give_to_worker(compilation);
    }
  }

  std::uint64_t memory_limit() const { return std::uint64_t{arguments_.memory_limit_mib} << 20U; }

  CompileRequest request_for(std::size_t index) const {
    const Job& job = plan_.jobs[compilations_[index].jobs.front()];
    const SourceFile& source = plan_.source_of(job);
    CompileRequest request;
    request.id = index;
    request.target = compilations_[index].target;
    request.source_path = source.path;
    request.source_name = source.spelled;
    request.source_text = source.text;
    request.working_folder = plan_.working_folder;
    request.options = option_texts(job.options);
    request.sections = plan_.sections;
    if (plan_.target_of(job).driver) request.dialect = plan_.target_of(job).driver->dialect;
    request.source_date_epoch = arguments_.source_date_epoch;
    request.time_limit_s = arguments_.time_limit_s;
    request.memory_limit_bytes = memory_limit();
    return request;
  }

  void give_to_worker(std::size_t compilation) {
    if (!worker_) {
      if (silent_workers_ >= 2)
        return end_all(compilation, crashed("clc-worker cannot work here: it died twice without an answer"));
      Result<Process> started =
          Process::start({{plan_.worker_program, "-j", std::to_string(arguments_.jobs)}, plan_.working_folder});
      if (!started) return end_all(compilation, {Outcome::k_unavailable, started.error().message, std::nullopt});
      worker_.emplace(std::move(*started));
      ++silent_workers_;
    }
    // The worker keeps the limit itself; ours is later and only for a worker that does not.
    const std::uint32_t limit = arguments_.time_limit_s;
    const std::chrono::seconds grace(std::clamp<std::uint32_t>(limit, 2, 10));
    for (const std::size_t job : compilations_[compilation].jobs) begun_[job] = Clock::now();
    at_worker_[compilation] = Clock::now() + std::chrono::seconds(limit) + grace;
    worker_->send(framed(encode_request(request_for(compilation))));
    show_progress(compilations_[compilation].jobs.front());
  }

  void start_step(Compiled next) {
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return end_job(next.job, crashed(folder.error().message));
    Result<Derivation> step = begin_derivation(plan_, plan_.jobs[next.job], *next.base, folder->path());
    if (!step) return end_job(next.job, crashed(step.error().message));
    step->spec.memory_limit_bytes = memory_limit();
    Result<Process> process = Process::start(step->spec);
    if (!process) return end_job(next.job, {Outcome::k_unavailable, process.error().message, std::nullopt});
    process->send(step->input);
    process->close_input();
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
    for (const auto& [compilation, deadline] : at_worker_) next = std::min(next, deadline);
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
    for (const auto& [compilation, deadline] : std::exchange(at_worker_, {})) {
      end_all(compilation, {outcome, detail, std::nullopt});
    }
  }

  void take_reply(CompileReply reply) {
    const std::size_t compilation = reply.id;
    if (reply.outcome != Outcome::k_done) {
      return end_all(compilation, {reply.outcome, std::move(reply.detail), std::move(reply.artifact)});
    }
    if (!reply.artifact) return end_all(compilation, crashed("clc-worker said done and sent nothing"));
    const auto base = std::make_shared<const Artifact>(std::move(*reply.artifact));
    for (const std::size_t job : compilations_[compilation].jobs) {
      if (is_derived(plan_.target_of(plan_.jobs[job]))) {
        compiled_.push_back({job, base});
      } else {
        end_job(job, {Outcome::k_done, std::move(reply.detail), *base});
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
      end_job(step->job,
              end_derivation(plan_, plan_.jobs[step->job], *step->base, step->folder.path(), std::move(finished)));
      step = steps_.erase(step);
    }
  }

  void end_all(std::size_t compilation, const JobResult& result) {
    for (const std::size_t job : compilations_[compilation].jobs) end_job(job, result);
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
  Sink& sink_;
  std::vector<JobResult> results_;
  JobMessages messages_;
  std::vector<Compilation> compilations_;
  std::deque<std::size_t> waiting_;                       // compilations not yet given to the worker
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

Result<std::vector<JobResult>> compile(const Plan& plan, const CompileArguments& arguments, Sink& sink) {
  return Runner(plan, arguments, sink).run();
}

}  // namespace clc
