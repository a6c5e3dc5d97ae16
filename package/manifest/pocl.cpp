#include "clc/internal/pocl.h"

namespace clc {
namespace {

struct CpuClass {
  const char* name;
  const char* cpu;
  const char* cpu_of_pocl_6 = cpu;  // PoCL 3.1 and 6.0 differ in the first
};
constexpr CpuClass k_cpu_classes[] = {
    {"sse2", "athlon64", "x86-64"}, {"ssse3", "core2"},     {"sse41", "penryn"}, {"avx", "sandybridge"},
    {"avx_f16c", "ivybridge"},      {"avx_fma4", "bdver1"}, {"avx2", "haswell"}, {"avx512", "skylake-avx512"},
};

}  // namespace

std::vector<std::string> pocl_cpu_classes() {
  std::vector<std::string> names;
  for (const CpuClass& known : k_cpu_classes) names.emplace_back(known.name);
  return names;
}

std::string pocl_cpu_class(std::string_view device_version) {
  if (device_version.find(" PoCL ") == std::string_view::npos) return {};
  for (const CpuClass& known : k_cpu_classes) {
    for (const char* cpu : {known.cpu, known.cpu_of_pocl_6}) {
      if (device_version.ends_with("-" + std::string(cpu))) return known.name;
    }
  }
  return {};
}

}  // namespace clc
