#include "device/harness.h"

#include <algorithm>

namespace clc::device_tests {
namespace {

bool is_for(const Exception& exception, const DeviceFacts& device, const std::string& target,
            const std::string& check) {
  const std::string name = exception.check;
  const bool is_meant = name.back() == '.' ? check.starts_with(name) : check == name;
  return is_meant && device.platform_name.find(exception.platform) != std::string::npos &&
         device.name.starts_with(exception.device) && target.starts_with(exception.target);
}

}  // namespace

const Exception* find_exception(const DeviceFacts& device, const std::string& target, const std::string& check) {
  constexpr const char* k_slow = "PoCL 3.1 compiles maths functions of wide vectors for minutes";
  constexpr const char* k_optional = "PoCL 3.1 leaves out what is optional in OpenCL C 3.0";
  constexpr const char* k_none = "llvmpipe leaves out what is optional in OpenCL C 3.0";
  constexpr const char* k_minus_zero = "Mesa 25 drops the absolute value of a square root, which is -0 for -0";
  constexpr const char* k_half =
      "Mesa 25 ends the process of a program with asin, exp2, log or step of half, also from source";
  static const std::vector<Exception> exceptions{
      {"Portable Computing Language", "widths.float.", k_slow},
      {"Portable Computing Language", "widths.double.", k_slow},
      {"Portable Computing Language", "spaces.", k_slow},
      {"Portable Computing Language", "atomic.scope.", k_optional},
      {"Portable Computing Language", "atomic.float", k_optional},
      {"Portable Computing Language", "atomic.double", k_optional},
      {"Portable Computing Language", "work-group.", k_optional},
      {"Portable Computing Language", "sub-group.", k_optional},
      {"Portable Computing Language", "matrix.", "PoCL 3.1 takes no SPIR-V, and has no such extension of its own",
       "pthread-"},
      {"Portable Computing Language", "unequal.", k_optional},
      {"Portable Computing Language", "generic.", k_optional},
      {"Portable Computing Language", "work-item.clocks", k_optional},
      {"Portable Computing Language", "bits.", k_optional},
      {"Portable Computing Language", "copies.extended", k_optional},
      {"Portable Computing Language", "parameters.c_3", k_optional},
      {"Portable Computing Language", "parameters.cpp", "PoCL 3.1 does not compile C++ for OpenCL"},
      {"Portable Computing Language", "unions.cpp", "PoCL 3.1 does not compile C++ for OpenCL"},
      {"Portable Computing Language", "image.1d_buffer", "PoCL 3.1 has no get_image_width of image1d_buffer_t", "",
       true},
      {"Portable Computing Language", "atomic.async_copies",
       "PoCL 6 lacks wait_group_events of private events, which SPIR-V calls", "cpu-", true, "spirv"},
      {"Portable Computing Language", "copies.", "PoCL 6 lacks wait_group_events of private events, which SPIR-V calls",
       "cpu-", true, "spirv"},
      {"rusticl", "edges.float.pow_to_half", k_minus_zero},
      {"rusticl", "edges.float.pow_to_5_halves", k_minus_zero},
      {"rusticl", "edges.float.powr_to_half", k_minus_zero},
      {"rusticl", "edges.double.pow_to_half", k_minus_zero},
      {"rusticl", "edges.double.pow_to_5_halves", k_minus_zero},
      {"rusticl", "edges.double.powr_to_half", k_minus_zero},
      {"rusticl", "convert.half.groups", k_none},
      {"rusticl", "maths.half.", k_half, "", true},
      {"rusticl", "atomic.scope.", k_none, "", true},
      {"rusticl", "atomic.float", k_none},
      {"rusticl", "atomic.double", k_none},
      {"rusticl", "generic.", k_none, "", true},
      {"rusticl", "unequal.collectives", k_none},
      {"rusticl", "work-group.", k_none},
      {"rusticl", "sub-group.some.", "Mesa 25 forms sub-groups that lack members in groups of one work-item"},
      {"rusticl", "sub-group.rotate.", k_none},
      {"rusticl", "parameters.c_3", k_none, "", true},
      {"rusticl", "unions.cpp", "Mesa reads unions wrongly, also from source; its compiler takes no C++ for OpenCL"},
      {"", "pipe.", "only a driver's own compiler knows the form of its pipes", "", false, "spirv"},
      {"NVIDIA", "memory.tables", "NVIDIA's GPUs have 64 KB of constant memory"},
      {"", "work-item.large_yz", "gfx12 has 16 bits for a group's second and third number", "gfx12"},
  };
  const auto found = std::find_if(exceptions.begin(), exceptions.end(),
                                  [&](const Exception& exception) { return is_for(exception, device, target, check); });
  return found == exceptions.end() ? nullptr : &*found;
}

}  // namespace clc::device_tests
