#include "worker/passes/nvptx_pass_cuda_parameters.h"

#include <algorithm>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/NVPTXAddrSpace.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "worker/ir/calls.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/ir/kernel_parameters.h"

namespace clc::worker {
namespace {

constexpr unsigned k_global = llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL;
constexpr unsigned k_local = llvm::NVPTXAS::ADDRESS_SPACE_SHARED;
constexpr unsigned k_constant = llvm::NVPTXAS::ADDRESS_SPACE_CONST;
constexpr const char* k_dynamic_local = "clc_dynamic_local";
constexpr llvm::Align k_most_aligned = llvm::Align::Constant<128>();  // ulong16

bool is_pointer_into(const llvm::Type* type, unsigned space) {
  return type->isPointerTy() && type->getPointerAddressSpace() == space;
}

// Types with pointers to global memory in place of those to constant memory.
class GlobalTypes final : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override {
    if (is_pointer_into(type, k_constant)) return llvm::PointerType::get(type->getContext(), k_global);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type))
      return llvm::VectorType::get(remapType(vector->getElementType()), vector->getElementCount());
    auto* record = llvm::dyn_cast<llvm::StructType>(type);
    if (record == nullptr || record->isOpaque()) return type;
    std::vector<llvm::Type*> fields;
    for (llvm::Type* field : record->elements()) fields.push_back(remapType(field));
    if (llvm::equal(fields, record->elements())) return type;
    return llvm::StructType::get(type->getContext(), fields, record->isPacked());
  }
};

// Constants with the addresses of copies in global memory in place of variables in constant memory.
class GlobalConstants final : public llvm::ValueMaterializer {
 public:
  llvm::Constant* of(llvm::Constant& constant) {
    return llvm::cast<llvm::Constant>(llvm::MapValue(&constant, known_, llvm::RF_None, &types_, this));
  }

  // Variables that hold pointers to constant memory.
  void replace_pointers_in(llvm::Module& module) {
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
      llvm::Type* type = types_.remapType(variable.getValueType());
      if (type == variable.getValueType() || !variable.hasInitializer()) continue;
      llvm::GlobalVariable* made = copy_of(variable, variable.getAddressSpace());
      made->takeName(&variable);
      variable.replaceAllUsesWith(made);
      variable.eraseFromParent();
    }
  }

  llvm::Value* materialize(llvm::Value* value) override {
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (variable == nullptr || variable->getAddressSpace() != k_constant) return nullptr;
    return copy_of(*variable, k_global);
  }

 private:
  llvm::GlobalVariable* copy_of(llvm::GlobalVariable& variable, unsigned space) {
    llvm::Module& module = *variable.getParent();
    auto* made = new llvm::GlobalVariable(module, types_.remapType(variable.getValueType()), variable.isConstant(),
                                          variable.getLinkage(), nullptr, variable.getName() + ".in_global", nullptr,
                                          variable.getThreadLocalMode(), space);
    made->setAlignment(variable.getAlign());
    if (space == k_global) known_[&variable] = made;
    if (variable.hasInitializer()) made->setInitializer(of(*variable.getInitializer()));
    return made;
  }

  GlobalTypes types_;
  llvm::ValueToValueMapTy known_;
};

// Makes pointers to constant memory point to global memory: those from outside, and all that meets them.
class PointersInGlobalMemory {
 public:
  explicit PointersInGlobalMemory(GlobalConstants& constants) : constants_(constants) {}

  // A parameter that is a pointer to global memory now.
  void add(llvm::Argument& argument) { follow(argument); }

  void add_all_from_memory(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool is_computed =
          llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(instruction);
      if (is_constant_pointer(instruction.getType()) && !is_computed) take(instruction);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) join(store->getOperandUse(0));
    }
  }

  // The addresses of all variables in constant memory.
  void add_all_variables(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (llvm::Use& operand : instruction.operands()) {
        if (!is_constant_pointer(operand->getType()) || !llvm::isa<llvm::Constant>(operand.get())) continue;
        join(operand);
        meet(instruction);
      }
    }
  }

  void finish() {
    while (!work_.empty()) {
      llvm::Instruction* instruction = work_.back();
      work_.pop_back();
      if (is_computed_from_pointers(*instruction)) join_operands(*instruction);
      follow(*instruction);
    }
    for (llvm::CallInst* call : calls_) redeclare(*call);
  }

 private:
  static bool is_computed_from_pointers(const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::LoadInst, llvm::CallInst>(instruction);
  }

  void join_operands(llvm::Instruction& instruction) {
    for (llvm::Use& operand : instruction.operands()) join(operand);
  }

  void join(llvm::Use& use) {
    if (!is_constant_pointer(use->getType())) return;
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.get())) {
      take(*instruction);
    } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(use.get())) {
      use.set(constants_.of(*constant));
    }
  }

  void take(llvm::Instruction& instruction) {
    if (!is_constant_pointer(instruction.getType())) return;
    instruction.mutateType(types_.remapType(instruction.getType()));
    work_.push_back(&instruction);
  }

  void follow(llvm::Value& pointer) {
    for (llvm::User* user : pointer.users()) meet(*llvm::cast<llvm::Instruction>(user));
  }

  // An instruction that has such a pointer.
  void meet(llvm::Instruction& instruction) {
    take(instruction);
    if (llvm::isa<llvm::ICmpInst>(instruction)) join_operands(instruction);
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls_.insert(call);
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr && load->isSimple())
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
  }

  // An intrinsic has the types of its arguments in its name.
  static void redeclare(llvm::CallInst& call) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* argument : call.args()) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(call.getType(), types, false);
    llvm::SmallVector<llvm::Type*> overloaded;
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (id == llvm::Intrinsic::not_intrinsic || !llvm::Intrinsic::getIntrinsicSignature(id, type, overloaded)) {
      return report_failure(call.getContext(), ErrorKind::k_crash,
                            "a pointer to constant memory is passed to a function that was not inlined");
    }
    call.setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), id, overloaded));
  }

  GlobalConstants& constants_;
  GlobalTypes types_;
  std::vector<llvm::Instruction*> work_;
  llvm::SetVector<llvm::CallInst*> calls_;
};

