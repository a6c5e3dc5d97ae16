// Work of the layer of which an application may not see that it failed.
#pragma once

namespace clc::layer {

// Does the work as far as it comes without an exception: the layer then knows less than it could.
template <class Work>
void quietly(const Work& work) noexcept {
  try {
    work();
  } catch (...) {
    return;
  }
}

}  // namespace clc::layer
