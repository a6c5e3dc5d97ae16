#include "worker/passes/nvptx_copy_divergent_tables.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/NVPTXAddrSpace.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_smallest_table = 32;  // bytes: a few words are read before global memory answers

// Returns the GEP, an instruction or a constant expression, that computes the address; null if there is none.
llvm::GEPOperator* gep_of(llvm::Value* pointer) {
  return llvm::dyn_cast<llvm::GEPOperator>(pointer);
}

bool is_table(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == llvm::NVPTXAS::ADDRESS_SPACE_CONST && variable.isConstant() &&
         variable.hasDefinitiveInitializer() && !variable.getInitializer()->needsRelocation() &&
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()) > k_smallest_table;
}

// Returns the table that the address is in, if GEPs alone compute it; else null.
llvm::GlobalVariable* table_of(llvm::Value* pointer) {
  while (llvm::GEPOperator* step = gep_of(pointer)) pointer = step->getPointerOperand();
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
  return variable != nullptr && is_table(*variable) ? variable : nullptr;
}

// Returns the loads from tables at addresses that are not constant.
llvm::SmallVector<llvm::LoadInst*> loads_of_tables(llvm::Function& function) {
  llvm::SmallVector<llvm::LoadInst*> loads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->isSimple() || llvm::isa<llvm::Constant>(load->getPointerOperand())) continue;
    if (table_of(load->getPointerOperand()) != nullptr) loads.push_back(load);
  }
  return loads;
}

// Repeats the GEPs of `pointer` from the copy.
llvm::Value* same_address_in(llvm::GlobalVariable& copy, llvm::Value* pointer, llvm::IRBuilder<>& builder) {
  llvm::SmallVector<llvm::GEPOperator*> steps;
  while (llvm::GEPOperator* step = gep_of(pointer)) {
    steps.push_back(step);
    pointer = step->getPointerOperand();
  }
  llvm::Value* place = &copy;
  for (llvm::GEPOperator* step : llvm::reverse(steps)) {
    const llvm::SmallVector<llvm::Value*> indices(step->indices());
    place = builder.CreateGEP(step->getSourceElementType(), place, indices, "", step->getNoWrapFlags());
  }
  return place;
}

void redirect_to_copy(llvm::LoadInst& load, llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*>& copies) {
  llvm::GlobalVariable* table = table_of(load.getPointerOperand());
  llvm::GlobalVariable*& copy = copies[table];
  if (copy == nullptr) {
    copy = new llvm::GlobalVariable(*table->getParent(), table->getValueType(), /*isConstant=*/true,
                                    llvm::GlobalValue::InternalLinkage, table->getInitializer(),
                                    table->getName() + ".in_global", table, llvm::GlobalValue::NotThreadLocal,
                                    llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL);
    copy->copyAttributesFrom(table);
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  llvm::IRBuilder<> builder(&load);
  llvm::Value* before = load.getPointerOperand();
  load.setOperand(llvm::LoadInst::getPointerOperandIndex(), same_address_in(*copy, before, builder));
  llvm::RecursivelyDeleteTriviallyDeadInstructions(before);
  load.setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load.getContext(), {}));
}

}  // namespace

llvm::PreservedAnalyses NvptxCopyDivergentTables::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  if (llvm::none_of(module.globals(), [](const llvm::GlobalVariable& variable) { return is_table(variable); }))
    return llvm::PreservedAnalyses::all();
  auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*> copies;
  for (llvm::Function& function : module) {
    const llvm::SmallVector<llvm::LoadInst*> loads = loads_of_tables(function);
    if (loads.empty()) continue;
    const auto& uniformity = functions.getResult<llvm::UniformityInfoAnalysis>(function);
    const auto has_divergent_address = [&](llvm::LoadInst* load) {
      return uniformity.isDivergent(load->getPointerOperand());
    };
    for (llvm::LoadInst* load : llvm::to_vector(llvm::make_filter_range(loads, has_divergent_address)))
      redirect_to_copy(*load, copies);
  }
  return copies.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
