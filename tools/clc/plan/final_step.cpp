#include "plan/final_step.h"

#include "clc/base/digest.h"
#include "plan/sources/libraries.h"

namespace clc {
namespace {

// The last option counts, as it does for the worker. ptxas refuses to optimise what the worker did not.
bool is_optimized(const std::vector<BuildOption>& options) {
  using enum Option;
  bool result = true;
  for (const BuildOption& option : options) {
    if (option.is(k_no_optimization) || option.is(k_o0)) result = false;
    if (option.is(k_o1) || option.is(k_o2) || option.is(k_o3) || option.is(k_os)) result = true;
  }
  return result;
}

}  // namespace

std::vector<std::string> assembler_command_of(const Plan& plan, const Job& job) {
  const PlannedTarget& target = plan.target_of(job);
  const std::vector<BuildOption> given = shared_options(plan.source_of(job), job.options);
  AssemblyOptions options{is_optimized(given), has_option(given, Option::k_debug) && !is_stripped(given)};
  if (is_from_source(target.target)) {
    const bool says_itself = has_option(given, Option::k_no_optimization);
    options = {options.optimize || says_itself, false, driver_build_options(given, plan.source_of(job).spelled)};
  }
  return assembler_command(target.target.family, *target.assembler, target.assembler_arch, options);
}

std::string assembler_prelude(const Plan& plan, const Job& job) {
  const bool is_source = is_from_source(plan.target_of(job).target);
  return is_source ? driver_prelude(shared_options(plan.source_of(job), job.options)) : "";
}

std::vector<std::string> final_step_words(const Plan& plan, const Job& job) {
  const PlannedTarget& target = plan.target_of(job);
  if (target.driver) {
    const SourceFile& source = plan.source_of(job);
    std::vector<std::string> words;
    for (const SourceFile* one : source.all()) {
      if (one->library) {
        words.push_back("library " + sha256_hex(library_code(*one, target)));
        continue;
      }
      const std::vector<BuildOption> options = driver_options_of(*one, source, job.options);
      words.push_back(one->is_il ? "" : driver_prelude(options));
      words.push_back(driver_build_options(options, one->spelled));
    }
    if (source.is_linked() || makes_library(job.options)) words.push_back("link " + driver_link_options(job.options));
    words.push_back(std::string("finish ") + k_finish_names[static_cast<std::size_t>(plan.finish)]);
    for (const GroupSize& group : source.group_sizes) words.push_back("launch " + group.text());
    return words;
  }
  std::vector<std::string> command = assembler_command_of(plan, job);
  command.erase(command.begin());
  if (is_from_source(target.target)) command.push_back(assembler_prelude(plan, job));
  return command;
}

}  // namespace clc
