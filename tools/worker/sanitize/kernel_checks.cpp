#include "worker/sanitize/kernel_checks.h"

#include <algorithm>
#include <bit>

#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/each_element.h"
#include "worker/sanitize/defined_arithmetic.h"
#include "worker/sanitize/event_numbers.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_widest_granule = 16;  // bytes
constexpr std::uint64_t k_shadow_alignment = 16;
constexpr std::uint64_t k_global_fence = 2;  // CLK_GLOBAL_MEM_FENCE

bool is_sub_group_function(llvm::StringRef name) {
  return name.starts_with("sub_group_") || name.starts_with("intel_sub_group_") || name == "get_sub_group_local_id";
}

// Functions that all items of a sub-group must reach. Those whose names say "non_uniform", and shuffles, are none.
bool is_sub_group_collective(llvm::StringRef name) {
  if (name.consume_front("intel_")) return name.starts_with("sub_group_block_");
  return name == "sub_group_barrier" || name == "sub_group_all" || name == "sub_group_any" ||
         name == "sub_group_broadcast" || name.starts_with("sub_group_reduce_") || name.starts_with("sub_group_scan_");
}

// Functions that all items of a group must reach; those of the second kind let no item go on before all are there.
constexpr llvm::StringLiteral k_split_wait = "intel_work_group_barrier_wait";
bool is_collective(llvm::StringRef name) {
  return name.starts_with("async_work_group_") || name == "wait_group_events" || name == k_split_wait;
}
bool is_barrier(llvm::StringRef name) {
  return name == "barrier" || (name.starts_with("work_group_") && !name.contains("pipe"));
}

// True for what begins a new period of accesses (`++s->epoch` in checks.cl). An asynchronous copy, and the wait for it,
// order what the copy accesses, not what the items do.
bool orders_accesses(const llvm::Instruction& at) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (call == nullptr) return false;
  const std::string name = called_builtin(*call);
  return is_barrier(name) || name == k_split_wait;
}

// Lets a barrier order global memory, in which items note that they have reached it. False for other functions.
bool order_global_memory(llvm::CallBase& call, llvm::StringRef name) {
  if (name != "barrier" && name != "work_group_barrier") return false;
  llvm::IRBuilder<> builder(&call);
  call.setArgOperand(0, builder.CreateOr(call.getArgOperand(0), k_global_fence));
  return true;
}

std::uint64_t constant_of(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  return number == nullptr ? 0 : number->getZExtValue();
}

}  // namespace

bool copies_loops(const Checks& checks) {
  return (checks.contains(Check::k_bounds) || checks.contains(Check::k_race)) &&
         !checks.contains(Check::k_uninitialised) && !checks.contains(Check::k_arithmetic);
}

KernelChecks::KernelChecks(llvm::Function& kernel, const KernelInterface& interface, const Checks& checks, bool meets)
    : kernel_(kernel),
      interface_(interface),
      checks_(checks),
      meets_(meets),
      writer_(kernel, table_),
      origins_(kernel, [this](llvm::Value& object) { return describe(object); }) {
  table_.name = interface.name;
  table_.argument = kernel.arg_size() - 1;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const ArgumentKind kind = interface.arguments[i].kind;
    const bool is_memory = kind == ArgumentKind::k_buffer || kind == ArgumentKind::k_local;
    if (is_memory && kernel.getArg(i)->getType()->isPointerTy()) table_.pointers.push_back(i);
  }
}

