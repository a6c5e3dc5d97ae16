#include "commands/report/recorded_times.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/try.h"
#include "recording/recording.h"

namespace clc {
namespace {

// "(1024, 64) work-items in groups of (64, 4)".
std::string size_text(const RecordedLaunch& launch) {
  const auto shape = [&](const std::array<std::uint64_t, 3>& sizes) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < std::clamp<std::uint64_t>(launch.dimensions, 1, 3); ++i)
      numbers.push_back(std::to_string(std::max<std::uint64_t>(sizes[i], 1)));
    return numbers.size() == 1 ? numbers[0] : "(" + join(numbers, ", ") + ")";
  };
  const std::string groups =
      launch.local[0] == 0 ? " in groups of the driver's choice" : " in groups of " + shape(launch.local);
  return shape(launch.global) + " work-items" + groups;
}

}  // namespace

Result<std::vector<MeasuredLaunch>> recorded_times(const std::string& folder) {
  const Recording recording = CLC_TRY(read_recording(folder, false));
  std::vector<MeasuredLaunch> launches;
  std::vector<std::vector<std::uint64_t>> nanoseconds;
  std::map<std::vector<std::string>, std::size_t> places;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedLaunch& launch : run.launches) {
      for (const RecordedTimes& times : launch.times) {
        MeasuredLaunch one{
            "clc record", launch.kernel, times.target, times.device, launch.digest, size_text(launch), 0};
        const auto [place, is_new] =
            places.try_emplace({one.kernel, one.target, one.device, one.program, one.launch}, launches.size());
        if (is_new) launches.push_back(std::move(one));
        if (is_new) nanoseconds.emplace_back();
        launches[place->second].launches += times.count;
        std::vector<std::uint64_t>& all = nanoseconds[place->second];
        all.insert(all.end(), times.nanoseconds.begin(), times.nanoseconds.end());
      }
    }
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    std::vector<std::uint64_t>& all = nanoseconds[i];
    std::ranges::sort(all);
    const auto us = [&](std::size_t at) { return all.empty() ? 0 : static_cast<double>(all[at]) * 1e-3; };
    launches[i].us = us(all.size() / 2);
    launches[i].least_us = us(0);
    launches[i].most_us = us(all.size() - 1);
  }
  if (!launches.empty()) return launches;
  return fail(ErrorKind::k_usage, folder + " has no times of kernels: record with clc record --times");
}

}  // namespace clc
