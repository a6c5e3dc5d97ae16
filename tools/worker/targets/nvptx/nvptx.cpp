#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "base/try.h"
#include "clc/package/resource_names.h"
#include "worker/frontend/extension_arguments.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/code_generation.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/nvptx_lower_images.h"
#include "worker/passes/nvptx_move_local_memory.h"
#include "worker/strip/strip.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/kernel_symbols.h"
#include "worker/targets/nvptx/cuda_kernels.h"
#include "worker/targets/nvptx/pipeline.h"
#include "worker/targets/nvptx/ptx_halves.h"
#include "worker/targets/nvptx/ptx_stores.h"

namespace clc::worker {
namespace {

// The lowest PTX version that knows a chip: old drivers refuse newer versions than they know.
// From the release notes of the PTX ISA; sm_50 came with 4.0, which has no arrays of images to write, and sm_70
// with 6.0 and sm_72 with 6.1, which have no activemask.
int lowest_ptx_version(std::string_view sm) {
  constexpr std::array<std::pair<std::string_view, int>, 29> k_versions{{
      {"sm_50", 41},   {"sm_52", 41},   {"sm_53", 42},   {"sm_60", 50},   {"sm_61", 50},  {"sm_62", 50},
      {"sm_70", 62},   {"sm_72", 62},   {"sm_75", 63},   {"sm_80", 70},   {"sm_86", 71},  {"sm_87", 74},
      {"sm_88", 90},   {"sm_89", 78},   {"sm_90", 78},   {"sm_90a", 80},  {"sm_100", 86}, {"sm_100a", 86},
      {"sm_100f", 88}, {"sm_110", 90},  {"sm_110a", 90}, {"sm_110f", 90}, {"sm_101", 86}, {"sm_101a", 86},
      {"sm_103", 88},  {"sm_103a", 88}, {"sm_120", 87},  {"sm_120a", 87}, {"sm_121", 88},
  }};
  for (const auto& [name, version] : k_versions) {
    if (name == sm) return version;
  }
  return 88;
}

// Returns the extensions that NVIDIA's own compiler knows and Clang's NVPTX target does not announce.
std::vector<std::string> dialect_of(const Target& target) {
  const std::string& sm = target.arch;
  std::vector<std::string> arguments = {
      "-fgnu-keywords",  // asm
      "-cl-ext=+cl_khr_3d_image_writes,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
      "+__opencl_c_images,+__opencl_c_3d_image_writes,+__opencl_c_fp64,"
      // Optional in OpenCL 3.0; PTX and builtins/nvptx_atomics.cl have them.
      "+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
      "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,"
      "+__opencl_c_atomic_scope_device,+__opencl_c_atomic_scope_all_devices",
      k_integer_extensions,
      k_float_atomics,
      k_kernel_clock,
      "-D__NV_CL_C_VERSION=120",
      "-Dcl_nv_pragma_unroll=1",
      "-D__IMAGE_SUPPORT__=1",
      k_async_copies};
  if (target.family == Family::k_cuda) arguments.push_back("-D__clc_cuda=1");
  constexpr int k_half_arithmetic = 42;  // which sm_53 brought
  if (lowest_ptx_version(sm) >= k_half_arithmetic) {
    arguments.insert(arguments.end(), {"-cl-ext=+cl_khr_fp16", k_half_atomics});
  }
  // The version with shfl.sync and its like, which builtins/nvptx_groups.cl needs.
  constexpr int k_warp_instructions = 62;
  if (lowest_ptx_version(sm) >= k_warp_instructions) {
    arguments.push_back("-cl-ext=+cl_khr_subgroups,+__opencl_c_subgroups,+__opencl_c_work_group_collective_functions");
    arguments.push_back(k_sub_group_extensions);
    if (target.family == Family::k_cuda) arguments.push_back("-cl-ext=+__opencl_c_pipes");
  }
  return arguments;
}

Machine nvptx_machine(const Target& target, const Language& language) {
  constexpr int k_labels_in_sections = 70;
  // With more debug information than lines, PTX is marked as meant for debugging, and NVIDIA's driver does not optimise
  // it.
  const bool has_only_lines = language.optimization > 0;
  const bool has_sections = language.has_debug_info && !has_only_lines;
  const int version = std::max(lowest_ptx_version(target.arch), has_sections ? k_labels_in_sections : 0);
  const char* triple = target.family == Family::k_cuda ? "nvptx64-nvidia-cuda" : "nvptx64-nvidia-nvcl";
  return {triple, target.arch, {"+ptx" + std::to_string(version)}, dialect_of(target), has_only_lines};
}

// PTX alone tells shared memory only; ptxas may add padding.
void count_local_bytes(const BackEndJob& job, BackEndOutput& output) {
  for (const KernelInterface& kernel : job.interface.kernels) {
    const llvm::Function* function = job.module.getFunction(kernel.name);
    if (function == nullptr) continue;
    output.resources[kernel.name][resource::k_local_bytes] =
        static_cast<std::int64_t>(local_bytes_of(*function) + dynamic_local_bytes(*function));
  }
}

// The version of PTX that the module's mma.sync came with, which may be later than the chip's.
int ptx_version_of_matrices(const llvm::Module& module) {
  constexpr int k_first = 65;
  constexpr int k_float8 = 84;
  int version = 0;
  for (const llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (!name.starts_with("llvm.nvvm.mma.") && !name.starts_with("llvm.nvvm.ldmatrix.")) continue;
    version = std::max(version, name.contains(".e4m3.") || name.contains(".e5m2.") ? k_float8 : k_first);
  }
  return version;
}

// A machine for mma.sync that came with a later PTX than the chip; null where the module has none of it.
std::unique_ptr<llvm::TargetMachine> machine_with_matrix_units(const BackEndJob& job) {
  Machine machine = nvptx_machine(job.target, job.language);
  const std::string needed = "+ptx" + std::to_string(ptx_version_of_matrices(job.module));
  if (machine.features.front() >= needed) return nullptr;
  machine.features = {needed};
  std::string error;
  return make_target_machine(machine, job.language.optimization, error);
}

// Avoids faults of ptxas in instructions that LLVM's code generator chooses: no IR makes it choose others for certain.
std::string repair(std::string ptx) {
  ptx = take_halves_by_shifts(ptx);   // it keeps the wrong half of `mov.b32 {low, high}, number`
  ptx = negate_shorts_in_steps(ptx);  // it takes the negative of the least short for positive
  return store_bytes_of_copies(ptx);  // it stores a float's bytes as if they were an integer that it was converted to
}

Result<BackEndOutput> compile_to_ptx(const BackEndJob& job) {
  llvm::Module& module = job.module;
  NvptxSettings settings = nvptx_settings(job.target, job.language, job.options());
  const bool is_for_cuda = job.target.family == Family::k_cuda;
  settings.uses_images = !is_for_cuda && llvm::any_of(module, [](const llvm::Function& one) {
    return is_kernel(one) && uses_images(one);
  });
  const auto fill = [&](PassList& list) { add_nvptx_passes(list, settings, job.hooks); };
  CLC_TRY(run_passes(module, job.machine, {.vectorizes = true, .log = job.hooks.log}, fill));
  BackEndOutput output;
  count_local_bytes(job, output);
  if (settings.uses_images) job.machine.setOptLevel(llvm::CodeGenOptLevel::Default);  // -O3 loses track of handles
  if (is_for_cuda) {
    Interface interface = job.interface;
    if (job.language.strips_names) strip_interface(interface, job.language);
    add_kernel_facts(module, interface);
  }
  // LLVM caches annotations by address, those of functions that nvptx-lower-images has replaced, too. A copy of the
  // module has no cached ones.
  const std::unique_ptr<llvm::Module> fresh = llvm::CloneModule(module);
  if (job.wants("ir")) output.sections["ir"] = text_of(module);
  const std::unique_ptr<llvm::TargetMachine> newer = machine_with_matrix_units(job);
  output.binary = emit(*fresh, newer != nullptr ? *newer : job.machine, llvm::CodeGenFileType::AssemblyFile);
  if (output.binary.empty()) return fail(ErrorKind::k_crash, "LLVM's NVPTX backend wrote nothing");
  output.binary = repair(std::move(output.binary));
  return output;
}

void add_all_passes(PassList& list, const Target& target, const Language& language, const BuildOptions& options,
                    llvm::TargetMachine& /*machine*/) {
  add_nvptx_passes(list, nvptx_settings(target, language, options), {});
}

}  // namespace

const BackEnd k_nvptx_back_end = {.machine = nvptx_machine,
                                  .add_all_passes = add_all_passes,
                                  .compile = compile_to_ptx,
                                  .kernels = kernels_of_ptx,
                                  .may_crash_clang = true};

}  // namespace clc::worker