std::optional<MemoryObject> KernelChecks::describe_argument(const llvm::Argument& argument) {
  llvm::IRBuilder<> builder = writer_.prologue();
  const unsigned index = argument.getArgNo();
  if (index >= interface_.arguments.size()) return std::nullopt;
  const Argument& known = interface_.arguments[index];
  if (known.kind == ArgumentKind::k_value && known.size != 0)
    return MemoryObject{MemorySpace::k_private, known.name, builder.getInt64(known.size)};
  const auto found = std::ranges::find(table_.pointers, index);
  if (found == table_.pointers.end()) return std::nullopt;
  llvm::Value* region = builder.getInt32(static_cast<std::uint32_t>(found - table_.pointers.begin()));
  MemoryObject object{MemorySpace::k_global, known.name};
  if (known.address_space == AddressSpace::k_constant) object.space = MemorySpace::k_constant;
  if (known.kind == ArgumentKind::k_local) object.space = MemorySpace::k_local;
  object.size = writer_.call(builder, "clc_check_size", {region});
  object.shadow = writer_.call(builder, "clc_check_shadow", {region});
  return object;
}

std::optional<MemoryObject> KernelChecks::describe(llvm::Value& object) {
  const llvm::DataLayout& layout = kernel_.getDataLayout();
  llvm::IRBuilder<> builder = writer_.prologue();
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(&object)) return describe_argument(*argument);
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&object)) {
    const std::optional<llvm::TypeSize> size = variable->getAllocationSize(layout);
    if (!variable->isStaticAlloca() || !size) return std::nullopt;
    return MemoryObject{MemorySpace::k_private, "", builder.getInt64(size->getFixedValue())};
  }
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  if (variable == nullptr || !variable->getValueType()->isSized()) return std::nullopt;
  const std::uint64_t size = layout.getTypeAllocSize(variable->getValueType());
  // "kernel.variable" of a variable in a kernel.
  MemoryObject made{MemorySpace::k_constant, variable->getName().rsplit('.').second.str(), builder.getInt64(size)};
  if (made.name.empty()) made.name = variable->getName().str();
  if (variable->getAddressSpace() == k_local_space) {
    made.space = MemorySpace::k_local;
    made.shadow = builder.getInt64(table_.local_bytes);
    table_.local_bytes += llvm::alignTo(size, k_shadow_alignment);
  } else if (!variable->isConstant()) {
    made.space = MemorySpace::k_global;
  }
  return made;
}

