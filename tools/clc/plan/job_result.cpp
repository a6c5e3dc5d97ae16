#include "plan/job_result.h"

#include <algorithm>

#include "clc/package/binary_format.h"
#include "plan/build_options.h"

namespace clc {
namespace {

// `wanted` is the name of a format as a target has it.
std::string format_complaint(BytesView binary, const std::string& wanted) {
  const BinaryFormat format = recognize(binary);
  const FamilyInfo* family = family_of_format(wanted);
  if (family == nullptr) return "";
  const bool is_whole_words = binary.size() % 4 == 0;
  switch (family->form) {
    case BinaryForm::k_il:
      return format == BinaryFormat::k_spirv && is_whole_words ? "" : "it is not SPIR-V";
    case BinaryForm::k_assembly:
      return format == BinaryFormat::k_ptx ? "" : "it is not PTX";
    case BinaryForm::k_machine_code:
      return is_elf(format) || format == BinaryFormat::k_archive ? "" : "it is no ELF file";
    case BinaryForm::k_of_driver:
      return "";
  }
  return "";
}

int code_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::k_done:
      return 0;
    case Outcome::k_failed:
      return exit_code(ErrorKind::k_compile);
    case Outcome::k_unavailable:
      return exit_code(ErrorKind::k_unavailable);
    case Outcome::k_crashed:
    case Outcome::k_timed_out:
      return exit_code(ErrorKind::k_crash);
  }
  return exit_code(ErrorKind::k_crash);
}

std::string format_of(const Job& job, const std::string& format) {
  return makes_library(job.options) ? k_library_format : format;
}

std::string complaint_of(const Artifact& artifact, const std::string& format, const SourceFile& source) {
  if (artifact.format != format) return "its format is '" + artifact.format + "', not '" + format + "'";
  if (artifact.binary.empty() && format != "source") return "it is empty";
  if (std::string wrong = format_complaint(artifact.binary, format); !wrong.empty()) return wrong;
  if (artifact.inputs.empty() || artifact.inputs.front().kind != InputKind::k_file) return "it names no source";
  for (const SourceFile* one : source.all()) {
    if (one->library) continue;
    const auto is_it = [&](const Input& input) { return input.sha256 == one->sha256; };
    if (one == &source ? is_it(artifact.inputs.front())
                       : std::any_of(artifact.inputs.begin(), artifact.inputs.end(), is_it)) {
      continue;
    }
    return "the source was changed while it was compiled; run the command again";
  }
  return "";
}

}  // namespace

JobResult crashed(const std::string& detail) {
  return {Outcome::k_crashed, detail, std::nullopt};
}

std::string complaint(const Plan& plan, JobIndex job, const Artifact& artifact) {
  const PlannedTarget& target = plan.target_of(job);
  const std::string format = format_of(plan.jobs[job], family_info(target.target.family).format);
  if (!target.driver && artifact.target != target.name) return "it is for " + artifact.target;
  if (target.driver && artifact.match == Match{}) return "it does not say for which driver it is";
  return complaint_of(artifact, format, plan.source_of(job));
}

std::string complaint(const Plan& plan, CompilationIndex compilation, const Artifact& artifact) {
  const Job& job = plan.first_job(plan.compilations[compilation]);
  if (artifact.target != plan.compilations[compilation].request.target) return "it is for " + artifact.target;
  const Target target = plan.target_of(job).compiled();
  const std::string format =
      plan.target_of(job).gets_source() ? "source" : format_of(job, family_info(target.family).format);
  return complaint_of(artifact, format, plan.source_of(job));
}

int exit_code_of(const JobResults& results) {
  int code = 0;
  for (const JobResult& result : results) {
    if (result.outcome) code = std::max(code, code_of(*result.outcome));
  }
  return code;
}

}  // namespace clc
