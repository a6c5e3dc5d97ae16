// Questions to ocloc about one of its chips: the SPIR-V that it takes, and the macros of the chip's driver.
#pragma once

#include <chrono>
#include <string>

#include "clc/base/result.h"
#include "toolchain/assembler.h"

namespace clc {

// `device` is a chip, or several, as ocloc spells them: of several, what all of them have. A tool that takes nothing of
// what is tried gets SPIR-V 1.2 without extensions. One that takes longer than `limit` for one of the questions is
// an error, for that tells nothing of the chip.
Result<AssembledChip> ask_ocloc_chip(const std::string& ocloc, const std::string& device,
                                     std::chrono::seconds limit = std::chrono::seconds(60));

// The macros that ocloc's own front end defines for the chip, or for each of several; "NAME=VALUE" where the value is
// not 1. The error k_unavailable: it compiles no source for the chip.
Result<std::vector<std::string>> ask_ocloc_front_end(const std::string& ocloc, const std::string& device,
                                                     std::chrono::seconds limit = std::chrono::seconds(60));

}  // namespace clc