Result<CheckedKernel> KernelChecks::run() {
  plan();
  hold_votes();
  for (llvm::Instruction* at : order_) {
    if (report_arithmetic(*at, writer_)) continue;
    auto* call = llvm::dyn_cast<llvm::CallBase>(at);
    if (call != nullptr) count_barriers(*call);
    if (call != nullptr && has_copies_ && wants(Check::k_race)) count_copies(*call);
    if (const auto found = planned_.find(at); found != planned_.end()) check_memory(*at, found->second);
    if (call != nullptr && wants(Check::k_bounds)) check_image(*call, writer_);
  }
  for (llvm::BasicBlock& block : kernel_) {
    const bool counts = table_.counts_barriers || table_.has_meetings;
    if (!counts || !llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
    llvm::IRBuilder<> builder(block.getTerminator());
    writer_.call(builder, meets_ ? "clc_check_end" : "clc_check_exit", {});
  }
  record_sub_groups();
  record_bases();
  if (table_.counts_atomics) {
    llvm::IRBuilder<> builder = writer_.prologue();
    writer_.call(builder, "clc_check_atomics", {});
  }
  if (table_.places.size() > k_most_checked_places)
    return fail(ErrorKind::k_unavailable, "kernel " + table_.name + " has " + std::to_string(table_.places.size()) +
                                              " places to check, more than " + std::to_string(k_most_checked_places));
  return std::move(table_);
}

// Lets an item know of which sub-group it is.
void KernelChecks::record_sub_groups() {
  llvm::IRBuilder<> builder = writer_.prologue();
  const auto asked = [&](const char* function) {
    llvm::FunctionCallee callee =
        kernel_.getParent()->getOrInsertFunction(function, llvm::FunctionType::get(builder.getInt32Ty(), false));
    llvm::CallInst* number = builder.CreateCall(callee);
    number->setCallingConv(llvm::cast<llvm::Function>(callee.getCallee())->getCallingConv());
    return number;
  };
  table_.counts_sub_groups = has_sub_group_functions_ && (table_.tracks_local || table_.tracks_global);
  if (!table_.counts_sub_groups && !table_.counts_sub_group_calls) return;
  llvm::Value* number = asked("_Z16get_sub_group_idv");
  if (table_.counts_sub_groups) writer_.call(builder, "clc_check_sub_groups", {number});
  if (table_.counts_sub_group_calls)
    writer_.call(builder, "clc_check_sub_group", {number, asked("_Z18get_sub_group_sizev")});
}

// Lists all accesses before anything changes, and how fine the shadows must be.
void KernelChecks::plan() {
  for (llvm::BasicBlock& block : kernel_) {
    if (&block == &kernel_.getEntryBlock()) continue;
    for (llvm::Instruction& one : block) order_.push_back(&one);
  }
  table_.local_shift = table_.global_shift = std::countr_zero(k_widest_granule);
  std::optional<EventNumbers> events = EventNumbers::of(kernel_);
  bool waits = false;
  for (llvm::Instruction* at : order_) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(at)) {
      const std::string name = called_builtin(*call);
      const bool is_of_sub_group = is_sub_group_function(name) || is_sub_group_instruction(*call);
      has_sub_group_functions_ |= is_of_sub_group;
      waits |= is_barrier(name) || is_collective(name) || is_of_sub_group;
    }
    for (CheckedAccess& access : checked_accesses(*at)) {
      PlannedAccess one{access, origins_.of(access.pointer)};
      if (is_known_right(one)) continue;
      hides_local_writes_ |= may_write_unknown_local(one);
      has_copies_ |= access.is_asynchronous;
      plan_shadow(one);
      planned_[at].push_back(std::move(one));
    }
  }
  if (!waits) writer_.let_items_end();
  prove_accesses(kernel_, planned_, orders_accesses);
  knows_events_ = has_copies_ && wants(Check::k_race) && events;
  if (knows_events_) events->write(writer_);
  if (copies_loops(checks_)) copy_checked_loops(kernel_, [this](llvm::Instruction& at) { return loop_accesses(at); });
  if (wants(Check::k_barrier) && !meets_) {
    votes_ = barrier_votes(kernel_, [](llvm::CallBase& call) {
      const std::string name = called_builtin(call);
      return is_barrier(name) || is_collective(name);
    });
  }
}

std::optional<std::vector<LoopAccess>> KernelChecks::loop_accesses(llvm::Instruction& at) const {
  std::vector<LoopAccess> all;
  const auto found = planned_.find(&at);
  if (found == planned_.end()) return all;
  for (const PlannedAccess& one : found->second) {
    const std::optional<LoopAccess> access = loop_access(one);
    if (!access) return std::nullopt;
    if (access->pointer != nullptr || access->shadow != nullptr) all.push_back(*access);
  }
  return all;
}

// Has neither pointer nor shadow where an access needs no check.
std::optional<LoopAccess> KernelChecks::loop_access(const PlannedAccess& one) const {
  LoopAccess access;
  const bool is_one = one.origin && one.origin->objects.size() == 1;
  if (wants(Check::k_bounds) && !one.is_inside) {
    const std::uint64_t bytes = constant_of(one.access.bytes);
    if (!is_one || bytes == 0) return std::nullopt;
    access = {one.access.pointer, bytes, one.origin->base, one.origin->size};
  }
  const bool is_tracked = one.origin && one.origin->shadow != nullptr &&
                          (one.origin->space == MemorySpace::k_global || one.origin->space == MemorySpace::k_local);
  if (!wants(Check::k_race) || !is_tracked || one.is_alone) return access;
  const bool is_written_here =
      llvm::any_of(regions_of(*one.origin), [&](std::uint64_t region) { return is_written(region); });
  if (!is_one || one.origin->space != MemorySpace::k_global || is_written_here) return std::nullopt;
  access.shadow = one.origin->shadow;
  return access;
}

