// Jobs whose source is SPIR-V already.
#pragma once

#include "clc/package/target.h"
#include "protocol/protocol.h"
#include "protocol/source_roots.h"

namespace clc::worker {

// True when the request's source is SPIR-V.
bool is_il_request(const CompileRequest& request);
// The program with its constants given, for a target or a driver that takes SPIR-V.
CompileReply compile_il(const CompileRequest& request, const SourceRoots& roots);

}  // namespace clc::worker
