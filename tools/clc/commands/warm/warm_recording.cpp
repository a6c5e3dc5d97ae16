#include "commands/warm/warm_recording.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "commands/warm/recorded_calls.h"
#include "commands/warm/task_failure.h"
#include "recording/summary_file.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

using Programs = std::vector<const RecordedCalls*>;

constexpr std::size_t k_batch = 64;  // programs that one process looks up

class Warmer {
 public:
  Warmer(const std::string& folder, const WarmDevice& device, const TaskLimits& limits, Sink& sink, std::string program,
         std::string layers)
      : folder_(folder),
        device_(device),
        limits_(limits),
        sink_(sink),
        program_(std::move(program)),
        layers_(std::move(layers)) {}

  Result<Warmed> run(const RepeatedCalls& calls) {
    Programs all;
    for (const RecordedCalls& one : calls.programs) all.push_back(&one);
    for (const auto& [reason, names] : calls.left_out) warmed_.not_kept[reason] += names.size();
    Programs missing = CLC_TRY(missing_of(all));
    warmed_.were_there = all.size() - missing.size();
    CLC_TRY(build(missing));
    Programs built = missing;
    std::erase_if(built, [&](const RecordedCalls* one) { return warmed_.failed.contains(one->name); });
    Programs left = CLC_TRY(missing_of(built));
    warmed_.made = built.size() - left.size();
    for (const RecordedCalls* one : left) {
      const auto reason = reasons_.find(one);
      ++warmed_.not_kept[reason == reasons_.end() ? "the layer does not keep it" : reason->second];
    }
    return std::move(warmed_);
  }

 private:
  // A process that builds these programs through the layer.
  Task task_for(const Programs& programs, const std::string& folder, const std::string& summaries,
                const std::string& on_miss) const {
    Task task;
    task.name = programs.front()->name;
    task.device = device_.name;
    task.spec.arguments = {program_, "--build", std::to_string(device_.index), layers_, summaries, on_miss};
    task.spec.folder = folder;
    task.input = [this, programs] { return request_for(folder_, programs); };
    return task;
  }

  // Those of the programs that the layer does not find in the cache. What it finds is loaded, and nothing is compiled.
  Result<Programs> missing_of(const Programs& programs) {
    const ScratchFolder scratch = CLC_TRY(ScratchFolder::make());
    std::vector<Task> tasks;
    for (std::size_t begin = 0; begin < programs.size(); begin += k_batch) {
      const std::size_t end = std::min(begin + k_batch, programs.size());
      const Programs batch(programs.begin() + static_cast<std::ptrdiff_t>(begin),
                           programs.begin() + static_cast<std::ptrdiff_t>(end));
      tasks.push_back(task_for(batch, scratch.path(), scratch.path(), "cache"));
      tasks.back().end = [](const Result<Finished>&) {};  // the summaries tell
    }
    CLC_TRY(run_tasks(tasks, limits_, sink_));
    std::set<std::string> there;
    for (const ProcessSummary& process : read_process_summaries(scratch.path())) {
      for (const ServedProgram& program : process.programs) {
        if (program.from == "cache" && !program.has_failed) there.insert(program.digest);
      }
    }
    Programs missing = programs;
    std::erase_if(missing, [&](const RecordedCalls* one) { return there.contains(one->digest); });
    return missing;
  }

  Result<void> build(const Programs& programs) {
    const ScratchFolder scratch = CLC_TRY(ScratchFolder::make());
    std::vector<Task> tasks;
    for (const RecordedCalls* one : programs) {
      tasks.push_back(task_for({one}, scratch.path(), "", "driver"));
      tasks.back().end = [this, one](const Result<Finished>& finished) { end(*one, finished); };
    }
    return run_tasks(tasks, limits_, sink_);
  }

  void end(const RecordedCalls& program, const Result<Finished>& finished) {
    if (const std::optional<Error> failed = failure_of(finished, limits_)) {
      warmed_.failed.emplace(program.name, *failed);
      return;
    }
    constexpr std::string_view k_not_kept = "is not kept in the cache: ";
    const std::string& log = finished->errors;
    const std::size_t at = log.rfind(k_not_kept);
    if (at == std::string::npos) return;
    const std::size_t begin = at + k_not_kept.size();
    reasons_[&program] = log.substr(begin, log.find('\n', begin) - begin);
  }

  const std::string& folder_;
  const WarmDevice& device_;
  const TaskLimits& limits_;
  Sink& sink_;
  const std::string program_;
  const std::string layers_;
  std::map<const RecordedCalls*, std::string> reasons_;  // why the layer did not keep a program
  Warmed warmed_;
};

}  // namespace

Result<Warmed> warm_recording(const std::string& folder, const WarmDevice& device, const TaskLimits& limits,
                              Sink& sink) {
  const std::string program = CLC_TRY(find_helper("clc-warm"));
  const std::string layer = CLC_TRY(find_opencl_layer());
  const Recording recording = CLC_TRY(read_recording(folder, false));
  const LayersSetting layers = CLC_TRY(LayersSetting::make(layer));
  Warmer warmer(folder, device, limits, sink, program, layers.get().second);
  return warmer.run(repeated_calls(recording));
}

}  // namespace clc
