#include "tune/forecast_choice.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "tables.h"

namespace clc::clrun {
namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{64} << 20U;

// The target whose forecasts for the product count: one whose registers are known, if there is such a one.
std::string target_for(const TuningForecasts& forecasts, const std::string& product) {
  std::string found;
  for (const ForecastConfiguration& one : forecasts.configurations) {
    for (const ForecastTime& time : one.times) {
      if (time.product != product) continue;
      if (time.has_registers) return one.target;
      if (found.empty()) found = one.target;
    }
  }
  return found;
}

// The name of the product as the file spells it.
Result<std::string> product_for(const TuningForecasts& forecasts, const ForecastQuestion& question,
                                const std::string& device) {
  std::set<std::string> known;
  for (const ForecastConfiguration& one : forecasts.configurations) {
    for (const ForecastTime& time : one.times) known.insert(time.product);
  }
  const std::string& wanted = question.product.empty() ? device : question.product;
  const auto found = std::ranges::find_if(known, [&](const std::string& one) { return lower(one) == lower(wanted); });
  if (found != known.end()) return *found;
  if (known.empty()) return fail(ErrorKind::k_usage, question.file + " has no forecast: compile for a chip that has");
  const std::string all = join({known.begin(), known.end()}, ", ");
  if (question.product.empty()) {
    return fail(ErrorKind::k_usage, question.file + " has no forecasts for this device, " + device +
                                        "; say with --product which of these it is: " + all);
  }
  return fail(ErrorKind::k_usage, "--product " + question.product + ": " + question.file + " has forecasts for " + all);
}

std::string microseconds(std::uint64_t nanoseconds) {
  return short_number(static_cast<double>(nanoseconds) / 1e3) + " us";
}

// Adds the configurations of one name that cannot be the fastest.
void leave_out(const TunedName& name, double margin, const Journal& journal, ForecastChoice& choice) {
  const ForecastTime* best = nullptr;
  std::string best_module;
  // The limit: the least of the long ends, or the margin times the least forecast.
  const auto limit_of = [&](const ForecastTime& time) {
    return margin > 0 ? margin * static_cast<double>(time.expected_ns) : static_cast<double>(time.most_ns);
  };
  for (const Module* module : name.configurations) {
    const auto trial = journal.trials().find(module->name);
    if (trial != journal.trials().end() && trial->second.outcome != Trial::Outcome::k_timed) continue;
    const auto time = choice.times.find(module->name);
    if (time == choice.times.end() || (best != nullptr && limit_of(*best) <= limit_of(time->second))) continue;
    best = &time->second;
    best_module = module->name;
  }
  if (best == nullptr) return;
  for (const Module* module : name.configurations) {
    const auto time = choice.times.find(module->name);
    if (time == choice.times.end() || module->tuning.is_default) continue;
    const std::uint64_t least = margin > 0 ? time->second.expected_ns : time->second.least_ns;
    if (static_cast<double>(least) <= limit_of(*best)) continue;
    choice.left_out[module->name] =
        margin > 0
            ? "forecast " + microseconds(least) + ", more than " + short_number(margin) + " times the " +
                  microseconds(best->expected_ns) + " of " + best_module
            : "at least " + microseconds(least) + ", and " + best_module + " at most " + microseconds(best->most_ns);
  }
}

}  // namespace

std::string ForecastChoice::about() const {
  return "forecasts for " + product + " by " + target + (is_checked ? "" : ": computed, never checked");
}

Result<TuningForecasts> read_forecasts(const std::string& file, const std::vector<TunedName>& names) {
  const Bytes text = CLC_TRY(in_context("--forecast", read_ordinary_file(file, k_largest_file)));
  TuningForecasts forecasts = CLC_TRY(in_context("--forecast", decode_tuning_forecasts(text, file)));
  for (const TunedName& name : names) {
    for (const Module* module : name.configurations) {
      std::string trouble = "does not know " + module->name;
      for (const ForecastConfiguration& one : forecasts.configurations) {
        if (one.module != module->name) continue;
        trouble = one.source_sha256 != module->source_sha256    ? "is of another source of " + module->name
                  : one.parameters != module->tuning.parameters ? "has other parameters for " + module->name
                                                                : "";
        if (!trouble.empty()) break;
      }
      if (trouble.empty()) continue;
      return fail(ErrorKind::k_usage, "--forecast: " + file + " " + trouble +
                                          ": make it anew from what the package was compiled of, with clc report "
                                          "FILE.cl --tune --time --format json");
    }
  }
  return forecasts;
}

Result<ForecastChoice> choose(const TuningForecasts& forecasts, const ForecastQuestion& question,
                              const std::vector<TunedName>& names, const Journal& journal) {
  std::string product = CLC_TRY(in_context("--forecast", product_for(forecasts, question, journal.device()->name)));
  ForecastChoice choice;
  choice.product = std::move(product);
  choice.target = target_for(forecasts, choice.product);
  for (const ForecastConfiguration& one : forecasts.configurations) {
    if (one.target != choice.target) continue;
    for (const ForecastTime& time : one.times) {
      if (time.product != choice.product) continue;
      choice.times[one.module] = time;
      choice.is_checked = time.is_checked;
    }
  }
  for (const TunedName& name : names) leave_out(name, question.margin, journal, choice);
  return choice;
}

std::vector<TunedName> without_left_out(std::vector<TunedName> names, const ForecastChoice& choice) {
  for (TunedName& name : names)
    std::erase_if(name.configurations, [&](const Module* module) { return choice.left_out.count(module->name) != 0; });
  return names;
}

}  // namespace clc::clrun
