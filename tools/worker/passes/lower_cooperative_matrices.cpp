#include "worker/passes/lower_cooperative_matrices.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Utils/Local.h>

#include "clc/package/nvidia_chips.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/ir/spirv_matrix_arithmetic.h"
#include "worker/passes/group_fragments.h"

namespace clc::worker {
namespace {

std::optional<Matrix> matrix_of(llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return std::nullopt;
  const auto found = matrix_of_length(vector->getNumElements());
  if (!found) return std::nullopt;
  return Matrix{*found, vector->getElementType()};
}

// True for matrices and arrays of them.
bool holds_matrix(llvm::Type* type) {
  while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  return matrix_of(type).has_value();
}

// True for functions that cannot stand alone: they take or return matrices, or have some of the work-group, whose size
// only a kernel tells.
bool has_matrices(const llvm::Function& function) {
  if (!function.isDeclaration() && !is_kernel(function) && has_group_matrices(function)) return true;
  return holds_matrix(function.getReturnType()) ||
         llvm::any_of(function.args(), [](const llvm::Argument& argument) { return holds_matrix(argument.getType()); });
}

// The function of matrices of this mangled name; empty for others.
llvm::StringRef function_of(const llvm::Function& function) {
  for (const llvm::StringRef name :
       {"coop_mat_load", "coop_mat_store", "coop_mat_init", "coop_mat_mulAdd", "clc_coop_mat_tile",
        "clc_coop_mat_fetch", "clc_coop_mat_wait", "__clc_coop_mat_length"}) {
    llvm::StringRef mangled = function.getName();
    unsigned length = 0;
    if (function.isDeclaration() && mangled.consume_front("_Z") && !mangled.consumeInteger(10, length) &&
        length == name.size() && mangled.starts_with(name))
      return name;
  }
  return {};
}

// The one that a call calls.
llvm::StringRef function_of(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr ? llvm::StringRef() : function_of(*callee);
}

// The number that all elements of a matrix are made of, of which the insertion and the shuffle are.
llvm::Value* splat_of(llvm::Value* matrix) {
  if (llvm::isa<llvm::UndefValue>(matrix)) return llvm::PoisonValue::get(matrix->getType()->getScalarType());
  return llvm::getSplatValue(matrix);
}

// The insertion that a splat begins with.
bool begins_splat(const llvm::Instruction& instruction) {
  const auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(&instruction);
  return insertion != nullptr && llvm::isa<llvm::UndefValue>(insertion->getOperand(0));
}

class Lowering {
 public:
  Lowering(llvm::Function& function, GroupFragments& fragments) : function_(function), fragments_(fragments) {}

  void run() {
    fragments_.begin(function_);
    std::vector<llvm::Instruction*> work;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
      for (llvm::Instruction& instruction : *block) work.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : work) visit(*instruction);
    for (llvm::Instruction* instruction : llvm::reverse(dead_)) {
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
  }

 private:
  void visit(llvm::Instruction& instruction) {
    if (auto* allocation = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return replace_allocation(*allocation);
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return retype(*address);
    const llvm::StringRef called = function_of(instruction);
    if (called == "coop_mat_load" || called == "clc_coop_mat_tile") {
      dead_.push_back(&instruction);  // made where its result becomes a matrix
    } else if (called == "coop_mat_init") {
      instruction.replaceAllUsesWith(instruction.getOperand(0));
      dead_.push_back(&instruction);
    } else if (called == "__clc_coop_mat_length") {
      replace_length(llvm::cast<llvm::CallInst>(instruction));
    } else if (called == "coop_mat_store") {
      store(llvm::cast<llvm::CallInst>(instruction));
    } else if (called == "clc_coop_mat_fetch") {
      fetch(llvm::cast<llvm::CallInst>(instruction));
    } else if (called == "clc_coop_mat_wait") {
      fragments_.wait(instruction.getOperand(0), instruction.getOperand(1), &instruction);
      dead_.push_back(&instruction);
    } else if (matrix_of(instruction.getType())) {
      dead_.push_back(&instruction);
      if (!begins_splat(instruction)) define(instruction, *matrix_of(instruction.getType()));
    } else if (llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return holds(use); })) {
      use(instruction);
    }
  }

