// One job: a source, options and a target in; an artifact out. Runs in a process of its own.
#pragma once

#include "protocol/protocol.h"
#include "worker/ir/code_generation.h"

namespace clc::worker {

// Loads the builtin libraries that the request needs. The server calls it before it forks a job, so that jobs share
// them.
void load_builtins(const CompileRequest& request);

CompileReply compile(const CompileRequest& request);

// The answer to a request whose compilation has used up the stack.
CompileReply nested_too_deeply(const CompileRequest& request);

// The answer to a request whose code LLVM ends on, because the chip lacks an instruction.
CompileReply without_instruction(const CompileRequest& request, const MissingInstruction& missing);

}  // namespace clc::worker
