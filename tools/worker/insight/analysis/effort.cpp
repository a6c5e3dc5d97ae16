#include "worker/insight/analysis/effort.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "clc/package/matrix_products.h"
#include "worker/analyses/operations.h"
#include "worker/insight/analysis/contention.h"
#include "worker/insight/analysis/recorder.h"

namespace clc::worker {
namespace {

constexpr std::int64_t k_line = 128;    // bytes of a row of the cache beside the units
constexpr std::uint64_t k_bank = 4;     // bytes that one of its banks has of each row
constexpr std::uint64_t k_sector = 32;  // bytes of its part that is fetched by itself

void add(const PortCounts& more, std::uint64_t times, PortCounts& to) {
  for (const auto member : {&PortCounts::floats,       &PortCounts::doubles,        &PortCounts::integers,
                            &PortCounts::products,     &PortCounts::specials,       &PortCounts::globals,
                            &PortCounts::locals,       &PortCounts::images,         &PortCounts::exchanges,
                            &PortCounts::barriers,     &PortCounts::branches,       &PortCounts::matrices,
                            &PortCounts::matrix_halfs, &PortCounts::matrix_floats,  &PortCounts::matrix_doubles,
                            &PortCounts::matrix_bytes, &PortCounts::matrix_float8s, &PortCounts::matrix_of_groups,
                            &PortCounts::copy_commits, &PortCounts::copy_waits,     &PortCounts::copies_left}) {
    to.*member = llvm::SaturatingAdd(to.*member, llvm::SaturatingMultiply(more.*member, times));
  }
}

constexpr std::uint64_t k_waves_of_units = 4;       // that wgmma multiplies for
constexpr std::uint64_t k_group_operations = 1024;  // of one of these waves in a clock, about

// The order in which chains are compared: about the cycles that each kind takes until its result is there.
std::uint64_t length_of(const PortCounts& chain) {
  return 4 * (chain.floats + chain.integers + chain.products) + 8 * chain.doubles +
         20 * (chain.specials + chain.matrices) + 500 * (chain.globals + chain.images) +
         30 * (chain.locals + chain.exchanges + chain.barriers) + 10 * chain.branches +
         chain.matrix_of_groups / k_group_operations;
}

// Words of 32 bits that an integer has.
std::uint64_t words_of(const llvm::Type& type) {
  const unsigned bits = type.getScalarSizeInBits();
  return elements_of(type) * (bits > 32 || type.getScalarType()->isPointerTy() ? 2 : 1);
}

PortCounts float_work(const llvm::Type& type, std::uint64_t each) {
  PortCounts counts;
  const llvm::Type& element = *type.getScalarType();
  const std::uint64_t sum = each * elements_of(type);
  if (element.isHalfTy() || element.isBFloatTy()) {
    counts.floats = (sum + 1) / 2;  // two at once
  } else {
    (element.isDoubleTy() ? counts.doubles : counts.floats) = sum;
  }
  return counts;
}

// A division is a reciprocal and steps that make it exact.
PortCounts division(const llvm::Type& type) {
  PortCounts counts = float_work(type, 8);
  counts.specials = elements_of(type);
  return counts;
}

PortCounts integer_division(const llvm::Type& type) {
  const bool is_long = words_of(type) > elements_of(type);
  PortCounts counts;
  counts.integers = elements_of(type) * (is_long ? 60 : 12);
  counts.products = elements_of(type) * (is_long ? 20 : 4);
  counts.specials = elements_of(type) * 3;
  return counts;
}

bool has_any(llvm::StringRef name, std::initializer_list<llvm::StringRef> words) {
  return llvm::any_of(words, [&](llvm::StringRef word) { return name.contains(word); });
}

PortCounts matrix_work(MatrixElement element, std::uint64_t operations) {
  PortCounts counts;
  counts.matrices = 1;
  switch (element) {
    case MatrixElement::k_half:
    case MatrixElement::k_bfloat:
      counts.matrix_halfs = operations;
      break;
    case MatrixElement::k_double:
      counts.matrix_doubles = operations;
      break;
    case MatrixElement::k_int8:
      counts.matrix_bytes = operations;
      break;
    case MatrixElement::k_float8:
    case MatrixElement::k_float8_fnuz:
      counts.matrix_float8s = operations;
      break;
    default:
      counts.matrix_floats = operations;
  }
  return counts;
}

// A wave's share of products of four waves.
PortCounts group_work(const GroupProducts& products) {
  PortCounts counts = matrix_work(products.element, products.operations / k_waves_of_units);
  counts.matrix_of_groups = products.operations / k_waves_of_units;
  counts.matrices = products.count;
  counts.locals = products.bytes / (k_line * k_waves_of_units);
  return counts;
}

// Commits of asynchronous copies, and waits for them.
PortCounts copy_work(const llvm::CallBase& call) {
  PortCounts counts;
  counts.branches = 1;
  if (call.getIntrinsicID() == llvm::Intrinsic::nvvm_cp_async_commit_group) counts.copy_commits = 1;
  if (call.isInlineAsm() || counts.copy_commits != 0) return counts;
  const std::optional<std::uint64_t> left = left_by_wait(call);
  counts.copy_waits = left ? 1 : 0;
  counts.copies_left = left.value_or(0);
  return counts;
}

PortCounts call_work(const llvm::CallBase& call) {
  PortCounts counts;
  const llvm::Function* called = call.getCalledFunction();
  const llvm::StringRef name = called == nullptr ? "" : called->getName();
  const llvm::Type& type = *call.getType();
  if (const std::optional<MatrixInstruction> product = matrix_instruction_of(name))
    return matrix_work(product->element, product->operations());
  if (const std::optional<GroupProducts> products = group_products_of(call)) return group_work(*products);
  if (is_empty_assembly(call) || name.contains(".sreg.") ||
      has_any(name, {"lifetime", "assume", "dbg", "workitem.id", "workgroup.id", "noalias"}))
    return counts;
  if (const unsigned lines = ldmatrix_count(name); lines != 0) {
    counts.locals = lines;  // of all banks
  } else if (has_any(name, {"barrier"})) {
    counts.barriers = 1;
  } else if (has_any(name, {".tex.", ".suld.", ".sust.", ".tld4.", ".image."})) {
    counts.images = 1;
  } else if (has_any(name,
                     {"shfl", "bpermute", "permlane", "readlane", "vote", "match", "redux", "swizzle", "ballot"})) {
    counts.exchanges = 1;
  } else if (has_any(name, {"membar", "fence"})) {
    counts.branches = 1;
  } else if (has_any(name, {".div.", ".sqrt.rn", "llvm.sqrt", ".rcp.rn"}) && !name.contains("approx")) {
    return division(type);
  } else if (has_any(name, {"ex2", "lg2", "sin.", "cos.", "rcp", "rsq", "tanh", "sqrt", "exp2", "log2", "cvt", "2f.",
                            "f2", "2i.", "d2"})) {
    counts.specials = elements_of(type) * (type.isDoubleTy() ? 2 : 1);
  } else if (type.getScalarType()->isFloatingPointTy()) {
    const bool is_free = has_any(name, {"fabs", "copysign", "fneg"});
    return float_work(type, is_free ? 0 : 1);
  } else if (type.isIntOrIntVectorTy()) {
    (name.contains("mul") ? counts.products : counts.integers) = words_of(type);
  } else {
    return copy_work(call);
  }
  return counts;
}

PortCounts binary_work(const llvm::Instruction& at) {
  PortCounts counts;
  const llvm::Type& type = *at.getType();
  switch (at.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
      return float_work(type, 1);
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
      return division(type);
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      return integer_division(type);
    case llvm::Instruction::Mul:
      counts.products = words_of(type) * (words_of(type) > elements_of(type) ? 2 : 1);
      return counts;
    default:
      counts.integers = words_of(type);
      return counts;
  }
}

PortCounts cast_work(const llvm::CastInst& cast) {
  PortCounts counts;
  const bool is_of_numbers = cast.getSrcTy()->isFPOrFPVectorTy() != cast.getDestTy()->isFPOrFPVectorTy() ||
                             (cast.getSrcTy()->isFPOrFPVectorTy() && cast.getOpcode() != llvm::Instruction::BitCast);
  if (cast.getOpcode() == llvm::Instruction::BitCast) return counts;
  if (is_of_numbers) {
    counts.specials = elements_of(*cast.getType());
  } else if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) && cast.getSrcTy()->getScalarSizeInBits() > 1) {
    counts.integers = elements_of(*cast.getType());
  }
  return counts;
}

