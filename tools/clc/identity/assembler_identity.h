// The identities of ptxas and ocloc.
#pragma once

#include "clc/package/result.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "toolchain/assembler.h"
#include "toolchain/tools.h"

namespace clc {

struct KnownAssembler {
  Assembler assembler;
  Identity identity;  // with that of the libraries that it is made of
};

// find_assembler(), asked of the tool only when it is not the one that is remembered. A tool that is a script is asked
// each time. k_io and k_damaged: the identity cannot be told; the tool may be run, but what it makes must not be kept.
Result<KnownAssembler> identify_assembler(Memos& memos, Family family, const ToolPaths& given);

}  // namespace clc
