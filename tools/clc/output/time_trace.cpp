#include "output/time_trace.h"

#include <algorithm>
#include <vector>

#include "base/foreign_json.h"
#include "base/json_writer.h"
#include "protocol/time_trace_section.h"

namespace clc {
namespace {

constexpr double k_longest_time = 1e12;  // microseconds, of an event

using TimePoint = std::chrono::steady_clock::time_point;

class TraceWriter {
 public:
  TraceWriter(const Plan& plan, const JobResults& results, TimePoint begin)
      : plan_(plan), results_(results), begin_(begin), json_(-1) {}

  std::string write() {
    json_.begin_object().put("displayTimeUnit", "ms").key("traceEvents").begin_array();
    std::vector<JobIndex> order;
    for (const JobIndex job : plan_.jobs.positions()) order.push_back(job);
    std::ranges::stable_sort(order, {}, [&](JobIndex job) { return begin_of(job); });
    for (const JobIndex job : order) add_job(job);
    json_.end_array().put("jobs", plan_.jobs.size(), "processes", std::uint64_t{plan_.processes});
    json_.put("us", microseconds(std::chrono::steady_clock::now()));
    return json_.end_object().text() + "\n";
  }

 private:
  std::int64_t microseconds(TimePoint time) const {
    return time == TimePoint() ? 0 : std::chrono::duration_cast<std::chrono::microseconds>(time - begin_).count();
  }
  std::int64_t begin_of(JobIndex job) const {
    const JobTimes& times = results_[job].times;
    return microseconds(times.begun == TimePoint() ? times.ended : times.begun);
  }

  // Jobs at the same time have lanes of their own, which viewers show as threads.
  std::uint64_t lane_of(std::int64_t begin, std::int64_t end) {
    const auto free = std::ranges::find_if(lanes_, [&](std::int64_t last) { return last <= begin; });
    const auto lane = static_cast<std::uint64_t>(free - lanes_.begin());
    if (free == lanes_.end()) lanes_.emplace_back();
    lanes_[lane] = end;
    return lane;
  }

  void begin_event(const std::string& name, const char* category, std::int64_t begin, std::int64_t end,
                   std::uint64_t lane) {
    json_.begin_object().put("name", name, "cat", category, "ph", "X", "ts", begin, "dur",
                             std::max<std::int64_t>(end - begin, 0));
    json_.put("pid", 1, "tid", lane).key("args").begin_object();
  }

  void add_job(JobIndex job) {
    const JobResult& result = results_[job];
    if (!result.outcome) return;
    const std::string module = plan_.source_of(job).module, target = plan_.target_of(job).name;
    const std::int64_t begin = begin_of(job), end = microseconds(result.times.ended);
    const std::uint64_t lane = lane_of(begin, end);
    begin_event(module + " for " + target, "job", begin, end, lane);
    json_.put("job", job.value, "module", module, "target", target, "done", result.done());
    json_.put("from", result.is_from_cache ? "the cache" : result.times.server.empty() ? "here" : result.times.server);
    json_.end_object().end_object();
    if (result.is_from_cache) return;
    const std::int64_t step = microseconds(result.times.step_begun);
    if (step != 0) {
      begin_event("final step", "step", step, end, lane);
      json_.put("job", job.value).end_object().end_object();
    }
    if (result.artifact) add_worker_events(*result.artifact, job, begin, lane);
  }

  // The trace may come from a build farm: what is no event is left out.
  void add_worker_events(const Artifact& artifact, JobIndex job, std::int64_t begin, std::uint64_t lane) {
    const auto section = artifact.sections.find(std::string(k_time_trace_section));
    if (section == artifact.sections.end()) return;
    const Json trace = Json::parse(section->second, nullptr, false);
    for (const Json& event : foreign::member(trace, "traceEvents")) {
      const std::string name = foreign::text_of(event, "name");
      const double from = foreign::number_of(event, "ts"), time = foreign::number_of(event, "dur");
      const bool has_time = std::min(from, time) >= 0 && std::max(from, time) <= k_longest_time;
      if (foreign::text_of(event, "ph") != "X" || !has_time || name.starts_with("Total ")) continue;
      const std::int64_t first = begin + static_cast<std::int64_t>(from);
      begin_event(name, "compiler", first, first + static_cast<std::int64_t>(time), lane);
      json_.put("job", job.value);
      const std::string detail = foreign::text_of(foreign::member(event, "args"), "detail");
      if (!detail.empty()) json_.put("detail", detail);
      json_.end_object().end_object();
    }
  }

  const Plan& plan_;
  const JobResults& results_;
  TimePoint begin_;
  JsonWriter json_;
  std::vector<std::int64_t> lanes_;  // when each is free
};

}  // namespace

std::string time_trace(const Plan& plan, const JobResults& results, std::chrono::steady_clock::time_point begin) {
  return TraceWriter(plan, results, begin).write();
}

}  // namespace clc
