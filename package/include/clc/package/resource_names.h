// The names of Variant::resources, per kernel. A name that is absent is unknown; nothing is guessed.
#pragma once

namespace clc::resource {

// Registers of one work-item, or of one wave for scalar ones.
inline constexpr const char* k_registers = "registers";                // NVIDIA; Intel: of a hardware thread
inline constexpr const char* k_vector_registers = "vector_registers";  // AMD VGPRs
inline constexpr const char* k_scalar_registers = "scalar_registers";  // AMD SGPRs
inline constexpr const char* k_accumulation_registers = "accumulation_registers";  // AMD AGPRs
inline constexpr const char* k_general_registers = "general_registers";            // R600: 128-bit GPRs

// Values that did not fit into registers.
inline constexpr const char* k_vector_spills = "vector_spills";          // AMD: VGPRs spilled
inline constexpr const char* k_scalar_spills = "scalar_spills";          // AMD: SGPRs spilled
inline constexpr const char* k_spill_store_bytes = "spill_store_bytes";  // NVIDIA
inline constexpr const char* k_spill_load_bytes = "spill_load_bytes";    // NVIDIA
inline constexpr const char* k_register_spills = "register_spills";      // Intel: registers, as its compiler counts
inline constexpr const char* k_spill_bytes = "spill_bytes";              // Intel: memory of a hardware thread for them

// Memory, in bytes.
inline constexpr const char* k_scratch_bytes = "scratch_bytes";    // private memory of one work-item: stack and spills
inline constexpr const char* k_local_bytes = "local_bytes";        // static local memory of one work-group
inline constexpr const char* k_constant_bytes = "constant_bytes";  // NVIDIA constant banks
inline constexpr const char* k_code_bytes = "code_bytes";

inline constexpr const char* k_wave_size = "wave_size";                      // work-items of one wave or warp
inline constexpr const char* k_max_work_group_size = "max_work_group_size";  // as compiled

// Instructions in the machine code, by what they do.
inline constexpr const char* k_instructions = "instructions";
inline constexpr const char* k_memory_instructions = "memory_instructions";  // global, constant and private memory
inline constexpr const char* k_local_instructions = "local_instructions";    // local memory
inline constexpr const char* k_arithmetic_instructions = "arithmetic_instructions";
inline constexpr const char* k_branch_instructions = "branch_instructions";
// Part of the arithmetic ones: those of matrix units; absent where there are none.
inline constexpr const char* k_matrix_instructions = "matrix_instructions";
// R600: operations and the five-slot bundles that hold them.
inline constexpr const char* k_vliw_operations = "vliw_operations";
inline constexpr const char* k_vliw_bundles = "vliw_bundles";

}  // namespace clc::resource
