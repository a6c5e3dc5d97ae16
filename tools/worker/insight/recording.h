// Kernels that record what they do, where a job asks for them.
#pragma once

#include <map>
#include <string>

#include "worker/targets/back_end.h"

namespace clc::worker {

Result<void> add_recording(const BackEndJob& job, std::map<std::string, Bytes>& sections);

}  // namespace clc::worker
