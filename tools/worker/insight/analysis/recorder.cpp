#include "worker/insight/analysis/recorder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

namespace clc::worker {
namespace {

const char* space_name(Space space) {
  return space == Space::k_local ? "local" : space == Space::k_constant ? "constant" : "global";
}

std::vector<std::string> listed(const Reasons& reasons) {
  constexpr std::size_t k_most = 6;
  std::vector<std::string> list(reasons.begin(), reasons.end());
  if (list.size() > k_most) list.resize(k_most);
  return list;
}

void add_names(std::vector<std::string>& to, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (!llvm::is_contained(to, name)) to.push_back(name);
  }
}

const llvm::Value* pointer_of(const llvm::Instruction& at) {
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) return atomic->getPointerOperand();
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) return atomic->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&at);
}

bool is_struct_or_vector(const llvm::Type& type) {
  return type.isStructTy() || type.isVectorTy();
}

// True where such values of this size are in the type.
bool holds_element(llvm::Type& type, std::uint64_t size, const llvm::DataLayout& layout) {
  if (is_struct_or_vector(type) && layout.getTypeAllocSize(&type) == size) return true;
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    return holds_element(*array->getElementType(), size, layout);
  }
  const auto* whole = llvm::dyn_cast<llvm::StructType>(&type);
  return whole != nullptr &&
         llvm::any_of(whole->elements(), [&](llvm::Type* part) { return holds_element(*part, size, layout); });
}

// True where the kernel declares the argument as a pointer to anything but a number. Its IR has no such types.
bool points_to_structs_or_vectors(const llvm::Argument& argument) {
  const llvm::MDNode* types = argument.getParent()->getMetadata("kernel_arg_base_type");
  if (types == nullptr || argument.getArgNo() >= types->getNumOperands()) return false;
  const auto* text = llvm::dyn_cast<llvm::MDString>(types->getOperand(argument.getArgNo()).get());
  static const std::set<llvm::StringRef> k_numbers = {"char", "uchar", "short", "ushort", "int",   "uint",
                                                      "long", "ulong", "half",  "float",  "double"};
  return text != nullptr && text->getString().ends_with("*") && !k_numbers.contains(text->getString().drop_back());
}

// True where the distance of neighbouring items is the size of one element of an array of structs or vectors: what lies
// between them are no rows.
bool is_of_element(const llvm::Instruction& at, std::int64_t stride) {
  const llvm::Value* pointer = pointer_of(at);
  if (pointer == nullptr || stride == 0) return false;
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) return points_to_structs_or_vectors(*argument);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable != nullptr &&
         holds_element(*variable->getValueType(), static_cast<std::uint64_t>(std::abs(stride)), at.getDataLayout());
}

AccessFacts facts_of(const AccessEvent& event) {
  const AccessCost& cost = event.cost;
  AccessFacts facts;
  facts.place = place_of(*event.at);
  facts.kind = event.kind;
  facts.space = space_name(event.shape.space);
  facts.pattern = cost.pattern;
  facts.bytes = event.shape.bytes;
  facts.stride = cost.stride;
  facts.stride_text = cost.stride_text;
  facts.is_of_element = is_of_element(*event.at, cost.stride);
  facts.is_known = cost.is_known;
  facts.is_repeated = event.is_repeated;
  facts.depends_on = listed(cost.reasons);
  facts.assumes = listed(event.assumes);
  facts.requests = cost.requests * event.times;
  facts.ideal = cost.ideal * event.times;
  facts.least = cost.least * event.times;
  facts.most = cost.most * event.times;
  facts.unaligned = cost.unaligned * event.times;
  facts.degree = cost.degree;
  facts.expected_hundredths = cost.expected_hundredths;
  return facts;
}