// An access becomes several instructions where it is wide, or not aligned.
std::uint64_t pieces_of(const llvm::Instruction& at) {
  constexpr std::uint64_t k_widest = 16;
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(at)) return 1;
  const std::uint64_t bytes = at.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&at)).getFixedValue();
  return std::max<std::uint64_t>(llvm::divideCeil(bytes, std::min(llvm::getLoadStoreAlignment(&at).value(), k_widest)),
                                 1);
}

PortCounts access_work(const llvm::Instruction& at, unsigned space) {
  PortCounts counts;
  constexpr unsigned k_local = 3, k_arguments = 101;
  if (space == k_arguments) return counts;  // a kernel's arguments are operands
  (space == k_local ? counts.locals : counts.globals) = pieces_of(at);
  return counts;
}

PortCounts work_of(const llvm::Instruction& at) {
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(at)) return access_work(at, llvm::getLoadStoreAddressSpace(&at));
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
    return access_work(at, atomic->getPointerAddressSpace());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at))
    return access_work(at, exchange->getPointerAddressSpace());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) return call_work(*call);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&at)) return cast_work(*cast);
  PortCounts counts;
  if (at.isBinaryOp()) return binary_work(at);
  if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&at)) {
    counts.integers = step->hasAllConstantIndices() ? 0 : 2;
  } else if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&at)) {
    const llvm::Type& type = *compare->getOperand(0)->getType();
    counts.integers = type.getScalarType()->isFloatingPointTy() ? elements_of(type) : words_of(type);
  } else if (llvm::isa<llvm::SelectInst>(at)) {
    counts.integers = words_of(*at.getType());
  } else if (at.isTerminator()) {
    counts.branches = 1;
  }
  return counts;
}

