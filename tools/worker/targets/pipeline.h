// The passes that every target begins with.
#pragma once

#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

void add_passes_of_all_targets(PassList& list, const Target& target, const Language& language);

}  // namespace clc::worker
