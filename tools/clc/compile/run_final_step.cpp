#include "compile/run_final_step.h"

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "compile/assembler_output.h"
#include "compile/step_limits.h"
#include "compile/ze_info.h"
#include "plan/final_step.h"
#include "plan/sources/libraries.h"
#include "protocol/frame_codec.h"
#include "toolchain/assembler.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_binary = std::uint64_t{4} << 30U;

Result<Bytes> text_of_source(const Artifact& expanded, std::size_t number) {
  if (number == 0) return expanded.binary;
  const auto section = expanded.sections.find(section_of_source(number));
  if (section == expanded.sections.end())
    return fail(ErrorKind::k_crash, "clc-worker left out " + section_of_source(number));
  return section->second;
}

Result<FinalStep> begin_driver(const Plan& plan, JobIndex job, const Artifact& expanded, const std::string& folder) {
  DriverRequest request;
  request.driver = plan.target_of(job).target.arch;
  request.features = plan.target_of(job).target.features;
  const SourceFile& source = plan.source_of(job);
  std::size_t number = 0;
  for (const SourceFile* one : source.all()) {
    if (one->library) {
      request.libraries.push_back(library_code(*one, plan.target_of(job)));
      continue;
    }
    const std::vector<BuildOption> options = driver_options_of(*one, source, plan.jobs[job].options);
    const Bytes text = CLC_TRY(text_of_source(expanded, number++));
    request.sources.push_back(
        {(one->is_il ? "" : driver_prelude(options)) + text, driver_build_options(options, one->spelled)});
  }
  const bool is_library = makes_library(plan.jobs[job].options);
  request.finish = plan.finish;
  for (const KernelInterface& kernel : is_library ? std::vector<KernelInterface>() : expanded.interface.kernels) {
    request.kernels.push_back(kernel.name);
    for (const GroupSize& group : source.group_sizes) {
      if (group.kernel == kernel.name) request.launches.push_back(group.text());
    }
  }
  if (source.is_linked() || is_library) request.link_options = driver_link_options(plan.jobs[job].options);
  FinalStep step;
  step.spec.arguments = {plan.driver_program, "--build"};
  step.spec.folder = folder;
  step.spec.same_addresses = true;
  step.input = CLC_TRY(encode_frame(encode_driver_request(request)));
  return step;
}

// Drivers and assemblers that cannot write their files may say that the kernel is wrong.
bool has_room(const std::string& folder) {
  constexpr std::uintmax_t k_least = std::uintmax_t{1} << 20U;
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  return error || space.available >= k_least;
}

// `work` is what it was doing, as in "ptxas was still at work".
JobResult too_late(const Plan& plan, JobIndex job, const Artifact& base, const std::string& work) {
  const std::string time = std::to_string(time_of_step(plan, job, base).count());
  return {Outcome::k_timed_out, work + " after " + time + " s; --timeout gives it longer", std::nullopt};
}

JobResult late_driver(const Plan& plan, JobIndex job, const Artifact& base, const std::string& folder) {
  constexpr std::uint64_t k_longest_note = 4096;
  const Result<Bytes> stage = read_ordinary_file(join_path(folder, k_stage_file), k_longest_note);
  JobResult result = too_late(plan, job, base, "the driver was still " + (stage ? *stage : "building"));
  if (stage && stage->starts_with(k_finishing_stage))
    result.detail += ", and --finish none leaves kernels to their first launch";
  return result;
}

JobResult end_driver(const Plan& plan, JobIndex job, Artifact expanded, const std::string& folder, Finished finished) {
  if (finished.timed_out) return late_driver(plan, job, expanded, folder);
  if (!finished.ending.clean())
    return crashed("clc-driver " + finished.ending.describe() + last_words(finished.errors));
  Result<std::optional<std::string>> frame = take_frame(finished.output);
  if (!frame) return crashed("clc-driver: " + frame.error().message);
  if (!*frame) return crashed("clc-driver ended without an answer" + last_words(finished.errors));
  Result<CompileReply> reply = decode_reply(**frame);
  if (!reply) return crashed("clc-driver: " + reply.error().message);
  if (reply->outcome == Outcome::k_done && !reply->artifact)
    return crashed("clc-driver reported success but sent no result");
  JobResult result{reply->outcome, std::move(reply->detail), std::nullopt};
  std::string texts = expanded.binary;
  for (std::size_t number = 1; number <= plan.source_of(job).others.size(); ++number) {
    texts += expanded.sections[section_of_source(number)];
    expanded.sections.erase(section_of_source(number));
  }
  if (plan.wants("preprocessed")) expanded.sections["preprocessed"] = std::move(texts);
  if (reply->artifact) result.artifact = merge_driver_artifact(std::move(expanded), std::move(*reply->artifact));
  return result;
}

