// The keys under which the cache keeps what compiling gives, made of everything that may change it.
#pragma once

#include <string>

#include "clc/cache/key.h"
#include "identity/identity.h"
#include "plan/plan.h"
#include "protocol/protocol.h"
#include "protocol/source_roots.h"

namespace clc {

// The key of what the worker makes. The files that it will read are not part of it: they are not known yet, see Action.
cache::Key compile_key(const CompileRequest& request, const SourceFile& source, const SourceRoots& roots,
                       const Identity& worker);

// The key of what a driver or assembler makes of the worker's artifact of this digest.
cache::Key final_step_key(const Plan& plan, const Job& job, const std::string& worker_digest);

// The absolute names of a compilation's folders, for entries that hold only there.
std::string place_of(const SourceRoots& roots);
// True when the bytes contain the name of one of these folders.
bool names_place(BytesView bytes, const SourceRoots& roots);

}  // namespace clc
