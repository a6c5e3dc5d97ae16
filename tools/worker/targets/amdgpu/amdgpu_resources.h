// The resources that kernels need on an AMD chip, from the metadata that LLVM's code generator writes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc::worker {

using KernelResources = std::map<std::string, std::int64_t>;  // by the names of clc/package/resource_names.h
using Resources = std::map<std::string, KernelResources>;     // by kernel

// Reads them from the note `amdhsa.kernels` and the sizes of the kernels' symbols.
Result<Resources> code_object_resources(const Bytes& code_object);

// Reads them from `.AMDGPU.config`, which lists them in the order of the kernels in the assembly.
Result<Resources> r600_resources(const Bytes& object, std::string_view assembly);

// Sets the numbers of an instruction mix to 0.
void reset_instruction_mix(KernelResources& resources);
void remove_instruction_mix(KernelResources& resources);
// Adds one GCN instruction, whose mnemonic `text` begins with, to the mix.
void count_instruction(std::string_view text, KernelResources& resources);

enum class InstructionSet { k_gcn, k_r600 };

// Adds the instruction mix of the kernels in `assembly`.
void count_instructions(std::string_view assembly, InstructionSet set, Resources& into);

}  // namespace clc::worker
