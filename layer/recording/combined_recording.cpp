#include "recording/combined_recording.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "recording/recorded_series.h"
#include "recording/recorded_use.h"

namespace clc {
namespace {

// A process writes its run again and again, and each time it has more.
std::uint64_t size_of(const RecordedRun& run) {
  std::uint64_t size = 0;
  for (const RecordedBuild& build : run.builds) size += build.count;
  for (const RecordedLaunch& launch : run.launches) size += launch.count;
  for (const NotRecorded& builds : run.not_recorded) size += builds.count;
  return size;
}

bool is_later(const RecordedRun& run, const RecordedRun& other) {
  const auto rank = [](const RecordedRun& one) {
    return std::tuple(size_of(one), one.launches.size(), encode_run(one));
  };
  return rank(run) > rank(other);
}

bool is_named_before(const RecordedProgram& program, const RecordedProgram& other) {
  return std::pair(program.name, encode_program(program)) < std::pair(other.name, encode_program(other));
}

// Two sizes of grids are about the same when the larger dimensions of both have one power of two. A driver may have a
// form of a kernel for grids up to a power of two without one.
int grid_class(const RecordedLaunch& launch) {
  return std::bit_width(*std::ranges::max_element(launch.global) + 1);
}

void sum_launches(RecordedRun& run) {
  using Key = std::tuple<std::string, std::string, std::uint64_t, std::array<std::uint64_t, 3>,
                         std::array<std::uint64_t, 3>, int>;
  std::vector<RecordedLaunch> sums;
  std::vector<std::uint64_t> most;  // launches of the one whose sizes a sum has
  std::map<Key, std::size_t> places;
  for (RecordedLaunch& launch : run.launches) {
    const Key key(launch.digest, launch.kernel, launch.dimensions, launch.offset, launch.local, grid_class(launch));
    const auto [known, is_new] = places.emplace(key, sums.size());
    if (is_new) {
      most.push_back(launch.count);
      sums.push_back(std::move(launch));
      continue;
    }
    const std::size_t place = known->second;
    const std::uint64_t sum = sums[place].count + launch.count;
    if (launch.count > most[place]) {
      most[place] = launch.count;
      sums[place] = std::move(launch);
    }
    sums[place].count = sum;
  }
  run.launches = std::move(sums);
}

class Shrinker {
 public:
  Shrinker(Recording& recording, const Shrinking& shrinking)
      : recording_(recording),
        shrinking_(shrinking),
        uses_(uses_of(recording)),
        launches_(launches_of_programs(recording)),
        reasons_(recording.programs.size()) {}

  std::vector<LeftOut> run() {
    for (std::size_t i = 0; i < recording_.programs.size(); ++i) reasons_[i] = reason_alone(i);
    if (shrinking_.most_of_series != 0) {
      for (const RecordedSeries& series : series_of(recording_)) leave_out_of(series);
    }
    std::vector<LeftOut> left_out;
    std::vector<RecordedProgram> kept;
    for (std::size_t i = 0; i < recording_.programs.size(); ++i) {
      RecordedProgram& program = recording_.programs[i];
      if (reasons_[i].empty()) {
        kept.push_back(std::move(program));
      } else {
        left_out.push_back({program.name, reasons_[i]});
      }
    }
    recording_.programs = std::move(kept);
    for (RecordedRun& run : recording_.runs) sum_launches(run);
    return left_out;
  }

 private:
  bool is_part(std::size_t program) const {
    const auto use = uses_.programs.find(recording_.programs[program].digest);
    return use != uses_.programs.end() && use->second.is_linked_with_others;
  }

  std::string reason_alone(std::size_t program) const {
    if (is_part(program)) return {};
    if (std::string reason = reason_to_skip(recording_.programs[program], uses_); !reason.empty()) return reason;
    return shrinking_.only_launched && launches_[program] == 0 ? "launched no kernel" : std::string();
  }

  void leave_out_of(const RecordedSeries& series) {
    std::vector<std::size_t> programs;
    for (const std::size_t program : series.programs) {
      if (reasons_[program].empty() && !is_part(program)) programs.push_back(program);
    }
    std::ranges::stable_sort(programs, [&](std::size_t a, std::size_t b) { return launches_[a] > launches_[b]; });
    for (std::size_t i = shrinking_.most_of_series; i < programs.size(); ++i)
      reasons_[programs[i]] = "the same, except for values of macros, as one that launched at least as many kernels";
  }

  Recording& recording_;
  const Shrinking& shrinking_;
  const RecordedUses uses_;
  const std::vector<std::uint64_t> launches_;
  std::vector<std::string> reasons_;  // why a program is left out; empty: it is kept
};

}  // namespace

Result<Recording> merge_recordings(std::vector<Recording> recordings) {
  std::map<std::string, RecordedProgram> programs;  // by digest
  std::map<std::string, RecordedRun> runs;          // by the file's name
  for (Recording& recording : recordings) {
    for (RecordedProgram& program : recording.programs) {
      const auto [known, is_new] = programs.try_emplace(program.digest, program);
      if (!is_new && is_named_before(program, known->second)) known->second = std::move(program);
    }
    for (RecordedRun& run : recording.runs) {
      const auto [known, is_new] = runs.try_emplace(run.file, run);
      if (!is_new && is_later(run, known->second)) known->second = std::move(run);
    }
  }
  std::map<std::string, RecordedProgram> by_name;
  for (auto& [digest, program] : programs) {
    const auto [known, is_new] = by_name.try_emplace(program.name, program);
    if (is_new) continue;
    return fail(ErrorKind::k_damaged, "two programs of different digests are named " + program.name +
                                          ": rename the folder of one of them in its recording");
  }
  Recording merged;
  for (auto& [name, program] : by_name) merged.programs.push_back(std::move(program));
  for (auto& [name, run] : runs) merged.runs.push_back(std::move(run));
  return merged;
}

std::vector<LeftOut> shrink_recording(Recording& recording, const Shrinking& shrinking) {
  return Shrinker(recording, shrinking).run();
}

std::vector<std::uint64_t> launches_of_programs(const Recording& recording) {
  std::map<std::string, std::uint64_t> by_digest;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedLaunch& launch : run.launches) by_digest[launch.digest] += launch.count;
  }
  const RecordedUses uses = uses_of(recording);
  std::vector<std::uint64_t> launches;
  for (const RecordedProgram& program : recording.programs) {
    const std::vector<std::string> digests = programs_answered_by(program, uses);
    launches.push_back(
        std::accumulate(digests.begin(), digests.end(), std::uint64_t{0},
                        [&](std::uint64_t sum, const std::string& digest) { return sum + by_digest[digest]; }));
  }
  return launches;
}

}  // namespace clc
