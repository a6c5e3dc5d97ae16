#include "worker/targets/amdgpu/amdgpu.h"

#include "worker/ir/code_generation.h"
#include "worker/targets/amdgpu/amdgpu_disassembly.h"
#include "worker/targets/amdgpu/amdgpu_resources.h"
#include "worker/targets/amdgpu/link_code_object.h"
#include "worker/targets/amdgpu/object_and_assembly.h"
#include "worker/targets/amdgpu/pipeline.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job) {
  const AmdgpuSettings settings = amdgpu_settings(job.target, job.language, job.options(), job.machine);
  const auto fill = [&](PassList& list) { add_amdgpu_passes(list, settings, job.hooks, job.machine); };
  if (auto done = run_passes(job.module, job.machine, {.vectorizes = true, .log = job.hooks.log}, fill); !done)
    return fail(done);
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  const bool is_readable = has_disassembler(job.machine);
  ObjectAndAssembly generated = generate_code(job, job.wants("isa") || !is_readable);
  Result<Bytes> linked = link_code_object(generated.object, job.language.strips_names);
  if (!linked) return fail(linked);
  output.binary = std::move(*linked);
  auto resources = code_object_resources(output.binary);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  if (is_readable) {
    count_machine_code(output.binary, job.machine, output.resources);
  } else {
    count_instructions(generated.assembly, InstructionSet::k_gcn, output.resources);
  }
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

}  // namespace clc::worker
