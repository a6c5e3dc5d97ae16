#include "toolchain/ocloc_chip.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::uint32_t k_highest_minor = 6;
constexpr std::uint32_t k_lowest_minor = 2;  // which every ocloc takes

// Macros that Clang defines for SPIR-V and that chips differ in.
constexpr std::array k_asked{
    "cl_khr_fp64",
    "__opencl_c_fp64",
    "cl_khr_fp16",
    "__opencl_c_images",
    "__opencl_c_3d_image_writes",
    "__opencl_c_read_write_images",
    "cl_khr_3d_image_writes",
    "cl_khr_depth_images",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_subgroups",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_integer_dot_product",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "cl_ext_float_atomics",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_add",
    "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_min_max",
    "cl_intel_required_subgroup_size",
    "__opencl_c_subgroups",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
    "cl_intel_subgroup_local_block_io",
    "cl_intel_bfloat16_conversions",
    "cl_intel_split_work_group_barrier",
};

// Others that ocloc's own front end may define for a chip. What has a value is asked for with it.
constexpr std::array k_asked_of_source{
    "__OPENCL_VERSION__=120",
    "__OPENCL_VERSION__=200",
    "__OPENCL_VERSION__=210",
    "__OPENCL_VERSION__=220",
    "__OPENCL_VERSION__=300",
    "__ENDIAN_LITTLE__",
    "__IMAGE_SUPPORT__",
    "__SPIR__",
    "__SPIR64__",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_device_enqueue",
    "__opencl_c_generic_address_space",
    "__opencl_c_int64",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_work_group_collective_functions",
    "cl_intel_device_side_avc_motion_estimation",
    "cl_intel_dot_accumulate",
    "cl_intel_media_block_io",
    "cl_intel_motion_estimation",
    "cl_intel_packed_yuv",
    "cl_intel_pipe_io",
    "cl_intel_planar_yuv",
    "cl_intel_spirv_device_side_avc_motion_estimation",
    "cl_intel_spirv_media_block_io",
    "cl_intel_spirv_subgroups",
    "cl_intel_subgroup_2d_block_io",
    "cl_intel_subgroup_buffer_prefetch",
    "cl_intel_subgroup_matrix_multiply_accumulate",
    "cl_intel_subgroup_matrix_multiply_accumulate_tf32",
    "cl_intel_subgroup_split_matrix_multiply_accumulate",
    "cl_khr_byte_addressable_store",
    "cl_khr_device_enqueue_local_arg_types",
    "cl_khr_expect_assume",
    "cl_khr_extended_bit_ops",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_image2d_from_buffer",
    "cl_khr_kernel_clock",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_spir",
    "cl_khr_spirv_no_integer_wrap_decoration",
    "cl_khr_work_group_uniform_arithmetic",
};

// An extension of SPIR-V that the chip takes where its driver announces a macro.
struct Announced {
  const char* macro;
  const char* extension;
};
constexpr std::array k_extensions{
    Announced{"__opencl_c_ext_fp32_global_atomic_add", "SPV_EXT_shader_atomic_float_add"},
    Announced{"__opencl_c_ext_fp32_global_atomic_min_max", "SPV_EXT_shader_atomic_float_min_max"},
    Announced{"cl_intel_bfloat16_conversions", "SPV_INTEL_bfloat16_conversion"},
    Announced{"cl_intel_split_work_group_barrier", "SPV_INTEL_split_barrier"},
    Announced{"cl_intel_subgroups", "SPV_INTEL_subgroups"},
    Announced{"cl_khr_subgroup_rotate", "SPV_KHR_subgroup_rotate"},
};
constexpr const char* k_dot_product = "SPV_KHR_integer_dot_product";

// Numbers of SPIR-V's specification.
enum : std::uint32_t {
  k_op_extension = 10,
  k_op_memory_model = 14,
  k_op_entry_point = 15,
  k_op_capability = 17,
  k_op_type_void = 19,
  k_op_type_int = 21,
  k_op_type_pointer = 32,
  k_op_type_function = 33,
  k_op_function = 54,
  k_op_function_parameter = 55,
  k_op_function_end = 56,
  k_op_store = 62,
  k_op_label = 248,
  k_op_return = 253,
  k_op_udot = 4451,
  k_addresses = 4,
  k_kernel = 6,
  k_dot_product_of_packed = 6018,
  k_dot_product_capability = 6019,
  k_physical_64 = 2,
  k_opencl = 2,
  k_cross_workgroup = 5,
  k_packed_4x8 = 0,
  k_aligned = 2,
};

