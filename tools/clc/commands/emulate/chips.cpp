#include "commands/emulate/chips.h"

#include <algorithm>

#include "base/environment_variable.h"
#include "base/text.h"
#include "clc/package/target.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

// The chips of the driver; a test holds them against it.
constexpr EmulatedChip k_emulated_chips[] = {
    {"gfx90a", "CDNA 2: MI210, MI250, MI250X", false, true},
    {"gfx942", "CDNA 3: MI300A, MI300X, MI325X", true},
    {"gfx950", "CDNA 4: MI350X, MI355X", false},
    {"gfx1100", "RDNA 3: RX 7900, W7800, W7900", true},
    {"gfx1101", "RDNA 3: RX 7700, RX 7800, W7700", false},
    {"gfx1102", "RDNA 3: RX 7600", false},
    {"gfx1103", "RDNA 3: 780M", false},
    {"gfx1150", "RDNA 3.5: 890M", false},
    {"gfx1151", "RDNA 3.5: 8060S", false},
    {"gfx1152", "RDNA 3.5: 860M", false},
    {"gfx1153", "RDNA 3.5", false},
    {"gfx1200", "RDNA 4: RX 9060", true},
    {"gfx1201", "RDNA 4: RX 9070, R9700", false},
};

}  // namespace

std::span<const EmulatedChip> emulated_chips() {
  return k_emulated_chips;
}

bool is_emulated_chip(const std::string& chip) {
  return std::ranges::any_of(k_emulated_chips, [&](const EmulatedChip& one) { return chip == one.name; });
}

// ocl-icd takes the driver from OCL_ICD_VENDORS; Khronos's loader reads a folder there, which a library is not, and
// takes it from OCL_ICD_FILENAMES.
Settings emulated_gpu(const std::string& driver, const std::string& chips) {
  Settings settings = {{"OCL_ICD_VENDORS", driver}, {"OCL_ICD_FILENAMES", driver}};
  if (const std::string self = own_path(); !self.empty() && environment_variable("CLC_DRIVER_CLC").empty())
    settings.emplace_back("CLC_DRIVER_CLC", self);
  if (!chips.empty()) settings.emplace_back("CLC_EMULATOR_CHIP", chips);
  return settings;
}

Result<std::vector<std::string>> chosen_chips(const std::string& origin, const std::vector<std::string>& words) {
  std::vector<std::string> chosen;
  for (const std::string& word : words) {
    // A shop's name may lack its maker's letters: 7900xtx.
    Result<Target> target = parse_target(word);
    if (!target && parse_target("rx" + word)) target = parse_target("rx" + word);
    const bool is_there = target && target->family == Family::k_amdgcn && is_emulated_chip(target->arch);
    if (!is_there && target && target->family == Family::k_amdgcn) {
      return fail(ErrorKind::k_unavailable, origin + " " + word + ": clc compiles for " + target->arch +
                                                " but does not emulate it; there are " +
                                                join(names_of(k_emulated_chips), ", ") + " (`clc emulate --list`)");
    }
    if (!is_there) {
      return fail(ErrorKind::k_unavailable, origin + " " + word + ": no such emulated GPU; there are " +
                                                join(names_of(k_emulated_chips), ", ") + " (`clc emulate --list`)");
    }
    chosen.push_back(target->arch);
  }
  return chosen;
}

}  // namespace clc
