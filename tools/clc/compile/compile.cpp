#include "compile/compile.h"

#include <algorithm>
#include <limits>
#include <list>
#include <map>
#include <set>

#include "base/platform/machine.h"
#include "base/text.h"
#include "base/try.h"
#include "compile/job_messages.h"
#include "compile/run_final_step.h"
#include "compile/step_limits.h"
#include "compile/time_left.h"
#include "plan/compile_options.h"
#include "protocol/farm/farm_protocol.h"
#include "protocol/frame_codec.h"
#include "toolchain/process.h"

namespace clc {
namespace {

// The pause before a turn that another process has is asked for again.
constexpr std::chrono::milliseconds k_turn_pause{10};

JobResult unusable(const std::string& complaint) {
  JobResult result = crashed(complaint);
  result.is_unusable = true;
  return result;
}

class Runner {
 public:
  Runner(const Plan& plan, LookedUp found, ArtifactCache& cache, Sink& sink, KeptWorker& worker)
      : plan_(plan),
        cache_(cache),
        sink_(sink),
        worker_(worker),
        results_(plan.jobs.size()),
        messages_(plan, sink),
        jobs_left_(plan.compilations.size()),
        begun_(plan.jobs.size()),
        step_begun_(plan.jobs.size()),
        made_at_(plan.jobs.size()) {
    for (const JobIndex job : plan.jobs.positions()) {
      if (found.results[job].done()) end_job(job, std::move(found.results[job]));
    }
    for (RemainingJobs& remaining : found.remaining) {
      jobs_left_[remaining.compilation] = std::move(remaining.jobs);
      if (remaining.made) {
        take_worker_artifact(remaining.compilation, *remaining.made);
      } else {
        for_worker_.push_back(remaining.compilation);
      }
    }
    if (!for_worker_.empty()) report_farm(worker_.use_farm());
    if (sink.shows_progress()) time_left_.emplace(plan, cache, jobs_to_compile());
  }

  Result<JobResults> run() {
    for (;;) {
      if (failed_ && !plan_.keep_going) {
        for_worker_.clear();
        for_final_step_.clear();
      }
      start_what_fits();
      if (stopped_by_) return leave(*stopped_by_);
      if (at_worker_.empty() && steps_.empty() && !waits_for_turn_) break;
      Result<bool> polled = poll_processes(all_processes(), next_deadline(), worker_.watched);
      if (!polled) return leave(polled.error());
      if (worker_.is_still_wanted && !worker_.is_still_wanted()) return leave(Error(ErrorKind::k_crash, "given up"));
      hear_worker();
      hear_steps();
    }
    messages_.show_remaining_diagnostics(results_);
    return std::move(results_);
  }

 private:
  // A job whose final step can begin.
  struct Waiting {
    JobIndex job;
    WorkerArtifact made;
  };
  // The server that compiled for a job, and how long that took there; no name: this machine did.
  struct MadeAt {
    std::string server;
    std::uint64_t took_ms = 0;
  };
  struct AtWorker {
    Clock::time_point deadline;
    Turn turn;  // until the result is kept
  };
  struct RunningStep {
    JobIndex job;
    WorkerArtifact made;
    ScratchFolder folder;
    Process process;
    Clock::time_point deadline;
    Turn turn;
  };

  // A worker that still has something to do is of no use for the next compilation.
  Result<JobResults> leave(const Error& error) {
    if (!at_worker_.empty()) worker_.drop();
    return fail(error);
  }

  std::vector<JobIndex> jobs_to_compile() const {
    std::vector<JobIndex> jobs;
    for (const JobIndex job : plan_.jobs.positions()) {
      if (!results_[job].outcome) jobs.push_back(job);
    }
    return jobs;
  }

  std::size_t running() const { return at_worker_.size() + steps_.size(); }

  // Jobs at a server take no core of this machine.
  bool has_room_for_step() const {
    if (stopped_by_ || steps_.size() >= most_steps_) return false;
    if (!worker_.is_farm()) return running() < plan_.processes;
    return steps_.size() < std::min(plan_.processes, platform::processors());
  }
  bool has_room_at_worker() const { return (worker_.is_farm() ? at_worker_.size() : running()) < plan_.processes; }

  void start_what_fits() {
    waits_for_turn_ = false;
    start_steps();
    start_compilations();
    start_steps();  // of what other processes compiled
  }

