#include "worker/insight/profile/instrument.h"

#include <algorithm>
#include <map>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/try.h"
#include "worker/analyses/memory_calls.h"
#include "worker/insight/joined_accesses.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/hidden_argument.h"

namespace clc::worker {
namespace {

constexpr unsigned k_global = 1, k_constant = 2, k_local = 3, k_generic = 4;  // address spaces of SPIR-V
constexpr std::size_t k_most_instructions = std::size_t{1} << k_instruction_bits;
constexpr unsigned k_most_cases = 64;

const char* space_name(unsigned space) {
  switch (space) {
    case k_local:
      return "local";
    case k_constant:
      return "constant";
    case k_generic:
      return "generic";
    default:
      return "global";
  }
}

// The functions that write records.
class Recording {
 public:
  explicit Recording(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  // void (trace, is_traced, who, pointer, base, when): records the distance of `pointer` from `base`.
  llvm::Function* offset_function(unsigned space) {
    llvm::Function*& function = of_space_[space];
    if (function != nullptr) return function;
    llvm::Type* pointer = llvm::PointerType::get(context_, space);
    function =
        make("clc_trace_" + std::string(space_name(space)), {trace_type(), i32(), i64(), pointer, pointer, i64()});
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", function));
    llvm::Value* address = builder.CreatePtrToInt(function->getArg(3), i64());
    llvm::Value* base = builder.CreatePtrToInt(function->getArg(4), i64());
    call(builder, function, builder.CreateSub(address, base), function->getArg(5));
    return function;
  }

  // void (trace, is_traced, who, pointer, when): records the address itself.
  llvm::Function* address_function(unsigned space) {
    llvm::Function*& function = absolute_[space];
    if (function != nullptr) return function;
    llvm::Type* pointer = llvm::PointerType::get(context_, space);
    function = make("clc_trace_any_" + std::string(space_name(space)), {trace_type(), i32(), i64(), pointer, i64()});
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", function));
    call(builder, function, builder.CreatePtrToInt(function->getArg(3), i64()), function->getArg(4));
    return function;
  }

  // void (trace, is_traced, who, number, when): records a number.
  llvm::Function* number_function() {
    if (write_ != nullptr) return write_;
    write_ = make("clc_trace", {trace_type(), i32(), i64(), i64(), i64()});
    fill_write();
    return write_;
  }

  // Calls a function of OpenCL that takes a dimension, such as get_local_id().
  llvm::Value* ask(llvm::IRBuilder<>& builder, llvm::StringRef mangled, unsigned dimension) {
    return builder_call(builder, mangled, i64(), {builder.getInt32(dimension)});
  }

  llvm::Type* trace_type() { return llvm::PointerType::get(context_, k_global); }
  llvm::Type* i32() { return llvm::Type::getInt32Ty(context_); }
  llvm::Type* i64() { return llvm::Type::getInt64Ty(context_); }

  llvm::Value* word(llvm::IRBuilder<>& builder, llvm::Value* trace, llvm::Value* index) {
    return builder.CreateGEP(i32(), trace, index);
  }
  llvm::Value* word(llvm::IRBuilder<>& builder, llvm::Value* trace, std::uint32_t index) {
    return word(builder, trace, builder.getInt64(index));
  }

 private:
  llvm::Function* make(const std::string& name, const std::vector<llvm::Type*>& arguments) {
    auto* function = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context_), arguments, false),
                                            llvm::GlobalValue::InternalLinkage, name, module_);
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    return function;
  }

  void call(llvm::IRBuilder<>& builder, llvm::Function* from, llvm::Value* number, llvm::Value* when) {
    llvm::CallInst* made =
        builder.CreateCall(number_function(), {from->getArg(0), from->getArg(1), from->getArg(2), number, when});
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    builder.CreateRetVoid();
  }