// Joins the facts about one instruction that was seen several times.
void join(AccessFacts& to, const AccessFacts& more) {
  const bool is_same = to.pattern == more.pattern && to.stride == more.stride && to.stride_text == more.stride_text;
  if (!is_same) {
    // The costliest iteration gives the pattern.
    const auto cost = [](const AccessFacts& facts) {
      return facts.ideal == 0 ? 0.0 : static_cast<double>(facts.most) / static_cast<double>(facts.ideal);
    };
    if (cost(more) > cost(to)) {
      to.pattern = more.pattern;
      to.stride = more.stride;
      to.stride_text = more.stride_text;
      to.is_of_element = more.is_of_element;
    }
  }
  to.is_known = to.is_known && more.is_known;
  to.is_repeated = to.is_repeated || more.is_repeated;
  add_names(to.depends_on, more.depends_on);
  add_names(to.assumes, more.assumes);
  to.requests += more.requests;
  to.ideal += more.ideal;
  to.least += more.least;
  to.most += more.most;
  to.unaligned += more.unaligned;
  to.degree = std::max(to.degree, more.degree);
  to.expected_hundredths = std::max(to.expected_hundredths, more.expected_hundredths);
}

void join(BranchFacts& to, const BranchFacts& more) {
  static const std::vector<std::string> k_order = {"uniform", "group-uniform", "wave-uniform", "unknown", "divergent"};
  const auto rank = [](const std::string& kind) { return llvm::find(k_order, kind); };
  if (rank(more.kind) > rank(to.kind)) to.kind = more.kind;
  add_names(to.depends_on, more.depends_on);
  to.waves += more.waves;
  to.divergent_waves += more.divergent_waves;
  to.lanes += more.lanes;
  to.lanes_taken += more.lanes_taken;
}

// Joins the facts that are alike, where their place in the source is known.
template <class Facts, class Alike>
void join_alike(std::vector<Facts>& all, Alike&& are_alike) {
  std::vector<Facts> joined;
  for (Facts& one : all) {
    const bool has_place = one.place.line != 0 && !one.place.is_around;
    const auto same = llvm::find_if(joined, [&](const Facts& other) { return has_place && are_alike(one, other); });
    if (same != joined.end()) {
      join(*same, one);
    } else {
      joined.push_back(std::move(one));
    }
  }
  all = std::move(joined);
}

// Joins the accesses of one place in the source: a loop that the compiler unrolled has an instruction for each
// iteration.
void join_copies(std::vector<AccessFacts>& all) {
  const auto key = [](const AccessFacts& one) {
    return std::tie(one.place.file, one.place.line, one.place.column, one.kind, one.space, one.pattern, one.bytes,
                    one.stride, one.stride_text, one.is_known, one.is_repeated, one.depends_on, one.assumes);
  };
  join_alike(all, [&](const AccessFacts& a, const AccessFacts& b) { return key(a) == key(b); });
}

template <class Facts>
void sort_by_place(std::vector<Facts>& facts) {
  std::ranges::stable_sort(facts, {},
                           [](const Facts& one) { return std::tie(one.place.file, one.place.line, one.place.column); });
}

// A copy is a load and a store.
std::pair<const llvm::Instruction*, std::string> key_of(const AccessEvent& event) {
  return {event.at, event.kind};
}

const llvm::Instruction* key_of(const BranchEvent& event) {
  return event.at;
}

// Joins the events of each instruction to its facts, in the order in which the instructions were seen first.
template <class Facts, class Event, class Make>
std::vector<Facts> by_instruction(const std::vector<Event>& events, Make&& make) {
  std::map<decltype(key_of(std::declval<Event>())), std::size_t> known;
  std::vector<Facts> all;
  for (const Event& event : events) {
    const auto [at, is_new] = known.try_emplace(key_of(event), all.size());
    if (!is_new) join(all[at->second], make(event));
    if (is_new) all.push_back(make(event));
  }
  sort_by_place(all);
  return all;
}

void join(VectorLoad& to, const VectorLoad& more) {
  const bool is_known = to.transactions != 0 && more.transactions != 0;
  to.requests += more.requests;
  to.requests_then += more.requests_then;
  to.transactions = is_known ? to.transactions + more.transactions : 0;
  to.transactions_then = is_known ? to.transactions_then + more.transactions_then : 0;
}

