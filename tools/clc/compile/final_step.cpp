#include "compile/final_step.h"

#include "clc/package/file.h"
#include "protocol/frame_codec.h"
#include "support/text.h"

namespace clc {
namespace {

JobResult crashed(const std::string& detail) {
  return {Outcome::k_crashed, detail, std::nullopt};
}

Derivation begin_driver(const Plan& plan, const Job& job, const Artifact& expanded, const std::string& folder) {
  DriverRequest request;
  request.driver = plan.target_of(job).target.arch;
  request.features = plan.target_of(job).target.features;
  request.source = driver_prelude(job.options) + expanded.binary;
  for (const KernelInterface& kernel : expanded.interface.kernels) request.kernels.push_back(kernel.name);
  request.build_options = driver_build_options(job.options, plan.source_of(job).spelled);
  Derivation derivation;
  derivation.spec.arguments = {plan.driver_program, "--build"};
  derivation.spec.folder = folder;
  derivation.spec.same_addresses = true;
  derivation.input = framed(encode_driver_request(request));
  return derivation;
}

JobResult end_driver(const Plan& plan, Artifact expanded, Finished finished) {
  if (finished.timed_out) return {Outcome::k_timed_out, "the driver was still building", std::nullopt};
  if (!finished.ending.clean())
    return crashed("clc-driver " + finished.ending.describe() + last_words(finished.errors));
  Result<std::optional<std::string>> frame = take_frame(finished.output);
  if (!frame) return crashed("clc-driver: " + frame.error().message);
  if (!*frame) return crashed("clc-driver ended without an answer" + last_words(finished.errors));
  Result<CompileReply> reply = decode_reply(**frame);
  if (!reply) return crashed("clc-driver: " + reply.error().message);
  if (reply->outcome == Outcome::k_done && !reply->artifact) return crashed("clc-driver said done and sent nothing");
  JobResult result{reply->outcome, std::move(reply->detail), std::nullopt};
  if (plan.wants("preprocessed")) expanded.sections["preprocessed"] = expanded.binary;
  if (reply->artifact) result.artifact = merge_driver_artifact(std::move(expanded), std::move(*reply->artifact));
  return result;
}

bool has_option(const Job& job, std::string_view text) {
  for (const BuildOption& option : job.options) {
    if (option.text() == text) return true;
  }
  return false;
}

// As the worker reads them: the last one counts. ptxas refuses to optimise what the worker did not.
bool is_optimized(const Job& job) {
  bool result = true;
  for (const BuildOption& option : job.options) {
    const std::string text = option.text();
    if (text == "-cl-opt-disable" || text.starts_with("-O")) result = text != "-cl-opt-disable" && text != "-O0";
  }
  return result;
}

std::vector<std::string> command_of(const PlannedTarget& target, const Job& job) {
  const AssemblyOptions options{is_optimized(job), has_option(job, "-g") && !is_stripped(job.options)};
  return assembler_command(target.target.family, *target.assembler, target.assembler_arch, options);
}

Result<Derivation> begin_assembler(const Plan& plan, const Job& job, const Artifact& base, const std::string& folder) {
  const PlannedTarget& target = plan.target_of(job);
  const std::string input = join_path(folder, k_assembler_input);
  if (Result<void> written = write_file_atomically(input, base.binary); !written) {
    return fail(written);
  }
  Derivation derivation;
  derivation.spec.arguments = command_of(target, job);
  derivation.spec.folder = folder;
  derivation.spec.same_addresses = true;
  derivation.spec.errors_into_output = true;
  return derivation;
}

// The worker's artifact with the machine code in place of the IL.
Artifact assembled(const Plan& plan, const PlannedTarget& target, Artifact base, const std::string& output,
                   Bytes binary) {
  const bool is_cubin = target.target.family == Family::k_cubin;
  if (plan.wants("il")) base.sections["il"] = base.binary;
  base.target = target.name;
  base.format = family_info(target.target.family).format;
  base.compiler += "; " + target.assembler->version;
  base.log += stable_log(target.target.family, output);
  if (is_cubin && base.binary.find("vprintf") != Bytes::npos) {
    base.match.extra = R"({"inspection_only":"NVIDIA's OpenCL driver crashes on machine code that prints"})";
  }
  base.resources = is_cubin ? cubin_resources(output, binary) : intel_resources(output, binary);
  // IL and machine code name the same kernels; what the tool adds of its own is not ours to report.
  std::erase_if(base.resources, [&](const auto& entry) { return base.interface.find(entry.first) == nullptr; });
  base.binary = std::move(binary);
  return base;
}

JobResult end_assembler(const Plan& plan, const PlannedTarget& target, Artifact base, const std::string& folder,
                        const Finished& finished) {
  const std::string tool = base_name(target.assembler->path);
  if (finished.timed_out) return {Outcome::k_timed_out, tool + " was still at work", std::nullopt};
  if (finished.ending.signal != 0 || finished.ending.out_of_memory)
    return crashed(tool + " " + finished.ending.describe() + last_words(finished.output));
  if (!finished.ending.clean()) {
    Artifact refused = assembled(plan, target, std::move(base), finished.output, {});
    const std::string advised = advice(target.target.family, stable_log(target.target.family, finished.output));
    return {Outcome::k_failed, tool + " " + finished.ending.describe() + advised, std::move(refused)};
  }
  Result<Bytes> binary = read_file(join_path(folder, k_assembler_output));
  if (!binary) return crashed(tool + " said done and wrote nothing" + last_words(finished.output));
  return {Outcome::k_done, "", assembled(plan, target, std::move(base), finished.output, std::move(*binary))};
}

}  // namespace

bool is_derived(const PlannedTarget& target) {
  return target.driver.has_value() || target.assembler != nullptr;
}

Result<Derivation> begin_derivation(const Plan& plan, const Job& job, const Artifact& base, const std::string& folder) {
  if (plan.target_of(job).driver) return begin_driver(plan, job, base, folder);
  return begin_assembler(plan, job, base, folder);
}

std::vector<std::string> derivation_words(const Plan& plan, const Job& job) {
  const PlannedTarget& target = plan.target_of(job);
  if (target.driver) {
    return {driver_prelude(job.options), driver_build_options(job.options, plan.source_of(job).spelled)};
  }
  std::vector<std::string> command = command_of(target, job);
  command.erase(command.begin());
  return command;
}

JobResult end_derivation(const Plan& plan, const Job& job, Artifact base, const std::string& folder,
                         Finished finished) {
  const PlannedTarget& target = plan.target_of(job);
  if (target.driver) return end_driver(plan, std::move(base), std::move(finished));
  return end_assembler(plan, target, std::move(base), folder, finished);
}

Artifact merge_driver_artifact(Artifact expanded, Artifact built) {
  built.interface = std::move(expanded.interface);
  built.inputs = std::move(expanded.inputs);
  built.diagnostics.insert(built.diagnostics.begin(), expanded.diagnostics.begin(), expanded.diagnostics.end());
  built.log = expanded.log + built.log;
  built.sections.merge(expanded.sections);
  if (!expanded.compiler.empty()) built.compiler = expanded.compiler + "; " + built.compiler;
  return built;
}

std::string last_words(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::size_t begin = text.size();
  for (int lines = 0; lines < 5 && begin != std::string::npos && begin > 0; ++lines)
    begin = text.rfind('\n', begin - 1);
  if (begin != std::string::npos && begin < text.size()) text.erase(0, begin + 1);
  return text.empty() ? "" : "\n" + text;
}

}  // namespace clc