  llvm::Value* builder_call(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                            const std::vector<llvm::Value*>& values) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* value : values) types.push_back(value->getType());
    llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    llvm::CallInst* made = builder.CreateCall(callee, values);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return made;
  }

  llvm::Value* increment(llvm::IRBuilder<>& builder, llvm::Value* at) {
    constexpr unsigned k_device_scope = 1, k_relaxed = 0;
    return builder_call(builder, "_Z18__spirv_AtomicIAddPU3AS1Viiii", i32(),
                        {at, builder.getInt32(k_device_scope), builder.getInt32(k_relaxed), builder.getInt32(1)});
  }

  // Writes a record where there is room, and else counts a lost record for the group. Without room the number of
  // written records stays as it is, so that it cannot wrap around.
  void fill_write() {
    llvm::Value *trace = write_->getArg(0), *who = write_->getArg(2);
    auto block = [&] { return llvm::BasicBlock::Create(context_, "", write_); };
    llvm::BasicBlock *entry = block(), *traced = block(), *room = block(), *kept = block(), *lost = block(),
                     *done = block();
    llvm::IRBuilder<> builder(entry);
    builder.CreateCondBr(builder.CreateICmpNE(write_->getArg(1), builder.getInt32(0)), traced, done);
    builder.SetInsertPoint(traced);
    llvm::Value* next = word(builder, trace, k_trace_next);
    llvm::Value* capacity = builder.CreateLoad(i32(), word(builder, trace, k_trace_capacity));
    llvm::Value* seen = builder.CreateLoad(i32(), next, /*isVolatile=*/true);
    builder.CreateCondBr(builder.CreateICmpULT(seen, capacity), room, lost);
    builder.SetInsertPoint(room);
    llvm::Value* slot = increment(builder, next);
    builder.CreateCondBr(builder.CreateICmpULT(slot, capacity), kept, lost);
    builder.SetInsertPoint(kept);
    llvm::Value* begin = builder.CreateLoad(i32(), word(builder, trace, k_trace_records));
    llvm::Value* first =
        builder.CreateAdd(builder.CreateZExt(begin, i64()),
                          builder.CreateMul(builder.CreateZExt(slot, i64()), builder.getInt64(k_record_words)));
    llvm::Value* const words[k_record_words] = {who, write_->getArg(3), write_->getArg(4)};
    for (unsigned i = 0; i < k_record_words; ++i) {
      llvm::Value* at = builder.CreateGEP(i64(), trace, builder.CreateAdd(first, builder.getInt64(i)));
      builder.CreateAlignedStore(words[i], at, llvm::Align(8));
    }
    builder.CreateBr(done);
    builder.SetInsertPoint(lost);
    llvm::Value* group = builder.CreateLShr(who, k_instruction_bits + k_item_bits);
    llvm::Value* every = builder.CreateZExt(builder.CreateLoad(i32(), word(builder, trace, k_trace_every)), i64());
    llvm::Value* index = builder.CreateAdd(builder.CreateUDiv(group, every), builder.getInt64(k_trace_header_words));
    increment(builder, word(builder, trace, index));
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::map<unsigned, llvm::Function*> of_space_, absolute_;
  llvm::Function* write_ = nullptr;
};

// Instruments one kernel.
class Instrumented {
 public:
  Instrumented(llvm::Function& kernel, Recording& recording)
      : kernel_(kernel), recording_(recording), trace_(kernel.getArg(kernel.arg_size() - 1)) {
    table_.name = kernel.getName().str();
    table_.trace_argument = kernel.arg_size() - 1;
  }

