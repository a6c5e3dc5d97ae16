#include "compile.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>

#include "process.h"
#include "report.h"
#include "text.h"

namespace clc {
namespace {

constexpr std::uint64_t k_memory_limit = std::uint64_t{4} << 30;  // per job
constexpr std::uint64_t k_largest_frame = std::uint64_t{1} << 30;
constexpr std::size_t k_length_bytes = 8;

std::string framed(const std::string& bytes) {
  std::string frame;
  for (std::size_t i = 0; i < k_length_bytes; ++i) frame += static_cast<char>((bytes.size() >> (8 * i)) & 0xff);
  return frame + bytes;
}

// Takes a whole frame from the front of `bytes`, if one has arrived.
Result<std::optional<std::string>> take_frame(std::string& bytes) {
  if (bytes.size() < k_length_bytes) return std::optional<std::string>();
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < k_length_bytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (length > k_largest_frame) return fail(ErrorKind::k_crash, "it answered with something that is not a reply");
  if (bytes.size() - k_length_bytes < length) return std::optional<std::string>();
  std::string frame = bytes.substr(k_length_bytes, length);
  bytes.erase(0, k_length_bytes + length);
  return std::optional<std::string>(std::move(frame));
}

// The last lines of what a process wrote to standard error, each behind a line break.
std::string last_words(const Process& process) {
  std::string text = process.errors();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::size_t begin = text.size();
  for (int lines = 0; lines < 5 && begin != std::string::npos && begin > 0; ++lines)
    begin = text.rfind('\n', begin - 1);
  if (begin != std::string::npos && begin < text.size()) text.erase(0, begin + 1);
  return text.empty() ? "" : "\n" + text;
}

JobResult crashed(const std::string& detail) {
  return {Outcome::k_crashed, detail, std::nullopt};
}

class Runner {
 public:
  Runner(const Plan& plan, const CompileArguments& arguments, Sink& sink)
      : plan_(plan), arguments_(arguments), sink_(sink), results_(plan.jobs.size()), reporter_(plan, sink) {
    for (std::size_t job = 0; job < plan.jobs.size(); ++job) waiting_.push_back(job);
  }

  Result<std::vector<JobResult>> run() {
    for (;;) {
      if (failed_ && !arguments_.keep_going) {
        waiting_.clear();
        expanded_.clear();
      }
      start_what_fits();
      if (at_worker_.empty() && builds_.empty()) break;
      if (Result<bool> polled = poll_processes(everyone(), next_deadline()); !polled) {
        return tl::make_unexpected(polled.error());
      }
      hear_worker();
      hear_drivers();
    }
    reporter_.rest(results_);
    return std::move(results_);
  }

 private:
  struct AtWorker {
    std::size_t job;
    Clock::time_point deadline;
  };
  struct Expanded {
    std::size_t job;
    Artifact artifact;
  };
  struct Build {
    std::size_t job;
    Artifact expanded;
    TemporaryFolder folder;
    Process process;
    Clock::time_point deadline;
  };

  std::size_t running() const { return at_worker_.size() + builds_.size(); }

  void start_what_fits() {
    while (running() < arguments_.jobs && !expanded_.empty()) {
      Expanded next = std::move(expanded_.front());
      expanded_.pop_front();
      start_build(std::move(next));
    }
    while (running() < arguments_.jobs && !waiting_.empty()) {
      const std::size_t job = waiting_.front();
      waiting_.pop_front();
      give_to_worker(job);
    }
  }

  CompileRequest request_for(std::size_t index) const {
    const Job& job = plan_.jobs[index];
    const SourceFile& source = plan_.source_of(job);
    CompileRequest request;
    request.id = index;
    request.target = plan_.target_of(job).name;
    request.source_path = source.path;
    request.source_name = source.spelled;
    request.source_text = source.text;
    request.working_folder = plan_.working_folder;
    request.options = option_texts(job.options);
    request.sections = plan_.sections;
    if (plan_.target_of(job).driver) request.dialect = plan_.target_of(job).driver->dialect;
    request.source_date_epoch = arguments_.source_date_epoch;
    request.time_limit_s = arguments_.time_limit_s;
    request.memory_limit_bytes = k_memory_limit;
    return request;
  }

  void give_to_worker(std::size_t job) {
    if (!worker_) {
      if (silent_workers_ >= 2)
        return end_job(job, crashed("clc-worker cannot work here: it died twice without an answer"));
      Result<Process> started =
          Process::start({{plan_.worker_program, "-j", std::to_string(arguments_.jobs)}, plan_.working_folder});
      if (!started) return end_job(job, {Outcome::k_unavailable, started.error().message, std::nullopt});
      worker_.emplace(std::move(*started));
      ++silent_workers_;
    }
    // The worker keeps the limit itself; ours is later and only for a worker that does not.
    const std::uint32_t limit = arguments_.time_limit_s;
    const std::chrono::seconds grace(std::clamp<std::uint32_t>(limit, 2, 10));
    begun_[job] = Clock::now();
    at_worker_[job] = {job, Clock::now() + std::chrono::seconds(limit) + grace};
    worker_->send(framed(encode_request(request_for(job))));
    show_progress(job);
  }

