// Colours as IEC 61966-2-1 stores them: of linear values from 0 to 1.
#pragma once

#include <algorithm>
#include <cmath>

namespace clc {

inline double linear_of_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// Beyond the ends it is as at them, and 0 of NaN.
inline double srgb_of_linear(double value) {
  if (std::isnan(value)) return 0;
  value = std::clamp(value, 0.0, 1.0);
  return value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
}

}  // namespace clc
