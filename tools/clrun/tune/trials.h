// Times configurations in a process of its own, so that a driver that crashes or hangs costs one configuration.
#pragma once

#include <functional>
#include <vector>

#include "options.h"
#include "support/sink.h"
#include "tune/configurations.h"
#include "tune/journal.h"

namespace clc::clrun {

// Called with each trial as soon as there is one.
using TrialReport = std::function<void(const Module& module, const Trial& trial)>;

// Times all configurations of the package of which the journal knows nothing yet. OpenCL is not to be called in this
// process before. k_usage when the journal is of another device. The sink hears of add-ons that are not used.
Result<void> run_trials(const Package& package, const std::vector<TunedName>& names, const Options& options,
                        Journal& journal, Sink& sink, const TrialReport& report);

// Notes in the journal which device it is, and runs nothing there. OpenCL is not to be called in this process before.
Result<void> ask_for_device(const Package& package, const Options& options, Journal& journal, Sink& sink);

}  // namespace clc::clrun
