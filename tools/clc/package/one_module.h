// A package of one module of another.
#pragma once

#include <string>

#include "clc/package/package.h"

namespace clc {

// In the one-file form, with all variants of the module. It is no configuration of a tuned one any more.
Result<Bytes> package_of_module(const Package& package, const Module& module);

}  // namespace clc
