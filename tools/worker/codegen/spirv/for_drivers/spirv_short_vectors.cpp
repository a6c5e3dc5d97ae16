#include "worker/codegen/spirv/for_drivers/spirv_short_vectors.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/codegen/spirv/for_drivers/spirv_accesses.h"
#include "worker/codegen/spirv/for_drivers/spirv_divergence.h"
#include "worker/codegen/spirv/for_drivers/spirv_geometry.h"
#include "worker/insight/profile/memory_calls.h"

namespace clc::worker {
namespace {

constexpr unsigned k_longest_of_functions = 4;
constexpr unsigned k_longest_of_operations = 8;
// The numbers that a loop may carry from turn to turn in vectors: Intel's CPUs have 32 registers.
constexpr unsigned k_most_carried = 32;
constexpr unsigned k_most_carried_of_long = 16;

// Functions that compute each element by itself. `trunc` and `bitselect` of a vector are quick; `mad_sat` of `uint` is
// wrong in Intel's driver, and otherwise wrong for numbers.
constexpr std::array k_functions = std::to_array<std::string_view>(
    {"abs",          "abs_diff",    "acos",          "acosh",        "acospi",       "add_sat",     "asin",
     "asinh",        "asinpi",      "atan",          "atan2",        "atan2pi",      "atanh",       "atanpi",
     "cbrt",         "ceil",        "clamp",         "clz",          "copysign",     "cos",         "cosh",
     "cospi",        "ctz",         "degrees",       "erf",          "erfc",         "exp",         "exp10",
     "exp2",         "expm1",       "fabs",          "fdim",         "floor",        "fma",         "fmax",
     "fmin",         "fmod",        "hadd",          "half_cos",     "half_divide",  "half_exp",    "half_exp10",
     "half_exp2",    "half_log",    "half_log10",    "half_log2",    "half_powr",    "half_recip",  "half_rsqrt",
     "half_sin",     "half_sqrt",   "half_tan",      "hypot",        "ilogb",        "ldexp",       "lgamma",
     "log",          "log10",       "log1p",         "log2",         "logb",         "mad",         "mad24",
     "mad_hi",       "max",         "maxmag",        "min",          "mix",          "minmag",      "mul24",
     "mul_hi",       "native_cos",  "native_divide", "native_exp",   "native_exp10", "native_exp2", "native_log",
     "native_log10", "native_log2", "native_powr",   "native_recip", "native_rsqrt", "native_sin",  "native_sqrt",
     "native_tan",   "nextafter",   "popcount",      "pow",          "pown",         "powr",        "radians",
     "remainder",    "rhadd",       "rint",          "rootn",        "rotate",       "round",       "rsqrt",
     "sign",         "sin",         "sinh",          "sinpi",        "smoothstep",   "sqrt",        "step",
     "sub_sat",      "tan",         "tanh",          "tanpi",        "tgamma"});

// The name of the function of numbers for that of vectors, both mangled.
class ScalarName {
 public:
  explicit ScalarName(llvm::StringRef mangled) : rest_(mangled) {}

  // Nothing where one of the arguments is no number or vector of numbers.
  std::optional<std::string> read() {
    unsigned length = 0;
    if (!rest_.consume_front("_Z") || rest_.consumeInteger(10, length) || rest_.size() < length) return std::nullopt;
    std::optional<std::string> name = scalar_function(rest_.take_front(length));
    rest_ = rest_.drop_front(length);
    if (!name) return std::nullopt;
    std::string result = "_Z" + std::to_string(name->size()) + *name;
    while (!rest_.empty()) {
      const llvm::StringRef type = argument();
      if (type.empty()) return std::nullopt;
      result += type;
    }
    return result;
  }

 private:
  static std::optional<std::string> scalar_function(llvm::StringRef name) {
    const std::string_view plain(name.data(), name.size());
    if (llvm::is_contained(k_functions, plain)) return name.str();
    if (!name.starts_with("convert_")) return std::nullopt;
    const std::size_t digit = name.find_first_of("234");
    if (digit == llvm::StringRef::npos) return std::nullopt;
    return name.take_front(digit).str() + name.drop_front(digit + 1).str();
  }

  // The letters of a number's type, or nothing.
  llvm::StringRef number() {
    const llvm::StringRef type = rest_.take_front(rest_.starts_with("Dh") ? 2 : 1);
    if (type != "Dh" && (type.empty() || !llvm::StringRef("cahstijlmfd").contains(type))) return {};
    rest_ = rest_.drop_front(type.size());
    return type;
  }

