#include "clc/package/amd_chips.h"

#include "base/text.h"
#include "clc/package/target.h"

namespace clc {

const std::vector<std::string>& chips_of_generic(std::string_view arch) {
  struct Generic {
    std::string_view arch;
    std::vector<std::string> chips;
  };
  static const std::vector<Generic> k_generics = {
      {"gfx9-generic", {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}},
      {"gfx9-4-generic", {"gfx942", "gfx950"}},
      {"gfx10-1-generic", {"gfx1010", "gfx1011", "gfx1012", "gfx1013"}},
      {"gfx10-3-generic", {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"}},
      {"gfx11-generic", {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"}},
      {"gfx12-generic", {"gfx1200", "gfx1201"}},
  };
  static const std::vector<std::string> k_none;
  for (const Generic& generic : k_generics) {
    if (generic.arch == arch) return generic.chips;
  }
  return k_none;
}

std::string chips_meant(std::string_view target) {
  const std::optional<Target> known = read_target(target);
  const std::vector<std::string>& chips = chips_of_generic(known ? known->arch : "");
  return chips.empty() ? "" : ", which stands for " + join(chips, ", ");
}

}  // namespace clc
