#include "worker/insight/live/exec_masks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace clc::worker {
namespace {

bool removes_lanes(ExecChange change) {
  return change == ExecChange::k_removes || change == ExecChange::k_replaces || change == ExecChange::k_any;
}

bool adds_lanes(ExecChange change) {
  return change == ExecChange::k_adds || change == ExecChange::k_replaces || change == ExecChange::k_any;
}

// Goes back from an instruction that adds the lanes of a mask to the instruction that made the mask. All lanes of the
// mask took part there, so the instructions that removed them lie on the way.
class WayBack {
 public:
  WayBack(const DecodedFunction& function, const ControlFlow& flow, const DecodedCode& code, const ExecMasks& masks)
      : function_(function), flow_(flow), code_(code), masks_(masks) {}

  ExecMasks::Joining from(Index start) {
    const unsigned mask = function_.instructions[start].mask;
    is_known_ = mask != 0;
    if (is_known_) visit(start, mask);
    while (is_known_ && !left_.empty()) {
      const auto [at, wanted] = left_.back();
      left_.pop_back();
      step(at, wanted);
    }
    return joining(mask);
  }

 private:
  void visit(Index at, unsigned wanted) {
    if (seen_.insert({at, wanted}).second) left_.emplace_back(at, wanted);
  }

  bool overlaps(const std::vector<Half>& written, unsigned wanted) const {
    const std::vector<Half>& halves = code_.halves[wanted];
    return std::any_of(written.begin(), written.end(),
                       [&](Half one) { return std::find(halves.begin(), halves.end(), one) != halves.end(); });
  }

  void step(Index at, unsigned wanted) {
    if (at == 0) is_known_ = false;  // the mask came from outside
    for (const Index before : flow_.predecessors[at]) {
      const DecodedInstruction& one = function_.instructions[before];
      if (removes_lanes(one.exec)) passed_.insert(before);
      if (!overlaps(one.writes, wanted)) {
        visit(before, wanted);
      } else if (one.saved == wanted) {
        saved_.insert(before);
      } else if (one.computed == wanted && one.is_plain_mask) {
        only_grows_ = only_grows_ && (one.only_grows || one.sources.empty());
        if (one.is_exclusive_or_with_exec) {
          inverted_.insert(before);
        } else if (one.mnemonic.rfind("s_mov", 0) != 0 || one.sources.empty()) {
          is_copy_ = false;
        }
        for (const unsigned source : one.sources) visit(before, source);
      } else {
        is_known_ = false;
      }
    }
  }

  // True where the mask has every lane that the instruction at `remover` removed.
  bool has_all_of(Index remover, unsigned mask) const {
    if (only_grows_ && inverted_.empty() && function_.instructions[remover].mask == mask &&
        function_.instructions[remover].exec == ExecChange::k_removes)
      return function_.instructions[remover].saved == 0 || is_copy_;
    if (!is_copy_ || saved_.empty()) return false;
    if (inverted_.empty()) return true;
    if (inverted_.size() != 1 || saved_.size() != 1) return false;
    return *saved_.begin() <= remover && remover <= *inverted_.begin();
  }

  ExecMasks::Joining joining(unsigned mask) const {
    ExecMasks::Joining result;
    if (!is_known_) {
      for (std::size_t one = 0; one < masks_.classes; ++one) result.maybe.push_back(one);
      return result;
    }
    for (const Index remover : passed_)
      (has_all_of(remover, mask) ? result.all : result.maybe).push_back(masks_.class_of[remover]);
    return result;
  }

  const DecodedFunction& function_;
  const ControlFlow& flow_;
  const DecodedCode& code_;
  const ExecMasks& masks_;
  std::vector<std::pair<Index, unsigned>> left_;
  std::set<std::pair<Index, unsigned>> seen_;
  std::set<Index> passed_;    // instructions that removed lanes on the way
  std::set<Index> saved_;     // instructions that copied EXEC, as it was before them, into the mask
  std::set<Index> inverted_;  // instructions that inverted the mask: it has the lanes that EXEC has lost
  bool is_known_ = true;
  bool is_copy_ = true;  // since it was saved, only moves and one inversion changed the mask
  bool only_grows_ = true;
};

}  // namespace

ControlFlow control_flow(const DecodedFunction& function) {
  const std::vector<DecodedInstruction>& code = function.instructions;
  std::map<std::uint64_t, Index> places;
  for (Index i = 0; i < code.size(); ++i) places[code[i].address] = i;
  ControlFlow flow;
  flow.successors.resize(code.size());
  flow.predecessors.resize(code.size());
  for (Index i = 0; i < code.size(); ++i) {
    std::set<Index> next;
    if (code[i].falls_through && i + 1 < code.size()) next.insert(i + 1);
    for (const std::uint64_t target : code[i].targets) {
      if (const auto found = places.find(target); found != places.end()) next.insert(found->second);
    }
    flow.successors[i].assign(next.begin(), next.end());
    for (const Index one : next) flow.predecessors[one].push_back(i);
  }
  return flow;
}

ExecMasks exec_masks(const DecodedFunction& function, const ControlFlow& flow, const DecodedCode& code) {
  const std::size_t size = function.instructions.size();
  ExecMasks masks;
  masks.class_of.assign(size, ExecMasks::k_no_class);
  masks.joining.resize(size);
  for (Index i = 0; i < size; ++i) {
    if (removes_lanes(function.instructions[i].exec)) masks.class_of[i] = masks.classes++;
  }
  for (Index i = 0; i < size; ++i) {
    const ExecChange change = function.instructions[i].exec;
    if (adds_lanes(change)) masks.joining[i] = WayBack(function, flow, code, masks).from(i);
    if (change != ExecChange::k_all) continue;
    for (std::size_t one = 0; one < masks.classes; ++one) masks.joining[i].all.push_back(one);
  }
  return masks;
}

}  // namespace clc::worker