  static bool holds(const llvm::Use& use) { return matrix_of(use->getType()).has_value(); }

  llvm::Type* storage(llvm::Type* type) {
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ArrayType::get(storage(array->getElementType()), array->getNumElements());
    return fragments_.storage(*matrix_of(type));
  }

  llvm::AllocaInst* allocate(llvm::Type* type) {
    const unsigned space = function_.getDataLayout().getAllocaAddrSpace();
    return new llvm::AllocaInst(type, space, "", function_.getEntryBlock().begin());
  }
  llvm::Value* allocate(const Matrix& matrix) { return allocate(fragments_.storage(matrix)); }

  void replace_allocation(llvm::AllocaInst& allocation) {
    if (!holds_matrix(allocation.getAllocatedType())) return;
    // A matrix that is read in place may be read after its variable ends.
    for (llvm::User* user : allocation.users()) {
      auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (marker != nullptr && marker->isLifetimeStartOrEnd()) dead_.push_back(marker);
    }
    allocation.replaceAllUsesWith(allocate(storage(allocation.getAllocatedType())));
    dead_.push_back(&allocation);
  }

  void retype(llvm::GetElementPtrInst& address) {
    if (!holds_matrix(address.getSourceElementType())) return;
    address.setResultElementType(storage(address.getResultElementType()));
    address.setSourceElementType(storage(address.getSourceElementType()));
  }

  void replace_length(llvm::CallInst& call) {
    // The type is in the mangled name alone: a pointer to it is the argument.
    llvm::StringRef name = call.getCalledFunction()->getName();
    unsigned count = 0;
    name = name.drop_front(name.find("Dv") + 2);
    if (name.consumeInteger(10, count) || !matrix_of_length(count) || !name.consume_front("_")) return;
    const Matrix matrix{*matrix_of_length(count), type_of_mangled(name)};
    llvm::Value* length = fragments_.length(matrix, &call);
    call.replaceAllUsesWith(llvm::IRBuilder<>(&call).CreateZExtOrTrunc(length, call.getType()));
    dead_.push_back(&call);
  }

  llvm::Type* type_of_mangled(llvm::StringRef name) {
    llvm::LLVMContext& context = function_.getContext();
    if (name.starts_with("Dh")) return llvm::Type::getHalfTy(context);
    switch (name.front()) {
      case 'f':
        return llvm::Type::getFloatTy(context);
      case 'd':
        return llvm::Type::getDoubleTy(context);
      case 'c':
      case 'a':
      case 'h':
        return llvm::Type::getInt8Ty(context);
      case 's':
      case 't':
        return llvm::Type::getInt16Ty(context);
      case 'i':
      case 'j':
        return llvm::Type::getInt32Ty(context);
      default:
        return llvm::Type::getInt64Ty(context);
    }
  }