  // The type of an argument, or of an element of it. A vector may be named again by `S_`, the second one by `S0_`.
  llvm::StringRef argument() {
    unsigned elements = 0;
    if (rest_.starts_with("Dv")) {
      rest_ = rest_.drop_front(2);
      if (rest_.consumeInteger(10, elements) || !rest_.consume_front("_")) return {};
      vectors_.push_back(number());
      return vectors_.back();
    }
    if (rest_.consume_front("S_")) return vectors_.empty() ? llvm::StringRef() : vectors_.front();
    if (rest_.consume_front("S0_")) return vectors_.size() < 2 ? llvm::StringRef() : vectors_[1];
    return number();
  }

  llvm::StringRef rest_;
  std::vector<llvm::StringRef> vectors_;
};

unsigned elements_of(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

bool is_of_short_vectors(const llvm::CallInst& call) {
  const unsigned elements = elements_of(*call.getType());
  if (elements < 2 || elements > k_longest_of_functions) return false;
  return llvm::all_of(call.args(), [&](const llvm::Use& argument) {
    const llvm::Type* type = argument->getType()->getScalarType();
    const unsigned count = elements_of(*argument->getType());
    return (count == 1 || count == elements) && (type->isIntegerTy() || type->isFloatingPointTy());
  });
}

// True for LLVM's functions that compute each element by itself, and whose vectors are not quick.
bool is_split_intrinsic(const llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::trunc || id == llvm::Intrinsic::bitreverse || id == llvm::Intrinsic::bswap) return false;
  const bool has_one_type = llvm::all_of(call.args(), [&](const llvm::Use& argument) {
    return argument->getType() == call.getType() || argument->getType()->isIntegerTy(1);
  });
  return id != llvm::Intrinsic::not_intrinsic && has_one_type && llvm::isTriviallyScalarizable(id, nullptr);
}

// True for a call that a function of numbers computes each element of.
bool has_scalar_function(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || !is_of_short_vectors(call)) return false;
  return is_split_intrinsic(call) || ScalarName(callee->getName()).read().has_value();
}

// The scalar function, or null where the module declares another one by its name.
llvm::Function* scalar_function(llvm::CallInst& call) {
  llvm::Module& module = *call.getModule();
  llvm::Type* result = call.getType()->getScalarType();
  if (is_split_intrinsic(call)) {
    return llvm::Intrinsic::getOrInsertDeclaration(&module, call.getIntrinsicID(), {result});
  }
  std::vector<llvm::Type*> types;
  for (const llvm::Use& argument : call.args()) types.push_back(argument->getType()->getScalarType());
  auto* type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
  const std::string name = *ScalarName(call.getCalledFunction()->getName()).read();
  auto* function = llvm::dyn_cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  if (function == nullptr || function->getFunctionType() != type) return nullptr;
  function->copyAttributesFrom(call.getCalledFunction());
  return function;
}

// Divisions and conversions; divisions of numbers of less than 32 bits are as slow one by one.
bool is_slow_operation(const llvm::Instruction& instruction) {
  const unsigned elements = elements_of(*instruction.getType());
  if (elements < 2 || elements > k_longest_of_operations) return false;
  if (instruction.isIntDivRem() && instruction.getType()->getScalarSizeInBits() < 32) return false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return true;
    default:
      return false;
  }
}

// Computes one element, of operands that are numbers.
using OfElement = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)>;

void split(llvm::Instruction& instruction, unsigned operand_count, OfElement of_element) {
  llvm::IRBuilder<> builder(&instruction);
  if (llvm::isa<llvm::FPMathOperator>(instruction)) builder.setFastMathFlags(instruction.getFastMathFlags());
  llvm::Value* result = llvm::PoisonValue::get(instruction.getType());
  for (unsigned i = 0; i < elements_of(*instruction.getType()); ++i) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (unsigned k = 0; k < operand_count; ++k) {
      llvm::Value* operand = instruction.getOperand(k);
      operands.push_back(operand->getType()->isVectorTy() ? builder.CreateExtractElement(operand, i) : operand);
    }
    result = builder.CreateInsertElement(result, of_element(builder, operands), i);
  }
  result->takeName(&instruction);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

void split_call(llvm::CallInst& call, llvm::Function* scalar) {
  split(call, call.arg_size(), [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
    llvm::CallInst* result = builder.CreateCall(scalar, operands);
    result->setCallingConv(call.getCallingConv());
    return result;
  });
}

void split_operation(llvm::Instruction& instruction) {
  split(instruction, instruction.getNumOperands(),
        [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
          if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
            return builder.CreateCast(cast->getOpcode(), operands[0], instruction.getType()->getScalarType());
          }
          return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(), operands[0],
                                     operands[1]);
        });
}

// True for `mad` of vectors of eight and sixteen, which are computed as they are.
bool is_long_mad(const llvm::CallInst& call) {
  return elements_of(*call.getType()) > k_longest_of_functions && called_builtin(call) == "mad";
}