class ModuleWriter {
 public:
  explicit ModuleWriter(std::uint32_t minor) : words_{0x07230203, 0x00010000 | minor << 8U, 0, 32, 0} {}
  void add(std::uint32_t op, std::initializer_list<std::uint32_t> operands, std::string_view text = {}) {
    const std::size_t at = words_.size();
    words_.push_back(op);
    words_.insert(words_.end(), operands);
    if (text.data() != nullptr) {
      for (std::size_t i = 0; i <= text.size(); i += 4) {
        std::uint32_t word = 0;
        for (std::size_t j = i; j < std::min(i + 4, text.size()); ++j)
          word |= std::uint32_t{static_cast<unsigned char>(text[j])} << 8U * (j - i);
        words_.push_back(word);
      }
    }
    words_[at] |= static_cast<std::uint32_t>(words_.size() - at) << 16U;
  }
  Bytes bytes() const {
    Bytes result;
    for (const std::uint32_t word : words_) {
      for (unsigned shift = 0; shift < 32; shift += 8) result += static_cast<char>(word >> shift);
    }
    return result;
  }

 private:
  std::vector<std::uint32_t> words_;
};

// kernel void k(global uint* p, uint x) { } or, with dot products, { *p = dot_4x8packed_uu_uint(x, x); }
Bytes small_module(std::uint32_t minor, bool has_dot_product) {
  enum : std::uint32_t { k_void = 1, k_uint, k_pointer, k_type, k_function, k_p, k_x, k_block, k_sum };
  ModuleWriter module(minor);
  for (const std::uint32_t capability : {k_addresses, k_kernel}) module.add(k_op_capability, {capability});
  if (has_dot_product) {
    module.add(k_op_capability, {k_dot_product_of_packed});
    module.add(k_op_capability, {k_dot_product_capability});
    module.add(k_op_extension, {}, k_dot_product);
  }
  module.add(k_op_memory_model, {k_physical_64, k_opencl});
  module.add(k_op_entry_point, {k_kernel, k_function}, "k");
  module.add(k_op_type_void, {k_void});
  module.add(k_op_type_int, {k_uint, 32, 0});
  module.add(k_op_type_pointer, {k_pointer, k_cross_workgroup, k_uint});
  module.add(k_op_type_function, {k_type, k_void, k_pointer, k_uint});
  module.add(k_op_function, {k_void, k_function, 0, k_type});
  module.add(k_op_function_parameter, {k_pointer, k_p});
  module.add(k_op_function_parameter, {k_uint, k_x});
  module.add(k_op_label, {k_block});
  if (has_dot_product) {
    module.add(k_op_udot, {k_uint, k_sum, k_x, k_x, k_packed_4x8});
    module.add(k_op_store, {k_p, k_sum, k_aligned, 4});
  }
  module.add(k_op_return, {});
  module.add(k_op_function_end, {});
  return module.bytes();
}

// One ocloc, with a private folder.
class Asked {
 public:
  Asked(const std::string& ocloc, const std::string& device, const std::string& folder, std::chrono::seconds limit)
      : ocloc_(ocloc), device_(device), folder_(folder), limit_(limit) {}

  // Returns what it printed while it compiled `input`. Its crash is an answer, too: it does not take that.
  Result<std::string> compile(const Bytes& input, std::vector<std::string> more) const {
    CLC_TRY(write_file_atomically(join_path(folder_, k_assembler_input), input));
    std::error_code ignored;
    std::filesystem::remove(join_path(folder_, k_assembler_output), ignored);
    ProcessSpec spec;
    spec.arguments = {ocloc_,  "compile",           "-64",     "-file",           k_assembler_input, "-device",
                      device_, "-output_no_suffix", "-output", k_assembler_output};
    spec.arguments.insert(spec.arguments.end(), more.begin(), more.end());
    spec.folder = folder_;
    spec.errors_into_output = true;
    Finished finished = CLC_TRY(run_process(spec, "", limit_));
    if (finished.timed_out) {
      return fail(ErrorKind::k_crash, join(spec.arguments, " ") + " did not end within " +
                                          std::to_string(limit_.count()) + " s, so that nothing is known of the chip");
    }
    return std::move(finished.output);
  }

  Result<bool> takes(const Bytes& module) const {
    CLC_TRY(compile(module, {"-spirv_input", "-exclude_ir"}));
    return std::filesystem::exists(join_path(folder_, k_assembler_output));
  }

