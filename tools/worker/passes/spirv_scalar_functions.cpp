#include "worker/passes/spirv_scalar_functions.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "worker/analyses/operations.h"

namespace clc::worker {
namespace {

// Builtins that compute each element by itself. Left out are `trunc` and `bitselect`, which are quick for vectors, and
// `mad_sat`: of `uint` it is wrong in Intel's driver, for scalars in other cases than for vectors.
constexpr std::array k_elementwise_functions = std::to_array<std::string_view>(
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

// Translates the mangled name of a builtin of vectors to that of the builtin of scalars.
class ScalarName {
 public:
  explicit ScalarName(llvm::StringRef mangled) : rest_(mangled) {}

  // Nothing where an argument is neither a number nor a vector of numbers.
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
    if (llvm::is_contained(k_elementwise_functions, plain)) return name.str();
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

bool is_of_short_vectors(const llvm::CallInst& call) {
  const std::uint64_t elements = elements_of(*call.getType());
  if (elements < 2 || elements > k_longest_of_functions) return false;
  return llvm::all_of(call.args(), [&](const llvm::Use& argument) {
    const llvm::Type* type = argument->getType()->getScalarType();
    const std::uint64_t count = elements_of(*argument->getType());
    return (count == 1 || count == elements) && (type->isIntegerTy() || type->isFloatingPointTy());
  });
}

// True for intrinsics that compute each element by itself, but for those that are quick for vectors.
bool is_split_intrinsic(const llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::trunc || id == llvm::Intrinsic::bitreverse || id == llvm::Intrinsic::bswap) return false;
  const bool has_one_type = llvm::all_of(call.args(), [&](const llvm::Use& argument) {
    return argument->getType() == call.getType() || argument->getType()->isIntegerTy(1);
  });
  return id != llvm::Intrinsic::not_intrinsic && has_one_type && llvm::isTriviallyScalarizable(id, nullptr);
}

}  // namespace

bool has_scalar_function(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || !is_of_short_vectors(call)) return false;
  return is_split_intrinsic(call) || ScalarName(callee->getName()).read().has_value();
}

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

}  // namespace clc::worker