// One instruction of a chain: whatever it is made of waits as long as one of each kind.
PortCounts link_of(const llvm::Instruction& at, const PortCounts& work) {
  PortCounts link = work;
  const std::uint64_t elements = std::max<std::uint64_t>(elements_of(*at.getType()), 1);
  const auto one = [](std::uint64_t& count) { count = std::min<std::uint64_t>(count, 1); };
  link.floats = (link.floats + elements - 1) / elements;
  link.doubles = (link.doubles + elements - 1) / elements;
  link.integers = (link.integers + elements - 1) / elements;
  one(link.globals);
  one(link.locals);
  one(link.specials);
  one(link.matrices);
  if (link.matrix_of_groups != 0 && runs_on(llvm::cast<llvm::CallBase>(at))) {
    link = PortCounts();
    link.branches = 1;  // nobody waits for it
  }
  const bool is_unused = at.use_empty() && !at.isTerminator();
  if (is_unused) link.globals = link.locals = 0;  // nobody waits for a store
  return link;
}

}  // namespace

std::uint64_t expected_places(std::uint64_t lanes, double places) {
  const double missed = std::pow(1 - 1 / places, static_cast<double>(lanes));
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::lround(places * (1 - missed))), 1);
}

BlockEffort effort_of(const llvm::BasicBlock& block) {
  BlockEffort effort;
  llvm::DenseMap<const llvm::Value*, PortCounts> chains;
  PortCounts base;  // the chain up to the last barrier: everything behind waits for it
  PortCounts longest;
  for (const llvm::Instruction& at : block) {
    if (llvm::isa<llvm::PHINode>(at) || llvm::isa<llvm::DbgInfoIntrinsic>(at)) continue;
    const PortCounts work = work_of(at);
    add(work, 1, effort.work);
    if (work.matrix_of_groups != 0)
      effort.sums = std::max<std::uint64_t>(effort.sums, at.getType()->getStructNumElements());
    PortCounts chain = base;
    if (work.barriers != 0) {
      chain = longest;
    } else {
      for (const llvm::Use& use : at.operands()) {
        const auto found = chains.find(use.get());
        if (found != chains.end() && length_of(found->second) > length_of(chain)) chain = found->second;
      }
    }
    add(link_of(at, work), 1, chain);
    if (work.barriers != 0) base = chain;
    if (length_of(chain) > length_of(longest)) longest = chain;
    chains[&at] = chain;
  }
  effort.chain = longest;
  return effort;
}

