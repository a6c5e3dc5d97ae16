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
  const BinaryForm form = family == nullptr ? BinaryForm::k_of_driver : family->form;
  const bool is_spirv = format == BinaryFormat::k_spirv && binary.size() % 4 == 0;
  if (form == BinaryForm::k_il && !is_spirv) return "it is not SPIR-V";
  if (form == BinaryForm::k_assembly && format != BinaryFormat::k_ptx) return "it is not PTX";
  const bool is_machine_code = is_elf(format) || format == BinaryFormat::k_archive;
  return form == BinaryForm::k_machine_code && !is_machine_code ? "it is no ELF file" : "";
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
    if (one == &source ? is_it(artifact.inputs.front()) : std::ranges::any_of(artifact.inputs, is_it)) {
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
  const Target& target = plan.compilations[compilation].request.target;
  if (artifact.target != target.name()) return "it is for " + artifact.target;
  const std::string format =
      plan.target_of(job).gets_source() ? "source" : format_of(job, family_info(target.family).format);
  return complaint_of(artifact, format, plan.source_of(job));
}

bool JobResult::is_of_target() const {
  if (outcome != Outcome::k_failed || !artifact) return false;
  const auto is_error = [](const Diagnostic& one) { return one.severity >= Severity::k_error; };
  return std::ranges::any_of(artifact->diagnostics, is_error) &&
         std::ranges::all_of(artifact->diagnostics,
                             [&](const Diagnostic& one) { return one.is_of_target || !is_error(one); });
}

int exit_code_of(const JobResults& results, bool keeps_going) {
  int code = 0;
  bool is_lacking = false;
  for (const JobResult& result : results) {
    if (keeps_going && result.is_of_target()) {
      is_lacking = true;
    } else if (result.outcome) {
      code = std::max(code, code_of(*result.outcome));
    }
  }
  return code == 0 && is_lacking ? k_lacking_code : code;
}

}  // namespace clc
