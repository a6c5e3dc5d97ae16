#include "output/time_trace.h"

#include <algorithm>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "protocol/time_trace_section.h"

namespace clc {
namespace {

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

  void add_worker_events(const Artifact& artifact, JobIndex job, std::int64_t begin, std::uint64_t lane) {
    const auto section = artifact.sections.find(std::string(k_time_trace_section));
    if (section == artifact.sections.end()) return;
    const Json trace = Json::parse(section->second, nullptr, false);
    if (!trace.is_object() || !trace.contains("traceEvents")) return;
    for (const Json& event : trace["traceEvents"]) {
      const bool has_time = event.is_object() && event.value("ph", "") == "X" && event.contains("ts");
      const std::string name = has_time ? event.value("name", "") : "";
      if (!has_time || name.starts_with("Total ") || !event["ts"].is_number()) continue;
      const std::int64_t from = begin + event["ts"].get<std::int64_t>();
      begin_event(name, "compiler", from, from + event.value("dur", std::int64_t{0}), lane);
      json_.put("job", job.value);
      if (event.contains("args") && event["args"].is_object()) json_.put("detail", event["args"].value("detail", ""));
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
