#include "worker/insight/coverage/mapping.h"

#include <algorithm>
#include <vector>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/ProfileData/Coverage/CoverageMapping.h>
#include <llvm/ProfileData/Coverage/CoverageMappingReader.h>
#include <llvm/ProfileData/InstrProf.h>

#include "base/try.h"
#include "worker/frontend/invocation.h"
#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

using llvm::coverage::Counter;
using llvm::coverage::CounterExpression;
using llvm::coverage::CounterMappingRegion;
using Files = std::vector<std::string>;

constexpr llvm::StringRef k_record = "__covrec_", k_files = "__llvm_coverage_mapping", k_name = "__profn_",
                          k_names = "__llvm_coverage_names";

Error damaged() {
  return Error(ErrorKind::k_crash, "Clang's coverage mapping cannot be read");
}

// Field `index` of a packed struct.
std::uint64_t number_in(const llvm::Constant& record, unsigned index) {
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(record.getAggregateElement(index));
  return number == nullptr ? 0 : number->getZExtValue();
}

llvm::StringRef bytes_in(const llvm::Constant* constant) {
  const auto* data = llvm::dyn_cast_or_null<llvm::ConstantDataArray>(constant);
  return data == nullptr ? llvm::StringRef() : data->getRawDataValues();
}

// The text of a variable that names a function.
std::string text_of(const llvm::Value* variable) {
  const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(variable);
  return global == nullptr || !global->hasInitializer() ? "" : bytes_in(global->getInitializer()).str();
}

// Names of functions by the digests that stand for them in the mapping.
std::map<std::uint64_t, std::string> names_in(llvm::Module& module) {
  std::map<std::uint64_t, std::string> names;
  const auto add = [&](const std::string& name) { names[llvm::IndexedInstrProf::ComputeHash(name)] = name; };
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (global.getName().starts_with(k_name)) add(text_of(&global));
    if (!global.getName().starts_with(k_names) || !global.hasInitializer()) continue;
    for (const llvm::Use& used : global.getInitializer()->operands()) add(text_of(used->stripPointerCasts()));
  }
  return names;
}

// The lists of files by their digests.
Result<std::map<std::uint64_t, Files>> file_lists_in(llvm::Module& module) {
  std::map<std::uint64_t, Files> lists;
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (!global.getName().starts_with(k_files) || !global.hasInitializer()) continue;
    const llvm::Constant* header = global.getInitializer()->getAggregateElement(0U);
    const llvm::StringRef data = bytes_in(global.getInitializer()->getAggregateElement(1U));
    const auto version = static_cast<llvm::coverage::CovMapVersion>(number_in(*header, 3));
    llvm::coverage::RawCoverageFilenamesReader reader(data, lists[llvm::IndexedInstrProf::ComputeHash(data)]);
    if (llvm::Error error = reader.read(version)) {
      llvm::consumeError(std::move(error));
      return fail(damaged());
    }
  }
  return lists;
}

// Adds a counter, or the counters of an expression, to a sum.
void add_terms(const Counter& counter, const std::vector<CounterExpression>& expressions, int sign,
               std::map<unsigned, int>& sum) {
  if (counter.isZero()) return;
  if (counter.getKind() == Counter::CounterValueReference) {
    sum[counter.getCounterID()] += sign;
    return;
  }
  const CounterExpression& expression = expressions[counter.getExpressionID()];
  add_terms(expression.LHS, expressions, sign, sum);
  add_terms(expression.RHS, expressions, expression.Kind == CounterExpression::Subtract ? -sign : sign, sum);
}

std::vector<std::uint64_t> terms_of(const Counter& counter, const std::vector<CounterExpression>& expressions) {
  std::map<unsigned, int> sum;
  add_terms(counter, expressions, 1, sum);
  std::vector<std::uint64_t> terms;
  for (const auto& [index, times] : sum) {
    for (int i = 0; i < std::abs(times); ++i) terms.push_back(std::uint64_t{index} * 2 + (times < 0 ? 1 : 0));
  }
  return terms;
}

