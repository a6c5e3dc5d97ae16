#include "protocol/builtin_files.h"

#include <filesystem>

namespace clc {

std::string builtins_folder(const std::string& worker) {
  const std::filesystem::path root = std::filesystem::path(worker).parent_path().parent_path().parent_path();
  return (root / "share" / "clc" / "builtins").string();
}

std::vector<std::string> builtin_files(const Target& target) {
  switch (target.family) {
    case Family::k_spirv32:
      return {"spirv32.bc"};
    case Family::k_spirv64:
      return {"spirv64.bc"};
    case Family::k_nvptx:
      return {"nvptx64.bc"};
    case Family::k_amdgcn:
      return {"amdgcn-clc.bc", "amdgcn-opencl.bc", "amdgcn-ocml.bc", "amdgcn-ockl.bc", "amdgcn-libclc.bc"};
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