  void start_steps() {
    while (has_room_for_step()) {
      std::optional<Turn> turn = take_turn(for_final_step_);
      if (!turn) return;
      Waiting next = std::move(for_final_step_.front());
      for_final_step_.pop_front();
      // Another process may have made it, or the worker once made the same from other files.
      if (std::optional<Artifact> known = cache_.load_final(next.job, next.made.digest)) {
        end_job(next.job, {Outcome::k_done, "", std::move(known), true});
      } else {
        start_step(std::move(next), kept_while_making(*std::move(turn)));
      }
    }
  }

  void start_compilations() {
    while (!stopped_by_ && has_room_at_worker()) {
      std::optional<Turn> turn = take_turn(for_worker_);
      if (!turn) return;
      const CompilationIndex compilation = for_worker_.front();
      for_worker_.pop_front();
      const std::optional<std::string> digest = cache_.find(compilation);
      std::optional<Artifact> known = digest ? cache_.load(compilation, *digest) : std::nullopt;
      if (known) {
        take_worker_artifact(compilation, {std::make_shared<const Artifact>(*std::move(known)), *digest}, true);
      } else {
        give_to_worker(compilation, kept_while_making(*std::move(turn)));
      }
    }
  }

  // Brings the first one whose turn this call gets to the front. Nothing: other processes have the turns of all.
  template <class Work>
  std::optional<Turn> take_turn(std::list<Work>& waiting) {
    for (auto at = waiting.begin(); at != waiting.end(); ++at) {
      std::optional<Turn> turn = turn_for(*at);
      if (!turn) continue;
      waiting.splice(waiting.begin(), waiting, at);
      return turn;
    }
    waits_for_turn_ = waits_for_turn_ || !waiting.empty();
    return std::nullopt;
  }
  std::optional<Turn> turn_for(CompilationIndex compilation) { return cache_.take_turn(compilation); }
  std::optional<Turn> turn_for(const Waiting& next) { return cache_.take_turn(next.job, next.made.digest); }

  // Whoever waited in vain, for what nobody could keep or use here, lets the others that wait go on at once.
  static Turn kept_while_making(Turn turn) { return turn.was_awaited() ? Turn() : std::move(turn); }

  void give_to_worker(CompilationIndex compilation, Turn turn) {
    Result<Process*> worker = worker_.get(plan_);
    if (!worker && stops(worker.error())) return;
    if (!worker) {
      const bool is_crash = worker.error().kind == ErrorKind::k_crash;
      const Outcome outcome = is_crash ? Outcome::k_crashed : Outcome::k_unavailable;
      return end_all(compilation, {outcome, worker.error().message, std::nullopt});
    }
    const Result<std::string> frame = encode_frame(message_for(compilation));
    if (!frame) return end_all(compilation, crashed(frame.error().message));
    for (const JobIndex job : jobs_left_[compilation]) begun_[job] = Clock::now();
    at_worker_.emplace(compilation, AtWorker{Clock::now() + patience(), std::move(turn)});
    (*worker)->send(*frame);
    show_progress(jobs_left_[compilation].front());
  }

  // The worker enforces the limit itself; ours comes later, for a worker that fails to.
  std::chrono::seconds patience() const {
    const std::uint32_t limit = plan_.limits.worker_time_s();
    return std::chrono::seconds(limit) + std::chrono::seconds(std::clamp<std::uint32_t>(limit, 2, 10));
  }

  std::string message_for(CompilationIndex compilation) {
    const CompileRequest& request = plan_.compilations[compilation].request;
    if (!worker_.is_farm()) return encode_request(request);
    const auto cost = cache_.cost(jobs_left_[compilation].front());
    const bool is_for_here = refused_.contains(compilation);
    return encode_farm_request({cost ? static_cast<std::uint64_t>(cost->count()) : 0, is_for_here, request});
  }

  void start_step(Waiting next, Turn turn) {
    Result<ScratchFolder> folder = ScratchFolder::make();
    if (!folder) return put_back(std::move(next), folder.error());
    Result<FinalStep> step = begin_final_step(plan_, next.job, *next.made.artifact, folder->path());
    if (!step) return end_job(next.job, crashed(step.error().message));
    step->spec.memory_limit_bytes = plan_.limits.memory_bytes;
    Result<std::function<bool()>> limit = limits_of_step(plan_, next.job, folder->path());
    if (!limit) return end_job(next.job, {Outcome::k_unavailable, limit.error().message, std::nullopt});
    step->spec.limit = *std::move(limit);
    step->spec.forced_settings.push_back("TMPDIR=" + folder->path());
    Result<Process> process = Process::start(step->spec);
    if (!process) return put_back(std::move(next), process.error());
    process->send(step->input);
    process->close_input();
    step_begun_[next.job] = Clock::now();
    if (begun_[next.job] == Clock::time_point()) begun_[next.job] = step_begun_[next.job];
    show_progress(next.job);
    const Clock::time_point deadline = Clock::now() + time_of_step(plan_, next.job, *next.made.artifact);
    steps_.push_back(
        {next.job, std::move(next.made), std::move(*folder), std::move(*process), deadline, std::move(turn)});
  }