  Result<TracedKernel> run() {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& one : llvm::instructions(kernel_)) all.push_back(&one);
    add_moments();
    add_entry();
    for (llvm::Instruction* one : all) record(*one);
    if (table_.instructions.size() > k_most_instructions) {
      return fail(ErrorKind::k_unavailable, "kernel " + table_.name + " has more than " +
                                                std::to_string(k_most_instructions) +
                                                " memory accesses and branches, too many to record");
    }
    return std::move(table_);
  }

 private:
  // Gives each block a number for the current iterations of the loops around it: items in the same iterations have the
  // same number.
  void add_moments() {
    llvm::DominatorTree dominators(kernel_);
    llvm::LoopInfo loops(dominators);
    llvm::Value* const start = llvm::ConstantInt::get(recording_.i64(), 0);
    for (llvm::BasicBlock& block : kernel_) moments_[&block] = start;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      llvm::BasicBlock* header = loop->getHeader();
      llvm::IRBuilder<> builder(header, header->begin());
      llvm::PHINode* iteration = builder.CreatePHI(recording_.i64(), 2);
      builder.SetInsertPoint(header, header->getFirstInsertionPt());
      llvm::Value* next = builder.CreateAdd(iteration, builder.getInt64(1));
      for (llvm::BasicBlock* from : llvm::predecessors(header)) {
        iteration->addIncoming(loop->contains(from) ? next : start, from);
      }
      const llvm::Loop* around = loop->getParentLoop();
      llvm::Value* outer = around == nullptr ? start : moments_[around->getHeader()];
      // Odd factors that look random: different iterations have different sums.
      llvm::Value* moment = builder.CreateAdd(builder.CreateMul(outer, builder.getInt64(0xD1342543DE82EF95)),
                                              builder.CreateMul(next, builder.getInt64(0x9E3779B97F4A7C15)));
      for (llvm::BasicBlock* block : loop->blocks()) moments_[block] = moment;
    }
  }

  // Computes the number of the item and whether its group is traced, and stores the size of the first group.
  void add_entry() {
    llvm::BasicBlock& entry = kernel_.getEntryBlock();
    auto at = entry.getFirstInsertionPt();
    while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
    llvm::IRBuilder<> builder(&entry, at);
    const auto linear = [&](llvm::StringRef id, llvm::StringRef size) {
      llvm::Value* sum = recording_.ask(builder, id, 2);
      for (const unsigned d : {1U, 0U}) {
        sum =
            builder.CreateAdd(builder.CreateMul(sum, recording_.ask(builder, size, d)), recording_.ask(builder, id, d));
      }
      return sum;
    };
    llvm::Value* item = linear("_Z12get_local_idj", "_Z14get_local_sizej");
    llvm::Value* group = linear("_Z12get_group_idj", "_Z14get_num_groupsj");
    who_ = builder.CreateOr(builder.CreateShl(item, k_instruction_bits),
                            builder.CreateShl(group, k_instruction_bits + k_item_bits));
    llvm::Value* every = builder.CreateZExt(
        builder.CreateLoad(recording_.i32(), recording_.word(builder, trace_, k_trace_every)), recording_.i64());
    is_traced_ = builder.CreateZExt(builder.CreateICmpEQ(builder.CreateURem(group, every), builder.getInt64(0)),
                                    recording_.i32());
    // All items of the first group write the same sizes; others write to a word that nobody reads.
    llvm::Value* is_first = builder.CreateICmpEQ(group, builder.getInt64(0));
    for (const unsigned d : {0U, 1U, 2U}) {
      llvm::Value* size = builder.CreateTrunc(recording_.ask(builder, "_Z14get_local_sizej", d), recording_.i32());
      llvm::Value* index =
          builder.CreateSelect(is_first, builder.getInt64(k_trace_local_x + d), builder.getInt64(k_trace_reserved));
      builder.CreateStore(size, recording_.word(builder, trace_, index));
    }
  }

  void record(llvm::Instruction& at) {
    const llvm::DataLayout& layout = kernel_.getDataLayout();
    const auto size = [&](llvm::Type* type) { return layout.getTypeStoreSize(type).getFixedValue(); };
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(at)) {
      access(at, llvm::isa<llvm::LoadInst>(at) ? "load" : "store", llvm::getLoadStorePointerOperand(&at),
             size(llvm::getLoadStoreType(&at)), llvm::getLoadStoreAlignment(&at).value());
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
      const std::uint64_t bytes = size(update->getType());
      access(at, "atomic", update->getPointerOperand(), bytes, bytes);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
      const std::uint64_t bytes = size(exchange->getCompareOperand()->getType());
      access(at, "atomic", exchange->getPointerOperand(), bytes, bytes);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&at)) {
      record_copy(*copy);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) {
      record_call(*call);
    } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&at)) {
      if (branch->isConditional()) record_branch(at, branch->getCondition());
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&at)) {
      record_switch(*choice);
    }
  }

  void record_copy(llvm::MemIntrinsic& copy) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    const std::uint64_t bytes = length == nullptr ? 0 : length->getZExtValue();
    if (bytes == 0 || bytes > k_most_traced_bytes) return not_recorded(copy, "a copy");
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy)) {
      access(copy, "load", transfer->getRawSource(), bytes, transfer->getSourceAlign().valueOrOne().value());
    }
    access(copy, "store", copy.getRawDest(), bytes, copy.getDestAlign().valueOrOne().value());
  }

  void record_call(llvm::CallBase& call) {
    if (const std::optional<CalledAccess> called = called_access(call)) {
      llvm::Value* pointer = called->pointer;
      if (called->index != nullptr) {
        llvm::IRBuilder<> builder(&call);
        llvm::Value* bytes = builder.CreateMul(builder.CreateZExtOrTrunc(called->index, recording_.i64()),
                                               builder.getInt64(called->step));
        pointer = builder.CreateGEP(builder.getInt8Ty(), pointer, bytes);
      }
      return access(call, called->kind, pointer, called->bytes, called->alignment);
    }
    const llvm::Function* function = call.getCalledFunction();
    const std::string name = function == nullptr ? "a call" : builtin_name(function->getName());
    if (name.empty() || name == "prefetch") return;
    const bool takes_memory = llvm::any_of(call.args(), [](const llvm::Use& argument) {
      return argument->getType()->isPointerTy() && argument->getType()->getPointerAddressSpace() != 0;
    });
    if (takes_memory) not_recorded(call, name);
  }

  void record_branch(llvm::Instruction& at, llvm::Value* side) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* who = who_of(builder, at, "branch", "", 0, 1);
    call(builder, recording_.number_function(),
         {trace_, is_traced_, who, builder.CreateZExt(side, recording_.i64()), moments_[at.getParent()]});
  }

  // Records the number of the chosen successor.
  void record_switch(llvm::SwitchInst& choice) {
    if (choice.getNumCases() > k_most_cases) return not_recorded(choice, "a switch of many cases");
    llvm::IRBuilder<> builder(&choice);
    llvm::Value* side = builder.getInt32(0);
    for (const auto& one : choice.cases()) {
      side = builder.CreateSelect(builder.CreateICmpEQ(choice.getCondition(), one.getCaseValue()),
                                  builder.getInt32(one.getSuccessorIndex()), side);
    }
    record_branch(choice, side);
  }

  void access(llvm::Instruction& at, const char* kind, llvm::Value* pointer, std::uint64_t bytes,
              std::uint64_t alignment) {
    alignment = std::min(alignment, k_most_traced_bytes);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space < k_global || space > k_generic || bytes == 0) return;
    llvm::Value* base = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
    if (llvm::isa<llvm::AllocaInst>(base)) return;
    const bool has_base = llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::GlobalVariable>(base);
    const unsigned real = has_base ? base->getType()->getPointerAddressSpace() : space;
    if (real == 0) return;
    if (bytes > k_most_traced_bytes) return not_recorded(at, "a " + std::string(kind));
    llvm::IRBuilder<> builder(&at);
    llvm::Value* who = who_of(builder, at, kind, space_name(real), bytes, alignment);
    llvm::Value* when = moments_[at.getParent()];
    if (!has_base) return call(builder, recording_.address_function(space), {trace_, is_traced_, who, pointer, when});
    base = builder.CreateAddrSpaceCast(base, pointer->getType());
    call(builder, recording_.offset_function(space), {trace_, is_traced_, who, pointer, base, when});
  }

  llvm::Value* who_of(llvm::IRBuilder<>& builder, const llvm::Instruction& at, const char* kind, const char* space,
                      std::uint64_t bytes, std::uint64_t alignment) {
    TracedInstruction one{"", 0, 0, kind, space, bytes, alignment};
    const llvm::DILocation* location = at.getDebugLoc().get();
    if (location != nullptr && location->getLine() != 0) {
      one.file = location->getFilename().str();
      if (one.file.starts_with("./")) one.file.erase(0, 2);
      one.line = location->getLine();
      one.column = location->getColumn();
    }
    table_.instructions.push_back(std::move(one));
    return builder.CreateOr(who_, builder.getInt64(table_.instructions.size() - 1));
  }

  void call(llvm::IRBuilder<>& builder, llvm::Function* function, const std::vector<llvm::Value*>& values) {
    builder.CreateCall(function, values)->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }

  void not_recorded(const llvm::Instruction& at, const std::string& what) {
    const llvm::DILocation* location = at.getDebugLoc().get();
    table_.not_recorded.push_back(what +
                                  (location == nullptr ? "" : " in line " + std::to_string(location->getLine())));
  }

  llvm::Function& kernel_;
  Recording& recording_;
  llvm::Value* trace_;
  llvm::Value *who_ = nullptr, *is_traced_ = nullptr;
  std::map<const llvm::BasicBlock*, llvm::Value*> moments_;
  TracedKernel table_;
};

}  // namespace

Result<AccessTable> instrument(llvm::Module& module, llvm::TargetMachine& machine) {
  CLC_TRY(inline_everything(module, machine));
  join_accesses(module, machine);  // the code generator does the same
  Recording recording(module);
  AccessTable table;
  for (llvm::Function* old : kernels_of(module)) {
    llvm::Function* kernel = with_hidden_argument(*old, {"clc_trace", "ulong*"});
    table.push_back(CLC_TRY(Instrumented(*kernel, recording).run()));
  }
  std::ranges::sort(table, {}, &TracedKernel::name);
  return table;
}

}  // namespace clc::worker
