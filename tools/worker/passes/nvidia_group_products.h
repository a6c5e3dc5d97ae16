// Products of work-groups by wgmma (sm_90a), whose sums may be computed while other instructions run.
#pragma once

#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "clc/package/target.h"
#include "worker/passes/group_tiles.h"

namespace clc::worker {

bool has_group_units(const Target& target);

// True for tiles whose elements wgmma takes only where those that it adds up lie beside each other.
bool must_lie_along(const Matrix& matrix);

// True where wgmma computes a product of a group of so many work-items.
bool suits_group_units(const MatrixProduct& product, const GroupTile& a, const GroupTile& b, unsigned items);

// The sums of a work-item after the product; they are waited for.
std::vector<llvm::Value*> multiply_by_group_units(llvm::IRBuilder<>& builder, const MatrixProduct& product,
                                                  const GroupTile& a, const GroupTile& b, const GroupItem& item,
                                                  llvm::ArrayRef<llvm::Value*> sums);

// Local memory that a product reads.
struct ReadTile {
  llvm::Value* base;
  std::uint64_t bytes;
};
// Empty for a call that is no product of this kind, or whose tiles are not found.
std::vector<ReadTile> tiles_of_product(const llvm::CallBase& call);

// Lets products see what work-items have written to local memory.
void make_visible_to_units(llvm::IRBuilder<>& builder);
// Lets waits of groups of `items` count a product that other instructions have computed.
void count_as_product(llvm::IRBuilder<>& builder, unsigned items);
// Waits until all products but the last `count` are computed.
void wait_for_products(llvm::IRBuilder<>& builder, std::uint64_t count);

// Waits for all products and gives sums of them as they are then.
std::vector<llvm::Value*> wait_for_sums(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> sums);

// True for the product, and for what waits for it and gives the sums.
bool is_group_product(const llvm::Value& value);
bool is_wait_for_sums(const llvm::Value& value);

}  // namespace clc::worker