  // True when no job can do without what is missing: a place for temporary files, or that one more file may be open.
  bool stops(const Error& error) {
    if (error.kind == ErrorKind::k_io && !plan_.keep_going) stopped_by_ = error;
    return stopped_by_.has_value();
  }

  // Where steps run, their end may make room for one that could not start.
  void put_back(Waiting next, const Error& error) {
    if (error.kind == ErrorKind::k_io && !steps_.empty()) {
      most_steps_ = steps_.size();
      for_final_step_.push_front(std::move(next));
    } else if (!stops(error)) {
      end_job(next.job, {Outcome::k_unavailable, error.message, std::nullopt});
    }
  }

  std::vector<Process*> all_processes() {
    std::vector<Process*> processes;
    if (Process* worker = worker_.running()) processes.push_back(worker);
    for (RunningStep& step : steps_) processes.push_back(&step.process);
    return processes;
  }

  Clock::time_point next_deadline() const {
    Clock::time_point next = waits_for_turn_ ? Clock::now() + k_turn_pause : Clock::time_point::max();
    for (const auto& [compilation, given] : at_worker_) next = std::min(next, given.deadline);
    for (const RunningStep& step : steps_) next = std::min(next, step.deadline);
    return next;
  }

  void hear_worker() {
    Process* const worker = worker_.running();
    if (worker == nullptr) return;
    for (;;) {
      Result<std::optional<std::string>> frame = take_frame(worker->output());
      if (!frame) return lose_worker(Outcome::k_crashed, "clc-worker: " + frame.error().message);
      if (!*frame) break;
      Result<FarmReply> reply = message_in(**frame);
      if (!reply) return lose_worker(Outcome::k_crashed, "clc-worker: " + reply.error().message);
      const auto answered = at_worker_.extract(CompilationIndex{reply->reply.id});
      if (answered.empty()) return lose_worker(Outcome::k_crashed, "clc-worker answered a request that was never made");
      worker_.has_answered();
      take_farm_reply(*std::move(reply));
    }
    if (worker->ended()) {
      return lose_worker(Outcome::k_crashed,
                         "clc-worker " + worker->ending().describe() + last_words(worker->errors()));
    }
    const auto now = Clock::now();
    const bool late =
        std::ranges::any_of(at_worker_, [now](const auto& entry) { return entry.second.deadline <= now; });
    if (late) lose_worker(Outcome::k_timed_out, "clc-worker does not answer");
  }

  Result<FarmReply> message_in(std::string_view frame) const {
    if (worker_.is_farm()) return decode_farm_reply(frame);
    CompileReply reply = CLC_TRY(decode_reply(frame));
    return FarmReply{"", 0, "", std::move(reply)};
  }

  void report_farm(const std::string& notice) {
    if (!notice.empty()) sink_.message(Severity::k_warning, "CLC_REMOTE_EXECUTION: " + notice);
  }

  void take_farm_reply(FarmReply reply) {
    report_farm(reply.notice);
    const CompilationIndex compilation{reply.reply.id};
    if (worker_.is_farm()) {
      // A job may have waited for others here, where its server failed.
      for (auto& [other, given] : at_worker_) given.deadline = Clock::now() + patience();
    }
    if (!reply.server.empty()) {
      const bool is_good = reply.reply.outcome == Outcome::k_done && reply.reply.artifact &&
                           complaint(plan_, compilation, *reply.reply.artifact).empty();
      if (!is_good) {
        refused_.insert(compilation);
        return for_worker_.push_front(compilation);
      }
      for (const JobIndex job : jobs_left_[compilation]) made_at_[job] = {reply.server, reply.took_ms};
    }
    take_reply(std::move(reply.reply));
  }

  // The jobs that it had are lost; a new worker takes over the others. Those of clc-farm are compiled here.
  void lose_worker(Outcome outcome, const std::string& detail) {
    if (worker_.is_farm()) {
      worker_.drop_farm();
      report_farm("clc-farm is gone; jobs are compiled here");
      for (const auto& [compilation, given] : std::exchange(at_worker_, {})) for_worker_.push_back(compilation);
      return;
    }
    worker_.drop();
    for (const auto& [compilation, given] : std::exchange(at_worker_, {}))
      end_all(compilation, {outcome, detail, std::nullopt});
  }

