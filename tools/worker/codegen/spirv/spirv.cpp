#include "worker/codegen/spirv/spirv.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <spirv-tools/libspirv.hpp>

#include "protocol/profile_section.h"
#include "worker/codegen/kernel_analysis.h"
#include "worker/codegen/spirv/for_drivers/spirv_contraction.h"
#include "worker/codegen/spirv/for_drivers/spirv_generic_atomics.h"
#include "worker/codegen/spirv/for_drivers/spirv_indices.h"
#include "worker/codegen/spirv/for_drivers/spirv_inlining.h"
#include "worker/codegen/spirv/for_drivers/spirv_loops.h"
#include "worker/codegen/spirv/for_drivers/spirv_small_functions.h"
#include "worker/codegen/spirv/for_drivers/vectors/spirv_elements.h"
#include "worker/codegen/spirv/for_drivers/vectors/spirv_short_vectors.h"
#include "worker/codegen/spirv/sizes/spirv_bit_fields.h"
#include "worker/codegen/spirv/sizes/spirv_vectors.h"
#include "worker/codegen/spirv/spirv_address_spaces.h"
#include "worker/codegen/spirv/spirv_builtins.h"
#include "worker/codegen/spirv/spirv_constant_values.h"
#include "worker/codegen/spirv/spirv_constants.h"
#include "worker/codegen/spirv/spirv_edges.h"
#include "worker/codegen/spirv/spirv_fixups.h"
#include "worker/codegen/spirv/spirv_lines.h"
#include "worker/codegen/spirv/spirv_overflow.h"
#include "worker/codegen/spirv/spirv_pointers.h"
#include "worker/codegen/spirv/spirv_validation.h"
#include "worker/insight/profile/instrument.h"
#include "worker/ir/maths_intrinsics.h"
#include "worker/ir/optimized_module.h"
#include "worker/ir/optimizer.h"
#include "worker/strip/strip.h"

namespace clc::worker {
namespace {

// The backend writes `OpSelect` with a scalar condition on vectors, which SPIR-V before 1.4 does not have.
void splat_select_conditions(llvm::Module& module) {
  std::vector<llvm::SelectInst*> selects;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
        if (select != nullptr && select->getType()->isVectorTy() && !select->getCondition()->getType()->isVectorTy()) {
          selects.push_back(select);
        }
      }
    }
  }
  for (llvm::SelectInst* select : selects) {
    llvm::IRBuilder<> builder(select);
    const auto lanes = llvm::cast<llvm::VectorType>(select->getType())->getElementCount();
    select->setCondition(builder.CreateVectorSplat(lanes, select->getCondition()));
  }
}

// The backend cannot select a vector's `zext` of a `sext`.
void mask_sign_extensions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* wide = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
      if (wide == nullptr || !wide->getType()->isVectorTy()) continue;
      auto* narrow = llvm::dyn_cast<llvm::SExtInst>(wide->getOperand(0));
      if (narrow == nullptr) continue;
      llvm::IRBuilder<> builder(wide);
      const auto mask =
          llvm::APInt::getLowBitsSet(wide->getType()->getScalarSizeInBits(), narrow->getType()->getScalarSizeInBits());
      wide->replaceAllUsesWith(builder.CreateAnd(builder.CreateSExt(narrow->getOperand(0), wide->getType()), mask));
      wide->eraseFromParent();
    }
  }
}

// The backend makes 1 of a signed number of one bit, which is -1 where it is set.
void choose_minus_one(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* conversion = llvm::dyn_cast<llvm::SIToFPInst>(&instruction);
      if (conversion == nullptr || !conversion->getOperand(0)->getType()->isIntOrIntVectorTy(1)) continue;
      llvm::Type* type = conversion->getType();
      conversion->replaceAllUsesWith(llvm::IRBuilder<>(conversion)
                                         .CreateSelect(conversion->getOperand(0), llvm::ConstantFP::get(type, -1),
                                                       llvm::ConstantFP::get(type, 0)));
      conversion->eraseFromParent();
    }
  }
}

// SPIR-V has an instruction for this in shaders, and in kernels with an extension only. LLVM also makes such calls of
// shifts and masks.
void expand_bit_reversal(llvm::IntrinsicInst* call) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* value = call->getArgOperand(0);
  llvm::Type* type = value->getType();
  const unsigned width = type->getScalarSizeInBits();
  for (unsigned by = 1; by < width; by *= 2) {
    // Every second group of `by` bits.
    const auto mask =
        llvm::ConstantInt::get(type, llvm::APInt::getSplat(width, llvm::APInt::getLowBitsSet(2 * by, by)));
    llvm::Value* high = builder.CreateAnd(builder.CreateLShr(value, by), mask);
    value = builder.CreateOr(high, builder.CreateShl(builder.CreateAnd(value, mask), by));
  }
  call->replaceAllUsesWith(value);
  call->eraseFromParent();
}

void expand_bit_reversals(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::bitreverse) continue;
      if (llvm::isPowerOf2_32(call->getType()->getScalarSizeInBits())) expand_bit_reversal(call);
    }
  }
}

