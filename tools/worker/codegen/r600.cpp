#include "worker/codegen/r600.h"

#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "protocol/r600_text.h"
#include "worker/builtins/builtin_library.h"
#include "worker/codegen/amdgpu_resources.h"
#include "worker/codegen/kernel_analysis.h"
#include "worker/codegen/maths_calls.h"
#include "worker/codegen/object_and_assembly.h"
#include "worker/codegen/r600_atomics.h"
#include "worker/ir/maths_intrinsics.h"
#include "worker/ir/optimized_module.h"
#include "worker/ir/optimizer.h"
#include "worker/strip/strip.h"

namespace clc::worker {
namespace {

// Kernels' names and their instructions: no directives, which name files, and no comments.
std::string code_of(llvm::StringRef assembly) {
  std::string code;
  while (!assembly.empty()) {
    auto [line, rest] = assembly.split('\n');
    assembly = rest;
    line = line.split(';').first.rtrim();
    const llvm::StringRef text = line.ltrim();
    if (text.empty() || text.starts_with(".") || text.starts_with("//")) continue;
    code += line.str() + "\n";
  }
  return code;
}

// Puts the text of the code beside the code: LLVM has no disassembler for these chips.
Result<Bytes> add_text(const std::string& object, const std::string& text) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file) return fail(ErrorKind::k_crash, "LLVM wrote no object: " + llvm::toString(file.takeError()));
  llvm::objcopy::ConfigManager config;
  config.Common.AddSection.emplace_back(k_r600_text_section, llvm::MemoryBuffer::getMemBufferCopy(text));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, **file, stream)) {
    return fail(ErrorKind::k_crash, "the text of the code was not added: " + llvm::toString(std::move(error)));
  }
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace

Result<BackEndOutput> compile_to_r600(const BackEndJob& job) {
  call_builtins_of_chips(job.module);
  declare_shorter_functions(job);
  if (auto linked = link_builtins(job.module, job.target); !linked) return fail(linked);
  keep_only_kernels(job.module);
  const MathsCalls maths = find_maths_calls(job);
  // LLVM's R600 backend crashes on code that was optimised less, and cannot write the loops and vectors of -O3.
  constexpr int k_optimization = 2;
  optimize(job.module, job.machine, k_optimization, /*vectorize=*/false);
  if (auto whole = judge_optimized(job.module); !whole) return fail(whole);
  expand_canonicalizations(job.module);
  BackEndOutput output;
  add_analysis(job, maths, output);
  strip_module(job.module, job.language);
  if (auto defined = refuse_undefined(job.module); !defined) return fail(defined);
  if (auto prepared = prepare_atomics_for_r600(job.module); !prepared) return fail(prepared);
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  ObjectAndAssembly generated = generate_code(job, /*with_assembly=*/true);
  output.binary = std::move(generated.object);
  auto resources = r600_resources(output.binary, generated.assembly);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  count_instructions(generated.assembly, InstructionSet::k_r600, output.resources);
  auto with_text = add_text(output.binary, code_of(generated.assembly));
  if (!with_text) return fail(with_text);
  output.binary = *std::move(with_text);
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

}  // namespace clc::worker