// True for a write that may be one of local memory, of which no shadow will tell.
bool KernelChecks::may_write_unknown_local(const PlannedAccess& one) {
  return !one.origin && (one.access.kind & k_write) != 0 &&
         one.access.pointer->getType()->getPointerAddressSpace() != k_global_space;
}

void KernelChecks::plan_shadow(const PlannedAccess& one) {
  if (!one.origin || one.origin->shadow == nullptr) return;
  const bool is_local = one.origin->space == MemorySpace::k_local,
             is_global = one.origin->space == MemorySpace::k_global;
  if (is_local && (wants(Check::k_race) || wants(Check::k_uninitialised))) table_.tracks_local = true;
  if (is_global && wants(Check::k_race)) {
    table_.tracks_global = true;
    if ((one.access.kind & k_atomic) != 0) table_.counts_atomics = true;
    if ((one.access.kind & k_write) != 0) note_written(*one.origin);
  }
  const std::uint64_t bytes = constant_of(one.access.bytes);
  // The bytes of an asynchronous copy are a multiple of its elements.
  const std::uint64_t least = one.access.is_asynchronous ? one.access.alignment : 1;
  const std::uint64_t unit = std::bit_floor(bytes == 0 ? least : bytes);
  const std::uint64_t granule = std::min({unit, one.access.alignment, k_widest_granule});
  std::uint64_t& shift = is_local ? table_.local_shift : table_.global_shift;
  if (is_local || is_global) shift = std::min<std::uint64_t>(shift, std::countr_zero(granule));
}

// The regions that a pointer leads to.
std::vector<std::uint64_t> KernelChecks::regions_of(const MemoryOrigin& origin) const {
  std::vector<std::uint64_t> regions;
  for (const llvm::Value* object : origin.objects) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    if (argument == nullptr) continue;
    const auto region = std::ranges::find(table_.pointers, argument->getArgNo()) - table_.pointers.begin();
    regions.push_back(static_cast<std::uint64_t>(region));
  }
  return regions;
}

// Lists the regions of a write: only they have races.
void KernelChecks::note_written(const MemoryOrigin& origin) {
  for (const std::uint64_t region : regions_of(origin)) {
    if (!is_written(region)) table_.written.push_back(region);
  }
}

// True for an access of a variable at a constant place in it, of which nothing else can be wrong.
bool KernelChecks::is_known_right(const PlannedAccess& one) const {
  if (!one.origin || one.origin->space == MemorySpace::k_local) return false;
  const std::uint64_t size = constant_of(one.origin->size), bytes = constant_of(one.access.bytes);
  const auto offset = MemoryOrigins::constant_offset(one.access.pointer, kernel_.getDataLayout());
  const bool is_inside =
      offset && *offset >= 0 && bytes != 0 && bytes <= size && static_cast<std::uint64_t>(*offset) <= size - bytes;
  return is_inside && one.origin->space != MemorySpace::k_global;
}

// Lets an item whose line of a matrix lies outside give the address of the first one: all must execute the load.
void KernelChecks::load_elsewhere(llvm::CallBase& call, llvm::Value* is_right, const PlannedAccess& one) {
  if (!one.origin) return;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* pointer = call.getArgOperand(0);
  llvm::Value* first = builder.CreateIntToPtr(one.origin->base, pointer->getType());
  call.setArgOperand(0, builder.CreateSelect(is_right, pointer, first));
}

