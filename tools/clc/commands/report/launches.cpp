#include "commands/report/launches.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/try.h"
#include "plan/plan.h"
#include "recording/recording.h"
#include "serve/silent_sink.h"

namespace clc {
namespace {

// The number that a word is; nothing for other words.
template <class Number>
std::optional<Number> number_of(std::string_view word) {
  Number number{};
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

ListedLaunch listed(const std::string& module, const TunedLaunch& launch) {
  constexpr std::string_view k_local = "local:";
  ListedLaunch one{module, {}};
  one.request.group = launch.local;
  one.request.global = launch.global;
  one.request.kernel = launch.kernel;
  one.request.with_effort = true;
  one.request.with_accesses = false;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const std::string_view word = launch.arguments[i];
    if (const auto value = number_of<std::int64_t>(word)) one.request.arguments[std::to_string(i)] = *value;
    if (!word.starts_with(k_local)) continue;
    one.dynamic_local += number_of<std::uint64_t>(word.substr(k_local.size())).value_or(0);
  }
  return one;
}

ListedLaunch listed(const std::string& module, const RecordedLaunch& launch, const AnalysisRequest& given) {
  ListedLaunch one{module, given};
  one.request.kernel = launch.kernel;
  one.request.with_effort = true;
  one.request.with_accesses = false;
  for (std::size_t i = 0; i < 3; ++i) {
    one.request.global[i] = std::max<std::uint64_t>(launch.global[i], 1);
    one.request.group[i] = launch.local[0] == 0 ? 0 : std::max<std::uint64_t>(launch.local[i], 1);
  }
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const RecordedArgument& argument = launch.arguments[i];
    if (argument.kind == "local") one.dynamic_local += argument.size;
    const auto bits = number_of<std::uint64_t>(argument.value);
    if (bits) one.request.arguments.try_emplace(std::to_string(i), static_cast<std::int64_t>(*bits));
  }
  one.count = launch.count;
  return one;
}

// Adds what is alike to what is there already.
void add(ListedLaunch launch, std::vector<ListedLaunch>& launches, std::map<std::string, std::size_t>& places) {
  const std::string key =
      launch.module + "\n" + section_name(launch.request) + "\n" + std::to_string(launch.dynamic_local);
  const auto [place, is_new] = places.try_emplace(key, launches.size());
  if (!is_new) launches[place->second].count += launch.count;
  if (is_new) launches.push_back(std::move(launch));
}

// At most `most` launches of each kernel, spread evenly, with the numbers of those between added.
std::vector<ListedLaunch> sampled(const std::vector<ListedLaunch>& launches, std::size_t most) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> of_kernels;
  for (std::size_t i = 0; i < launches.size(); ++i)
    of_kernels[{launches[i].module, launches[i].request.kernel}].push_back(i);
  std::map<std::size_t, std::uint64_t> counts;  // by the place of a chosen launch
  for (const auto& [kernel, own] : of_kernels) {
    const std::size_t parts = std::min(most, own.size());
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = part * own.size() / parts, end = (part + 1) * own.size() / parts;
      std::uint64_t& count = counts[own[begin + (end - begin) / 2]];
      for (std::size_t i = begin; i < end; ++i) count += launches[own[i]].count;
    }
  }
  std::vector<ListedLaunch> chosen;
  for (const auto& [place, count] : counts) {
    chosen.push_back(launches[place]);
    chosen.back().count = count;
  }
  return chosen;
}

}  // namespace

Result<std::vector<ListedLaunch>> recorded_launches(const CompileArguments& arguments, const AnalysisRequest& given) {
  constexpr std::size_t k_most = 24;  // different ones of a kernel
  SilentSink silent;                  // compiling says the same
  const IndexedVector<SourceIndex, SourceFile> sources = CLC_TRY(plan_sources(arguments, silent));
  std::map<std::string, std::string> modules;  // by the digests of programs
  for (const SourceFile& source : sources) {
    for (const std::string& digest : source.programs) modules.emplace(digest, source.module);
  }
  std::vector<ListedLaunch> launches;
  std::map<std::string, std::size_t> places;
  for (const std::string& folder : arguments.files) {
    const Recording recording = CLC_TRY(read_recording(folder, false));
    for (const RecordedRun& run : recording.runs) {
      for (const RecordedLaunch& launch : run.launches) {
        const auto module = modules.find(launch.digest);
        if (module != modules.end()) add(listed(module->second, launch, given), launches, places);
      }
    }
  }
  if (launches.empty())
    return fail(ErrorKind::k_usage, arguments.files.front() + " has no launches of programs that clc compiles");
  return sampled(launches, k_most);
}

Result<std::vector<ListedLaunch>> tuned_launches(const CompileArguments& arguments) {
  SilentSink silent;  // compiling says the same
  const IndexedVector<SourceIndex, SourceFile> sources = CLC_TRY(plan_sources(arguments, silent));
  std::vector<ListedLaunch> launches;
  for (const SourceFile& source : sources) {
    for (const TunedLaunch& launch : source.tuning.launches) launches.push_back(listed(source.module, launch));
  }
  return launches;
}

void ask_for(const std::vector<ListedLaunch>& launches, CompileArguments& arguments) {
  for (const ListedLaunch& launch : launches) {
    std::vector<std::string>& sections = arguments.module_sections[launch.module];
    const std::string name = section_name(launch.request);
    if (std::ranges::find(sections, name) == sections.end()) sections.push_back(name);
  }
}

Result<std::vector<TimedLaunches>> timed_launches(const std::vector<ListedLaunch>& launches,
                                                  const CompiledSources& compiled, const Selection& selection) {
  const std::vector<KernelMetrics> metrics = CLC_TRY(select_kernels(compiled.built.package->manifest(), {}));
  std::multimap<std::pair<std::string, std::string>, const CompiledSection*> sections;  // by module and name
  for (const CompiledSection& section : compiled.sections)
    sections.emplace(std::pair(section.module, section.name), &section);
  std::vector<TimedLaunches> all;
  for (const ListedLaunch& launch : launches) {
    const auto [begin, end] = sections.equal_range({launch.module, section_name(launch.request)});
    for (auto at = begin; at != end; ++at) {
      for (KernelFacts& kernel : CLC_TRY(decode_analysis(at->second->bytes))) {
        const AnalyzedKernel analyzed{launch.module, at->second->target, std::move(kernel)};
        if (select_analyzed({analyzed}, selection).empty()) continue;
        all.push_back({times_of(analyzed, metrics, launch.dynamic_local), launch.count, launch.request.global});
      }
    }
  }
  return all;
}

Result<std::vector<ConfigurationTimes>> times_of_configurations(const std::vector<ListedLaunch>& launches,
                                                                const CompiledSources& compiled) {
  const std::vector<TimedLaunches> timed = CLC_TRY(timed_launches(launches, compiled, {}));
  std::vector<ConfigurationTimes> all;
  for (const Module& module : compiled.built.package->manifest().modules) {
    for (const Variant& variant : module.variants) {
      std::vector<const TimedLaunches*> own;
      for (const TimedLaunches& launch : timed) {
        const KernelTimes& times = launch.times;
        if (times.module == module.name && times.target == variant.target) own.push_back(&launch);
      }
      all.push_back(configuration_times(module, variant.target, own));
    }
  }
  return all;
}

}  // namespace clc