namespace {

// The argument that the address begins at, and its other symbols; false where an item's address is not known, but for
// data.
bool split_address(const LaneValue& address, const LaneMath& math, AccessPass& pass) {
  bool is_even = address.is_known || address.data;
  for (const auto& [monomial, factors] : address.terms) {
    if (monomial.empty()) continue;
    const Symbol& symbol = math.symbols()[monomial.front()];
    const bool is_pointer = monomial.size() == 1 && symbol.space != Space::k_none;
    if (is_pointer) {
      pass.pointer = symbol.names.empty() ? "?" : *symbol.names.begin();
    } else if (monomial.size() == 1 && factors.is_uniform()) {
      pass.steps[monomial.front()] = factors[0];
    } else {
      is_even = false;
    }
  }
  return is_even;
}

void add_lines(const LaneOffsets& offsets, const AccessShape& shape, const ChipMemory& chip, AccessPass& pass) {
  const auto bytes = static_cast<std::int64_t>(shape.bytes);
  if (shape.is_atomic) {
    LaneOffsets sorted = offsets;
    std::sort(sorted.begin(), sorted.end());
    std::uint64_t most = 0, same = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      same = i != 0 && sorted[i] == sorted[i - 1] ? same + 1 : 1;
      if (same == 1) ++pass.cost.atomics;
      most = std::max(most, same);
    }
    pass.cost.same_atomics += most;
    return;
  }
  const std::uint64_t lines = touched_segments(offsets, bytes, k_line, 0);
  const std::uint64_t sectors = touched_segments(offsets, bytes, chip.segment, 0);
  (pass.is_store ? pass.cost.stored_lines : pass.cost.lines) += lines;
  (pass.is_store ? pass.cost.stored_sectors : pass.cost.sectors) += sectors;
  if (!pass.is_store) return;
  const std::uint64_t whole = ideal_segments(offsets, bytes, chip.segment);
  if (whole < sectors) pass.cost.partial_sectors += sectors;
}

// The bytes among which data choose; 0: any.
std::uint64_t choice_of(const LaneValue& address, const AccessShape& shape) {
  if (!address.data || address.data->range == 0) return 0;
  const auto distance = static_cast<std::uint64_t>(std::abs(address.data->scale));
  return llvm::SaturatingAdd(llvm::SaturatingMultiply(address.data->range - 1, distance), shape.bytes);
}

// The same where data choose, else nothing.
std::optional<std::uint64_t> chosen(const LaneValue& address, bool is_even, const AccessShape& shape) {
  return is_even && address.is_known ? std::nullopt : std::optional(choice_of(address, shape));
}

// The mean of the most words of one bank, where `words` lie in any banks: the cache beside a unit has as many banks as
// local memory, and reads any row in each.
std::uint64_t expected_conflicts(std::uint64_t words) {
  constexpr double k_banks = 32;
  const double each = static_cast<double>(words) / k_banks;
  double mean = 0, exactly = std::exp(-each), fewer = 0;
  for (std::uint64_t most = 1; most <= words; ++most) {
    fewer += exactly;
    exactly *= each / static_cast<double>(most);
    mean += 1 - std::pow(std::min(fewer, 1.0), k_banks);
  }
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::lround(mean)), 1);
}

// Every lane goes its own way, among `choice` bytes.
void add_scattered(std::uint64_t lanes, std::uint64_t choice, const AccessShape& shape, AccessPass& pass) {
  const auto chosen = [&](std::uint64_t bytes) {
    return choice == 0 ? lanes : expected_places(lanes, std::max(static_cast<double>(choice) / bytes, 1.0));
  };
  if (shape.is_atomic) {
    pass.cost.atomics += chosen(shape.bytes);
    pass.cost.same_atomics += 1;
    return;
  }
  const std::uint64_t lines = choice == 0 ? lanes : std::min(chosen(k_line), expected_conflicts(chosen(k_bank)));
  (pass.is_store ? pass.cost.stored_lines : pass.cost.lines) += lines;
  (pass.is_store ? pass.cost.stored_sectors : pass.cost.sectors) += chosen(k_sector);
  if (pass.is_store) pass.cost.partial_sectors += chosen(k_sector);
}