// The loads that make the same vector whenever they happen.
std::vector<VectorLoad> joined_vector_loads(const std::vector<VectorLoadEvent>& events) {
  std::map<const llvm::Instruction*, std::optional<VectorLoad>> by_first;
  std::vector<const llvm::Instruction*> order;
  for (const VectorLoadEvent& event : events) {
    VectorLoad here = event.facts;
    for (std::uint64_t* count : {&here.requests, &here.requests_then, &here.transactions, &here.transactions_then})
      *count *= event.times;
    here.is_repeated = event.is_repeated;
    const auto [at, is_new] = by_first.try_emplace(event.at, here);
    if (is_new) order.push_back(event.at);
    if (is_new || !at->second) continue;
    VectorLoad& sum = *at->second;
    join(sum, here);
    sum.is_repeated = sum.is_repeated || here.is_repeated;
    if (sum.elements != here.elements) at->second.reset();
  }
  std::vector<VectorLoad> all;
  for (const llvm::Instruction* at : order) {
    const std::optional<VectorLoad>& one = by_first[at];
    if (!one || one->elements == 0) continue;
    const auto same = llvm::find_if(all, [&](const VectorLoad& other) {
      return !one->place.is_around && other.place == one->place && other.elements == one->elements &&
             other.bytes == one->bytes && other.is_repeated == one->is_repeated;
    });
    if (same != all.end()) join(*same, *one);
    if (same == all.end()) all.push_back(*one);
  }
  sort_by_place(all);
  return all;
}

// Splits the iterations of one visit of a loop by the outcome of a condition; nothing where the outcome changes too
// often for LoopSplit.
std::optional<LoopSplit> split_of(const std::vector<const BranchEvent*>& iterations) {
  LoopSplit split;
  std::size_t at = 0;
  const auto take = [&](Outcome outcome) {
    std::uint64_t count = 0;
    for (; at < iterations.size() && iterations[at]->outcome == outcome; ++at) ++count;
    return count;
  };
  const auto take_same = [&](bool& value) -> std::uint64_t {
    if (at == iterations.size() || iterations[at]->outcome == Outcome::k_both) return 0;
    value = iterations[at]->outcome == Outcome::k_yes;
    return take(iterations[at]->outcome);
  };
  for (const BranchEvent* iteration : iterations) {
    if (iteration->outcome == Outcome::k_unknown) return std::nullopt;
    split.tests += iteration->facts.waves;
    if (iteration->outcome == Outcome::k_both) split.tests_then += iteration->facts.waves;
  }
  split.before = take_same(split.value_before);
  split.divergent = take(Outcome::k_both);
  split.behind = take_same(split.value_behind);
  if (at != iterations.size()) return std::nullopt;
  return split;
}

// True where the loop has several iterations, and at least half of them need no test.
bool is_worth_it(const LoopSplit& split) {
  constexpr std::uint64_t k_fewest_iterations = 4;
  const std::uint64_t iterations = split.before + split.divergent + split.behind;
  const bool changes = split.divergent != 0 || (split.before != 0 && split.behind != 0);
  return changes && iterations >= k_fewest_iterations && 2 * split.divergent <= iterations;
}

using Iterations = std::vector<const BranchEvent*>;  // iterations of one visit of a loop

// Identifies a branch in the source, within one inlined call. When the compiler unrolls a loop, the copies of a branch
// have the same key.
using SourceBranch = std::tuple<const llvm::Metadata*, const llvm::Metadata*, unsigned, unsigned>;

std::optional<SourceBranch> source_branch(const llvm::Instruction& at) {
  const llvm::DILocation* location = at.getDebugLoc().get();
  if (location == nullptr || location->getLine() == 0) return std::nullopt;
  return SourceBranch{location->getInlinedAt(), location->getScope()->getSubprogram(), location->getLine(),
                      location->getColumn()};
}

