#include "toolchain/opencl_layer.h"

#include <filesystem>

#include "base/environment_variable.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

std::string library_named(const char* name) {
  return std::string(name) + platform::k_end_of_libraries;
}

bool is_there(const std::string& path) {
  return platform::find(path) == 0;
}

}  // namespace

Result<std::string> find_opencl_layer() {
  const std::string library = library_named("libclc-layer");
  Result<std::string> path = helper_path(library);
  if (!path || is_there(*path)) return path;
  return fail(ErrorKind::k_unavailable, library +
                                            " is missing: install it beside clc, or set "
                                            "CLC_LIBEXEC_DIR to the folder that holds it");
}

Result<std::string> find_emulator() {
  Result<std::string> path = helper_path(library_named("libclc-emulator"));
  if (!path || is_there(*path)) return path;
  return fail(ErrorKind::k_unavailable, "the emulated GPUs are not installed: " + *path +
                                            " is missing. It is in the wheel clc_emulator and the Debian package "
                                            "clc-emulator (docs/emulator.md)");
}

Result<PathWithoutColon> PathWithoutColon::make(const std::string& library) {
  PathWithoutColon result;
  result.path_ = library;
  if (library.find(platform::k_between_paths) == std::string::npos) return result;
  result.folder_.emplace(CLC_TRY(ScratchFolder::make()));
  result.path_ = join_path(result.folder_->path(), base_name(library));
  if (result.path_.find(platform::k_between_paths) != std::string::npos) {
    return fail(ErrorKind::k_usage, library + " and " + result.folder_->path() + ": a path with a " +
                                        platform::k_name_between_paths +
                                        " cannot be given to OpenCL's loader; set TMPDIR to a folder without one");
  }
  std::error_code error;
  std::filesystem::create_symlink(platform::to_path(library), platform::to_path(result.path_), error);
  if (error) return io_error("make the link", result.path_, error.value());
  return result;
}

Result<LayersSetting> LayersSetting::make(const std::string& layer) {
  LayersSetting result(CLC_TRY(PathWithoutColon::make(layer)));
  const std::string& named = result.layer_.get();
  const std::string there = environment_variable("OPENCL_LAYERS");
  result.setting_ = {"OPENCL_LAYERS", there};
  for (const std::string_view one : split(there, platform::k_between_paths)) {
    if (one == named) return result;
  }
  // The loader puts each layer above those before it: ours is the nearest to the drivers.
  result.setting_.second = there.empty() ? named : named + platform::k_between_paths + there;
  return result;
}

}  // namespace clc
