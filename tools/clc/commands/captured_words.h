// A captured launch in the words of `clrun tune` and of `clc test`.
#pragma once

#include <string>
#include <vector>

#include "recording/capture.h"

namespace clc {

// A tuning file with the launch and no macro yet; empty where `clrun tune` cannot make the arguments.
std::string tuning_text(const Capture& capture);

// A test file with the launch, for a program with these options, in a folder from which `memory` leads to the
// contents as unpack_capture() names them. Empty where `clc test` cannot make the arguments.
std::string test_text(const Capture& capture, const std::vector<std::string>& options, const std::string& memory);

// The sizes of an image, rows last; nothing for arrays of images and images of buffers.
std::vector<std::uint64_t> image_shape(const CapturedMemory& image);

// The contents of an image as NumPy's file; empty where `clc test` takes no such image.
Bytes image_as_npy(const CapturedMemory& image, const Bytes& contents);

}  // namespace clc