// Widens what a group reaches by what data choose.
void add_choice(const LaneValue& address, AccessPass& pass) {
  if (!address.data) return;
  if (address.data->range == 0) return pass.reach.reset();
  const auto most = static_cast<std::int64_t>(address.data->range - 1);
  const std::int64_t way = address.data->scale * most;
  pass.reach->first += std::min<std::int64_t>(way, 0);
  pass.reach->second += std::max<std::int64_t>(way, 0);
}

AccessPass empty_pass(const llvm::Instruction& at, const AccessShape& shape) {
  AccessPass pass;
  pass.at = &at;
  pass.is_store = shape.is_store;
  pass.is_atomic = shape.is_atomic;
  pass.is_local = shape.space == Space::k_local;
  pass.bytes = shape.bytes;
  return pass;
}

}  // namespace

AccessPass reach_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active, std::size_t items,
                      const AccessShape& shape, const ChipMemory& chip, const LaneMath& math) {
  AccessPass pass = empty_pass(at, shape);
  const bool is_even = split_address(address, math, pass);
  if (shape.is_atomic) pass.meetings = meetings_of(at, address, chosen(address, is_even, shape), active, items, chip);
  if (!is_even || active.is_zero()) return pass;
  const Lanes constant = address.constant();
  std::optional<std::int64_t> first, last;
  const std::size_t lanes = std::max(active.size(), constant.size());
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (active[lane] == 0) continue;
    first = std::min(first.value_or(constant[lane]), constant[lane]);
    last = std::max(last.value_or(constant[lane]), constant[lane]);
  }
  if (!first) return pass;
  pass.reach = {*first, *last + static_cast<std::int64_t>(shape.bytes)};
  add_choice(address, pass);
  return pass;
}

AccessPass access_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active, std::size_t items,
                       const AccessShape& shape, const AccessCost& cost, const ChipMemory& chip, const LaneMath& math) {
  AccessPass pass = empty_pass(at, shape);
  if (pass.is_local) {
    const std::uint64_t expected = cost.requests * cost.expected_hundredths / 100;
    pass.cost.passes = cost.is_known ? cost.most : std::max(cost.least, expected);
    pass.worst_passes = shape.is_atomic ? std::max(cost.most, pass.cost.passes) : pass.cost.passes;
    return pass;
  }
  const bool is_even = split_address(address, math, pass);
  if (shape.is_atomic) pass.meetings = meetings_of(at, address, chosen(address, is_even, shape), active, items, chip);
  const Lanes constant = address.constant();
  const std::uint64_t choice = choice_of(address, shape);
  // Whatever all work-items add to it moves an address, and leaves its pattern as it is.
  const bool knows_lanes = address.is_known && (is_even || llvm::all_of(address.terms, [](const auto& term) {
                                                  return term.first.empty() || term.second.is_uniform();
                                                }));
  LaneOffsets all;
  for (std::size_t first = 0; first < items; first += chip.wave) {
    LaneOffsets offsets;
    for (std::size_t lane = first; lane < std::min<std::size_t>(items, first + chip.wave); ++lane) {
      if (active[lane] != 0) offsets.push_back(constant[lane]);
    }
    if (offsets.empty()) continue;
    knows_lanes ? add_lines(offsets, shape, chip, pass) : add_scattered(offsets.size(), choice, shape, pass);
    if (shape.is_store && !shape.is_atomic && is_even && address.is_known) pass.stored.push_back(offsets);
    all.insert(all.end(), offsets.begin(), offsets.end());
  }
  if (!shape.is_atomic) {
    // Each instruction that an unaligned access becomes touches all of its rows.
    for (const auto member : {&EffortSum::lines, &EffortSum::stored_lines}) pass.cost.*member *= pieces_of(at);
  }
  pass.asked_bytes = shape.bytes * all.size();
  pass.different_bytes = all.size() * chip.segment;
  if (!is_even || all.empty()) return pass;
  std::sort(all.begin(), all.end());
  pass.reach = {all.front(), all.back() + static_cast<std::int64_t>(shape.bytes)};
  add_choice(address, pass);
  if (address.data) {
    if (pass.reach)
      pass.different_bytes =
          std::min(pass.different_bytes, static_cast<std::uint64_t>(pass.reach->second - pass.reach->first));
    return pass;
  }
  pass.different_bytes = touched_segments(all, static_cast<std::int64_t>(shape.bytes), chip.segment, 0) * chip.segment;
  return pass;
}

