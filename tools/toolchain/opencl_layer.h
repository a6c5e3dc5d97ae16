// The OpenCL layer of clc, and the environment that brings it into a program.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clc/base/result.h"
#include "toolchain/helpers.h"

namespace clc {

using Settings = std::vector<std::pair<std::string, std::string>>;

// The path of libclc-layer.so; k_unavailable when it is missing.
Result<std::string> find_opencl_layer();
// The path of libclc-emulator.so, the driver of `clc emulate`; k_unavailable when it is missing.
Result<std::string> find_emulator();

// A library's path for variables in which colons separate paths: one that has a colon is named by a link, which is
// there as long as this object.
class PathWithoutColon {
 public:
  static Result<PathWithoutColon> make(const std::string& library);
  const std::string& get() const { return path_; }

 private:
  std::optional<ScratchFolder> folder_;
  std::string path_;
};

// OPENCL_LAYERS with the layer added to those that are there.
class LayersSetting {
 public:
  static Result<LayersSetting> make(const std::string& layer);
  const std::pair<std::string, std::string>& get() const { return setting_; }

 private:
  explicit LayersSetting(PathWithoutColon layer) : layer_(std::move(layer)) {}

  PathWithoutColon layer_;
  std::pair<std::string, std::string> setting_;
};

}  // namespace clc
