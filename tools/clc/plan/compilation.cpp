#include "plan/compilation.h"

#include <map>
#include <tuple>

namespace clc {
std::vector<Compilation> compilations_of(const Plan& plan) {
  std::vector<Compilation> compilations;
  std::map<std::tuple<std::size_t, std::string, std::vector<std::string>>, std::size_t> known;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const Job& job = plan.jobs[i];
    const std::string target = base_of(plan.target_of(job).target).name();
    const auto [at, is_new] = known.try_emplace({job.source, target, option_texts(job.options)}, compilations.size());
    if (is_new) compilations.push_back({target, {}});
    compilations[at->second].jobs.push_back(i);
  }
  return compilations;
}

std::uint64_t memory_limit(const CompileArguments& arguments) {
  return std::uint64_t{arguments.memory_limit_mib} << 20U;
}

CompileRequest request_for(const Plan& plan, const Compilation& compilation, const CompileArguments& arguments) {
  const Job& job = plan.jobs[compilation.jobs.front()];
  const SourceFile& source = plan.source_of(job);
  CompileRequest request;
  request.target = compilation.target;
  request.source_path = source.path;
  request.source_name = source.spelled;
  request.source_text = source.text;
  request.working_folder = plan.working_folder;
  request.options = option_texts(job.options);
  request.sections = plan.sections;
  if (plan.target_of(job).driver) request.dialect = plan.target_of(job).driver->dialect;
  request.source_date_epoch = arguments.source_date_epoch;
  request.time_limit_s = arguments.time_limit_s;
  request.memory_limit_bytes = memory_limit(arguments);
  return request;
}

}  // namespace clc
