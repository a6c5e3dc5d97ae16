#include "worker/sanitize/check_writer.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

constexpr unsigned k_state_bytes = 112, k_state_alignment = 16;  // room for `State` of checks.cl
constexpr std::uint32_t k_usual = 1 << 20;                       // weight of a branch that finds nothing wrong

}  // namespace

CheckWriter::CheckWriter(llvm::Function& kernel, CheckedKernel& table) : kernel_(kernel), table_(table) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  // Only in the entry block are variables static.
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& one : entry) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&one)) variables.push_back(variable);
  }
  llvm::SplitBlock(&entry, entry.getFirstInsertionPt());
  for (llvm::AllocaInst* variable : variables) variable->moveBefore(entry.getTerminator()->getIterator());
  llvm::IRBuilder<> builder(&entry, entry.begin());
  auto* room = llvm::ArrayType::get(builder.getInt8Ty(), k_state_bytes);
  auto* state = builder.CreateAlloca(room, kernel.getDataLayout().getAllocaAddrSpace());
  state->setAlignment(llvm::Align(k_state_alignment));
  state_ = state;
  llvm::IRBuilder<> end = prologue();
  call(end, "clc_check_begin", {kernel.getArg(kernel.arg_size() - 1)});
}

llvm::Value* CheckWriter::place(const llvm::Instruction& at, const Checked& checked) {
  CheckedPlace one{checked.check, checked.what, "", 0, 0, checked.bytes, checked.space, checked.object};
  const llvm::DILocation* location = at.getDebugLoc().get();
  if (location != nullptr && location->getLine() != 0) {
    one.file = location->getFilename().str();
    if (one.file.starts_with("./")) one.file.erase(0, 2);
    one.line = location->getLine();
    one.column = location->getColumn();
  }
  table_.places.push_back(std::move(one));
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel_.getContext()), table_.places.size() - 1);
}

llvm::CallInst* CheckWriter::call(llvm::IRBuilder<>& builder, const char* function,
                                  llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Function* called = kernel_.getParent()->getFunction(function);
  std::vector<llvm::Value*> all{state_};
  all.insert(all.end(), arguments.begin(), arguments.end());
  llvm::CallInst* made = builder.CreateCall(called, all);
  made->setCallingConv(called->getCallingConv());
  return made;
}

void CheckWriter::report_if(llvm::Value* is_wrong, llvm::Instruction& at, const Checked& checked, llvm::Value* first,
                            llvm::Value* second) {
  llvm::MDNode* weights = llvm::MDBuilder(kernel_.getContext()).createBranchWeights(1, k_usual);
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_wrong, at.getIterator(), false, weights);
  llvm::IRBuilder<> builder(then);
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  call(builder, "clc_check_report", {place(at, checked), first, second});
  if (!items_end_) return;
  if (end_ == nullptr) {
    end_ = llvm::BasicBlock::Create(kernel_.getContext(), "stopped", &kernel_);
    llvm::IRBuilder<>(end_).CreateRetVoid();
  }
  llvm::Value* stops = builder.CreateICmpNE(call(builder, "clc_check_stops", {}), builder.getInt32(0));
  builder.CreateCondBr(stops, end_, then->getSuccessor(0));
  then->eraseFromParent();
}

void CheckWriter::guard(llvm::Instruction& at, llvm::Value* is_right) {
  llvm::MDNode* weights = llvm::MDBuilder(at.getContext()).createBranchWeights(k_usual, 1);
  llvm::BasicBlock* before = at.getParent();
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_right, at.getIterator(), false, weights);
  llvm::BasicBlock* behind = at.getParent();
  at.moveBefore(then->getIterator());
  if (at.getType()->isVoidTy() || at.use_empty()) return;
  llvm::IRBuilder<> builder(behind, behind->begin());
  llvm::PHINode* result = builder.CreatePHI(at.getType(), 2);
  at.replaceAllUsesWith(result);
  result->addIncoming(&at, then->getParent());
  result->addIncoming(llvm::Constant::getNullValue(at.getType()), before);
}

void CheckWriter::not_checked(const llvm::Instruction& at, const std::string& what) {
  const llvm::DILocation* location = at.getDebugLoc().get();
  std::string text = what + (location == nullptr ? "" : " in line " + std::to_string(location->getLine()));
  if (!llvm::is_contained(table_.not_checked, text)) table_.not_checked.push_back(std::move(text));
}

}  // namespace clc::worker