// The iterations of each visit; nothing where it is not clear which iterations belong together.
std::vector<Iterations> visits_of(const std::vector<const BranchEvent*>& events) {
  std::vector<Iterations> visits;
  bool is_one_instruction = true;
  for (const BranchEvent* event : events) {
    if (event->visit == 0) return {};
    is_one_instruction = is_one_instruction && event->at == events.front()->at;
    if (visits.empty() || visits.back().front()->visit != event->visit) visits.emplace_back();
    visits.back().push_back(event);
  }
  return is_one_instruction || visits.size() == 1 ? visits : std::vector<Iterations>();
}

std::optional<LoopSplit> split_of(const std::vector<Iterations>& visits) {
  std::optional<LoopSplit> sum;
  for (const Iterations& visit : visits) {
    std::optional<LoopSplit> one = split_of(visit);
    const bool is_same = one && (!sum || std::tie(one->before, one->divergent, one->behind, one->value_before) ==
                                             std::tie(sum->before, sum->divergent, sum->behind, sum->value_before));
    if (!is_same) return std::nullopt;
    if (sum) {
      one->tests += sum->tests;
      one->tests_then += sum->tests_then;
    }
    sum = one;
  }
  return sum;
}

std::vector<LoopSplit> loop_splits(const std::vector<BranchEvent>& events) {
  std::map<SourceBranch, std::vector<const BranchEvent*>> branches;
  std::vector<const std::vector<const BranchEvent*>*> order;
  for (const BranchEvent& event : events) {
    const auto source = source_branch(*event.at);
    if (!source) continue;
    const auto [at, is_new] = branches.try_emplace(*source);
    if (is_new) order.push_back(&at->second);
    at->second.push_back(&event);
  }
  std::vector<LoopSplit> all;
  for (const std::vector<const BranchEvent*>* one : order) {
    const std::vector<const BranchEvent*>& of_branch = *one;
    std::optional<LoopSplit> split = split_of(visits_of(of_branch));
    if (!split || !is_worth_it(*split)) continue;
    split->place = place_of(*of_branch.front()->at);
    all.push_back(*split);
  }
  sort_by_place(all);
  return all;
}

// Sums all operations and bytes. The sum is not known if some are in a loop of unknown length, or if it is too large.
class WorkSum {
 public:
  void add(const WorkEvent& event) {
    if (!event.operations.not_counted.empty()) facts_.operations_depend_on.push_back(event.operations.not_counted);
    bool is_used = add(event, event.bytes, facts_.bytes);
    constexpr std::array sums{&WorkFacts::half_operations,         &WorkFacts::float_operations,
                              &WorkFacts::double_operations,       &WorkFacts::matrix_half_operations,
                              &WorkFacts::matrix_float_operations, &WorkFacts::matrix_double_operations,
                              &WorkFacts::matrix_float8_operations};
    for (std::size_t i = 0; i < sums.size(); ++i)
      is_used = add(event, event.operations.*Operations::members()[i], facts_.*sums[i]) || is_used;
    add(event, event.ideal, facts_.ideal);
    add(event, event.least, facts_.least);
    add(event, event.most, facts_.most);
    const bool is_access = event.bytes != 0;
    Reasons& iterations = is_access ? bytes_depend_on_ : operations_depend_on_;
    if (event.is_repeated && (is_used || is_access))
      iterations.insert(event.iterations.begin(), event.iterations.end());
    if (event.doubts != 0) doubted_.insert(event.doubted.begin(), event.doubted.end());
    facts_.is_at_most = facts_.is_at_most || event.doubts != 0;
  }

  WorkFacts sum() {
    add_names(facts_.operations_depend_on, listed(operations_depend_on_));
    add_names(facts_.bytes_depend_on, listed(bytes_depend_on_));
    facts_.assumes = listed(doubted_);
    return std::move(facts_);
  }

 private:
  bool add(const WorkEvent& event, std::uint64_t count, std::uint64_t& to) {
    to = llvm::SaturatingAdd(to, llvm::SaturatingMultiply(count, event.times));
    if (to > k_most_count) {
      (event.bytes == 0 ? operations_depend_on_ : bytes_depend_on_).insert("more than can be counted");
      to = k_most_count;
    }
    return count != 0;
  }