void KernelChecks::check_memory(llvm::Instruction& at, std::vector<PlannedAccess>& accesses) {
  llvm::Value* is_right = nullptr;
  for (const PlannedAccess& one : accesses) {
    if (wants(Check::k_arithmetic)) check_alignment(at, one);
    if (!wants(Check::k_bounds) || one.is_inside) continue;
    if (llvm::Value* is_one_right = check_bounds(at, one)) {
      llvm::IRBuilder<> builder(&at);
      is_right = is_right == nullptr ? is_one_right : builder.CreateAnd(is_right, is_one_right);
    }
  }
  const bool goes_on = std::ranges::any_of(accesses, [](const PlannedAccess& one) {
    return one.access.has_gaps || (one.access.is_of_group && one.access.is_asynchronous);
  });
  auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (is_right != nullptr && call != nullptr && loads_matrix(*call)) {
    load_elsewhere(*call, is_right, accesses.front());
  } else if (is_right != nullptr && !goes_on) {
    CheckWriter::guard(at, is_right);
  }
  for (const PlannedAccess& one : accesses) track(at, one);
}

// True where the memory of a pointer is looked for among the buffers. Variables of the program are none of them.
bool KernelChecks::is_looked_for(const CheckedAccess& access) const {
  if (access.pointer->getType()->getPointerAddressSpace() != k_global_space) return false;
  return llvm::none_of(kernel_.getParent()->globals(), [](const llvm::GlobalVariable& variable) {
    return variable.getAddressSpace() == k_global_space;
  });
}

// Reports an access outside its object. Returns whether it is inside; null where that is not known.
llvm::Value* KernelChecks::check_bounds(llvm::Instruction& at, const PlannedAccess& one) {
  const CheckedAccess& access = one.access;
  llvm::IRBuilder<> builder(&at);
  const std::uint64_t bytes = constant_of(access.bytes);
  llvm::Value* address = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
  if (!one.origin) {
    if (!is_looked_for(access)) {
      writer_.not_checked(at, (llvm::StringRef(access.what) == "atomic" ? "an " : "a ") + std::string(access.what) +
                                  " of unknown memory");
      return nullptr;
    }
    llvm::Value* place = writer_.place(at, {Check::k_bounds, access.what, bytes, "global", ""});
    llvm::Value* found = writer_.call(builder, "clc_check_anywhere", {place, address, access.bytes});
    return builder.CreateICmpNE(found, builder.getInt32(0));
  }
  llvm::Value* offset = builder.CreateSub(address, one.origin->base);
  llvm::Value* has_room = builder.CreateICmpULE(access.bytes, one.origin->size);
  llvm::Value* last = builder.CreateSub(one.origin->size, access.bytes);
  llvm::Value* is_inside = builder.CreateAnd(has_room, builder.CreateICmpULE(offset, last));
  // A copy of nothing may begin anywhere.
  if (bytes == 0) is_inside = builder.CreateOr(is_inside, builder.CreateICmpEQ(access.bytes, builder.getInt64(0)));
  const Checked checked{Check::k_bounds, access.what, bytes, space_name(one.origin->space), one.origin->name};
  writer_.report_if(builder.CreateNot(is_inside), at, checked, offset, one.origin->size);
  return is_inside;
}

void KernelChecks::check_alignment(llvm::Instruction& at, const PlannedAccess& one) {
  const CheckedAccess& access = one.access;
  if (access.alignment < 2) return;
  if (llvm::getKnownAlignment(access.pointer, kernel_.getDataLayout(), &at).value() >= access.alignment) return;
  llvm::IRBuilder<> builder(&at);
  llvm::Value* address = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
  llvm::Value* rest = builder.CreateAnd(address, builder.getInt64(access.alignment - 1));
  const std::string name = one.origin ? one.origin->name : "";
  const char* space = one.origin ? space_name(one.origin->space) : "";
  writer_.report_if(builder.CreateICmpNE(rest, builder.getInt64(0)), at,
                    {Check::k_arithmetic, access.what, constant_of(access.bytes), space, name}, address,
                    builder.getInt64(access.alignment));
}

