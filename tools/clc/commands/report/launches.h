// `clc report --time` of launches that a tuning file or a recording lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "insight/forecast/launch_times.h"
#include "pipeline/pipeline.h"
#include "plan/compile_arguments.h"
#include "protocol/analysis.h"

namespace clc {

// A launch of a module's kernel, and how often there is one like it.
struct ListedLaunch {
  std::string module;
  AnalysisRequest request;
  std::uint64_t dynamic_local = 0, count = 1;
};

// The launches of all configurations of --tune.
Result<std::vector<ListedLaunch>> tuned_launches(const CompileArguments& arguments);

// The launches of recordings, in order, those that are alike once. `given` has arguments that the recording does not.
// Where a kernel was launched in very many ways, some stand for their neighbours, too.
Result<std::vector<ListedLaunch>> recorded_launches(const CompileArguments& arguments, const AnalysisRequest& given);

// Asks for what forecasts of the launches need.
void ask_for(const std::vector<ListedLaunch>& launches, CompileArguments& arguments);

// Forecasts the launches of the selected kernels, each for all targets. What a launch was not analysed for is left out.
Result<std::vector<TimedLaunches>> timed_launches(const std::vector<ListedLaunch>& launches,
                                                  const CompiledSources& compiled, const Selection& selection);

Result<std::vector<ConfigurationTimes>> times_of_configurations(const std::vector<ListedLaunch>& launches,
                                                                const CompiledSources& compiled);

}  // namespace clc
