// Types and functions that the two sources of image_rotate share.
#pragma once

#include <string>
#include <vector>

#include "common/algorithm.h"
#include "common/image_file.h"

namespace clc::algorithms {

// Sine and cosine scaled by 2^30 and rounded; exact at multiples of 90 degrees.
struct Turn {
  cl_int cosine = 0;
  cl_int sine = 0;
};

inline constexpr double k_turn_one = 0x1p30;

Turn make_turn(double degrees);

// A turned picture, and the one that the CPU made of it.
struct Turned {
  Picture device;
  Picture cpu;
  std::string compared;  // how long each took, and that they agree
};

inline const std::string k_tutorial_rotation = "tutorial_forward_grey";

// Adds the tutorials' rotation to the variants.
void add_tutorial_rotation(std::vector<AlgorithmVariant>& variants);

// Turns a grey picture as the tutorials do. The canvas holds 203 wherever no pixel came, which stands for what was in
// memory.
Result<Turned> rotate_as_tutorial(Session& session, const Picture& picture, double degrees);

}  // namespace clc::algorithms
