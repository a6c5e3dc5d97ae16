#include "toolchain/opencl_layer.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/file_io.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr const char* k_library = "libclc-layer.so";
constexpr const char* k_emulator = "libclc-emulator.so";

}  // namespace

Result<std::string> find_opencl_layer() {
  Result<std::string> path = helper_path(k_library);
  if (!path || access(path->c_str(), R_OK) == 0) return path;
  return fail(ErrorKind::k_unavailable, std::string(k_library) +
                                            " is missing: install it beside clc, or set "
                                            "CLC_LIBEXEC_DIR to the folder that holds it");
}

Result<std::string> find_emulator() {
  Result<std::string> path = helper_path(k_emulator);
  if (!path || access(path->c_str(), R_OK) == 0) return path;
  return fail(ErrorKind::k_unavailable, "the emulated GPUs are not installed: " + *path +
                                            " is missing. It is in the wheel clc_emulator and the Debian package "
                                            "clc-emulator (docs/emulator.md)");
}

Result<PathWithoutColon> PathWithoutColon::make(const std::string& library) {
  PathWithoutColon result;
  result.path_ = library;
  if (library.find(':') == std::string::npos) return result;
  result.folder_.emplace(CLC_TRY(ScratchFolder::make()));
  const std::string name = std::filesystem::path(library).filename().string();
  result.path_ = std::filesystem::absolute(join_path(result.folder_->path(), name)).string();
  if (result.path_.find(':') != std::string::npos) {
    return fail(ErrorKind::k_usage, library + " and " + result.folder_->path() +
                                        ": a path with a colon cannot be given to OpenCL's loader; set TMPDIR to a "
                                        "folder without one");
  }
  if (::symlink(library.c_str(), result.path_.c_str()) != 0) return io_error("make the link", result.path_, errno);
  return result;
}

Result<LayersSetting> LayersSetting::make(const std::string& layer) {
  LayersSetting result(CLC_TRY(PathWithoutColon::make(layer)));
  const std::string& named = result.layer_.get();
  const std::string there = environment_variable("OPENCL_LAYERS");
  result.setting_ = {"OPENCL_LAYERS", there};
  for (const std::string_view one : split(there, ":")) {
    if (one == named) return result;
  }
  // The loader puts each layer above those before it: ours is the nearest to the drivers.
  result.setting_.second = there.empty() ? named : named + ":" + there;
  return result;
}

}  // namespace clc
