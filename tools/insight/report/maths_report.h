// The maths functions of a kernel: what they cost, and advice where shorter ones are there.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "insight/report/access_advice.h"
#include "protocol/analysis.h"

namespace clc {

// "full", or "relaxed" where the build options allow the errors of the specification's table for unsafe maths.
std::string maths_profile(const std::vector<std::string>& options);

// "maths: full accuracy", "maths: relaxed"
std::string maths_text(const std::string& profile);

// "maths: full accuracy; sin of float, 118 instructions: 2 calls, 1 of them in loops"
std::string maths_text(const KernelFacts& facts);

void add_maths(const KernelFacts& facts, JsonWriter& json);

// About functions in the innermost loop that have shorter forms.
void advise_maths(const KernelFacts& facts, std::vector<Advice>& all);

}  // namespace clc