// 32 bits that tell one stored value from another, mostly.
llvm::Value* KernelChecks::value_of(llvm::IRBuilder<>& builder, const CheckedAccess& access) {
  llvm::Value* stored = access.stored;
  llvm::Type* number = builder.getInt32Ty();
  if (stored == nullptr) return builder.getInt32(0);
  llvm::Type* type = stored->getType();
  if (type->isPointerTy()) stored = builder.CreatePtrToInt(stored, builder.getInt64Ty());
  type = stored->getType();
  std::vector<llvm::Value*> parts{stored};
  if (type->isVectorTy()) {
    parts = elements_in(builder, stored);
  } else if (!type->isIntegerTy() && !type->isFloatingPointTy()) {
    return builder.getInt32(0);
  }
  constexpr std::uint32_t k_factor = 0x9e3779b1;
  llvm::Value* all = builder.getInt32(0);
  for (llvm::Value* part : parts) {
    const unsigned bits = part->getType()->getScalarSizeInBits();
    if (!part->getType()->isIntegerTy()) part = builder.CreateBitCast(part, builder.getIntNTy(bits));
    if (bits > 32) part = builder.CreateXor(part, builder.CreateLShr(part, 32));
    all =
        builder.CreateAdd(builder.CreateMul(all, builder.getInt32(k_factor)), builder.CreateZExtOrTrunc(part, number));
  }
  return all;
}

llvm::Value* KernelChecks::shift_of(std::uint64_t shift) const {
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel_.getContext()), shift);
}

// Notes an access in its shadow: a read before it, a write behind it.
void KernelChecks::track(llvm::Instruction& at, const PlannedAccess& one) {
  if (!one.origin || one.origin->shadow == nullptr) return;
  const CheckedAccess& access = one.access;
  llvm::Instruction* point = (access.kind & k_write) != 0 && !access.is_of_group ? at.getNextNode() : &at;
  llvm::IRBuilder<> builder(point);
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  llvm::Value* address = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
  llvm::Value* offset = builder.CreateSub(address, one.origin->base);
  if (one.origin->space == MemorySpace::k_local) return track_local(at, *point, one, offset);
  if (one.origin->space != MemorySpace::k_global || !wants(Check::k_race)) return;
  if (one.is_alone) return;
  if (access.has_gaps) return writer_.not_checked(at, "races of a matrix");
  if (access.is_asynchronous) return track_global_copy(at, one, offset);
  if ((access.kind & k_atomic) != 0) {
    llvm::IRBuilder<> before(&at);
    writer_.call(before, "clc_check_atomic", {});
  }
  llvm::Value* place =
      writer_.place(at, {Check::k_race, access.what, constant_of(access.bytes), "global", one.origin->name});
  // Most memory that is read is never written.
  llvm::Value* has_shadow = builder.CreateICmpNE(one.origin->shadow, builder.getInt64(k_no_shadow));
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(has_shadow, builder.GetInsertPoint(), false));
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  writer_.call(builder,
               llvm::any_of(regions_of(*one.origin), [&](std::uint64_t region) { return is_written(region); })
                   ? "clc_check_global"
                   : "clc_check_read_elsewhere",
               {place, kind_of(one), one.origin->shadow, offset, one.origin->size, access.bytes,
                value_of(builder, access), shift_of(table_.global_shift)});
}

// Notes a side of an asynchronous copy in memory that the kernel writes.
void KernelChecks::track_global_copy(llvm::Instruction& at, const PlannedAccess& one, llvm::Value* offset) {
  if (llvm::none_of(regions_of(*one.origin), [&](std::uint64_t region) { return is_written(region); })) return;
  const CheckedAccess& access = one.access;
  llvm::Value* place =
      writer_.place(at, {Check::k_race, access.what, constant_of(access.bytes), "global", one.origin->name});
  llvm::IRBuilder<> builder(&at);
  llvm::Value* has_shadow = builder.CreateICmpNE(one.origin->shadow, builder.getInt64(k_no_shadow));
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(has_shadow, at.getIterator(), false));
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  writer_.call(
      builder, "clc_check_copy_global",
      {place, kind_of(one), one.origin->shadow, offset, one.origin->size, access.bytes, shift_of(table_.global_shift)});
}