  static constexpr std::uint64_t k_most_count = std::uint64_t{1} << 53;  // numbers in JSON are exact up to here

  WorkFacts facts_;
  Reasons operations_depend_on_, bytes_depend_on_, doubted_;
};

std::string file_of(const llvm::DIScope& scope) {
  std::string file = scope.getFilename().str();
  if (file.starts_with("./")) file.erase(0, 2);
  return file;
}

}  // namespace

CodePlace place_of(const llvm::Instruction& at) {
  const llvm::DILocation* location = at.getDebugLoc().get();
  if (location != nullptr && location->getLine() != 0)
    return {file_of(*location->getScope()), location->getLine(), location->getColumn()};
  const llvm::DILocalScope* scope = location == nullptr ? at.getFunction()->getSubprogram() : location->getScope();
  if (const auto* block = llvm::dyn_cast_or_null<llvm::DILexicalBlock>(scope);
      block != nullptr && block->getLine() != 0)
    return {file_of(*block), block->getLine(), 0, true};
  const llvm::DISubprogram* function = scope == nullptr ? nullptr : scope->getSubprogram();
  if (function == nullptr || function->getLine() == 0) return {};
  return {file_of(*function), function->getLine(), 0, true};
}

void Recorder::add(const llvm::Instruction& barrier, const llvm::Instruction* branch, bool is_proven,
                   const Reasons& names) {
  auto found = llvm::find_if(barriers_, [&](const auto& known) { return known.first == &barrier; });
  if (found == barriers_.end()) found = barriers_.insert(found, {&barrier, BarrierFault()});
  BarrierFault& fault = found->second;
  fault.place = place_of(barrier);
  if (branch != nullptr && (is_proven || !fault.is_proven)) fault.branch = place_of(*branch);
  fault.is_proven = fault.is_proven || is_proven;
  add_names(fault.depends_on, listed(names));
}

// Joins the work of all iterations of a loop that is walked iteration by iteration into one event.
void Recorder::add(WorkEvent event) {
  constexpr std::size_t k_most_compared = 32;
  const std::size_t oldest = std::max(work_mark_, work_.size() - std::min(work_.size(), k_most_compared));
  for (std::size_t i = work_.size(); i > oldest; --i) {
    WorkEvent& known = work_[i - 1];
    if (known.at != event.at) continue;
    const bool is_alike = known.times == 1 && !known.is_repeated && known.iterations.empty() &&
                          known.doubts == event.doubts && known.doubted == event.doubted &&
                          (known.bytes == 0) == (event.bytes == 0);
    if (!is_alike) break;
    const auto add_to = [](std::uint64_t& sum, std::uint64_t count) { sum = llvm::SaturatingAdd(sum, count); };
    for (const auto member : Operations::members()) add_to(known.operations.*member, event.operations.*member);
    add_to(known.bytes, event.bytes);
    add_to(known.ideal, event.ideal);
    add_to(known.least, event.least);
    add_to(known.most, event.most);
    return;
  }
  work_.push_back(std::move(event));
}

void Recorder::finish(KernelFacts& facts) const {
  facts.accesses = by_instruction<AccessFacts>(accesses_, facts_of);
  join_copies(facts.accesses);
  facts.branches = by_instruction<BranchFacts>(branches_, [](const BranchEvent& event) { return event.facts; });
  join_alike(facts.branches, [](const BranchFacts& a, const BranchFacts& b) { return a.place == b.place; });
  for (const auto& [at, fault] : barriers_) facts.barriers.push_back(fault);
  sort_by_place(facts.barriers);
  facts.vector_loads = joined_vector_loads(vector_loads_);
  facts.loop_splits = loop_splits(branches_);
  WorkSum work;
  for (const WorkEvent& event : work_) work.add(event);
  facts.work = work.sum();
}

}  // namespace clc::worker
