#include "worker/targets/spirv/pipeline.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/ir/failure.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/expand_canonicalize.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/spirv_address_spaces.h"
#include "worker/passes/spirv_bit_fields.h"
#include "worker/passes/spirv_builtins.h"
#include "worker/passes/spirv_constant_values.h"
#include "worker/passes/spirv_contraction.h"
#include "worker/passes/spirv_edges.h"
#include "worker/passes/spirv_elements.h"
#include "worker/passes/spirv_generic_atomics.h"
#include "worker/passes/spirv_indices.h"
#include "worker/passes/spirv_inlining.h"
#include "worker/passes/spirv_loops.h"
#include "worker/passes/spirv_overflow.h"
#include "worker/passes/spirv_pointers.h"
#include "worker/passes/spirv_short_vectors.h"
#include "worker/passes/spirv_small_functions.h"
#include "worker/passes/spirv_vectors.h"
#include "worker/passes/strip_names.h"

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

// The backend rounds odd widths up without masking, which gives wrong results.
void remove_odd_widths(llvm::Module& module) {
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
  }
}

}  // namespace

const llvm::Function* function_with_odd_widths(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool has_odd_operand = llvm::any_of(
          instruction.operands(), [](const llvm::Use& operand) { return has_odd_width(operand->getType()); });
      if (has_odd_width(instruction.getType()) || has_odd_operand) return &function;
    }
  }
  return nullptr;
}

void add_spirv_passes_before_optimizer(PassList& list, const SpirvSettings& settings, const PipelineHooks& /*hooks*/,
                                       llvm::TargetMachine& machine) {
  llvm::TargetMachine* generic = &machine;
  list.add(Call([=](llvm::Module& module) { name_address_spaces(module, *generic, NamedPointers::k_atomic_objects); }));
  list.add_fallible(Call([target = settings.target](llvm::Module& module) {
    if (auto replaced = replace_builtins(module, target); !replaced)
      report_failure(module.getContext(), replaced.error());
  }));
  list.add(KeepOnlyKernels());
  list.add(Call(note_contractions));
  list.add(Call(widen_bit_fields));
}

void add_spirv_passes(PassList& list, const SpirvSettings& settings, int level, const PipelineHooks& hooks,
                      llvm::TargetMachine& machine) {
  llvm::TargetMachine* generic = &machine;
  keep_long_loops(list.builder());
  list.add_optimizer(level);
  list.add_fallible(CheckOptimizedKernels());
  list.add(Call([=](llvm::Module& module) { name_address_spaces(module, *generic, NamedPointers::k_all); }));
  list.add(Call(branch_at_generic_atomics));
  if (hooks.record) {
    list.add_fallible(Call([record = hooks.record](llvm::Module& module) {
      if (auto recorded = record(module); !recorded) report_failure(module.getContext(), recorded.error());
    }));
  }
  if (level > 0) list.add(Call([=](llvm::Module& module) { spell_out_indices(module, *generic); }));
  list.add(Call(compute_constants));
  list.add(Call(write_shuffles));
  list.add(LowerMathsIntrinsics());
  list.add(Call([=](llvm::Module& module) { remove_odd_vectors(module, *generic); }));
  list.add(Call(expand_overflow_checks));
  list.add(Call(expand_bit_reversals));
  list.add(ExpandCanonicalize());
  list.add(Call([permits_all = settings.permits_contractions](llvm::Module& module) {
    permit_contractions(module, permits_all);
  }));
  if (level > 0) {
    list.add(Call(carry_elements));
    list.add(Call(split_short_vectors));
    list.add(Call(write_integer_functions));
  }
  list.add(Call(name_extremes));
  list.add(Call(splat_select_conditions));
  list.add(Call(mask_sign_extensions));
  list.add(Call(choose_minus_one));
  list.add(Call(index_events));
  list.add(Call(spell_out_pointers));
  list.add(Call(join_edges_of_switches));
  if (level > 1) list.add(Call(ask_for_inlining));
  list.add(Call(permit_inlining));
  list.add(Call(copy_fills));
  list.add(Call(split_long_tables));
  list.add(Call(remove_odd_widths));
  list.add(Call(hooks.after_optimizer));
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
}

}  // namespace clc::worker
