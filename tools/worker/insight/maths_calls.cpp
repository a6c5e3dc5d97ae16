#include "worker/insight/maths_calls.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/insight/analysis/maths_arguments.h"
#include "worker/insight/analysis/recorder.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {
namespace {

// Functions that are more than a few instructions, at least on some chip.
constexpr std::array<std::string_view, 49> k_functions{
    "acos",   "acosh", "acospi", "asin",  "asinh",     "asinpi",   "atan",   "atan2",     "atan2pi", "atanh",
    "atanpi", "cbrt",  "cos",    "cosh",  "cospi",     "divide",   "erf",    "erfc",      "exp",     "exp10",
    "exp2",   "expm1", "fmod",   "hypot", "lgamma",    "lgamma_r", "log",    "log10",     "log1p",   "log2",
    "pow",    "pown",  "powr",   "recip", "remainder", "remquo",   "rootn",  "rsqrt",     "sin",     "sincos",
    "sinh",   "sinpi", "sqrt",   "tan",   "tanh",      "tanpi",    "tgamma", "nextafter", "ldexp"};

// Functions that have shorter forms: native_ and half_ of the second name, and sinpi and its like.
struct Shorter {
  std::string_view function, of_form;
  bool has_pi;
};
constexpr std::array k_shorter{
    Shorter{"cos", "cos", true},      Shorter{"exp", "exp", false},  Shorter{"exp10", "exp10", false},
    Shorter{"exp2", "exp2", false},   Shorter{"log", "log", false},  Shorter{"log10", "log10", false},
    Shorter{"log2", "log2", false},   Shorter{"pow", "powr", false}, Shorter{"powr", "powr", false},
    Shorter{"rsqrt", "rsqrt", false}, Shorter{"sin", "sin", true},   Shorter{"sqrt", "sqrt", false},
    Shorter{"tan", "tan", true},
};

// The name that a program calls, and how the types of its arguments are mangled.
struct Name {
  std::string function, types;
};

// The parts of "_Z3sinf"; nothing where it is no maths function of OpenCL.
std::optional<Name> maths_name(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  std::size_t length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length >= name.size()) return std::nullopt;
  llvm::StringRef base = name.take_front(length);
  Name found{base.str(), name.drop_front(length).str()};
  if (!base.consume_front("native_")) base.consume_front("half_");
  const bool is_maths = llvm::is_contained(k_functions, std::string_view(base)) && function.arg_size() != 0;
  return is_maths ? std::optional(found) : std::nullopt;
}

std::string mangled(const std::string& function, const std::string& types) {
  return "_Z" + std::to_string(function.size()) + function + types;
}

std::string type_text(const llvm::Type& type) {
  const llvm::Type& scalar = *type.getScalarType();
  const std::string text = scalar.isHalfTy() ? "half" : scalar.isDoubleTy() ? "double" : "float";
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? text : text + std::to_string(vector->getNumElements());
}

// native_ and half_ functions are of float.
std::vector<std::string> shorter_functions(const llvm::Function& function, const Name& name) {
  const auto known = std::ranges::find(k_shorter, name.function, &Shorter::function);
  if (known == k_shorter.end()) return {};
  std::vector<std::string> all;
  if (function.getArg(0)->getType()->getScalarType()->isFloatTy()) {
    all = {"native_" + std::string(known->of_form), "half_" + std::string(known->of_form)};
  }
  if (known->has_pi) all.push_back(std::string(known->function) + "pi");
  return all;
}

bool wants_analysis(const BackEndJob& job) {
  return std::ranges::any_of(job.request.sections, [](const std::string& section) {
    const std::optional<AnalysisRequest> request = analysis_request(section);
    return request && request->with_accesses;
  });
}

// A copy of the module, in which maths functions stay calls and all else is as simple as that allows.
std::unique_ptr<llvm::Module> copy_with_calls(const BackEndJob& job) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(job.module);
  for (llvm::Function& function : *copy) {
    if (function.isDeclaration() || !maths_name(function)) continue;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
  run_passes(*copy, job.machine,
             "cgscc(inline),function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,gvn,sccp,simplifycfg)");
  return copy;
}

// The calls of a kernel, in the functions that it calls, too.
class Calls {
 public:
  std::vector<std::pair<MathsCall, const llvm::Function*>> found;

