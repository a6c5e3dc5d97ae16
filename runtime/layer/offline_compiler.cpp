#include "offline_compiler.h"

namespace clc::layer {

Result<Package> compile_offline(const ProgramIdentity&, const Device&) {
  return fail(ErrorKind::k_unavailable, "there is no clc beside the layer");
}

}  // namespace clc::layer