void EffortRecorder::add(BlockPass pass) {
  blocks_.push_back(pass);
}

void EffortRecorder::add(AccessPass pass) {
  if (!pass.stored.empty()) join_stores(pass);
  accesses_.push_back(std::move(pass));
}

// The segments that a few stores of a block fill together are whole ones when they leave the cache.
void EffortRecorder::join_stores(AccessPass& pass) {
  constexpr std::size_t k_most_joined = 3;  // copy_width/rows, which takes seven more, pays for parts
  const auto bytes = static_cast<std::int64_t>(pass.bytes);
  std::vector<LaneOffsets> all = pass.stored;
  std::vector<AccessPass*> joined{&pass};
  for (AccessPass& before : llvm::reverse(accesses_)) {
    if (pass.cost.partial_sectors == 0 || joined.size() > k_most_joined) return;
    if (before.at->getParent() != pass.at->getParent()) return;
    if (before.pointer != pass.pointer || before.steps != pass.steps || before.stored.size() != all.size() ||
        before.cost.partial_sectors == 0 || before.bytes != pass.bytes)
      continue;
    joined.push_back(&before);
    bool is_whole = true;
    for (std::size_t wave = 0; wave < all.size(); ++wave) {
      all[wave].insert(all[wave].end(), before.stored[wave].begin(), before.stored[wave].end());
      std::sort(all[wave].begin(), all[wave].end());
      all[wave].erase(std::unique(all[wave].begin(), all[wave].end()), all[wave].end());
      const std::uint64_t sectors = touched_segments(all[wave], bytes, k_sector, 0);
      is_whole = is_whole && llvm::divideCeil(all[wave].size() * pass.bytes, k_sector) >= sectors;
    }
    if (!is_whole) continue;
    for (AccessPass* one : joined) one->cost.partial_sectors = 0;
    return;
  }
}

void EffortRecorder::stretch(AccessPass& pass, SymbolId iteration, std::uint64_t iterations) {
  const auto step = pass.steps.find(iteration);
  if (step == pass.steps.end() || iterations == 0) return;
  // Steps within a segment reach a new one only now and then.
  const auto length = static_cast<std::uint64_t>(std::abs(step->second));
  const std::uint64_t new_places = length < k_sector ? (iterations * length + k_sector - 1) / k_sector : iterations;
  pass.places = llvm::SaturatingMultiply(pass.places, std::max<std::uint64_t>(new_places, 1));
  const std::int64_t way = step->second * static_cast<std::int64_t>(iterations - 1);
  if (pass.reach) {
    pass.reach->first += std::min<std::int64_t>(way, 0);
    pass.reach->second += std::max<std::int64_t>(way, 0);
  }
  pass.steps.erase(step);
}

namespace {

double to_double(std::uint64_t count) {
  return static_cast<double>(count);
}

std::uint64_t rounded(double count) {
  constexpr double k_most = 1e18;
  return static_cast<std::uint64_t>(std::llround(std::min(count, k_most)));
}

std::uint64_t shared(std::uint64_t count, double share) {
  return share >= 1 ? count : static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * share));
}

}  // namespace

