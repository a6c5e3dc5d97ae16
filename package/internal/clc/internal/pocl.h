// PoCL, the OpenCL driver for CPUs, and its classes of x86-64 processors, as `driver:pocl,cpu=CLASS` names them.
// Debian's compiles for the best class that the machine's processor has, and takes binaries of that one alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc {

inline constexpr std::string_view k_pocl_platform = "Portable Computing Language";  // CL_PLATFORM_NAME

std::vector<std::string> pocl_cpu_classes();

// The class of a device by its CL_DEVICE_VERSION, which PoCL lets end with LLVM's name of the processor. Empty for
// other drivers, and for a PoCL that was built for one processor.
std::string pocl_cpu_class(std::string_view device_version);

}  // namespace clc