  void look_in(llvm::Function& function, std::uint64_t loops) {
    if (function.isDeclaration() || !seen_.insert(&function).second) return;
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loop_info(dominators);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr) continue;
      const std::uint64_t depth = loops + loop_info.getLoopDepth(instruction.getParent());
      if (const std::optional<Name> name = maths_name(*callee)) {
        add(*call, *callee, *name, depth);
      } else {
        look_in(*callee, depth);
      }
    }
  }

 private:
  void add(const llvm::CallBase& call, const llvm::Function& callee, const Name& name, std::uint64_t loops) {
    const llvm::Value& argument = *call.getArgOperand(0);
    MathsCall one;
    one.place = place_of(call);
    one.function = name.function;
    one.type = type_text(*callee.getArg(0)->getType());
    one.loops = loops;
    one.is_of_pi = is_multiple_of_pi(argument);
    const std::optional<double> most = largest_magnitude(argument);
    one.is_small = most && *most <= std::numbers::pi;
    found.emplace_back(std::move(one), &callee);
  }

  llvm::SmallPtrSet<const llvm::Function*, 8> seen_;
};

// Instructions of a chip: one for each element of a vector, none for what puts vectors together.
std::uint64_t chip_instructions(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool is_none =
      instruction.isDebugOrPseudoInst() || (intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic());
  if (is_none || llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(instruction))
    return 0;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return vector == nullptr ? 1 : vector->getNumElements();
}

// Instructions of a function with those of the functions that it calls, once for each place that calls them.
std::uint64_t count_instructions(const llvm::Function& function, int depth = 0) {
  constexpr int k_deepest = 16;
  std::uint64_t count = 0;
  if (depth == k_deepest) return count;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    count += chip_instructions(instruction);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr) count += count_instructions(*callee, depth + 1);
  }
  return count;
}

// Leaves the maths functions alone, each optimised with all that it calls.
void optimize_functions(llvm::Module& copy, const BackEndJob& job) {
  constexpr int k_optimization = 2;
  for (llvm::Function& function : copy) {
    if (function.isDeclaration()) continue;
    if (is_kernel(function)) function.deleteBody();
    if (maths_name(function)) function.removeFnAttr(llvm::Attribute::NoInline);
  }
  run_passes(copy, job.machine, {}, [](PassList& list) { list.add_optimizer(k_optimization); });
}

void add_counts(const llvm::Module& copy, const Name& name, const llvm::Function& callee, MathsCall& call) {
  call.instructions = count_instructions(callee);
  for (const std::string& shorter : shorter_functions(callee, name)) {
    const llvm::Function* function = copy.getFunction(mangled(shorter, name.types));
    if (function == nullptr || function->isDeclaration()) continue;
    if (shorter.ends_with("pi") && !call.is_of_pi) continue;
    const std::uint64_t instructions = count_instructions(*function);
    if (instructions < call.instructions) call.shorter.push_back({shorter, instructions});
  }
}

// Removes what declare_shorter_functions() asked for.
void forget_unused(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.use_empty() && maths_name(function)) function.eraseFromParent();
  }
}

}  // namespace

void declare_shorter_functions(const BackEndJob& job) {
  if (!wants_analysis(job)) return;
  std::vector<std::pair<const llvm::Function*, std::string>> wanted;
  for (const llvm::Function& function : job.module) {
    const std::optional<Name> name = function.isDeclaration() ? maths_name(function) : std::nullopt;
    if (!name) continue;
    for (const std::string& shorter : shorter_functions(function, *name)) {
      wanted.emplace_back(&function, mangled(shorter, name->types));
    }
  }
  for (const auto& [function, name] : wanted) {
    if (job.module.getFunction(name) != nullptr) continue;
    llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage, name, job.module)
        ->copyAttributesFrom(function);
  }
}

MathsCalls find_maths_calls(const BackEndJob& job) {
  if (!wants_analysis(job)) return {};
  const std::unique_ptr<llvm::Module> copy = copy_with_calls(job);
  std::map<std::string, Calls> calls;
  for (const KernelInterface& kernel : job.interface.kernels) {
    if (llvm::Function* function = copy->getFunction(kernel.name)) calls[kernel.name].look_in(*function, 0);
  }
  forget_unused(job.module);
  optimize_functions(*copy, job);
  MathsCalls all;
  for (auto& [kernel, found] : calls) {
    for (auto& [call, callee] : found.found) {
      add_counts(*copy, *maths_name(*callee), *callee, call);
      all[kernel].push_back(std::move(call));
    }
  }
  return all;
}

}  // namespace clc::worker
