// One job: a source, options and a target in; an artifact out. Runs in a process of its own.
#pragma once

#include "protocol/protocol.h"

namespace clc::worker {

// What the process that all jobs are forked from loads beforehand for this request, so that they share it.
void prepare(const CompileRequest& request);

CompileReply compile(const CompileRequest& request);

}  // namespace clc::worker
