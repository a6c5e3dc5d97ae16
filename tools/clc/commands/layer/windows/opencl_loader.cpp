#include "commands/layer/opencl_loader.h"

#include "toolchain/opencl_layer.h"

namespace clc {

std::string loader_advice(const std::string&) {
  return {};
}

Result<std::string> system_loader() {
  return fail(ErrorKind::k_unavailable, "Windows takes a loader beside the program first: replace that file");
}

void explain_absence(const EndedCommand&, Sink& sink) {
  if (const Result<std::string> layer = find_opencl_layer(); !layer)
    return sink.message(Severity::k_warning, "the layer was never loaded: " + layer.error().message);
  sink.message(
      Severity::k_note,
      "the layer was never loaded: the program used no OpenCL, brings a loader that knows no layers, or has an "
      "administrator's rights, with which the loader reads the registry alone (docs/layer.md#on-windows)");
}

}  // namespace clc