EffortRecorder::Memory EffortRecorder::memory() const {
  Memory memory;
  for (const AccessPass& pass : accesses_) {
    if (pass.is_local) continue;
    Touched& touched = memory[{pass.pointer, pass.is_store || pass.is_atomic}];
    touched.bytes = llvm::SaturatingAdd(touched.bytes, llvm::SaturatingMultiply(pass.different_bytes, pass.places));
    if (pass.doubts == 0) {
      // A loop that may end early reaches its share of the places.
      const std::uint64_t all = std::max<std::uint64_t>(pass.times.most, 1);
      const double places = to_double(pass.places) * to_double(std::min(pass.times.least, all)) / to_double(all);
      touched.least += rounded(to_double(pass.different_bytes) *
                               std::max(places, to_double(std::min<std::uint64_t>(pass.times.least, 1))));
    }
    touched.asked = llvm::SaturatingAdd(touched.asked, llvm::SaturatingMultiply(pass.asked_bytes, pass.times.most));
    if (pass.meetings) sum_meetings(pass, touched);
    if (!pass.reach || !pass.steps.empty()) {
      touched.has_reach = false;
    } else if (!touched.reach) {
      touched.reach = pass.reach;
    } else {
      touched.reach->first = std::min(touched.reach->first, pass.reach->first);
      touched.reach->second = std::max(touched.reach->second, pass.reach->second);
    }
  }
  return memory;
}

void EffortRecorder::finish(EffortFacts& facts) const {
  const auto sum_of = [](EffortSum& sum, const BlockPass& pass, std::uint64_t times, double share) {
    clc::worker::add(pass.effort->work, shared(llvm::SaturatingMultiply(pass.waves, times), share), sum.work);
    clc::worker::add(pass.effort->chain, shared(times, share), sum.chain);
  };
  for (const BlockPass& pass : blocks_) {
    sum_of(facts.most, pass, pass.times.most, pass.likely.of_wave * pass.share);
    if (pass.doubts == 0) sum_of(facts.least, pass, pass.times.least, pass.share);
    facts.sums = std::max(facts.sums, pass.effort->sums);
  }
  for (const AccessPass& pass : accesses_) {
    for (EffortSum* sum : {&facts.least, &facts.most}) {
      if (sum == &facts.least && pass.doubts != 0) continue;
      for (const auto member :
           {&EffortSum::lines, &EffortSum::stored_lines, &EffortSum::sectors, &EffortSum::stored_sectors,
            &EffortSum::partial_sectors, &EffortSum::atomics, &EffortSum::same_atomics, &EffortSum::passes}) {
        const std::uint64_t times = sum == &facts.least ? pass.times.least : pass.times.most;
        const std::uint64_t all = llvm::SaturatingMultiply(pass.cost.*member, times);
        const double each =
            static_cast<double>(pass.cost.*member) / static_cast<double>(std::max<std::uint64_t>(pass.waves, 1));
        const double share = sum == &facts.least || each < 1 ? 1 : pass.likely.of_cost(each);
        sum->*member = llvm::SaturatingAdd(sum->*member, shared(all, share * pass.share));
      }
    }
  }
  for (const AccessPass& pass : accesses_) {
    if (!pass.is_local) continue;
    facts.worst_passes = llvm::SaturatingAdd(
        facts.worst_passes, shared(llvm::SaturatingMultiply(pass.worst_passes, pass.times.most), pass.share));
  }
  if (facts.worst_passes <= facts.most.passes) facts.worst_passes = 0;
  facts.depends_on.assign(depends_on_.begin(), depends_on_.end());
  facts.open_loops.assign(open_loops_.begin(), open_loops_.end());
  Reasons conditions;
  const auto add_doubts = [&](const auto& pass) {
    if (pass.doubts != 0 && pass.doubted != nullptr) conditions.insert(pass.doubted->begin(), pass.doubted->end());
  };
  llvm::for_each(blocks_, add_doubts);
  llvm::for_each(accesses_, add_doubts);
  facts.conditions_depend_on.assign(conditions.begin(), conditions.end());
  for (const auto& [key, touched] : memory()) {
    if (key.second) continue;
    facts.near_bytes = llvm::SaturatingAdd(facts.near_bytes, touched.bytes);
    const bool is_bounded = touched.reach && touched.has_reach;
    const auto reach = is_bounded ? static_cast<std::uint64_t>(touched.reach->second - touched.reach->first) : 0;
    facts.group_bytes += is_bounded ? std::min(touched.bytes, reach) : touched.bytes;
  }
}