  void start_build(Expanded next) {
    const Job& job = plan_.jobs[next.job];
    DriverRequest request;
    request.driver = plan_.target_of(job).target.arch;
    request.features = plan_.target_of(job).target.features;
    request.source = driver_prelude(job.options) + next.artifact.binary;
    for (const KernelInterface& kernel : next.artifact.interface.kernels) request.kernels.push_back(kernel.name);
    request.build_options = driver_build_options(job.options, plan_.source_of(job).spelled);

    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return end_job(next.job, crashed(folder.error().message));
    Result<Process> process = Process::start({{plan_.driver_program, "--build"}, folder->path()});
    if (!process) return end_job(next.job, {Outcome::k_unavailable, process.error().message, std::nullopt});
    process->send(framed(encode_driver_request(request)));
    process->close_input();
    show_progress(next.job);
    builds_.push_back({next.job, std::move(next.artifact), std::move(*folder), std::move(*process),
                       Clock::now() + std::chrono::seconds(arguments_.time_limit_s)});
  }

  std::vector<Process*> everyone() {
    std::vector<Process*> processes;
    if (worker_) processes.push_back(&*worker_);
    for (Build& build : builds_) processes.push_back(&build.process);
    return processes;
  }

  Clock::time_point next_deadline() const {
    Clock::time_point next = Clock::time_point::max();
    for (const auto& [id, entry] : at_worker_) next = std::min(next, entry.deadline);
    for (const Build& build : builds_) next = std::min(next, build.deadline);
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
      return lose_worker(Outcome::k_crashed, "clc-worker " + worker_->ending().describe() + last_words(*worker_));
    }
    const auto now = Clock::now();
    const bool late = std::any_of(at_worker_.begin(), at_worker_.end(),
                                  [now](const auto& entry) { return entry.second.deadline <= now; });
    if (late) lose_worker(Outcome::k_timed_out, "clc-worker does not answer");
  }

  // Its jobs are lost; a new one takes over what is left.
  void lose_worker(Outcome outcome, const std::string& detail) {
    worker_.reset();
    for (const auto& [id, entry] : std::exchange(at_worker_, {})) end_job(entry.job, {outcome, detail, std::nullopt});
  }

  void take_reply(CompileReply reply) {
    const std::size_t job = reply.id;
    const bool needs_driver = plan_.target_of(plan_.jobs[job]).driver.has_value();
    if (reply.outcome == Outcome::k_done && !reply.artifact) {
      end_job(job, crashed("clc-worker said done and sent nothing"));
    } else if (reply.outcome == Outcome::k_done && needs_driver) {
      expanded_.push_back({job, std::move(*reply.artifact)});
    } else {
      end_job(job, {reply.outcome, std::move(reply.detail), std::move(reply.artifact)});
    }
  }

  void hear_drivers() {
    for (auto build = builds_.begin(); build != builds_.end();) {
      if (build->process.ended()) {
        end_job(build->job, result_of(*build));
      } else if (build->deadline <= Clock::now()) {
        build->process.stop();
        end_job(build->job, {Outcome::k_timed_out, "the driver was still building", std::nullopt});
      } else {
        ++build;
        continue;
      }
      build = builds_.erase(build);
    }
  }

  static JobResult result_of(Build& build) {
    const Ending& ending = build.process.ending();
    if (!ending.clean()) return crashed("clc-driver " + ending.describe() + last_words(build.process));
    Result<std::optional<std::string>> frame = take_frame(build.process.output());
    if (!frame) return crashed("clc-driver: " + frame.error().message);
    if (!*frame) return crashed("clc-driver ended without an answer" + last_words(build.process));
    Result<CompileReply> reply = decode_reply(**frame);
    if (!reply) return crashed("clc-driver: " + reply.error().message);
    if (reply->outcome == Outcome::k_done && !reply->artifact) return crashed("clc-driver said done and sent nothing");
    JobResult result{reply->outcome, std::move(reply->detail), std::nullopt};
    if (reply->artifact)
      result.artifact = merge_driver_artifact(std::move(build.expanded), std::move(*reply->artifact));
    return result;
  }

  void end_job(std::size_t job, JobResult result) {
    failed_ = failed_ || !result.done();
    results_[job] = std::move(result);
    ++ended_;
    if (arguments_.verbose) reporter_.tell(job, results_[job], Clock::now() - begun_[job]);
    reporter_.ended(job, results_);
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
  Reporter reporter_;
  std::deque<std::size_t> waiting_;  // not yet given to the worker
  std::map<std::uint64_t, AtWorker> at_worker_;
  std::deque<Expanded> expanded_;  // ready for a driver
  std::list<Build> builds_;        // at a driver
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

Artifact merge_driver_artifact(Artifact expanded, Artifact built) {
  built.interface = std::move(expanded.interface);
  built.inputs = std::move(expanded.inputs);
  built.diagnostics.insert(built.diagnostics.begin(), expanded.diagnostics.begin(), expanded.diagnostics.end());
  built.log = expanded.log + built.log;
  if (!expanded.compiler.empty()) built.compiler = expanded.compiler + "; " + built.compiler;
  return built;
}

}  // namespace clc
