// Cooperative matrices as those of SPV_KHR_cooperative_matrix: LLVM's back end writes its instructions for calls of
// these names. They are told apart by template arguments; of the parameters it reads what pointers point to.
#include <map>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "worker/ir/spirv_matrix_arithmetic.h"
#include "worker/passes/cooperative_fragments.h"

namespace clc::worker {
namespace {

// The letters that mangled names have for a type.
std::string mangled(llvm::Type* type) {
  if (type->isHalfTy()) return "Dh";
  if (type->isFloatTy()) return "f";
  if (type->isDoubleTy()) return "d";
  if (!type->isIntegerTy()) return "i";
  constexpr unsigned k_byte_bits = 8;
  switch (type->getIntegerBitWidth()) {
    case k_byte_bits:
      return "h";
    case 2 * k_byte_bits:
      return "t";
    case 4 * k_byte_bits:
      return "j";
    default:
      return "m";
  }
}

class SpirvFragments final : public Fragments {
 public:
  llvm::Type* storage(const Matrix& matrix) const override {
    constexpr unsigned k_sub_group = 3;
    const MatrixType& type = matrix.type;
    return llvm::TargetExtType::get(matrix.element->getContext(), "spirv.CooperativeMatrixKHR", {matrix.element},
                                    {k_sub_group, type.rows, type.columns, static_cast<unsigned>(type.use)});
  }

  llvm::Value* length(const Matrix& matrix, llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    return call(builder, "__spirv_CooperativeMatrixLengthKHR", builder.getInt32Ty(),
                {llvm::PoisonValue::get(storage(matrix))});
  }

  void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    llvm::Value* loaded =
        call(builder, "__spirv_CooperativeMatrixLoadKHR", storage(matrix),
             {memory.pointer, layout(builder, memory), memory.stride, builder.getInt32(0)}, pointer_to(matrix, memory));
    builder.CreateStore(loaded, slot);
  }

  void store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    constexpr unsigned k_local_and_global = 3;
    emit(builder, "_Z17sub_group_barrierj", builder.getVoidTy(), {builder.getInt32(k_local_and_global)});
    llvm::Value* stored = builder.CreateLoad(storage(matrix), slot);
    call(builder, "__spirv_CooperativeMatrixStoreKHR", builder.getVoidTy(),
         {memory.pointer, stored, layout(builder, memory), memory.stride, builder.getInt32(0)},
         pointer_to(matrix, memory));
  }

  void multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    std::vector<llvm::Value*> arguments{builder.CreateLoad(storage(product.a), operands[0]),
                                        builder.CreateLoad(storage(product.b), operands[1]),
                                        builder.CreateLoad(storage(product.c), operands[2])};
    constexpr unsigned k_sum_and_result = 12;
    constexpr unsigned k_saturates = 16;
    const auto sign = [](const Matrix& matrix, unsigned bits) {
      return matrix.type.component == Component::k_signed ? bits : 0U;
    };
    arguments.push_back(builder.getInt32(sign(product.a, 1) | sign(product.b, 2) | sign(product.c, k_sum_and_result) |
                                         (product.saturates ? k_saturates : 0U)));
    builder.CreateStore(call(builder, "__spirv_CooperativeMatrixMulAddKHR", storage(product.c), arguments), result);
  }

  // Takes a number alone, or what `at` computes of its operands.
  void map(llvm::Value* result, const Matrix& matrix, llvm::ArrayRef<MatrixOperand> operands,
           llvm::ArrayRef<llvm::Type*> elements, Map /*compute*/, llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    std::vector<llvm::Value*> values;
    for (std::size_t i = 0; i < operands.size(); ++i)
      values.push_back(operand(builder, matrix, operands[i], elements[i]));
    llvm::Value* made = values.front();
    if (is_spirv_matrix_product_and_sum(*at)) {
      made = arithmetic(builder, matrix, llvm::Instruction::FMul, {values[0], values[1]});
      made = arithmetic(builder, matrix, llvm::Instruction::FAdd, {made, values[2]});
    } else if (spirv_matrix_arithmetic(at->getOpcode()) != nullptr) {
      made = arithmetic(builder, matrix, at->getOpcode(), values);
    }
    builder.CreateStore(made, result);
  }

 private:
  // An operand of arithmetic, whose elements may be of another type than the result's.
  llvm::Value* operand(llvm::IRBuilder<>& builder, const Matrix& matrix, const MatrixOperand& given,
                       llvm::Type* element) {
    llvm::Type* type = storage({matrix.type, element});
    return given.slot != nullptr ? builder.CreateLoad(type, given.slot)
                                 : call(builder, "__spirv_CompositeConstruct", type, {given.number});
  }

  llvm::Value* arithmetic(llvm::IRBuilder<>& builder, const Matrix& matrix, unsigned opcode,
                          llvm::ArrayRef<llvm::Value*> values) {
    return call(builder, std::string(spirv_matrix_arithmetic(opcode)->function), storage(matrix), values);
  }

  static llvm::Value* layout(llvm::IRBuilder<>& builder, const MatrixMemory& memory) {
    return builder.getInt32(memory.is_column_major ? 1 : 0);
  }

  static std::string pointer_to(const Matrix& matrix, const MatrixMemory& memory) {
    const unsigned space = memory.pointer->getType()->getPointerAddressSpace();
    return "PU3AS" + std::to_string(space) + mangled(matrix.element);
  }

  // An instruction of SPIR-V. `pointer`: the letters of the first parameter where that is one.
  llvm::Value* call(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments, const std::string& pointer = {}) {
    std::vector<llvm::Type*> types{result};
    std::string letters;
    for (const llvm::Value* argument : arguments) {
      types.push_back(argument->getType());
      letters += argument->getType()->isPointerTy() ? pointer : mangled(argument->getType());
    }
    const std::size_t number = numbers_.try_emplace(types, numbers_.size()).first->second;
    return emit(builder, "_Z" + std::to_string(name.size()) + name + "ILi" + std::to_string(number) + "EEv" + letters,
                result, arguments);
  }

  static llvm::Value* emit(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                           llvm::ArrayRef<llvm::Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        name, llvm::FunctionType::get(result, types, /*isVarArg=*/false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->addFnAttr(llvm::Attribute::Convergent);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    made->addFnAttr(llvm::Attribute::Convergent);
    return made;
  }

  std::map<std::vector<llvm::Type*>, std::size_t> numbers_;  // by the result and the parameters
};

}  // namespace

std::unique_ptr<Fragments> make_spirv_fragments() {
  return std::make_unique<SpirvFragments>();
}

}  // namespace clc::worker