// The kind of an access, as checks.cl takes it.
llvm::Value* KernelChecks::kind_of(const PlannedAccess& one) const {
  const CheckedAccess& access = one.access;
  const bool differs = (access.kind & k_write) != 0 && access.stored == nullptr;
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel_.getContext()), access.kind | (differs ? k_differs : 0U) |
                                                                                  (one.is_unread ? k_unread : 0U) |
                                                                                  (has_copies_ ? k_beside_copies : 0U));
}

void KernelChecks::track_local(llvm::Instruction& at, llvm::Instruction& point, const PlannedAccess& one,
                               llvm::Value* offset) {
  const CheckedAccess& access = one.access;
  llvm::IRBuilder<> builder(&point);
  const bool is_write = (access.kind & k_write) != 0;
  llvm::Value* shift = shift_of(table_.local_shift);
  llvm::Value* is_of_group = builder.getInt32(access.is_of_group ? 1 : 0);
  const Checked checked{Check::k_uninitialised, access.what, constant_of(access.bytes), "local", one.origin->name};
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  const bool reads = (!is_write || llvm::StringRef(access.what) == "atomic") && !access.is_put_back;
  if (wants(Check::k_uninitialised) && reads && hides_local_writes_)
    writer_.not_checked(at, "whether the group has written local '" + one.origin->name + "'");
  else if (wants(Check::k_uninitialised) && reads && !access.has_gaps)
    writer_.call(builder, "clc_check_initialised",
                 {writer_.place(at, checked), one.origin->shadow, offset, access.bytes, shift, is_of_group});
  if (access.has_gaps || !wants(Check::k_race)) {
    if (is_write && table_.tracks_local)
      writer_.call(builder, "clc_check_written", {one.origin->shadow, offset, access.bytes, shift});
    return;
  }
  if (one.is_alone) return;
  Checked race = checked;
  race.check = Check::k_race;
  llvm::Value* place = writer_.place(at, race);
  if (access.is_asynchronous) {
    writer_.call(builder, "clc_check_copy_local",
                 {place, kind_of(one), one.origin->shadow, offset, access.bytes, shift, is_of_group});
  } else {
    writer_.call(
        builder, "clc_check_local",
        {place, kind_of(one), one.origin->shadow, offset, access.bytes, value_of(builder, access), shift, is_of_group});
  }
}

// Counts asynchronous copies that are begun, and those that were waited for.
void KernelChecks::count_copies(llvm::CallBase& call) {
  // Those of OpenCL's functions, where it is not known which ones a wait is for.
  const std::string name = knows_events_ ? "" : called_builtin(call);
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  llvm::IRBuilder<> behind(call.getNextNode());
  if (name.starts_with("async_work_group_") || id == llvm::Intrinsic::nvvm_cp_async_commit_group ||
      id == llvm::Intrinsic::nvvm_cp_async_wait_all)
    writer_.call(behind, "clc_check_copy_begun", {});
  if (id == llvm::Intrinsic::nvvm_cp_async_wait_group)
    writer_.call(behind, "clc_check_copied", {call.getArgOperand(0)});
  if (name == "wait_group_events" || id == llvm::Intrinsic::nvvm_cp_async_wait_all)
    writer_.call(behind, "clc_check_copied", {behind.getInt32(0)});
}