namespace {

// The blocks that jump back to the head of a loop.
std::set<const llvm::BasicBlock*> latches_of(const llvm::Function& function) {
  std::set<const llvm::BasicBlock*> latches;
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(function));
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if (dominators.dominates(next, &block)) latches.insert(&block);
    }
  }
  return latches;
}

}  // namespace

std::vector<LineEffort> EffortRecorder::lines() const {
  llvm::DenseMap<const llvm::BasicBlock*, double> waves;
  std::vector<const llvm::BasicBlock*> order;
  for (const BlockPass& pass : blocks_) {
    const auto [at, is_new] = waves.try_emplace(pass.at->getParent(), 0);
    if (is_new) order.push_back(at->first);
    at->second +=
        static_cast<double>(llvm::SaturatingMultiply(pass.waves, pass.times.most)) * pass.likely.of_wave * pass.share;
  }
  std::map<std::pair<std::string, std::uint64_t>, std::pair<double, double>> sums;
  for (const llvm::BasicBlock* block : order) {
    for (const llvm::Instruction& at : *block) {
      if (llvm::isa<llvm::PHINode>(at) || !at.getDebugLoc()) continue;
      const PortCounts work = work_of(at);
      const std::uint64_t floats = work.floats + work.doubles, accesses = work.globals + work.locals;
      if (floats == 0 && accesses == 0) continue;
      const CodePlace place = place_of(at);
      std::pair<double, double>& sum = sums[{place.file, place.line}];
      sum.first += waves[block] * to_double(floats);
      sum.second += waves[block] * to_double(accesses);
    }
  }
  std::vector<LineEffort> lines;
  for (const auto& [place, sum] : sums)
    lines.push_back({place.first, place.second, rounded(sum.first), rounded(sum.second)});
  return lines;
}

std::vector<LoopEffort> EffortRecorder::loops() const {
  std::map<std::pair<std::string, std::uint64_t>, double> sums;
  llvm::DenseMap<const llvm::Function*, std::set<const llvm::BasicBlock*>> latches;
  for (const BlockPass& pass : blocks_) {
    const llvm::Function* function = pass.at->getFunction();
    const auto [known, is_new] = latches.try_emplace(function);
    if (is_new) known->second = latches_of(*function);
    if (!known->second.contains(pass.at->getParent())) continue;
    const CodePlace place = place_of(*pass.at);
    sums[{place.file, place.line}] +=
        to_double(llvm::SaturatingMultiply(pass.waves, pass.times.most)) * pass.likely.of_wave * pass.share;
  }
  std::vector<LoopEffort> loops;
  for (const auto& [place, sum] : sums) loops.push_back({place.first, place.second, rounded(sum)});
  return loops;
}

void set_launch_bytes(const std::vector<EffortRecorder::Memory>& groups, std::size_t middle, EffortFacts& facts) {
  std::uint64_t least_sum = 0;
  for (const auto& [key, touched] : groups[middle]) {
    const std::optional<Reach> reach = reach_of(groups, key);
    std::uint64_t bytes = llvm::SaturatingMultiply(std::min(touched.bytes, touched.asked), facts.groups);
    if (reach) {
      bytes = llvm::SaturatingMultiply(touched.bytes, facts.groups);
      bytes = std::min(bytes, static_cast<std::uint64_t>(std::max<std::int64_t>(reach->second - reach->first, 0)));
    }
    std::uint64_t& sum = key.second ? facts.written_bytes : facts.read_bytes;
    sum = llvm::SaturatingAdd(sum, bytes);
    least_sum = llvm::SaturatingAdd(least_sum, std::min(bytes, llvm::SaturatingMultiply(touched.least, facts.groups)));
  }
  // Groups at the edge may access more: as much as they reach.
  EffortRecorder::Memory all;
  for (const EffortRecorder::Memory& group : groups) all.insert(group.begin(), group.end());
  for (const auto& [key, touched] : all) {
    if (groups[middle].contains(key)) continue;
    const Reach reach = reach_of(groups, key).value_or(Reach());
    (key.second ? facts.written_bytes : facts.read_bytes) += static_cast<std::uint64_t>(reach.second - reach.first);
  }
  if (least_sum < facts.read_bytes + facts.written_bytes) facts.least_bytes = LeastBytes{least_sum};
}

}  // namespace clc::worker
