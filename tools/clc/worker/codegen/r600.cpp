#include "worker/codegen/r600.h"

#include "worker/builtins/builtin_library.h"
#include "worker/codegen/amdgpu_resources.h"
#include "worker/codegen/object_and_assembly.h"
#include "worker/codegen/r600_atomics.h"
#include "worker/ir/optimizer.h"
#include "worker/strip/strip.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_r600(const BackEndJob& job) {
  if (auto linked = link_builtins(job.module, job.target); !linked) return fail(linked);
  keep_only_kernels(job.module);
  // LLVM's R600 backend crashes on code that was optimised less, and cannot write the loops and vectors of -O3.
  constexpr int k_optimization = 2;
  optimize(job.module, job.machine, k_optimization, /*vectorize=*/false);
  strip_module(job.module, job.language);
  if (auto defined = refuse_undefined(job.module); !defined) return fail(defined);
  if (auto prepared = prepare_atomics_for_r600(job.module); !prepared) return fail(prepared);
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  ObjectAndAssembly generated = generate_code(job, /*with_assembly=*/true);
  output.binary = std::move(generated.object);
  auto resources = r600_resources(output.binary, generated.assembly);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  count_instructions(generated.assembly, InstructionSet::k_r600, output.resources);
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

}  // namespace clc::worker
