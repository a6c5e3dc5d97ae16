// Libraries of others whose code kernels may hold, and what their licences ask of whoever passes a package on.
#pragma once

#include <string>

#include "clc/package/manifest.h"

namespace clc {

// By family of targets: a manifest does not say which functions of a library a kernel calls.
std::string borrowed_code_text(const Manifest& manifest);
std::string borrowed_code_json(const Manifest& manifest);

}  // namespace clc
