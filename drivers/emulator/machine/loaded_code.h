// A code object in a GPU's memory, and its instructions, each decoded when it is first met.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isa/instruction.h"
#include "machine/address_space.h"
#include "machine/code_object.h"
#include "machine/memory_action.h"

namespace clc::emulator {

struct RegisterUse;
struct AccessCount;
struct BranchCount;

// Hardware's counters of what is under way.
enum class WaitCounter : std::uint8_t {
  k_vector,  // vmcnt, loadcnt
  k_store,   // vscnt, storecnt; gfx942 has none
  k_lds,     // lgkmcnt, dscnt
  k_scalar,  // kmcnt; the others count scalar loads in lgkmcnt
  k_sample,  // samplecnt of gfx1200; the others count samples in vmcnt
};
inline constexpr unsigned k_wait_counters = 5;
inline constexpr std::uint8_t k_no_wait = 0xff;

struct DecodedInstruction {
  mutable const void* checked_for = nullptr;  // the kernel for which its registers have been checked
  // How many of each counter a wait leaves.
  std::array<std::uint8_t, k_wait_counters> waits{k_no_wait, k_no_wait, k_no_wait, k_no_wait, k_no_wait};
  std::optional<MemoryAction> action;  // of instructions that access memory
  Instruction instruction;
  mutable std::shared_ptr<const RegisterUse> use;  // of Undefined
  // Instructions that access texels: the same, with the sizes of texels that were met.
  mutable std::vector<std::shared_ptr<const DecodedInstruction>> sized;
  // Where Counters count it in this launch.
  mutable std::uint64_t counted_launch = 0;
  mutable AccessCount* access_count = nullptr;
  mutable BranchCount* branch_count = nullptr;
};

class LoadedCode {
 public:
  struct Found {
    const Quick& quick;  // there until the next instruction is asked for
    const DecodedInstruction& whole;
  };

  LoadedCode(CodeObject object, std::vector<std::uint8_t> file, AddressSpace& memory);
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  const CodeObject& object() const { return object_; }
  std::uint64_t base() const { return image_->address; }
  bool holds(std::uint64_t pc) const {
    return pc > text_address_ && (pc - text_address_) / 4 < decoded_[0].number.size();
  }
  // The instruction at an address; throws Fault where none can be. Each part decodes for itself, so that threads may
  // use different ones.
  Found find(std::uint64_t pc, unsigned part) {
    const std::uint64_t index = (pc - text_address_) / 4;
    const Decoded& decoded = decoded_[part];
    if (index >= decoded.number.size() || decoded.number[index] == 0) return decode_at(pc, part);
    const std::size_t number = decoded.number[index];
    if (number + 1 < decoded.quick.size()) decoded.fetch(number + 1);
    return {decoded.quick[number], *decoded.whole[number]};
  }
  const DecodedInstruction& at(std::uint64_t pc) { return find(pc, 0).whole; }
  // There will be so many parts, at least.
  void make_parts(unsigned count);
  // It was compiled with -g.
  bool has_lines() const;
  // "vecadd.cl:12" each, or "" where the code object has no lines or there is no llvm-symbolizer.
  std::vector<std::string> source_lines(const std::vector<std::uint64_t>& places, bool with_folders = false) const;

 private:
  // Instructions in the order in which they were first met, in which most follow each other.
  struct Decoded {
    std::vector<std::uint32_t> number;  // by dwords of code; 0 where none was met
    std::vector<Quick> quick{1};
    std::vector<std::unique_ptr<DecodedInstruction>> whole{1};

    // Programs have more instructions than the host's first cache holds: this one will be needed.
    void fetch(std::size_t next) const {
      __builtin_prefetch(&quick[next]);
      if (quick[next].kind != Quick::Kind::k_none) return;
      // Its action, and what it accesses memory with.
      const auto* bytes = reinterpret_cast<const char*>(whole[next].get());
      for (const unsigned at : {0, 192, 256, 320}) __builtin_prefetch(bytes + at);
    }
  };

  Found decode_at(std::uint64_t pc, unsigned part);
  void relocate();
  void change(const std::string& changes);

  CodeObject object_;
  std::vector<std::uint8_t> file_;
  AddressSpace& memory_;
  const Allocation* image_;
  std::uint64_t text_address_;
  std::vector<Decoded> decoded_;  // of each part
};

}  // namespace clc::emulator