  static MatrixMemory memory_of(const llvm::CallInst& call, unsigned layout) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(layout));
    return {call.getArgOperand(0), call.getArgOperand(layout + 1), constant != nullptr && constant->isOne()};
  }

  void store(llvm::CallInst& call) {
    const Matrix matrix = *matrix_of(call.getArgOperand(1)->getType());
    fragments_.store(matrix, slot_of(call.getArgOperand(1), call), memory_of(call, 2), &call);
    dead_.push_back(&call);
  }

  void fetch(llvm::CallInst& call) {
    const Matrix matrix = *matrix_of(call.getArgOperand(0)->getType());
    fragments_.fetch(matrix, slot_of(call.getArgOperand(0), call), call.getArgOperand(1), call.getArgOperand(2), &call);
    dead_.push_back(&call);
  }

  MatrixOperand operand(llvm::Value* value) {
    const auto found = slots_.find(value);
    if (found != slots_.end()) return {.slot = found->second};
    llvm::Value* number = splat_of(value);
    if (number == nullptr) fail(*value);
    return {.number = number == nullptr ? llvm::PoisonValue::get(value->getType()->getScalarType()) : number};
  }

  // Where a matrix lies, which is put somewhere if it is a number so far.
  llvm::Value* slot_of(llvm::Value* value, llvm::Instruction& at) {
    const MatrixOperand found = operand(value);
    if (found.slot != nullptr) return found.slot;
    const Matrix matrix = *matrix_of(value->getType());
    llvm::Value* slot = allocate(matrix);
    fill(slot, matrix, found, at);
    return slot;
  }

  void fill(llvm::Value* slot, const Matrix& matrix, const MatrixOperand& number, llvm::Instruction& at) {
    fragments_.map(
        slot, matrix, number, matrix.element,
        [](llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*> values) { return values[0]; }, &at);
  }

  void copy(llvm::Value* to, llvm::Value* from, const Matrix& matrix, llvm::Instruction& at) {
    if (to == from) return;
    llvm::IRBuilder<> builder(&at);
    const llvm::DataLayout& layout = function_.getDataLayout();
    llvm::Type* type = fragments_.storage(matrix);
    if (!type->isArrayTy()) {
      builder.CreateStore(builder.CreateLoad(type, from), to);
    } else {
      const llvm::Align align = layout.getABITypeAlign(type);
      builder.CreateMemCpy(to, align, from, align, layout.getTypeAllocSize(type));
    }
  }

  static bool stores_matrix(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::MemIntrinsic>(instruction) ||
           (llvm::isa<llvm::StoreInst>(instruction) && matrix_of(instruction.getOperand(0)->getType()));
  }

  // True where no matrix is stored from an instruction to another one behind it in its block.
  static bool keeps_matrices(const llvm::Instruction& from, const llvm::Instruction& to) {
    if (from.getParent() != to.getParent()) return false;
    for (const llvm::Instruction* at = from.getNextNode(); at != &to; at = at->getNextNode()) {
      if (at == nullptr || stores_matrix(*at)) return false;
    }
    return true;
  }

  // True for a variable that is read before it changes, and so need not be copied.
  static bool is_read_in_place(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::LoadInst>(instruction) && llvm::all_of(instruction.users(), [&](const llvm::User* user) {
             return keeps_matrices(instruction, *llvm::cast<llvm::Instruction>(user));
           });
  }

  // The variable that alone takes a result, which is computed there; null where there is none. All that reads it while
  // the result is computed reads the element that is written next.
  static llvm::Value* written_in_place(const llvm::Instruction& instruction) {
    if (!instruction.hasOneUse() || llvm::isa<llvm::LoadInst>(instruction)) return nullptr;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction.user_back());
    if (store == nullptr || store->getParent() != instruction.getParent()) return nullptr;
    for (const llvm::Instruction* at = instruction.getNextNode(); at != store; at = at->getNextNode()) {
      if (at == nullptr || matrix_of(at->getType()) || at->mayHaveSideEffects()) return nullptr;
    }
    auto* variable = const_cast<llvm::Value*>(store->getPointerOperand());
    return llvm::isa<llvm::AllocaInst>(variable) ? variable : nullptr;
  }

  // Clang makes `mat m{other}` so.
  static bool is_copy(const llvm::Instruction& instruction) {
    const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
    return shuffle != nullptr && shuffle->isIdentity();
  }

  // An instruction whose result is a matrix.
  void define(llvm::Instruction& instruction, const Matrix& matrix) {
    llvm::Value* number = splat_of(&instruction);
    const llvm::StringRef made_by = number == nullptr ? llvm::StringRef() : function_of(*number);
    if (number != nullptr && made_by != "coop_mat_load" && made_by != "clc_coop_mat_tile")
      return;  // operand() finds it
    if (is_read_in_place(instruction)) {
      slots_[&instruction] = instruction.getOperand(0);
      return;
    }
    llvm::Value* slot = written_in_place(instruction);
    if (slot == nullptr) slot = allocate(matrix);
    slots_[&instruction] = slot;
    if (made_by == "clc_coop_mat_tile") {
      const auto& call = llvm::cast<llvm::CallInst>(*number);
      fragments_.name_tile(matrix, slot, call.getArgOperand(0),
                           llvm::cast<llvm::Constant>(call.getArgOperand(1))->isOneValue(), &instruction);
    } else if (number != nullptr) {
      const auto& call = llvm::cast<llvm::CallInst>(*number);
      fragments_.load(matrix, slot, memory_of(call, 1), &instruction);
    } else if (llvm::isa<llvm::LoadInst>(instruction)) {
      copy(slot, instruction.getOperand(0), matrix, instruction);
    } else if (is_copy(instruction)) {
      copy(slot, slot_of(instruction.getOperand(0), instruction), matrix, instruction);
    } else if (llvm::isa<llvm::InsertElementInst>(instruction)) {
      copy(slot, slot_of(instruction.getOperand(0), instruction), matrix, instruction);
      set_element(instruction, slot, matrix);
    } else if (function_of(instruction) == "coop_mat_mulAdd") {
      multiply(llvm::cast<llvm::CallInst>(instruction), slot);
    } else {
      compute(instruction, slot, matrix);
    }
  }

  // Vectors are read and written whole, so that they can be in registers.
  void set_element(llvm::Instruction& insertion, llvm::Value* slot, const Matrix& matrix) {
    llvm::IRBuilder<> builder(&insertion);
    llvm::Type* type = fragments_.storage(matrix);
    llvm::Value* element = insertion.getOperand(1);
    llvm::Value* index = insertion.getOperand(2);
    if (type->isVectorTy()) {
      builder.CreateStore(builder.CreateInsertElement(builder.CreateLoad(type, slot), element, index), slot);
    } else {
      builder.CreateStore(element, builder.CreateGEP(matrix.element, slot, index));
    }
  }

  llvm::Value* element_of(llvm::Instruction& extraction, const Matrix& matrix) {
    llvm::Value* slot = slot_of(extraction.getOperand(0), extraction);
    llvm::IRBuilder<> builder(&extraction);
    llvm::Type* type = fragments_.storage(matrix);
    llvm::Value* index = extraction.getOperand(1);
    if (type->isVectorTy()) return builder.CreateExtractElement(builder.CreateLoad(type, slot), index);
    return builder.CreateLoad(matrix.element, builder.CreateGEP(matrix.element, slot, index));
  }

  // By the mangled name of coop_mat_mulAdd: Dv16_c, Dv16_c, Dv16_i.
  static bool has_signed_sum(const llvm::CallInst& call) {
    const auto [types, sum] = call.getCalledFunction()->getName().rsplit("Dv");
    const llvm::StringRef element = sum.split('_').second;
    return element.starts_with("i") || element.starts_with("l");
  }

  void multiply(llvm::CallInst& call, llvm::Value* slot) {
    constexpr unsigned k_saturates = 16;
    std::vector<Matrix> matrices;
    std::vector<llvm::Value*> slots;
    for (unsigned i = 0; i < 3; ++i) {
      matrices.push_back(*matrix_of(call.getArgOperand(i)->getType()));
      slots.push_back(slot_of(call.getArgOperand(i), call));
    }
    if (has_signed_sum(call)) matrices[2].type.component = Component::k_signed;
    const auto* operands = call.arg_size() > 3 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3)) : nullptr;
    const bool saturates = operands != nullptr && (operands->getZExtValue() & k_saturates) != 0;
    fragments_.multiply({matrices[0], matrices[1], matrices[2], saturates}, slots, slot, &call);
  }

  // Operations element by element.
  void compute(llvm::Instruction& instruction, llvm::Value* slot, const Matrix& matrix) {
    std::vector<MatrixOperand> operands;
    std::vector<llvm::Type*> elements;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    for (unsigned i = 0; i < (call != nullptr ? call->arg_size() : instruction.getNumOperands()); ++i) {
      if (!matrix_of(instruction.getOperand(i)->getType())) return fail(instruction);
      operands.push_back(operand(instruction.getOperand(i)));
      elements.push_back(instruction.getOperand(i)->getType()->getScalarType());
    }
    if (call == nullptr && !instruction.isBinaryOp() && !instruction.isUnaryOp() && !instruction.isCast())
      return fail(instruction);
    const auto make = [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values) {
      return made_of(builder, instruction, matrix, values);
    };
    fragments_.map(slot, matrix, operands, elements, make, &instruction);
  }

  // Instructions compute more than a small matrix has, too, and LLVM leaves nothing of a program that divides by zero,
  // or the least number by -1.
  static llvm::Value* quotient(llvm::IRBuilder<>& builder, const llvm::Instruction& model, llvm::Value* dividend,
                               llvm::Value* divisor) {
    llvm::Type* type = divisor->getType();
    llvm::Value* is_undefined = builder.CreateIsNull(divisor);
    if (model.getOpcode() == llvm::Instruction::SDiv) {
      const unsigned bits = type->getScalarSizeInBits();
      llvm::Value* least = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
      llvm::Value* minus_one = llvm::Constant::getAllOnesValue(type);
      llvm::Value* overflows =
          builder.CreateAnd(builder.CreateICmpEQ(dividend, least), builder.CreateICmpEQ(divisor, minus_one));
      is_undefined = builder.CreateOr(is_undefined, overflows);
    }
    divisor = builder.CreateSelect(is_undefined, llvm::ConstantInt::get(type, 1), divisor);
    return builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(model.getOpcode()), dividend, divisor);
  }

  static llvm::Value* made_of(llvm::IRBuilder<>& builder, llvm::Instruction& model, const Matrix& matrix,
                              llvm::ArrayRef<llvm::Value*> values) {
    llvm::Type* type = matrix.element;
    if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(values[0]->getType()))
      type = llvm::VectorType::get(type, vector->getElementCount());
    llvm::Value* made = nullptr;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&model)) {
      made = builder.CreateIntrinsic(call->getIntrinsicID(), {type}, values);
    } else if (model.isIntDivRem()) {
      made = quotient(builder, model, values[0], values[1]);
    } else if (model.isBinaryOp()) {
      made = builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(model.getOpcode()), values[0], values[1]);
    } else if (model.isUnaryOp()) {
      made = builder.CreateUnOp(static_cast<llvm::Instruction::UnaryOps>(model.getOpcode()), values[0]);
    } else {
      made = builder.CreateCast(static_cast<llvm::Instruction::CastOps>(model.getOpcode()), values[0], type);
    }
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(made)) instruction->copyIRFlags(&model);
    return made;
  }

  // An instruction that takes a matrix, and whose result is none.
  void use(llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const Matrix matrix = *matrix_of(store->getValueOperand()->getType());
      const MatrixOperand stored = operand(store->getValueOperand());
      if (stored.slot == nullptr) {
        fill(store->getPointerOperand(), matrix, stored, instruction);
      } else if (stored.slot != store->getPointerOperand()) {
        copy(store->getPointerOperand(), stored.slot, matrix, instruction);
      }
      dead_.push_back(&instruction);
    } else if (llvm::isa<llvm::ExtractElementInst>(instruction)) {
      instruction.replaceAllUsesWith(element_of(instruction, *matrix_of(instruction.getOperand(0)->getType())));
      dead_.push_back(&instruction);
    } else if (!llvm::isa<llvm::ShuffleVectorInst>(instruction)) {
      fail(instruction);
    }
  }

  void fail(llvm::Value& value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    report_failure(function_.getContext(), ErrorKind::k_compile,
                   "a cooperative matrix is used in a way that is not supported: " + text.substr(0, 200));
  }

  llvm::Function& function_;
  GroupFragments& fragments_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> slots_;
  std::vector<llvm::Instruction*> dead_;
};