Result<FinalStep> begin_assembler(const Plan& plan, JobIndex job, const Artifact& base, const std::string& folder) {
  const std::string input = join_path(folder, k_assembler_input);
  const Bytes text = assembler_prelude(plan, plan.jobs[job]) + base.binary;
  CLC_TRY(write_file_atomically(input, text));
  FinalStep step;
  step.spec.arguments = assembler_command_of(plan, plan.jobs[job]);
  step.spec.folder = folder;
  step.spec.same_addresses = true;
  step.spec.errors_into_output = true;
  // Debug information names the folder, and this name of it is the same each time.
  if (is_from_source(plan.target_of(job).target)) step.spec.forced_settings = {"PWD=/proc/self/cwd"};
  return step;
}

// Puts in what the binary tells of the kernels where clc could not read them, and otherwise holds it against that.
// Returns the fault; empty: none.
std::string complete_interface(Interface& interface, BytesView binary) {
  const std::optional<Interface> told = intel_interface(binary);
  if (!told) {
    return interface.kernels.empty() ? "clc cannot read the source, and only a binary in Intel's ZEBin form for one "
                                       "chip describes its kernels: give -t once for each chip"
                                     : "";
  }
  if (interface.kernels.empty()) interface = *told;
  const auto odd_one = [](const Interface& all, const Interface& others) -> std::string {
    for (const KernelInterface& kernel : all.kernels) {
      const KernelInterface* other = others.find(kernel.name);
      if (other == nullptr || other->arguments.size() != kernel.arguments.size()) return kernel.name;
    }
    return "";
  };
  const std::string odd = odd_one(interface, *told) + odd_one(*told, interface);
  return odd.empty() ? ""
                     : "kernel " + odd + " has other arguments in the source than in the binary, or is not in both";
}

// The worker's artifact with the machine code in place of the IL.
Artifact assembled(const Plan& plan, const PlannedTarget& target, Artifact base, const std::string& output,
                   Bytes binary) {
  const bool is_cubin = target.target.family == Family::k_cubin;
  const bool is_source = is_from_source(target.target);
  if (const char* section = is_source ? "preprocessed" : "il"; plan.wants(section))
    base.sections[section] = base.binary;
  base.target = target.name;
  base.format = family_info(target.target.family).format;
  base.compiler += "; " + target.assembler->version;
  base.log += stable_log(output, assembler_info(target.target.family).repeats_messages);
  if (is_cubin && base.binary.find("vprintf") != Bytes::npos)
    base.match.inspection_only = "NVIDIA's OpenCL driver crashes on machine code that prints";
  base.resources = resources_of(target.target.family, output, binary);
  // IL and machine code have the same kernels; functions that the tool adds are not reported.
  std::erase_if(base.resources, [&](const auto& entry) { return base.interface.find(entry.first) == nullptr; });
  base.binary = std::move(binary);
  return base;
}

JobResult end_assembler(const Plan& plan, JobIndex job, Artifact base, const std::string& folder,
                        const Finished& finished) {
  const PlannedTarget& target = plan.target_of(job);
  const std::string tool = base_name(target.assembler->path);
  if (finished.timed_out) return too_late(plan, job, base, tool + " was still at work");
  if (finished.ending.signal != 0 || finished.ending.out_of_memory)
    return crashed(tool + " " + finished.ending.describe() + last_words(finished.output));
  if (!finished.ending.clean()) {
    Artifact refused = assembled(plan, target, std::move(base), finished.output, {});
    const std::string advised = advice(
        target.target.family, stable_log(finished.output, assembler_info(target.target.family).repeats_messages));
    return {Outcome::k_failed, tool + " " + finished.ending.describe() + advised, std::move(refused)};
  }
  Result<Bytes> binary = read_ordinary_file(join_path(folder, k_assembler_output), k_largest_binary);
  if (!binary) return crashed(tool + " reported success but wrote nothing" + last_words(finished.output));
  if (is_from_source(target.target)) {
    if (const std::string fault = complete_interface(base.interface, *binary); !fault.empty())
      return {Outcome::k_failed, fault, assembled(plan, target, std::move(base), finished.output, {})};
  }
  return {Outcome::k_done, "", assembled(plan, target, std::move(base), finished.output, std::move(*binary))};
}

}  // namespace

Result<FinalStep> begin_final_step(const Plan& plan, JobIndex job, const Artifact& base, const std::string& folder) {
  if (plan.target_of(job).driver) return begin_driver(plan, job, base, folder);
  return begin_assembler(plan, job, base, folder);
}

JobResult end_final_step(const Plan& plan, JobIndex job, Artifact base, const std::string& folder, Finished finished) {
  const PlannedTarget& target = plan.target_of(job);
  JobResult result = target.driver ? end_driver(plan, job, std::move(base), folder, std::move(finished))
                                   : end_assembler(plan, job, std::move(base), folder, finished);
  if (result.outcome != Outcome::k_failed || has_room(folder)) return result;
  return crashed("the disk of the private folder " + folder + " is full (TMPDIR can name another): " + result.detail);
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
