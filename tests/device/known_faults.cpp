#include "device/harness.h"

namespace clc::device_tests {

const KnownFault* find_known_fault(const std::string& platform, const std::string& check) {
  constexpr const char* k_large_lane = "SLEEF's vector code is wrong where a lane's argument is large";
  constexpr const char* k_mad_sat = "mad_sat saturates the product before it adds, or wraps";
  constexpr const char* k_shuffle = "shuffle of 64-bit lanes keeps 32 bits";
  static const std::vector<KnownFault> faults{
      {"Portable Computing Language", "maths.float.cos", k_large_lane},
      {"Portable Computing Language", "maths.float.sin", k_large_lane},
      {"Portable Computing Language", "maths.float.sincos", k_large_lane},
      {"Portable Computing Language", "maths.float.tan", k_large_lane},
      {"Portable Computing Language", "maths.float.ldexp", "SLEEF's vector code rounds denormal results twice"},
      {"Portable Computing Language", "work-item.beyond", "sizes beyond the third dimension are 0, not 1"},
      {"Portable Computing Language", "image.r_uint", "an image without alpha reads it as 0, not 1"},
      {"Intel(R) OpenCL", "maths.float.fmod", "fmod of two equal denormal numbers is that number, not 0"},
      {"Intel(R) OpenCL", "maths.double.fmod", "fmod of two equal denormal numbers is that number, not 0"},
      {"Intel(R) OpenCL", "integer.int.mad_sat", k_mad_sat},
      {"Intel(R) OpenCL", "integer.uint.mad_sat", k_mad_sat},
      {"Intel(R) OpenCL", "integer.long.mad_sat", k_mad_sat},
      {"Intel(R) OpenCL", "printf.results", "printf returns how many characters it wrote, not 0"},
      {"Intel(R) OpenCL", "integer.long.lanes", k_shuffle},
      {"Intel(R) OpenCL", "integer.ulong.lanes", k_shuffle},
  };
  for (const KnownFault& fault : faults) {
    if (platform.find(fault.platform) != std::string::npos && check == fault.check) return &fault;
  }
  return nullptr;
}

}  // namespace clc::device_tests
