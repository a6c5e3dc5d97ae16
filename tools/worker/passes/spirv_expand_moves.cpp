#include "worker/passes/spirv_expand_moves.h"

#include <algorithm>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include "worker/ir/address_spaces.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_most_elements = 64;   // that are loaded before they are stored
constexpr std::uint64_t k_largest_element = 8;  // bytes

// Returns the size of elements that divide `bytes` and are aligned in both places.
std::uint64_t element_size(const llvm::MemMoveInst& move, std::uint64_t bytes) {
  const llvm::Align known = std::min(move.getDestAlign().valueOrOne(), move.getSourceAlign().valueOrOne());
  return llvm::MinAlign(bytes, std::min(known.value(), k_largest_element));
}

void move_elements(llvm::MemMoveInst& move, std::uint64_t bytes, std::uint64_t size) {
  llvm::IRBuilder<> builder(&move);
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(8 * size));
  const auto address = [&](llvm::Value* start, std::uint64_t at) {
    return at == 0 ? start : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, at);
  };
  std::vector<llvm::Value*> elements;
  for (std::uint64_t at = 0; at < bytes; at += size) {
    elements.push_back(
        builder.CreateAlignedLoad(type, address(move.getRawSource(), at), llvm::Align(size), move.isVolatile()));
  }
  for (std::uint64_t at = 0; at < bytes; at += size) {
    builder.CreateAlignedStore(elements[at / size], address(move.getRawDest(), at), llvm::Align(size),
                               move.isVolatile());
  }
}

// LLVM expands moves within one address space only. Two address spaces have no bytes in common, unless one of them is
// the generic one.
llvm::MemMoveInst& make_generic(llvm::MemMoveInst& move) {
  const unsigned spaces[] = {move.getDestAddressSpace(), move.getSourceAddressSpace()};
  if (spaces[0] == spaces[1] || !llvm::is_contained(spaces, k_spirv_generic_space) ||
      llvm::is_contained(spaces, k_spirv_constant_space)) {
    return move;
  }
  llvm::IRBuilder<> builder(&move);
  llvm::Type* pointer = builder.getPtrTy(k_spirv_generic_space);
  llvm::Value* target = builder.CreateAddrSpaceCast(move.getRawDest(), pointer);
  llvm::Value* source = builder.CreateAddrSpaceCast(move.getRawSource(), pointer);
  auto* made = llvm::cast<llvm::MemMoveInst>(builder.CreateMemMove(
      target, move.getDestAlign(), source, move.getSourceAlign(), move.getLength(), move.isVolatile()));
  move.eraseFromParent();
  return *made;
}

// Returns true if the move is done otherwise. What remains has no bytes in common.
bool expand(llvm::MemMoveInst& move, const llvm::TargetTransformInfo& costs) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(move.getLength());
  const std::uint64_t bytes = length == nullptr ? 0 : length->getZExtValue();
  const std::uint64_t size = bytes == 0 ? 1 : element_size(move, bytes);
  if (length == nullptr || bytes / size > k_most_elements) return llvm::expandMemMoveAsLoop(&move, costs);
  move_elements(move, bytes, size);
  return true;
}

}  // namespace

llvm::PreservedAnalyses SpirvExpandMoves::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::MemMoveInst*> moves;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* move = llvm::dyn_cast<llvm::MemMoveInst>(&instruction)) moves.push_back(move);
  }
  const auto& costs = analyses.getResult<llvm::TargetIRAnalysis>(function);
  for (llvm::MemMoveInst* each : moves) {
    llvm::MemMoveInst& move = make_generic(*each);
    if (expand(move, costs)) move.eraseFromParent();
  }
  return moves.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
