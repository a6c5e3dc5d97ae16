#include "worker/insight/live/count_live.h"

#include <algorithm>
#include <utility>

#include <llvm/ADT/BitVector.h>

#include "base/backward_flow.h"
#include "protocol/register_set.h"
#include "worker/insight/live/exec_masks.h"

namespace clc::worker {
namespace {

using Slots = llvm::BitVector;  // halves of registers that are counted, vector ones first

// A function with more sets (classes times blocks) counts all lanes that do not take part as one class.
constexpr std::size_t k_most_sets = 1U << 19U;

struct Numbering {
  explicit Numbering(const DecodedCode& code) : slot_of(code.registers.size(), 0) {
    std::vector<Half> counted;
    for (Half half = 0; half < code.registers.size(); ++half) {
      if (code.registers[half].file != RegisterFile::k_none) counted.push_back(half);
    }
    std::stable_sort(counted.begin(), counted.end(), [&](Half a, Half b) {
      const RegisterNumber &one = code.registers[a], &other = code.registers[b];
      return std::pair(one.file, one.number) < std::pair(other.file, other.number);
    });
    for (const Half half : counted) {
      registers.push_back(code.registers[half]);
      slot_of[half] = static_cast<unsigned>(registers.size());
      if (registers.back().file != RegisterFile::k_scalar) vectors = static_cast<unsigned>(registers.size());
    }
  }

  unsigned size() const { return static_cast<unsigned>(registers.size()); }

  std::vector<RegisterNumber> registers;  // by slot
  std::vector<unsigned> slot_of;          // by half; 1 more than the slot, 0: none
  unsigned vectors = 0;                   // slots of vector registers
};

// Slots that may still be read: by the lanes that take part, and by the waiting lanes of each class.
struct State {
  Slots active;
  std::vector<Slots> waiting;

  bool operator==(const State& other) const = default;
  void join(const State& other) {
    active |= other.active;
    for (std::size_t i = 0; i < waiting.size(); ++i) waiting[i] |= other.waiting[i];
  }
};

class Liveness {
 public:
  Liveness(const DecodedFunction& function, const DecodedCode& code, const Numbering& numbering)
      : function_(function),
        numbering_(numbering),
        flow_(control_flow(function)),
        masks_(exec_masks(function, flow_, code)) {
    only_vectors_.resize(numbering.size());
    only_vectors_.set(0, numbering.vectors);
    find_blocks();
    if (masks_.classes * blocks_.size() > k_most_sets) merge_classes();
    before_ =
        flow_backwards(blocks_.size(), empty_state(), [this](std::size_t block, const std::vector<State>& before) {
          State state = state_behind(block, before);
          for (Index i = blocks_[block].end; i-- != blocks_[block].begin;) go_back_over(i, state);
          return state;
        });
    go_forwards();
  }

  std::vector<LiveInstruction> instructions(const std::vector<CodeLine>& lines) const {
    std::vector<LiveInstruction> result(function_.instructions.size());
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      const std::vector<Slots> written = written_in(block);
      State state = state_behind(block, before_);
      std::vector<std::vector<bool>> away = away_in(block);
      for (Index i = blocks_[block].end; i-- != blocks_[block].begin;) {
        go_back_over(i, state);
        const std::size_t at = i - blocks_[block].begin;
        Slots needed = state.active;
        for (std::size_t one = 0; one < masks_.classes; ++one) {
          if (away[at][one]) needed |= state.waiting[one];
        }
        needed &= written[at];
        result[i] = {function_.instructions[i].address, names_of(needed), lines[i].file, lines[i].line};
      }
    }
    return result;
  }

 private:
  struct Block {
    Index begin = 0, end = 0;
    Slots written;           // slots that may have been written before it
    std::vector<bool> away;  // classes that lanes may be in at its beginning
    bool is_reached = false;
  };

  void find_blocks() {
    const std::size_t size = function_.instructions.size();
    std::vector<bool> begins(size + 1);
    begins[0] = true;
    for (Index i = 0; i < size; ++i) {
      const std::vector<Index>& next = flow_.successors[i];
      if (next.size() == 1 && next[0] == i + 1) continue;
      begins[i + 1] = true;
      for (const Index one : next) begins[one] = true;
    }
    block_of_.resize(size);
    for (Index i = 0; i < size; ++i) {
      if (begins[i]) blocks_.push_back({i, i, {}, {}});
      block_of_[i] = blocks_.size() - 1;
      blocks_.back().end = i + 1;
    }
  }

  void merge_classes() {
    masks_.classes = 1;
    for (std::size_t& one : masks_.class_of) one = one == ExecMasks::k_no_class ? one : 0;
    for (ExecMasks::Joining& one : masks_.joining) {
      if (!one.all.empty() || !one.maybe.empty()) one = {{}, {0}};
    }
  }

  void set(const std::vector<Half>& halves, Slots& in, bool value = true) const {
    for (const Half half : halves) {
      if (numbering_.slot_of[half] != 0) in[numbering_.slot_of[half] - 1] = value;
    }
  }

  State empty_state() const {
    return {Slots(numbering_.size()), std::vector<Slots>(masks_.classes, Slots(numbering_.size()))};
  }

  State state_behind(std::size_t block, const std::vector<State>& before) const {
    State state = empty_state();
    const Index last = blocks_[block].end - 1;
    const std::string& jump = function_.instructions[last].mnemonic;
    for (const Index next : flow_.successors[last]) state.join(before[block_of_[next]]);
    // No lane takes part on one of the two ways: no vector register is read there before a lane joins.
    const bool is_forward = jump == "s_cbranch_execz", is_backward = jump == "s_cbranch_execnz";
    if ((is_forward || is_backward) && flow_.successors[last].size() == 2) {
      state.active.reset();
      for (const Index next : flow_.successors[last]) {
        Slots active = before[block_of_[next]].active;
        const bool is_without_lanes = (next == last + 1) == is_backward;
        if (is_without_lanes) active.reset(only_vectors_);
        state.active |= active;
      }
    }
    return state;
  }