void KernelChecks::count_barriers(llvm::CallBase& call) {
  const std::string name = called_builtin(call);
  const bool holds = is_barrier(name);
  if (is_sub_group_collective(name) && wants(Check::k_barrier)) return count_sub_group_calls(call, name);
  if (!holds && !is_collective(name)) return;
  llvm::IRBuilder<> before(&call), behind(call.getNextNode());
  behind.SetCurrentDebugLocation(call.getDebugLoc());
  if (!wants(Check::k_barrier)) {
    // Items read what others have noted in a shadow, which is global memory.
    const bool has_shadow = table_.tracks_local || table_.tracks_global;
    if (has_shadow && !order_global_memory(call, name)) writer_.call(before, "clc_check_fence", {});
    if (wants(Check::k_race) && orders_accesses(call)) writer_.call(behind, "clc_check_ordered", {});
    return;
  }
  const Checked checked{Check::k_barrier, "barrier", 0, "", name};
  if (meets_) {
    meet_before(call, "clc_check_meet", checked);
    if (orders_accesses(call)) writer_.call(behind, "clc_check_ordered", {});
    return;
  }
  table_.counts_barriers = true;
  llvm::Value* place = writer_.place(call, checked);
  writer_.call(before, "clc_check_arrive", {place});
  if (!order_global_memory(call, name)) writer_.call(before, "clc_check_fence", {});
  if (holds)
    writer_.call(behind, "clc_check_leave", {place});
  else
    writer_.call(before, "clc_check_beside", {place});
  if (!holds && orders_accesses(call)) writer_.call(behind, "clc_check_ordered", {});
}

// Lets all items of a group take a branch alike, and tells where they would not.
void KernelChecks::hold_votes() {
  for (const BarrierVote& vote : votes_) {
    llvm::IRBuilder<> builder(vote.branch);
    llvm::Value* goes = vote.branch->getCondition();
    if (!vote.leads) goes = builder.CreateNot(goes);
    llvm::Value* place =
        writer_.place(*vote.barrier, {Check::k_barrier, "barrier", 0, "", called_builtin(*vote.barrier)});
    llvm::Value* go = writer_.call(builder, "clc_check_vote", {place, builder.CreateZExt(goes, builder.getInt32Ty())});
    llvm::Value* none = builder.getInt32(0);
    vote.branch->setCondition(vote.leads ? builder.CreateICmpNE(go, none) : builder.CreateICmpEQ(go, none));
  }
}

// Executes the call only where all items have come to it: others would wait for ever.
void KernelChecks::meet_before(llvm::CallBase& call, const char* function, const Checked& checked) {
  table_.has_meetings = true;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* are_all = writer_.call(builder, function, {writer_.place(call, checked)});
  CheckWriter::guard(call, builder.CreateICmpNE(are_all, builder.getInt32(0)));
}

void KernelChecks::count_sub_group_calls(llvm::CallBase& call, const std::string& name) {
  table_.counts_sub_group_calls = true;
  const Checked checked{Check::k_barrier, "sub-group function", 0, "", name};
  if (meets_) return meet_before(call, "clc_check_sub_meet", checked);
  llvm::IRBuilder<> before(&call), behind(call.getNextNode());
  behind.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* place = writer_.place(call, checked);
  writer_.call(before, "clc_check_sub_arrive", {place});
  writer_.call(behind, "clc_check_sub_leave", {place});
}

// Records where the arguments point, for accesses whose memory is looked for.
void KernelChecks::record_bases() {
  const bool is_asked = std::ranges::any_of(planned_, [&](const auto& entry) {
    return std::ranges::any_of(entry.second,
                               [&](const PlannedAccess& one) { return !one.origin && is_looked_for(one.access); });
  });
  if (!is_asked) return;
  llvm::IRBuilder<> builder = writer_.prologue();
  for (std::size_t i = 0; i < table_.pointers.size(); ++i) {
    llvm::Argument* argument = kernel_.getArg(static_cast<unsigned>(table_.pointers[i]));
    if (argument->getType()->getPointerAddressSpace() != k_global_space) continue;
    llvm::Value* address = builder.CreatePtrToInt(argument, builder.getInt64Ty());
    writer_.call(builder, "clc_check_base", {builder.getInt32(static_cast<std::uint32_t>(i)), address});
  }
}

}  // namespace clc::worker
