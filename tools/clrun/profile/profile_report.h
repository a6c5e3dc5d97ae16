// The figures of profiled kernels as text, JSON and CSV, with the names of clc report --accesses.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "profile/figures.h"

namespace clc::clrun {

struct ProfiledChip {
  std::string target;  // canonical: "nvptx:sm_90"
  ChipMemory memory;
};

std::string profile_text(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip);
void write_profile(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip, JsonWriter& json);
std::string profile_csv(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip);

}  // namespace clc::clrun