  void go_back_over_exec(Index at, State& state) const {
    const DecodedInstruction& one = function_.instructions[at];
    if (one.exec == ExecChange::k_none) return;
    Slots active_vectors = state.active, removed;
    active_vectors &= only_vectors_;
    const std::size_t own = masks_.class_of[at];
    if (own != ExecMasks::k_no_class) removed = state.waiting[own];
    for (const std::size_t joins : masks_.joining[at].all) state.waiting[joins] = active_vectors;
    for (const std::size_t joins : masks_.joining[at].maybe) state.waiting[joins] |= active_vectors;
    if (one.exec == ExecChange::k_replaces) state.active.reset(only_vectors_);
    if (own != ExecMasks::k_no_class) state.active |= removed;
  }

  void go_back_over(Index at, State& state) const {
    const DecodedInstruction& one = function_.instructions[at];
    go_back_over_exec(at, state);
    set(one.writes, state.active, false);
    set(one.reads, state.active);
    if (!one.reads_all_lanes) return;
    Slots read(numbering_.size());
    set(one.reads, read);
    read &= only_vectors_;
    for (Slots& waiting : state.waiting) waiting |= read;
  }

  void write(Index at, Slots& written) const {
    set(function_.instructions[at].writes, written);
    set(function_.instructions[at].partial_writes, written);
  }

  void leave(Index at, std::vector<bool>& away) const {
    for (const std::size_t joins : masks_.joining[at].all) away[joins] = false;
    if (masks_.class_of[at] != ExecMasks::k_no_class) away[masks_.class_of[at]] = true;
  }

  // A kernel begins with its item's local ids in the first vector registers. Other functions may begin with values in
  // all registers.
  Slots written_at_entry() const {
    Slots written(numbering_.size(), true);
    if (!function_.is_kernel) return written;
    for (unsigned slot = 0; slot < numbering_.vectors; ++slot) {
      const RegisterNumber& one = numbering_.registers[slot];
      if (one.file != RegisterFile::k_vector || one.number >= function_.item_registers) written.reset(slot);
    }
    return written;
  }

  void go_forwards() {
    for (Block& block : blocks_) {
      block.written.resize(numbering_.size());
      block.away.resize(masks_.classes);
    }
    if (blocks_.empty()) return;
    blocks_[0].written = written_at_entry();
    blocks_[0].is_reached = true;
    for (bool changes = true; changes;) {
      changes = false;
      for (Block& block : blocks_) {
        if (!block.is_reached) continue;
        Slots written = block.written;
        std::vector<bool> away = block.away;
        for (Index i = block.begin; i < block.end; ++i) write(i, written), leave(i, away);
        for (const Index next : flow_.successors[block.end - 1])
          changes = reach(blocks_[block_of_[next]], written, away) || changes;
      }
    }
  }

  static bool reach(Block& block, const Slots& written, const std::vector<bool>& away) {
    bool changes = !std::exchange(block.is_reached, true) || written.test(block.written);
    block.written |= written;
    for (std::size_t i = 0; i < away.size(); ++i) {
      changes = changes || (away[i] && !block.away[i]);
      block.away[i] = block.away[i] || away[i];
    }
    return changes;
  }

  std::vector<Slots> written_in(std::size_t block) const {
    std::vector<Slots> result{blocks_[block].written};
    for (Index i = blocks_[block].begin; i + 1 < blocks_[block].end; ++i) {
      result.push_back(result.back());
      write(i, result.back());
    }
    return result;
  }

  std::vector<std::vector<bool>> away_in(std::size_t block) const {
    std::vector<std::vector<bool>> result{blocks_[block].away};
    for (Index i = blocks_[block].begin; i + 1 < blocks_[block].end; ++i) {
      result.push_back(result.back());
      leave(i, result.back());
    }
    return result;
  }

  std::string names_of(const Slots& needed) const {
    RegisterSet registers;
    for (const unsigned slot : needed.set_bits()) {
      const RegisterNumber& one = numbering_.registers[slot];
      const char* const file = one.file == RegisterFile::k_vector         ? "v"
                               : one.file == RegisterFile::k_accumulation ? "a"
                                                                          : "s";
      Register named{file, one.number};
      if (registers.empty() || registers.back() != named) registers.push_back(std::move(named));  // else its other half
    }
    return encode_registers(registers);
  }

  const DecodedFunction& function_;
  const Numbering& numbering_;
  ControlFlow flow_;
  ExecMasks masks_;
  Slots only_vectors_;
  std::vector<Block> blocks_;
  std::vector<State> before_;          // for each block, slots that may be read from its beginning on
  std::vector<std::size_t> block_of_;  // the block of each instruction
};

}  // namespace

std::vector<LiveFunction> live_registers(const DecodedCode& code) {
  const Numbering numbering(code);
  std::vector<LiveFunction> result;
  for (std::size_t i = 0; i < code.functions.size(); ++i) {
    const DecodedFunction& function = code.functions[i];
    LiveFunction live;
    live.name = function.name;
    live.unknown = function.unknown;
    if (function.unknown.empty() && !function.instructions.empty())
      live.instructions = Liveness(function, code, numbering).instructions(code.lines[i]);
    result.push_back(std::move(live));
  }
  return result;
}

}  // namespace clc::worker