// No kernel reaches the calls of this function: it may call itself, as others may that no kernel reaches.
void drop_calls(llvm::Function& function) {
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) llvm::changeToUnreachable(call);
  }
}

// Marks functions for inlining that cannot stand alone; true where there are more of them, null after an error.
std::optional<bool> mark_functions(llvm::Module& module) {
  bool has_marked = false;
  for (llvm::Function& function : module) {
    const bool is_known = function.isIntrinsic() || !function_of(function).empty();
    if (is_known || function.use_empty() || !has_matrices(function)) continue;
    if (function.isDeclaration()) {
      report_failure(module.getContext(), ErrorKind::k_compile, "not defined: " + function.getName().str());
      return std::nullopt;
    }
    has_marked = has_marked || !function.hasFnAttribute(llvm::Attribute::AlwaysInline);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return has_marked;
}

// Inlines functions that cannot stand alone; false after an error.
bool inline_functions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  // A function into which one of matrices of the work-group is inlined has such matrices then.
  while (true) {
    const std::optional<bool> has_marked = mark_functions(module);
    if (!has_marked) return false;
    llvm::AlwaysInlinerPass(/*InsertLifetime=*/false).run(module, analyses);
    if (!*has_marked) break;
  }
  const auto used = used_by_kernels(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && has_matrices(function) && !used.contains(&function)) drop_calls(function);
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() || !has_matrices(function)) continue;
    function.removeDeadConstantUsers();
    if (function.use_empty()) {
      function.eraseFromParent();
    } else {
      report_failure(module.getContext(), ErrorKind::k_compile,
                     "a function that takes or returns cooperative matrices calls itself, or its address is taken: " +
                         function.getName().str());
      return false;
    }
  }
  return true;
}