// The optimiser counts bytes to an element of an array of events, whose size is a driver's own.
void index_events(llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (address == nullptr || !address->getSourceElementType()->isIntegerTy(8)) continue;
      const auto* array = llvm::dyn_cast<llvm::AllocaInst>(address->getPointerOperand());
      const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(address->getOperand(1));
      if (array == nullptr || bytes == nullptr || !array->getAllocatedType()->isArrayTy()) continue;
      llvm::Type* event = array->getAllocatedType()->getArrayElementType();
      if (!event->isTargetExtTy()) continue;
      llvm::IRBuilder<> builder(address);
      llvm::Value* index = builder.getInt64(bytes->getZExtValue() / layout.getTypeAllocSize(event));
      address->replaceAllUsesWith(builder.CreateInBoundsGEP(array->getAllocatedType(), address->getPointerOperand(),
                                                            {builder.getInt64(0), index}));
      address->eraseFromParent();
    }
  }
}

bool has_odd_width(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  if (!scalar->isIntegerTy()) return false;
  const unsigned width = scalar->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

// A `trunc` to an odd width and the extension back become a mask or a pair of shifts, which need no odd width. So does
// an extension to less than what was truncated, at once or in steps: of `i64` to `i8` to `i32` the backend masks the
// `i64` as an `i32`. Of vectors it cannot select an extension to more, either. Truncations that this makes are added to
// `truncations`.
void mask_instead_of_truncating(llvm::TruncInst* narrow, std::vector<llvm::TruncInst*>& truncations) {
  while (auto* step = llvm::dyn_cast<llvm::TruncInst>(narrow->getOperand(0)))
    narrow->setOperand(0, step->getOperand(0));
  llvm::Value* wide = narrow->getOperand(0);
  llvm::Type* type = wide->getType();
  const unsigned kept = narrow->getType()->getScalarSizeInBits();
  const unsigned width = type->getScalarSizeInBits();
  for (llvm::User* user : llvm::make_early_inc_range(narrow->users())) {
    auto* extension = llvm::dyn_cast<llvm::CastInst>(user);
    if (extension == nullptr || has_odd_width(extension->getType())) continue;
    const bool is_wide_scalar = !type->isVectorTy() && extension->getType()->getScalarSizeInBits() >= width;
    if (!has_odd_width(narrow->getType()) && is_wide_scalar) continue;
    llvm::IRBuilder<> builder(extension);
    llvm::Value* value = nullptr;
    if (llvm::isa<llvm::ZExtInst>(extension)) {
      value = builder.CreateZExtOrTrunc(builder.CreateAnd(wide, llvm::APInt::getLowBitsSet(width, kept)),
                                        extension->getType());
    } else if (llvm::isa<llvm::SExtInst>(extension)) {
      llvm::Value* high = builder.CreateShl(wide, width - kept);
      value = builder.CreateSExtOrTrunc(builder.CreateAShr(high, width - kept), extension->getType());
    } else {
      continue;
    }
    if (auto* made = llvm::dyn_cast<llvm::TruncInst>(value)) truncations.push_back(made);
    extension->replaceAllUsesWith(value);
    extension->eraseFromParent();
  }
  if (narrow->use_empty()) narrow->eraseFromParent();
}

// The backend rounds odd widths up without masking, which gives wrong results. Returns a function in which widths
// remain; otherwise null.
const llvm::Function* remove_odd_widths(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::vector<llvm::TruncInst*> truncations;  // first, because what follows one is erased with it
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&instruction);
      if (narrow != nullptr && narrow->getType()->getScalarSizeInBits() > 1) truncations.push_back(narrow);
    }
    while (!truncations.empty()) {  // the last first: one that it was a step of is not read any more then
      llvm::TruncInst* narrow = truncations.back();
      truncations.pop_back();
      mask_instead_of_truncating(narrow, truncations);
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool has_odd_operand = llvm::any_of(
          instruction.operands(), [](const llvm::Use& operand) { return has_odd_width(operand->getType()); });
      if (has_odd_width(instruction.getType()) || has_odd_operand) return &function;
    }
  }
  return nullptr;
}

// The widest alignment of a private variable.
std::uint32_t widest_alignment(const llvm::Module& module) {
  std::uint64_t widest = 1;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr) widest = std::max(widest, variable->getAlign().value());
    }
  }
  return static_cast<std::uint32_t>(widest);
}

// Where the job asks for it, the kernels record what they do.
Result<void> add_recording(const BackEndJob& job, BackEndOutput& output) {
  if (!job.wants(k_profile_section)) return {};
  if (job.target.family != Family::k_spirv64) {
    return fail(ErrorKind::k_unavailable, "kernels that record what they do are made for spirv64 only");
  }
  const Result<AccessTable> table = instrument(job.module, job.machine);
  if (!table) return fail(table);
  output.sections[std::string(k_profile_section)] = encode_access_table(*table);
  if (!job.language.has_debug_info) llvm::StripDebugInfo(job.module);
  return {};
}

}  // namespace

