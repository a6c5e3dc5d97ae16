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
  LoadedCode(CodeObject object, std::vector<std::uint8_t> file, AddressSpace& memory);
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  const CodeObject& object() const { return object_; }
  std::uint64_t base() const { return image_->address; }
  bool holds(std::uint64_t pc) const { return pc > text_address_ && (pc - text_address_) / 4 < decoded_[0].size(); }
  // The instruction at an address; throws Fault where none can be. Each part decodes for itself, so that threads may
  // use different ones.
  const DecodedInstruction& at(std::uint64_t pc, unsigned part = 0) {
    const std::uint64_t index = (pc - text_address_) / 4;
    const auto& decoded = decoded_[part];
    if (index >= decoded.size() || decoded[index] == nullptr) return decode_at(pc, part);
    const DecodedInstruction& found = *decoded[index];
    // Programs have more instructions than the host's first cache holds: the next one is on its way meanwhile.
    if (const std::uint64_t next = index + found.instruction.quick.bytes / 4U; next < decoded.size()) {
      const auto* bytes = reinterpret_cast<const char*>(decoded[next].get());
      for (unsigned line = 0; line < 3; ++line) __builtin_prefetch(bytes + line * k_line_bytes);
    }
    return found;
  }
  // There will be so many parts, at least.
  void make_parts(unsigned count);
  // It was compiled with -g.
  bool has_lines() const;
  // "vecadd.cl:12" each, or "" where the code object has no lines or there is no llvm-symbolizer.
  std::vector<std::string> source_lines(const std::vector<std::uint64_t>& places, bool with_folders = false) const;

 private:
  const DecodedInstruction& decode_at(std::uint64_t pc, unsigned part);
  void relocate();
  void change(const std::string& changes);

  CodeObject object_;
  std::vector<std::uint8_t> file_;
  AddressSpace& memory_;
  const Allocation* image_;
  std::uint64_t text_address_;
  std::vector<std::vector<std::unique_ptr<DecodedInstruction>>> decoded_;  // of each part
};

}  // namespace clc::emulator
