#include "worker/insight/analysis/analysis.h"

#include <algorithm>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "worker/insight/analysis/contention.h"
#include "worker/insight/analysis/walker.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_default_group = 256;
constexpr std::uint64_t k_largest_group = 1024;
constexpr std::size_t k_iteration_budget = 6'000;  // instructions that are walked iteration by iteration
constexpr std::size_t k_limit = 200'000;
// Drivers align buffers at least like this: CL_DEVICE_MEM_BASE_ADDR_ALIGN is 1024 bits or more.
constexpr std::uint64_t k_buffer_alignment = 128;

std::array<std::uint64_t, 3> group_of(const KernelInterface& kernel, const AnalysisRequest& request) {
  if (kernel.required_work_group_size[0] != 0) return kernel.required_work_group_size;
  if (request.group[0] != 0) return request.group;
  if (kernel.work_group_size_hint[0] != 0) return kernel.work_group_size_hint;
  return {k_default_group, 1, 1};
}

Space space_of_pointer(const llvm::Argument& argument) {
  if (argument.hasByValAttr() || argument.hasByRefAttr()) return Space::k_implicit;
  switch (argument.getType()->getPointerAddressSpace()) {
    case 1:
      return Space::k_global;
    case 3:
      return Space::k_local;
    case 4:
    case 2:
      return Space::k_constant;
    default:
      return Space::k_unknown;
  }
}

// True for images and samplers: pointers to descriptors on AMD's chips, numbers on NVIDIA's.
bool is_descriptor(const Argument& argument) {
  return argument.kind == ArgumentKind::k_image || argument.kind == ArgumentKind::k_sampler;
}

// The value that the launch gives an argument, under its name or its number.
const std::int64_t* given_value(const Launch& launch, const std::string& name, unsigned index) {
  auto given = launch.arguments.find(name);
  if (given == launch.arguments.end()) given = launch.arguments.find(std::to_string(index));
  return given == launch.arguments.end() ? nullptr : &given->second;
}

// "argument n" where the launch can give its value, else with what it is: "floating-point argument x".
std::string origin_of(const std::string& name, const llvm::Type& type) {
  const char* const kind = type.isFloatingPointTy() ? "floating-point "
                           : type.isPointerTy()     ? "pointer "
                           : type.isVectorTy()      ? "vector "
                                                    : "";
  return kind + ("argument " + name);
}

Elements value_of(const llvm::Argument& argument, const std::string& name, bool is_of_image, const Launch& launch,
                  Evaluator& evaluator) {
  LaneMath& math = evaluator.math();
  const llvm::Type& type = *argument.getType();
  const unsigned width = evaluator.width_of(type);
  const std::int64_t* const given = given_value(launch, name, argument.getArgNo());
  if (given != nullptr && type.isIntegerTy()) return {number(*given, width)};
  Symbol symbol{{origin_of(name, type)}};
  if (type.isPointerTy()) {
    symbol.space = is_of_image ? Space::k_implicit : space_of_pointer(argument);
    symbol.alignment = k_buffer_alignment;
    symbol.promised = std::max<std::uint64_t>(argument.getParamAlign().valueOrOne().value(), 1);
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  Elements elements;
  for (unsigned i = 0; i < (vector == nullptr ? 1 : vector->getNumElements()); ++i) {
    elements.push_back(symbol_value(math.symbols().add(symbol), width));
  }
  return elements;
}

Launch launch_of(const std::array<std::uint64_t, 3>& group, const AnalysisRequest& request) {
  Launch launch;
  for (unsigned d = 0; d < 3; ++d) launch.group[d] = static_cast<std::int64_t>(group[d]);
  if (request.global[0] != 0) {
    launch.global.emplace();
    for (unsigned d = 0; d < 3; ++d) (*launch.global)[d] = static_cast<std::int64_t>(request.global[d]);
  }
  launch.arguments = request.arguments;
  return launch;
}

// The kernel that is walked through.
struct Walked {
  llvm::Function& function;
  const ChipMemory& chip;
  const KernelInterface& kernel;
  FunctionShapes& shapes;
  bool with_lines = false;
};

// Walks through the kernel, and returns what a walk for effort or reach touched.
EffortRecorder::Memory walk(const Walked& walked, const Launch& launch, WalkFor purpose, KernelFacts& facts) {
  const auto& [function, chip, kernel, shapes, with_lines] = walked;
  Symbols symbols;
  LaneMath math(symbols);
  WorkItems work_items(math, launch);
  Evaluator evaluator(*function.getParent(), math, work_items);
  Recorder recorder;
  Walk walk{evaluator, recorder, chip, shapes, purpose, launch.items()};
  walk.budget = k_iteration_budget;
  walk.limit = k_limit;
  Environment arguments;
  for (const llvm::Argument& argument : function.args()) {
    const std::size_t index = argument.getArgNo();
    const Argument described = index < kernel.arguments.size() ? kernel.arguments[index] : Argument();
    const std::string name = described.name.empty() ? std::to_string(index) : described.name;
    arguments[&argument] = value_of(argument, name, is_descriptor(described), launch, evaluator);
  }
  Walker(walk, function).run(std::move(arguments), Mask());
  facts.incomplete = walk.incomplete;
  // The passes point to efforts of blocks, which end with the walk.
  if (purpose == WalkFor::k_effort) {
    recorder.effort().finish(facts.effort.emplace());
    if (with_lines) facts.effort->lines = recorder.effort().lines();
    if (with_lines) facts.effort->loops = recorder.effort().loops();
  }
  facts.not_counted = recorder.not_counted();
  if (purpose != WalkFor::k_accesses) return recorder.effort().memory();
  recorder.finish(facts);
  facts.work.leaves_out_images =
      std::ranges::find(kernel.arguments, ArgumentKind::k_image, &Argument::kind) != kernel.arguments.end();
  return {};
}

// Returns the cost of a whole group; nothing where it is not known.
std::optional<GroupCost> cost_of(const KernelFacts& facts) {
  if (!facts.incomplete.empty() || !facts.barriers.empty()) return std::nullopt;
  GroupCost cost;
  for (const AccessFacts& access : facts.accesses) {
    if (!access.is_known || access.is_repeated || access.least != access.most) return std::nullopt;
    (access.space == "local" ? cost.passes : cost.transactions) += access.most;
  }
  for (const BranchFacts& branch : facts.branches) cost.divergent_waves += branch.divergent_waves;
  return cost;
}

bool accesses_global_memory(const llvm::Function& function) {
  constexpr unsigned k_global = 1;
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& at) {
    return llvm::any_of(accesses_of(at), [](const MemoryAccess& access) {
      return access.pointer->getType()->getPointerAddressSpace() == k_global;
    });
  });
}

