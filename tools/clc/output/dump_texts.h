// One job's IL and machine code as text, whatever the target.
#pragma once

#include <optional>
#include <string>

#include "clc/package/artifact.h"
#include "clc/package/target.h"
#include "insight/disasm/disasm.h"

namespace clc {

struct JobTexts {
  std::optional<SplitText> il;
  std::string il_extension;  // ".spvasm", ".ptx", ".ll"
  std::optional<SplitText> isa;
  std::vector<std::string> problems;  // what could not be shown, and why
};

// `artifact` is a finished job's, with the sections that were asked for. SPIR-V and PTX are IL and have no ISA.
JobTexts texts_of(const Artifact& artifact, const Target& target, bool wants_il, bool wants_isa,
                  const ToolPaths& tools);

}  // namespace clc