// True where a program knows sub-groups. One that does not runs on devices without them, and its sub-group is the
// work-group.
bool calls_sub_groups(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() && function.getName().starts_with("_Z") && function.getName().contains("sub_group");
  });
}

// True for what SPV_KHR_cooperative_matrix has but elements by number, and none of the types that other extensions add.
bool is_of_spirv(const llvm::Instruction& instruction) {
  const auto fits = [](llvm::Type* type) {
    const std::optional<Matrix> matrix = matrix_of(type);
    return !matrix || (component_name(matrix->type.component).empty() && !matrix->type.is_of_group);
  };
  bool has_matrix = matrix_of(instruction.getType()).has_value();
  for (const llvm::Use& use : instruction.operands()) {
    if (!fits(use->getType())) return false;
    has_matrix = has_matrix || matrix_of(use->getType());
  }
  if (!fits(instruction.getType())) return false;
  return !has_matrix || llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::ShuffleVectorInst>(instruction) ||
         spirv_matrix_arithmetic(instruction.getOpcode()) != nullptr || is_spirv_matrix_product_and_sum(instruction) ||
         begins_splat(instruction) || !function_of(instruction).empty();
}

bool uses_extension_of_spirv(const Target& target, const llvm::Module& module) {
  return llvm::is_contained(target.features, "SPV_KHR_cooperative_matrix") &&
         llvm::all_of(module, [](const llvm::Function& function) {
           return llvm::all_of(llvm::instructions(function), is_of_spirv);
         });
}