// Walks through the middle group of a launch, and looks at what the first and the last group reach. Sets no effort
// where the launch's size is not known, or where the walk ended early.
void add_effort(const Walked& walked, Launch launch, KernelFacts& facts) {
  if (!launch.global) return;
  std::array<std::int64_t, 3> last{};
  std::uint64_t all_groups = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const std::int64_t groups = std::max<std::int64_t>((*launch.global)[d] / launch.group[d], 1);
    last[d] = groups - 1;
    all_groups *= static_cast<std::uint64_t>(groups);
  }
  const std::array<std::int64_t, 3> middle{last[0] / 2, last[1] / 2, last[2] / 2};
  std::vector<EffortRecorder::Memory> touched;
  EffortFacts effort;
  for (const std::array<std::int64_t, 3>& group : {middle, std::array<std::int64_t, 3>{}, last}) {
    if (!touched.empty() && group == middle) continue;
    launch.group_id = group;
    KernelFacts found;
    touched.push_back(walk(walked, launch, touched.empty() ? WalkFor::k_effort : WalkFor::k_reach, found));
    facts.incomplete = found.incomplete;
    if (!facts.incomplete.empty()) return;
    if (found.effort) effort = *std::move(found.effort);
    for (const std::string& one : found.not_counted) {
      if (!llvm::is_contained(effort.not_counted, one)) effort.not_counted.push_back(one);
    }
  }
  effort.groups = all_groups;
  set_launch_bytes(touched, 0, effort);
  set_contention(touched, 0, effort);
  if (effort.not_counted.empty() && touched.front().empty()) {
    const bool is_reached = llvm::any_of(touched, [](const auto& group) { return !group.empty(); });
    if (is_reached) effort.not_counted.emplace_back("accesses of groups at the edge of the launch only");
    if (!is_reached && accesses_global_memory(walked.function))
      effort.not_counted.emplace_back("accesses that no work-item of the first, the middle and the last group reaches");
  }
  facts.effort = std::move(effort);
}

KernelFacts analyze_kernel(const Walked& walked, const AnalysisRequest& request) {
  const ChipMemory& chip = walked.chip;
  const KernelInterface& kernel = walked.kernel;
  KernelFacts facts;
  facts.kernel = kernel.name;
  facts.group = group_of(kernel, request);
  facts.wave = chip.wave;
  facts.segment = chip.segment;
  facts.banks = chip.banks;
  facts.bank_bytes = k_bank_bytes;
  const std::uint64_t items = facts.group[0] * facts.group[1] * facts.group[2];
  if (items == 0 || items > k_largest_group) {
    facts.incomplete = "a group of " + std::to_string(items) + " work-items";
    return facts;
  }
  Launch launch = launch_of(facts.group, request);
  if (request.with_effort) add_effort(walked, launch, facts);
  if (!request.with_accesses) return facts;
  walk(walked, launch, WalkFor::k_accesses, facts);
  facts.cost = cost_of(facts);
  // Items of a square group can exchange their ids: the group does the same work.
  if (facts.cost && facts.group[0] > 1 && facts.group[0] == facts.group[1]) {
    launch.is_turned = true;
    KernelFacts turned;
    walk(walked, launch, WalkFor::k_accesses, turned);
    facts.turned_cost = cost_of(turned);
  }
  return facts;
}

}  // namespace

std::vector<KernelFacts> analyze(llvm::Module& module, const ChipMemory& chip, const Interface& interface,
                                 const AnalysisRequest& request) {
  std::vector<KernelFacts> all;
  FunctionShapes shapes;
  for (const KernelInterface& kernel : interface.kernels) {
    if (!request.kernel.empty() && kernel.name != request.kernel) continue;
    llvm::Function* function = module.getFunction(kernel.name);
    if (function != nullptr && !function->isDeclaration()) {
      all.push_back(analyze_kernel({*function, chip, kernel, shapes, request.with_lines}, request));
    }
  }
  return all;
}

}  // namespace clc::worker