// OpenCL leaves to `mad` how its product is rounded.
void separate_mad(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Value* product = builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1));
  call.replaceAllUsesWith(builder.CreateFAdd(product, call.getArgOperand(2)));
  call.eraseFromParent();
}

// The numbers that a loop carries from turn to turn in vectors.
unsigned carried_by(const llvm::Loop& loop) {
  unsigned numbers = 0;
  for (const llvm::PHINode& carried : loop.getHeader()->phis()) {
    if (carried.getType()->isVectorTy()) numbers += elements_of(*carried.getType());
  }
  return numbers;
}

bool is_slow_function(const llvm::CallInst& call) {
  return has_scalar_function(call) || is_long_mad(call) || is_geometric(call) || access_of(call) != Access::k_none;
}

// Functions that take a few instructions.
constexpr std::array k_quick_functions = std::to_array<std::string_view>(
    {"abs",      "abs_diff", "add_sat", "ceil",  "clamp", "clz",   "copysign", "cross",    "ctz",     "degrees",
     "distance", "dot",      "fabs",    "fdim",  "floor", "fma",   "fmax",     "fmin",     "hadd",    "mad",
     "mad24",    "mad_hi",   "max",     "min",   "mix",   "mul24", "mul_hi",   "popcount", "radians", "rhadd",
     "rint",     "rotate",   "round",   "rsqrt", "sign",  "step",  "sub_sat"});

// True where an operation on a vector takes a few instructions for each work-item.
bool is_quick_for_each(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return !instruction.isIntDivRem();
  const std::string name = called_builtin(*call);
  if (name.empty()) return call->getIntrinsicID() != llvm::Intrinsic::sqrt;
  return llvm::is_contained(k_quick_functions, name) || llvm::StringRef(name).starts_with("convert_");
}

// Vectors of neighbouring work-items, as far as they lie beside each other in memory or come from operations that are
// split.
class Neighbours {
 public:
  // `split` are the operations that are to be split, in the order of the function.
  Neighbours(const Divergence& divergence, llvm::ArrayRef<llvm::Instruction*> split)
      : divergence_(divergence), split_(split.begin(), split.end()) {
    leave_apart(split);
  }

  // True for an operation that is left.
  bool splits(const llvm::Instruction* operation) const { return split_.contains(operation); }

 private:
  // Leaves out those whose vectors stay apart, and then those that compute with the results of these, or for these.
  void leave_apart(llvm::ArrayRef<llvm::Instruction*> in_order) {
    bool changes = true;
    const auto leave = [&](const llvm::Instruction* one) {
      if (split_.contains(one) && are_apart(*one)) changes = split_.erase(one);
    };
    while (changes) {
      changes = false;
      llvm::for_each(in_order, leave);
      llvm::for_each(llvm::reverse(in_order), leave);
    }
  }

  // True where each work-item's number is that of the one before and one more, or all have the same.
  bool count_up(const llvm::Value* number) const {
    if (!divergence_.differs(*number) || Divergence::is_id(*number)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(number);
    if (instruction == nullptr) return false;
    const llvm::Value* first = instruction->getOperand(0);
    if (llvm::isa<llvm::CastInst>(instruction)) return count_up(first);
    const unsigned opcode = instruction->getOpcode();
    if (opcode == llvm::Instruction::Sub) return count_up(first) && !divergence_.differs(*instruction->getOperand(1));
    if (opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Or) return false;
    const llvm::Value* second = instruction->getOperand(1);
    if (divergence_.differs(*first)) std::swap(first, second);
    return !divergence_.differs(*first) && count_up(second);
  }

  // True for an address that is the same for all work-items, or beside that of the work-item before.
  bool is_near(const llvm::Value* address) const {
    if (!divergence_.differs(*address)) return true;
    const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
    if (element == nullptr || element->getNumIndices() != 1) return false;
    const llvm::Value* index = element->getOperand(1);
    if (!divergence_.differs(*index)) return is_near(element->getPointerOperand());
    return !divergence_.differs(*element->getPointerOperand()) && count_up(index);
  }

  // True where the vectors that the instruction computes with stay vectors of one work-item each, so that taking them
  // apart and putting them together would cost more than is won.
  bool are_apart(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && is_long_mad(*call)) return false;
    const Access access = call == nullptr ? Access::k_none : access_of(*call);
    if (access != Access::k_none) return is_access_apart(*call, access);
    const bool is_quick = is_quick_for_each(instruction);
    const auto is_far = [&](const llvm::Value* operand) { return comes_from_afar(operand, is_quick, 0); };
    return llvm::any_of(instruction.operand_values(), is_far) || goes_afar(instruction, is_quick, 0);
  }

