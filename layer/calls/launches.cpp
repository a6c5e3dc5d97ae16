#include "calls/launches.h"

#include "calls/keep_later.h"
#include "layer_state.h"

namespace clc::layer {

RecordedLaunch note_launch(cl_kernel kernel, cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                           const std::size_t* local) noexcept {
  LaunchRecording* launches = state().launches();
  RecordedLaunch recorded;
  if (launches != nullptr) recorded = launches->launched(kernel, dimensions, offset, global, local);
  state().summary.launched();
  try {
    kernel_launched(kernel);
  } catch (...) {
    // The program may then be kept later than it could be, or not at all.
  }
  return recorded;
}

}  // namespace clc::layer
