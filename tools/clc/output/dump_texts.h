// One job's IL and machine code as text, whatever the target.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/package/artifact.h"
#include "clc/package/target.h"
#include "insight/disasm/disasm.h"

namespace clc {

struct DumpProblem {
  std::string missing;  // "IL", "ISA"
  std::string reason;
};

struct JobTexts {
  std::optional<SplitText> il;
  std::string il_extension;  // ".spvasm", ".ptx", ".ll"
  std::optional<SplitText> isa;
  std::vector<DumpProblem> problems;
};

// `artifact` is a finished job's, with the sections that were asked for. SPIR-V and PTX are IL and have no ISA.
JobTexts texts_of(const Artifact& artifact, const Target& target, bool wants_il, bool wants_isa,
                  const ToolPaths& tools);

}  // namespace clc