// Turns off passes whose results the backend cannot write or writes wrong:
// - narrowed loads, as vectors of one element, or of five, have no type in SPIR-V;
// - loop strength reduction makes remainders `trunc` to 5 bits and `zext`, and the backend forgets the mask;
// - the closed form of a loop's final value takes integers of 33 bits;
// - CodeGenPrepare makes the overflow checks that expand_overflow_checks() removes.
// In a second kernel the backend takes printf's format for a pointer of another address space and demands an extension,
// which fix_backend_output() removes again.
//
// Loops of a known number of turns are unrolled whole that are twice as large as what LLVM takes by itself: a driver
// leaves them as they are, and an array of the work-item that they index stays in memory.
void set_spirv_options(const std::vector<std::string>& extensions) {
  std::string allowed = "-spirv-ext=+SPV_EXT_relaxed_printf_string_address_space";
  for (const std::string& extension : extensions) allowed += ",+" + extension;
  const char* arguments[] = {"clc-worker",   "-disable-vector-combine", "-disable-lsr",         "-replexitval=never",
                             "-disable-cgp", allowed.c_str(),           "-unroll-threshold=600"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
}

namespace {

// Optimises, and leaves nothing that the backend cannot write but odd widths.
Result<BackEndOutput> optimize_for_backend(const BackEndJob& job, int optimization) {
  llvm::Module& module = job.module;
  optimize(module, job.machine, optimization, /*vectorize=*/false, keep_long_loops);
  if (auto whole = judge_optimized(module); !whole) return fail(whole);
  name_address_spaces(module, job.machine, NamedPointers::k_all);
  branch_at_generic_atomics(module);
  BackEndOutput output;
  if (auto recording = add_recording(job, output); !recording) return fail(recording);
  if (optimization > 0) spell_out_indices(module, job.machine);
  compute_constants(module);
  write_shuffles(module);
  call_builtins_of_spirv(module);
  remove_odd_vectors(module, job.machine);
  expand_overflow_checks(module);
  expand_bit_reversals(module);
  expand_canonicalizations(module);
  permit_contractions(module, job.has_option("-cl-mad-enable"));
  if (optimization > 0) {
    carry_elements(module);
    split_short_vectors(module);
    write_integer_functions(module);
  }
  name_extremes(module);
  splat_select_conditions(module);
  mask_sign_extensions(module);
  choose_minus_one(module);
  index_events(module);
  spell_out_pointers(module);
  join_edges_of_switches(module);
  if (optimization > 1) ask_for_inlining(module);
  permit_inlining(module);
  copy_fills(module);
  split_long_tables(module);
  return output;
}

Result<BackEndOutput> write_spirv(const BackEndJob& job, bool is_optimized, BackEndOutput output) {
  llvm::Module& module = job.module;
  const Target& target = job.target;
  add_analysis(job, {}, output);  // of no chip: there is nothing to find
  strip_module(module, job.language);
  if (job.wants("ir")) output.sections["ir"] = text_of(module);
  const std::uint32_t widest = widest_alignment(module);
  const std::vector<SourceLine> lines = job.language.has_debug_info ? mark_lines(module) : std::vector<SourceLine>();
  const std::string bytes = emit(module, job.machine, llvm::CodeGenFileType::ObjectFile);
  auto words = to_words(bytes);
  if (!words) return fail(words);
  write_lines(*words, lines);
  if (auto fixed = fix_backend_output(*words); !fixed) return fail(fixed);
  fix_private_alignments(*words, widest);
  fix_constant_addresses(*words);
  if (job.language.strips_names) *words = strip_spirv(*words, job.language);
  if (const std::string message = validate_spirv(*words, target.arch); !message.empty()) {
    return fail(ErrorKind::k_crash, "LLVM's SPIR-V backend made an invalid module: " + message);
  }
  output.binary.assign(reinterpret_cast<const char*>(words->data()), words->size() * sizeof(std::uint32_t));
  output.build_options = il_build_options(job.request.options, *words, is_optimized);
  return output;
}

}  // namespace

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job) {
  name_address_spaces(job.module, job.machine, NamedPointers::k_atomic_objects);
  if (auto replaced = replace_builtins(job.module, job.target); !replaced) return fail(replaced);
  keep_only_kernels(job.module);
  note_contractions(job.module);
  widen_bit_fields(job.module);
  // The optimiser reads a vector in memory through an integer of as many bits when a union has other members that are
  // read too. With less optimisation it makes fewer such integers, and without it none.
  for (int level = job.language.optimization;; level = std::min(level - 1, 1)) {
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(job.module);
    const BackEndJob of_copy{*copy, job.machine, job.target, job.language, job.interface, job.request};
    Result<BackEndOutput> output = optimize_for_backend(of_copy, level);
    if (!output) return output;
    const llvm::Function* odd = remove_odd_widths(*copy);
    if (odd == nullptr) return write_spirv(of_copy, /*is_optimized=*/level > 0, *std::move(output));
    if (level > 0) continue;
    return fail(ErrorKind::k_crash,
                "LLVM made integers of a size that SPIR-V does not have in " + odd->getName().str());
  }
}

}  // namespace clc::worker