RegionKind kind_of(const CounterMappingRegion& region) {
  switch (region.Kind) {
    case CounterMappingRegion::ExpansionRegion:
      return RegionKind::k_expansion;
    case CounterMappingRegion::SkippedRegion:
      return RegionKind::k_skipped;
    case CounterMappingRegion::GapRegion:
      return RegionKind::k_gap;
    case CounterMappingRegion::BranchRegion:
    case CounterMappingRegion::MCDCBranchRegion:
      return RegionKind::k_branch;
    default:
      return RegionKind::k_code;
  }
}

// "a.cl:f" is a static function of a.cl, and a kernel's body is the kernel.
std::string name_in_source(llvm::StringRef name) {
  name = name.substr(name.find_last_of(";:") + 1);
  name.consume_front(k_body_of_kernel);
  return llvm::demangle(name);
}

class Reader {
 public:
  explicit Reader(CoverageMappings& into) : into_(into) {}

  Result<void> read(const std::string& name, llvm::StringRef data, const Files& list) {
    llvm::ArrayRef<std::string> of_source(list);
    std::vector<llvm::StringRef> files;
    std::vector<CounterExpression> expressions;
    std::vector<CounterMappingRegion> regions;
    llvm::coverage::RawCoverageMappingReader reader(data, of_source, files, expressions, regions);
    if (llvm::Error error = reader.read()) {
      llvm::consumeError(std::move(error));
      return fail(damaged());
    }
    CoveredFunction function;
    function.name = name_in_source(name);
    for (const CounterMappingRegion& region : regions) {
      CoverageRegion one;
      one.kind = kind_of(region);
      one.line = region.LineStart;
      one.column = region.ColumnStart;
      one.end_line = region.LineEnd;
      one.end_column = region.ColumnEnd;
      one.count = terms_of(region.Count, expressions);
      if (one.kind == RegionKind::k_branch) one.count_false = terms_of(region.FalseCount, expressions);
      for (const auto* terms : {&one.count, &one.count_false}) {
        for (const std::uint64_t term : *terms) function.counters = std::max(function.counters, term / 2 + 1);
      }
      // Macros of Clang's own header are none of the user's code.
      if (files[region.FileID].starts_with(k_resource_folder)) continue;
      one.file = file_index(files[region.FileID]);
      function.regions.push_back(std::move(one));
    }
    into_.functions[name] = std::move(function);
    return {};
  }

 private:
  std::uint64_t file_index(llvm::StringRef file) {
    file.consume_front("./");
    const auto found = std::ranges::find(into_.files, file);
    if (found != into_.files.end()) return static_cast<std::uint64_t>(found - into_.files.begin());
    into_.files.push_back(file.str());
    return into_.files.size() - 1;
  }

  CoverageMappings& into_;
};

void erase_mappings(llvm::Module& module) {
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals())) {
    const llvm::StringRef name = global.getName();
    if (!name.starts_with(k_record) && !name.starts_with(k_files) && !name.starts_with(k_names)) continue;
    global.eraseFromParent();
  }
}

}  // namespace

Result<CoverageMappings> take_coverage_mappings(llvm::Module& module) {
  const std::map<std::uint64_t, std::string> names = names_in(module);
  const std::map<std::uint64_t, Files> lists = CLC_TRY(file_lists_in(module));
  CoverageMappings mappings;
  Reader reader(mappings);
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (!global.getName().starts_with(k_record) || !global.hasInitializer()) continue;
    const llvm::Constant& record = *global.getInitializer();
    const auto name = names.find(number_in(record, 0));
    const auto files = lists.find(number_in(record, 3));
    if (name == names.end() || files == lists.end()) return fail(damaged());
    CLC_TRY(reader.read(name->second, bytes_in(record.getAggregateElement(4U)), files->second));
  }
  // A kernel only calls its body, which has the same regions.
  std::erase_if(mappings.functions,
                [&](const auto& one) { return mappings.functions.contains(k_body_of_kernel.str() + one.first); });
  erase_mappings(module);
  return mappings;
}

}  // namespace clc::worker