 private:
  const std::string &ocloc_, &device_, &folder_;
  std::chrono::seconds limit_;
};

Result<std::uint32_t> highest_minor(const Asked& asked) {
  for (std::uint32_t minor = k_highest_minor; minor > k_lowest_minor; --minor) {
    if (CLC_TRY(asked.takes(small_module(minor, false)))) return minor;
  }
  return k_lowest_minor;
}

constexpr std::string_view k_said = "clc-has ";
constexpr const char* k_newest_language = "-cl-std=CL3.0";

std::ptrdiff_t count(std::string_view text, const std::string& word) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) ++found;
  return found;
}

// The macros among `names` that the drivers of all chips define, and what the tool printed. None where it has no front
// end that tells, or one that refuses all sources.
struct AnsweredMacros {
  std::vector<std::string> macros;
  std::string log;
};

Result<AnsweredMacros> announced_macros(const Asked& asked, const std::vector<std::string>& names,
                                        const std::string& options) {
  const std::string warning = "#warning " + std::string(k_said);
  Bytes source = warning + "begun;\n";
  for (const std::string& name : names) {
    const std::size_t equals = name.find('=');
    source += equals == std::string::npos ? "#ifdef " + name
                                          : "#if " + name.substr(0, equals) + " == " + name.substr(equals + 1);
    source += "\n" + warning + name + ";\n#endif\n";
  }
  source += "kernel void k() {}\n";
  std::string said = CLC_TRY(asked.compile(source, {"-options", options}));
  AnsweredMacros answered{{}, std::move(said)};
  // A compiler may repeat the line of the source: each chip says as often as the others what it has.
  const std::ptrdiff_t begun = count(answered.log, std::string(k_said) + "begun;");
  for (const std::string& name : names) {
    if (begun != 0 && count(answered.log, std::string(k_said) + name + ";") == begun) answered.macros.push_back(name);
  }
  return answered;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Result<AssembledChip> ask_ocloc_chip(const std::string& ocloc, const std::string& device, std::chrono::seconds limit) {
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const std::string& path = folder.path();
  const Asked asked(ocloc, device, path, limit);
  const std::uint32_t minor = CLC_TRY(highest_minor(asked));
  const AnsweredMacros answered = CLC_TRY(announced_macros(asked, {k_asked.begin(), k_asked.end()}, k_newest_language));
  const std::vector<std::string>* macros = &answered.macros;
  AssembledChip chip{{Family::k_spirv64, "1." + std::to_string(minor), {}}, {}};
  if (macros->empty()) return chip;
  for (const auto& [macro, extension] : k_extensions) {
    if (holds(*macros, macro)) chip.input.features.emplace_back(extension);
  }
  // The driver announces dot products of chips that have no such instruction, which its library of builtins computes in
  // another way when it compiles from source.
  const bool has_dot_product =
      holds(*macros, "cl_khr_integer_dot_product") && CLC_TRY(asked.takes(small_module(minor, true)));
  if (has_dot_product) chip.input.features.emplace_back(k_dot_product);
  std::ranges::sort(chip.input.features);
  for (const std::string_view macro : k_asked) {
    const bool is_of_dot_product = macro.find("integer_dot_product") != std::string_view::npos;
    if (!holds(*macros, macro) || (is_of_dot_product && !has_dot_product)) chip.absent.emplace_back(macro);
  }
  return chip;
}

Result<std::vector<std::string>> ask_ocloc_front_end(const std::string& ocloc, const std::string& device,
                                                     std::chrono::seconds limit) {
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const std::string& path = folder.path();
  const Asked asked(ocloc, device, path, limit);
  std::vector<std::string> names(k_asked.begin(), k_asked.end());
  names.insert(names.end(), k_asked_of_source.begin(), k_asked_of_source.end());
  AnsweredMacros answered = CLC_TRY(announced_macros(asked, names, k_newest_language));
  if (!answered.macros.empty()) {
    std::ranges::sort(answered.macros);
    return std::move(answered.macros);
  }
  std::string said = answered.log.substr(0, answered.log.find("error:") == std::string::npos
                                                ? std::string::npos
                                                : answered.log.find('\n', answered.log.find("error:")));
  while (said.ends_with('\n')) said.pop_back();
  return fail(ErrorKind::k_unavailable, ocloc + " compiles no source for " + device +
                                            ", not even an empty kernel, so " +
                                            "that the target cannot have 'from=source'; it said:\n" + said);
}

}  // namespace clc