  // As above. Vectors of up to eight bytes are quick even where work-items part, and where what they come from, or go
  // to, lies far apart.
  bool is_access_apart(const llvm::CallInst& call, Access access) const {
    if (!is_near(call, access) || is_long_and_taken_apart(call)) return true;
    const bool is_parted = divergence_.is_apart(call);
    const llvm::Type& vector = access == Access::k_load ? *call.getType() : *call.getArgOperand(0)->getType();
    constexpr unsigned k_short_bits = 64;
    const bool is_short = vector.getPrimitiveSizeInBits().getFixedValue() <= k_short_bits;
    if (is_short && !is_parted) return false;
    if (!is_short && is_parted) return true;
    return access == Access::k_load ? goes_afar(call, /*is_quick=*/true, 0)
                                    : comes_from_afar(call.getArgOperand(0), /*is_quick=*/true, 0);
  }

  // True for a vector of more than four elements some of which are used one by one, which is quicker by a call.
  static bool is_long_and_taken_apart(const llvm::Instruction& vector) {
    return elements_of(*vector.getType()) > k_longest_of_functions &&
           llvm::any_of(vector.users(), llvm::IsaPred<llvm::ExtractElementInst, llvm::ShuffleVectorInst>);
  }

  // True for a call of a function of vectors that stays one.
  bool is_whole(const llvm::Value* value) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call == nullptr || split_.contains(call)) return false;
    return call->getType()->isVectorTy() ||
           llvm::any_of(call->args(), [](const llvm::Use& argument) { return argument->getType()->isVectorTy(); });
  }

  bool is_near(const llvm::CallInst& call, Access access) const {
    const unsigned offset = access == Access::k_load ? 0 : 1;
    return !divergence_.differs(*call.getArgOperand(offset + 1)) && count_up(call.getArgOperand(offset));
  }

  bool is_far_in_memory(const llvm::Type& type, const llvm::Value& address, bool is_quick) const {
    return !is_near(&address) || (is_quick && !is_transposed(type));
  }

  // True for what computes with elements as easily as with vectors.
  static bool passes_on(const llvm::Value* value) {
    return llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::ShuffleVectorInst>(value);
  }

  bool comes_from_afar(const llvm::Value* value, bool is_quick, unsigned depth) const {
    if (!value->getType()->isVectorTy()) return false;
    if (is_whole(value)) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
      return is_far_in_memory(*load->getType(), *load->getPointerOperand(), is_quick);
    }
    const auto is_far = [&](const llvm::Value* operand) { return comes_from_afar(operand, is_quick, depth + 1); };
    return passes_on(value) && depth < k_deepest &&
           llvm::any_of(llvm::cast<llvm::Instruction>(value)->operand_values(), is_far);
  }

  bool goes_afar(const llvm::Instruction& value, bool is_quick, unsigned depth) const {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
      if (is_whole(user)) return true;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        return is_far_in_memory(*value.getType(), *store->getPointerOperand(), is_quick);
      }
      return passes_on(user) && depth < k_deepest &&
             goes_afar(*llvm::cast<llvm::Instruction>(user), is_quick, depth + 1);
    });
  }

  // The operations that a vector is followed through.
  static constexpr unsigned k_deepest = 4;
  const Divergence& divergence_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> split_;
};

void split_one(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) {
    split_operation(instruction);
  } else if (access_of(*call) != Access::k_none) {
    write_access(*call);
  } else if (is_long_mad(*call)) {
    separate_mad(*call);
  } else if (is_geometric(*call)) {
    expand_geometric(*call);
  } else if (llvm::Function* scalar = scalar_function(*call); scalar != nullptr) {
    split_call(*call, scalar);
  }
}

void split_short_vectors(llvm::Function& function) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (is_slow_operation(instruction) || (call != nullptr && is_slow_function(*call))) found.push_back(&instruction);
  }
  if (found.empty()) return;
  const Divergence divergence(function);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::erase_if(found, [&](const llvm::Instruction* one) {
    const llvm::Loop* loop = loops.getLoopFor(one->getParent());
    const auto* call = llvm::dyn_cast<llvm::CallInst>(one);
    const unsigned most = call != nullptr && is_long_mad(*call) ? k_most_carried_of_long : k_most_carried;
    const bool is_access = call != nullptr && access_of(*call) != Access::k_none;
    return (divergence.is_apart(*one) && !is_access) || (loop != nullptr && carried_by(*loop) > most);
  });
  const Neighbours neighbours(divergence, found);
  for (llvm::Instruction* instruction : found) {
    if (neighbours.splits(instruction)) split_one(*instruction);
  }
}

}  // namespace

void split_short_vectors(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) split_short_vectors(function);
  }
}

}  // namespace clc::worker