  void take_reply(CompileReply reply) {
    const CompilationIndex compilation{reply.id};
    if (reply.outcome != Outcome::k_done)
      return end_all(compilation, {reply.outcome, std::move(reply.detail), std::move(reply.artifact)});
    if (!reply.artifact) return end_all(compilation, crashed("clc-worker reported success but sent no result"));
    const std::string wrong = complaint(plan_, compilation, *reply.artifact);
    if (!wrong.empty()) return end_all(compilation, unusable(wrong));
    std::string digest = cache_.keep(compilation, reply.encoded, reply.facts);
    take_worker_artifact(compilation,
                         {std::make_shared<const Artifact>(*std::move(reply.artifact)), std::move(digest)});
  }

  void take_worker_artifact(CompilationIndex compilation, const WorkerArtifact& made, bool is_from_cache = false) {
    for (const JobIndex job : jobs_left_[compilation]) {
      if (!plan_.target_of(job).has_final_step()) {
        end_job(job, {Outcome::k_done, "", *made.artifact, is_from_cache});
      } else {
        for_final_step_.push_back({job, made});
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
      end_step(*step, std::move(finished));
      step = steps_.erase(step);
    }
  }

  void end_step(const RunningStep& step, Finished finished) {
    JobResult result = end_final_step(plan_, step.job, *step.made.artifact, step.folder.path(), std::move(finished));
    if (result.done()) {
      const std::string wrong = complaint(plan_, step.job, *result.artifact);
      if (!wrong.empty()) return end_job(step.job, unusable(wrong));
      cache_.keep_final(step.job, step.made.digest, *result.artifact);
    }
    end_job(step.job, std::move(result));
  }

  void end_all(CompilationIndex compilation, const JobResult& result) {
    for (const JobIndex job : jobs_left_[compilation]) end_job(job, result);
  }

  void end_job(JobIndex job, JobResult result) {
    failed_ = failed_ || !result.done();
    results_[job] = std::move(result);
    results_[job].times = {begun_[job], step_begun_[job], Clock::now(), made_at_[job].server};
    ++ended_;
    cache_.count(results_[job].is_from_cache);
    const bool has_begun = begun_[job] != Clock::time_point();
    const Clock::duration took = has_begun ? Clock::now() - begun_[job] : Clock::duration::zero();
    const bool is_made_here = made_at_[job].server.empty();
    const std::chrono::milliseconds cost = is_made_here ? std::chrono::duration_cast<std::chrono::milliseconds>(took)
                                                        : std::chrono::milliseconds(made_at_[job].took_ms);
    if (results_[job].done() && !results_[job].is_from_cache && (is_made_here || cost.count() != 0))
      cache_.keep_cost(job, cost);
    if (time_left_) time_left_->job_ended(job, took);
    if (plan_.verbose) messages_.show_timing(job, results_[job], took, made_at_[job].server);
    messages_.job_ended(job, results_);
    show_progress(job);
  }

  void show_progress(JobIndex job) {
    if (!sink_.shows_progress()) return;
    const auto left = time_left_ ? time_left_->estimate() : std::nullopt;
    sink_.progress({ended_, plan_.jobs.size(), plan_.source_of(job).module, plan_.target_of(job).name, left});
  }

  const Plan& plan_;
  ArtifactCache& cache_;
  Sink& sink_;
  KeptWorker& worker_;
  JobResults results_;
  JobMessages messages_;
  IndexedVector<CompilationIndex, std::vector<JobIndex>> jobs_left_;  // those that the cache did not have
  std::list<CompilationIndex> for_worker_;                            // not yet given to it
  std::map<CompilationIndex, AtWorker> at_worker_;
  std::list<Waiting> for_final_step_;
  bool waits_for_turn_ = false;  // other processes make all that there is room for
  std::list<RunningStep> steps_;
  IndexedVector<JobIndex, Clock::time_point> begun_, step_begun_;
  IndexedVector<JobIndex, MadeAt> made_at_;
  std::set<CompilationIndex> refused_;  // what a server made of them was of no use
  std::optional<TimeLeft> time_left_;   // where it is shown
  std::optional<Error> stopped_by_;
  std::size_t most_steps_ = std::numeric_limits<std::size_t>::max();  // that can run at a time
  std::size_t ended_ = 0;
  bool failed_ = false;
};

}  // namespace

Result<JobResults> compile(const Plan& plan, LookedUp found, ArtifactCache& cache, Sink& sink, KeptWorker& worker) {
  worker.begin();
  return Runner(plan, std::move(found), cache, sink, worker).run();
}

}  // namespace clc
