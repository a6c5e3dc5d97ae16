// What kernels need of an AMD chip, from the metadata that the code generator wrote.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "clc/package/bytes.h"
#include "clc/package/result.h"

namespace clc::worker {

// By kernel and by the names of clc/package/resource_names.h.
using Resources = std::map<std::string, std::map<std::string, std::int64_t>>;

// From the note `amdhsa.kernels` and the sizes of the kernels' symbols.
Result<Resources> code_object_resources(const Bytes& code_object);

// From `.AMDGPU.config`: the numbers stand in the order of the kernels in `text`, the assembly.
Result<Resources> r600_resources(const Bytes& object, std::string_view text);

// Adds one GCN instruction to a kernel's mix: `text` begins with its mnemonic.
void count_instruction(std::string_view text, std::map<std::string, std::int64_t>& figures);
void start_counting(std::map<std::string, std::int64_t>& figures);
void forget_counts(std::map<std::string, std::int64_t>& figures);

enum class InstructionSet { k_gcn, k_r600 };

// Adds the instruction mix of the kernels in `text`.
void count_instructions(std::string_view text, InstructionSet set, Resources& into);

}  // namespace clc::worker
