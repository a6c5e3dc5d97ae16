#include "worker/insight/coverage/instrument_coverage.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/try.h"
#include "worker/insight/coverage/mapping.h"
#include "worker/ir/calls.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/hidden_argument.h"
#include "worker/passes/inlining.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {
namespace {

constexpr llvm::Intrinsic::ID k_increments[] = {llvm::Intrinsic::instrprof_increment,
                                                llvm::Intrinsic::instrprof_increment_step};

// 64-bit atomic additions are an extension of SPIR-V's consumers.
std::uint64_t counter_bytes(Family family) {
  return family == Family::k_spirv32 || family == Family::k_spirv64 ? 4 : 8;
}

bool has_global_atomics(Family family) {
  return family != Family::k_r600;
}

const char* device_scope(Family family) {
  return family == Family::k_amdgcn ? "agent" : "device";
}

// Inlines every function that counts, so that each kernel counts in its own buffer.
Result<void> inline_counters(const BackEndJob& job) {
  std::vector<llvm::Function*> increments;
  for (const llvm::Intrinsic::ID id : k_increments) {
    if (llvm::Function* function = llvm::Intrinsic::getDeclarationIfExists(&job.module, id))
      increments.push_back(function);
  }
  inline_callers_always(std::move(increments));
  return run_passes(job.module, job.machine, "always-inline");
}

std::string function_of(const llvm::InstrProfCntrInstBase& counter) {
  const auto* data = llvm::cast<llvm::ConstantDataArray>(counter.getName()->getInitializer());
  return data->getRawDataValues().str();
}

// Replaces the increments of a kernel.
class Counters {
 public:
  Counters(llvm::Function& kernel, Family family, CoverageTable& table,
           const std::map<std::string, std::uint64_t>& functions)
      : kernel_(kernel), family_(family), table_(table), functions_(functions) {}

  Result<void> run() {
    CoveredKernel covered;
    covered.name = kernel_.getName().str();
    covered.argument = kernel_.arg_size() - 1;
    std::vector<llvm::InstrProfIncrementInst*> all;
    for (llvm::Instruction& one : llvm::instructions(kernel_)) {
      if (auto* increment = llvm::dyn_cast<llvm::InstrProfIncrementInst>(&one)) all.push_back(increment);
    }
    for (llvm::InstrProfIncrementInst* one : all) {
      const auto function = functions_.find(function_of(*one));
      if (function == functions_.end())
        return fail(ErrorKind::k_crash, "Clang's coverage mapping lacks a function of kernel " + covered.name);
      if (!first_.contains(function->second)) {
        first_[function->second] = used_;
        used_ += table_.functions[function->second].counters;
        covered.functions.push_back(function->second);
      }
      lower(*one, first_[function->second] + one->getIndex()->getZExtValue());
    }
    table_.kernels.push_back(std::move(covered));
    return {};
  }

 private:
  void lower(llvm::InstrProfIncrementInst& increment, std::uint64_t index) {
    llvm::IRBuilder<> builder(&increment);
    llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(table_.counter_bytes) * 8);
    llvm::Value* counter = builder.CreateConstInBoundsGEP1_64(type, kernel_.getArg(kernel_.arg_size() - 1), index);
    llvm::Value* step = builder.CreateZExtOrTrunc(increment.getStep(), type);
    builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, counter, step, llvm::Align(table_.counter_bytes),
                            llvm::AtomicOrdering::Monotonic,
                            kernel_.getContext().getOrInsertSyncScopeID(device_scope(family_)));
    increment.eraseFromParent();
  }

  llvm::Function& kernel_;
  Family family_;
  CoverageTable& table_;
  const std::map<std::string, std::uint64_t>& functions_;
  std::map<std::uint64_t, std::uint64_t> first_;  // the first counter of each function in the buffer
  std::uint64_t used_ = 0;
};

// Adds the functions in the order of the source, whose path is in the names of some. Returns their indices by name.
std::map<std::string, std::uint64_t> add_functions(CoverageMappings& mappings, CoverageTable& table) {
  using Named = std::pair<const std::string, CoveredFunction>;
  std::vector<Named*> all;
  for (Named& one : mappings.functions) all.push_back(&one);
  const auto place = [](const Named* one) {
    if (one->second.regions.empty()) return std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>();
    const CoverageRegion& first = one->second.regions.front();
    return std::tuple(first.file, first.line, first.column);
  };
  std::ranges::stable_sort(all, {}, place);
  std::map<std::string, std::uint64_t> indices;
  for (Named* one : all) {
    indices[one->first] = table.functions.size();
    table.functions.push_back(std::move(one->second));
  }
  return indices;
}

// Counters may be in functions that no kernel runs.
void erase_leftovers(llvm::Module& module) {
  for (const llvm::Intrinsic::ID id : k_increments) {
    llvm::Function* function = llvm::Intrinsic::getDeclarationIfExists(&module, id);
    if (function == nullptr) continue;
    for (llvm::CallInst* call : calls_of(*function)) call->eraseFromParent();
    function->eraseFromParent();
  }
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals())) {
    if (global.getName().starts_with("__profn_") && global.use_empty()) global.eraseFromParent();
  }
}

}  // namespace

Result<CoverageTable> instrument_coverage(const BackEndJob& job) {
  const Family family = job.target.family;
  if (!has_global_atomics(family))
    return fail(ErrorKind::k_unavailable,
                "kernels for " + job.target.name() + " cannot count: --coverage needs atomics");
  CLC_TRY(run_passes(job.module, job.machine, "drop-used-lists"));  // they name the mappings
  CoverageMappings mappings = CLC_TRY(take_coverage_mappings(job.module));
  CoverageTable table;
  table.counter_bytes = counter_bytes(family);
  table.files = std::move(mappings.files);
  const std::map<std::string, std::uint64_t> functions = add_functions(mappings, table);
  CLC_TRY(inline_counters(job));
  for (llvm::Function* old : kernels_of(job.module)) {
    llvm::Function* kernel =
        with_hidden_argument(*old, {"clc_coverage", table.counter_bytes == 4 ? "uint*" : "ulong*"});
    CLC_TRY(Counters(*kernel, family, table, functions).run());
  }
  std::ranges::sort(table.kernels, {}, &CoveredKernel::name);
  erase_leftovers(job.module);
  return table;
}

}  // namespace clc::worker
