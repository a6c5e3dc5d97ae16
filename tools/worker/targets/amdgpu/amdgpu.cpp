#include "base/try.h"
#include "worker/frontend/announced.h"
#include "worker/frontend/extension_arguments.h"
#include "worker/ir/code_generation.h"
#include "worker/targets/amdgpu/amdgpu_disassembly.h"
#include "worker/targets/amdgpu/amdgpu_resources.h"
#include "worker/targets/amdgpu/amdgpu_waves.h"
#include "worker/targets/amdgpu/link_code_object.h"
#include "worker/targets/amdgpu/object_and_assembly.h"
#include "worker/targets/amdgpu/pipeline.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/kernel_symbols.h"

namespace clc::worker {
namespace {

// Drivers of many years take version 5; generic chips came with 6, whose kernels find their arguments as those of 5 do.
constexpr const char* k_code_object = "-mcode-object-version=5";
constexpr const char* k_generic_code_object = "-mcode-object-version=6";

// Returns the extensions of AMD's driver and of the builtins for it. Clang's target has the extension of sub-groups,
// but not the features of OpenCL C 3.0 that stand for it and for the functions of work-groups.
std::vector<std::string> dialect_of(const std::string& chip) {
  std::vector<std::string> arguments = {chip.ends_with("-generic") ? k_generic_code_object : k_code_object,
                                        "-cl-ext=+__opencl_c_subgroups,+__opencl_c_work_group_collective_functions",
                                        k_integer_extensions,
                                        k_float_atomics,
                                        k_half_atomics,
                                        k_async_copies};
  if (has_images(chip)) {
    arguments.insert(arguments.end(), {"-cl-ext=+cl_khr_depth_images", "-D__IMAGE_SUPPORT__=1"});
  } else {
    arguments.emplace_back(k_no_images);
  }
  // gfx801 brought permutations of a sub-group and a clock of the device.
  const bool is_gfx8_or_later = !chip.starts_with("gfx6") && !chip.starts_with("gfx7");
  if (is_gfx8_or_later) arguments.insert(arguments.end(), {k_sub_group_extensions, k_kernel_clock});
  return arguments;
}

Machine amdgpu_machine(const Target& target, const Language& /*language*/) {
  Machine machine{"amdgcn-amd-amdhsa", target.arch, {}, dialect_of(target.arch)};
  for (const std::string& feature : target.features) {
    machine.features.push_back(feature.back() + feature.substr(0, feature.size() - 1));  // "xnack-" is "-xnack"
  }
  // LLVM 22 loses halves of registers where it has registers of 16 bits (llvm 161290, 225175, 211848, 218371).
  if (target.arch.starts_with("gfx11")) machine.features.emplace_back("-real-true16");
  return machine;
}

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job) {
  const AmdgpuSettings settings = amdgpu_settings(job.target, job.language, job.options(), job.machine);
  const auto fill = [&](PassList& list) { add_amdgpu_passes(list, settings, job.hooks, job.machine); };
  CLC_TRY(run_passes(job.module, job.machine, {.vectorizes = true, .log = job.hooks.log}, fill));
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  const bool is_readable = has_disassembler(job.machine);
  ObjectAndAssembly generated = generate_code(job, job.wants("isa") || !is_readable);
  output.binary = CLC_TRY(link_code_object(generated.object, job.language.strips_names));
  output.resources = CLC_TRY(code_object_resources(output.binary));
  if (is_readable) {
    count_machine_code(output.binary, job.machine, output.resources);
  } else {
    count_instructions(generated.assembly, InstructionSet::k_gcn, output.resources);
  }
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

void add_all_passes(PassList& list, const Target& target, const Language& language, const BuildOptions& options,
                    llvm::TargetMachine& machine) {
  add_amdgpu_passes(list, amdgpu_settings(target, language, options, machine), {}, machine);
}

}  // namespace

const BackEnd k_amdgpu_back_end = {.machine = amdgpu_machine,
                                   .choose_waves = choose_waves,
                                   .add_all_passes = add_all_passes,
                                   .compile = compile_to_hsaco,
                                   .kernels = kernels_of_elf};

}  // namespace clc::worker
