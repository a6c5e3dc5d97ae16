// Answers a kernel's questions about its place in a launch, such as its ids. Each target's builtin library has its own
// names for them.
#pragma once

#include <optional>

#include <llvm/IR/InstrTypes.h>

#include "worker/insight/analysis/lane_value.h"
#include "worker/insight/analysis/launch.h"

namespace clc::worker {

class WorkItems {
 public:
  WorkItems(LaneMath& math, const Launch& launch);

  // The value of a call; nothing when the call asks for something else.
  std::optional<LaneValue> call(llvm::StringRef function, unsigned width);
  // The value behind a pointer to the driver's own arguments or to AMD's dispatch packet; nothing for other pointers.
  std::optional<LaneValue> load(const LaneValue& pointer, unsigned width);

 private:
  // A number that the driver puts there.
  struct Field {
    std::int64_t at = 0;
    unsigned bytes = 0;
    LaneValue value;
  };
  std::optional<Field> field(SymbolId symbol, std::int64_t at) const;
  LaneValue local_id(unsigned asked, unsigned width) const;
  LaneValue lane(unsigned width) const;
  LaneValue group_id(unsigned asked, unsigned width) const {
    const unsigned dimension = launch_.dimension(asked);
    if (launch_.group_id) return number((*launch_.group_id)[dimension], width);
    if (launch_.global && (*launch_.global)[dimension] <= launch_.group[dimension]) return number(0, width);
    return symbol_value(group_ids_[dimension], width);
  }
  LaneValue group_count(unsigned asked, unsigned width) const;
  LaneValue size(unsigned asked, unsigned width) const {
    return number(launch_.group[launch_.dimension(asked)], width);
  }
  LaneValue pointer(SymbolId id, unsigned width) const { return symbol_value(id, width); }
  std::optional<LaneValue> nvidia(llvm::StringRef name, unsigned width);
  std::optional<LaneValue> amd(llvm::StringRef name, unsigned width);
  std::optional<LaneValue> r600(llvm::StringRef name, unsigned width);

  LaneMath& math_;
  const Launch& launch_;
  std::array<SymbolId, 3> group_ids_{}, group_counts_{};
  SymbolId implicit_arguments_ = 0, dispatch_packet_ = 0, r600_arguments_ = 0;
};

}  // namespace clc::worker