bool asks_for_wide_waves(const llvm::Function& function) {
  constexpr std::uint64_t k_wide = 64;
  const llvm::MDNode* size = function.getMetadata("intel_reqd_sub_group_size");
  return size != nullptr && llvm::mdconst::extract<llvm::ConstantInt>(size->getOperand(0))->getZExtValue() == k_wide;
}

// True where any work-item of a wave reads registers of any other. From gfx10 on those of a half of 64 reach it only.
bool has_lane_reads(const Target& target, const llvm::Module& module) {
  if (target.arch.starts_with("gfx1")) return llvm::none_of(module, asks_for_wide_waves);
  return !target.arch.starts_with("gfx6") && !target.arch.starts_with("gfx7");
}

std::unique_ptr<Fragments> fragments_for(const Target& target, const llvm::Module& module) {
  if (is_nvidia(target.family)) {
    const unsigned chip = compute_capability(target.arch);
    constexpr unsigned k_first_with_sub_groups = 70;
    return chip < k_first_with_sub_groups ? make_shared_fragments(/*uses_sub_groups=*/false)
                                          : make_nvidia_fragments(matrix_instructions(target));
  }
  if (uses_extension_of_spirv(target, module)) return make_spirv_fragments();
  if (target.family != Family::k_amdgcn) return make_shared_fragments(calls_sub_groups(module));
  return has_lane_reads(target, module) ? make_amd_fragments(matrix_instructions(target), target)
                                        : make_shared_fragments(/*uses_sub_groups=*/true);
}

}  // namespace

llvm::PreservedAnalyses LowerCooperativeMatrices::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::NamedMDNode* mark = module.getNamedMetadata(k_matrix_metadata);
  if (mark == nullptr) return llvm::PreservedAnalyses::all();
  mark->eraseFromParent();
  if (!inline_functions(module, analyses)) return llvm::PreservedAnalyses::none();
  GroupFragments fragments(fragments_for(target_, module), target_);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) Lowering(function, fragments).run();
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() && function.use_empty() && function.getName().contains("coop_mat_"))
      function.eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