// Erases variables whose copies have taken all uses.
void erase_unused_constants(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() != k_constant || !variable.hasLocalLinkage()) continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

// True for a program that has more constants than the chips have constant memory.
bool has_too_many_constants(const llvm::Module& module) {
  constexpr std::uint64_t k_most = 64 * 1024;
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != k_constant) continue;
    bytes = llvm::alignTo(bytes, variable.getAlign().valueOrOne());
    bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
  }
  return bytes > k_most;
}

bool takes_constant_memory(const llvm::Function& kernel) {
  return llvm::any_of(kernel.args(), [](const auto& argument) { return is_constant_pointer(argument.getType()); });
}

llvm::Value* local_pointer(const llvm::Argument& before, llvm::Argument& offset, llvm::IRBuilder<>& builder) {
  // The driver aligns offsets; the mask tells LLVM.
  const std::uint64_t alignment = before.getParamAlign().valueOrOne().value();
  llvm::Value* aligned = builder.CreateAnd(&offset, builder.getInt32(-static_cast<std::uint32_t>(alignment)));
  return builder.CreateGEP(builder.getInt8Ty(), &dynamic_local_memory(*offset.getParent()->getParent()), aligned);
}

void replace_parameters(llvm::Function& kernel, PointersInGlobalMemory& pointers) {
  GlobalTypes in_global;
  llvm::Type* integer = llvm::Type::getInt32Ty(kernel.getContext());
  std::vector<llvm::Type*> types;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.getType();
    types.push_back(is_pointer_into(type, k_local) ? integer : in_global.remapType(type));
  }
  types.insert(types.end(), NvptxPassCudaParameters::k_hidden.size(), integer);
  llvm::Function& made = with_parameters(kernel, types);
  llvm::IRBuilder<> builder(&made.getEntryBlock(), made.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Argument& before : kernel.args()) {
    llvm::Argument& after = *made.getArg(before.getArgNo());
    after.takeName(&before);
    if (is_pointer_into(before.getType(), k_local)) {
      before.replaceAllUsesWith(local_pointer(before, after, builder));
    } else if (before.getType() == after.getType()) {
      before.replaceAllUsesWith(&after);
    } else {
      for (llvm::Use& use : llvm::make_early_inc_range(before.uses())) use.set(&after);
      pointers.add(after);
    }
  }
}

void replace_hidden(llvm::Module& module) {
  constexpr std::size_t k_count = NvptxPassCudaParameters::k_hidden.size();
  for (std::size_t i = 0; i < k_count; ++i) {
    llvm::Function* function = llvm::Intrinsic::getDeclarationIfExists(&module, NvptxPassCudaParameters::k_hidden[i]);
    if (function == nullptr) continue;
    for (llvm::CallInst* call : calls_of(*function)) {
      llvm::Function& kernel = *call->getFunction();
      if (!is_kernel(kernel)) {
        report_failure(module.getContext(), ErrorKind::k_crash,
                       "the global offset is asked for in a function that was not inlined: " + kernel.getName().str());
        continue;
      }
      call->replaceAllUsesWith(kernel.getArg(static_cast<unsigned>(kernel.arg_size() - k_count + i)));
      call->eraseFromParent();
    }
  }
}

}  // namespace

bool is_constant_pointer(const llvm::Type* type) {
  return is_pointer_into(type->getScalarType(), k_constant);
}

llvm::GlobalVariable& dynamic_local_memory(llvm::Module& module) {
  if (llvm::GlobalVariable* known = module.getGlobalVariable(k_dynamic_local)) return *known;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0);
  auto* made = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                        k_dynamic_local, nullptr, llvm::GlobalValue::NotThreadLocal, k_local);
  made->setAlignment(k_most_aligned);
  return *made;
}

llvm::PreservedAnalyses NvptxPassCudaParameters::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const std::vector<llvm::Function*> kernels = kernels_of(module);
  GlobalConstants constants;
  PointersInGlobalMemory pointers(constants);
  const bool has_too_many = has_too_many_constants(module);
  const bool is_changed =
      has_too_many || llvm::any_of(kernels, [](const auto* one) { return takes_constant_memory(*one); });
  if (is_changed) constants.replace_pointers_in(module);
  for (llvm::Function* kernel : kernels) {
    replace_parameters(*kernel, pointers);
    kernel->eraseFromParent();
  }
  for (llvm::Function& function : module) {
    if (is_changed) pointers.add_all_from_memory(function);
    if (has_too_many) pointers.add_all_variables(function);
  }
  pointers.finish();
  if (is_changed) erase_unused_constants(module);
  replace_hidden(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
