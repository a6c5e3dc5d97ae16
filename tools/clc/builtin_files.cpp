#include "builtin_files.h"

#include <cstdlib>
#include <filesystem>

namespace clc {

std::string builtins_folder(const std::string& worker) {
  const std::filesystem::path root = std::filesystem::path(worker).parent_path().parent_path().parent_path();
  return (root / "share" / "clc" / "builtins").string();
}

std::vector<std::string> libdevice_paths() {
  std::vector<std::string> roots;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') roots.emplace_back(value);
  }
  roots.insert(roots.end(), {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit"});
  std::vector<std::string> paths;
  for (const std::string& root : roots) {
    for (const char* inside : {"/nvvm/libdevice/libdevice.10.bc", "/libdevice/libdevice.10.bc"}) {
      paths.push_back(root + inside);
    }
  }
  return paths;
}

std::vector<std::string> builtin_files(const Target& target) {
  switch (target.family) {
    case Family::k_spirv32:
      return {"spirv32.bc"};
    case Family::k_spirv64:
      return {"spirv64.bc"};
    case Family::k_nvptx:
      return {"nvptx64.bc", k_own_libdevice};
    case Family::k_amdgcn:
      return {"amdgcn-opencl.bc", "amdgcn-ocml.bc", "amdgcn-ockl.bc", "amdgcn-libclc.bc"};
    case Family::k_r600:
      return {"r600-" + target.arch + ".bc"};
    case Family::k_cubin:
    case Family::k_intel:
    case Family::k_driver:
      break;
  }
  return {};
}

}  // namespace clc
