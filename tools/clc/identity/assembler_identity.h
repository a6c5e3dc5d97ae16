// The identities of ptxas and ocloc.
#pragma once

#include "clc/base/result.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "toolchain/assembler.h"
#include "toolchain/tools.h"

namespace clc {

struct KnownAssembler {
  Assembler assembler;
  Identity identity;  // with that of the libraries that it is made of
};

// Returns what find_assembler() finds. The tool is run only when it is not the remembered one, or is a script. k_io and
// k_damaged mean that the identity cannot be told: the tool may be run, but what it makes must not be kept in the
// cache.
Result<KnownAssembler> identify_assembler(Memos& memos, Family family, const ToolPaths& given);

// Returns what ask_chip() says, which is remembered for each chip of a tool whose identity is known.
Result<AssembledChip> identify_chip(Memos& memos, const KnownAssembler& known, const Target& target,
                                    const std::string& arch);

}  // namespace clc
