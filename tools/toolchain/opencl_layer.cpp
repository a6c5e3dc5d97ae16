#include "toolchain/opencl_layer.h"

#include <unistd.h>

#include "base/environment_variable.h"
#include "base/text.h"
#include "toolchain/process.h"

namespace clc {
namespace {

constexpr const char* k_library = "libclc-layer.so";

}  // namespace

Result<std::string> find_opencl_layer() {
  Result<std::string> path = helper_path(k_library);
  if (!path || access(path->c_str(), R_OK) == 0) return path;
  return fail(ErrorKind::k_unavailable, std::string(k_library) +
                                            " is missing: install it beside clc, or set "
                                            "CLC_LIBEXEC_DIR to the folder that holds it");
}

std::pair<std::string, std::string> layers_setting(const std::string& layer) {
  const std::string there = environment_variable("OPENCL_LAYERS");
  for (const std::string_view one : split(there, ":")) {
    if (one == layer) return {"OPENCL_LAYERS", there};
  }
  // The loader puts each layer above those before it: ours is the nearest to the drivers.
  return {"OPENCL_LAYERS", there.empty() ? layer : layer + ":" + there};
}

}  // namespace clc
