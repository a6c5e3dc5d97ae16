#include "worker/targets/amdgpu/amdgpu_resources.h"

#include <array>
#include <optional>
#include <vector>

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/BinaryFormat/MsgPackDocument.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MemoryBuffer.h>

#include "base/text.h"
#include "clc/package/matrix_products.h"
#include "clc/package/resource_names.h"

namespace clc::worker {
namespace {

using namespace std::string_view_literals;

// Registers in `.AMDGPU.config`, by their names for Evergreen chips (LLVM's R600Defines.h).
constexpr std::uint32_t k_sq_pgm_resources_ls = 0x288d4;
constexpr std::uint32_t k_sq_pgm_resources_ps = 0x28844;
constexpr std::uint32_t k_sq_lds_alloc = 0x288e8;

template <class ELFT>
Result<Resources> read_notes(const llvm::object::ELFObjectFile<ELFT>& file) {
  const llvm::object::ELFFile<ELFT>& elf = file.getELFFile();
  auto headers = elf.program_headers();
  if (!headers) return fail(ErrorKind::k_crash, "the linked code object has no program headers");
  Resources result;
  for (const auto& header : *headers) {
    if (header.p_type != llvm::ELF::PT_NOTE) continue;
    llvm::Error error = llvm::Error::success();
    for (const auto& note : elf.notes(header, error)) {
      if (note.getName() != "AMDGPU" || note.getType() != llvm::ELF::NT_AMDGPU_METADATA) continue;
      llvm::msgpack::Document document;
      const llvm::StringRef blob = note.getDescAsStringRef(header.p_align);
      if (!document.readFromBlob(blob, false) || !document.getRoot().isMap()) continue;
      auto& kernels = document.getRoot().getMap()["amdhsa.kernels"];
      if (!kernels.isArray()) continue;
      for (auto& entry : kernels.getArray()) {
        auto& kernel = entry.getMap();
        auto& resources = result[kernel[".name"].getString().str()];
        const std::array<std::pair<const char*, const char*>, 9> names{{
            {".vgpr_count", resource::k_vector_registers},
            {".sgpr_count", resource::k_scalar_registers},
            {".agpr_count", resource::k_accumulation_registers},
            {".vgpr_spill_count", resource::k_vector_spills},
            {".sgpr_spill_count", resource::k_scalar_spills},
            {".private_segment_fixed_size", resource::k_scratch_bytes},
            {".group_segment_fixed_size", resource::k_local_bytes},
            {".wavefront_size", resource::k_wave_size},
            {".max_flat_workgroup_size", resource::k_max_work_group_size},
        }};
        for (const auto& [from, to] : names) {
          auto& value = kernel[from];
          if (value.getKind() == llvm::msgpack::Type::UInt) resources[to] = static_cast<std::int64_t>(value.getUInt());
          if (value.getKind() == llvm::msgpack::Type::Int) resources[to] = value.getInt();
        }
      }
    }
    llvm::consumeError(std::move(error));
  }
  for (const auto& symbol : file.getDynamicSymbolIterators()) {  // --strip leaves no others
    auto name = symbol.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (const auto found = result.find(name->str()); found != result.end()) {
      found->second[resource::k_code_bytes] = static_cast<std::int64_t>(llvm::object::ELFSymbolRef(symbol).getSize());
    }
  }
  return result;
}

// Calls `f` for each line, without its newline.
template <class F>
void for_each_line(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    f(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

// `name` where the line is `name:`; local labels, which begin with a dot, are left out.
std::optional<std::string> label(std::string_view line) {
  if (line.empty() || line.front() == '.' || line.front() == ' ' || line.front() == '\t' || line.front() == ';')
    return {};
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return std::string(line.substr(0, colon));
}

const char* class_of_gcn(std::string_view mnemonic) {
  if (starts_with_any(mnemonic, {"ds_"sv})) return resource::k_local_instructions;
  if (starts_with_any(mnemonic, {"global_"sv, "flat_"sv, "buffer_"sv, "tbuffer_"sv, "scratch_"sv, "image_"sv,
                                 "s_load"sv, "s_buffer_"sv, "s_store"sv, "s_scratch_"sv})) {
    return resource::k_memory_instructions;
  }
  if (starts_with_any(mnemonic, {"s_branch"sv, "s_cbranch"sv, "s_setpc"sv, "s_swappc"sv, "s_call"sv, "s_endpgm"sv})) {
    return resource::k_branch_instructions;
  }
  if (starts_with_any(mnemonic, {"s_waitcnt"sv, "s_wait"sv, "s_nop"sv, "s_barrier"sv, "s_delay"sv, "s_clause"sv,
                                 "s_sleep"sv, "s_inst_prefetch"sv, "s_sendmsg"sv, "s_set"sv, "s_code_end"sv})) {
    return nullptr;  // synchronisation and hints belong to no class
  }
  if (starts_with_any(mnemonic, {"v_"sv, "s_"sv})) return resource::k_arithmetic_instructions;
  return nullptr;
}

constexpr std::array k_counts{resource::k_instructions, resource::k_memory_instructions, resource::k_local_instructions,
                              resource::k_arithmetic_instructions, resource::k_branch_instructions};

// Headers of clauses, the end of the program, and padding: they carry no instruction of the kernel.
bool is_r600_header(std::string_view mnemonic) {
  return starts_with_any(mnemonic, {"ALU"sv, "CF_"sv, "KCACHE"sv}) || mnemonic == "TEX" || mnemonic == "VTX" ||
         mnemonic == "Fetch" || mnemonic == "PAD";
}

// Each line of an ALU clause holds one operation; the last one of a bundle is marked with `*`. The bundle's literals
// follow in lines that begin with a number.
void count_r600_line(std::string_view line, KernelResources& resources) {
  const std::string_view text = trimmed(line);
  if (text.empty() || text.front() == '.' || text.front() == ';' || text.front() == '/') return;
  if (text.front() == '-' || (text.front() >= '0' && text.front() <= '9')) return;
  const std::string_view mnemonic = text.substr(0, text.find_first_of(" \t"));
  if (is_r600_header(mnemonic)) return;
  ++resources[resource::k_instructions];
  if (starts_with_any(mnemonic, {"MEM_"sv, "VTX_"sv, "TEX_"sv, "EXPORT"sv, "RAT_"sv})) {
    ++resources[resource::k_memory_instructions];
    return;
  }
  if (starts_with_any(mnemonic, {"JUMP"sv, "LOOP"sv, "ELSE"sv, "POP"sv, "PUSH"sv, "CALL"sv, "RETURN"sv, "END"sv,
                                 "BREAK"sv, "CONTINUE"sv, "WHILE"sv})) {
    ++resources[resource::k_branch_instructions];
    return;
  }
  if (starts_with_any(mnemonic, {"LDS_"sv})) {
    ++resources[resource::k_local_instructions];
  } else if (mnemonic != "GROUP_BARRIER") {
    ++resources[resource::k_arithmetic_instructions];
  }
  ++resources[resource::k_vliw_operations];
  if (text.find(" * ") != std::string_view::npos || text.ends_with(" *")) ++resources[resource::k_vliw_bundles];
}

}  // namespace

void count_instruction(std::string_view text, KernelResources& resources) {
  if (!starts_with_any(text, {"s_"sv, "v_"sv, "ds_"sv, "global_"sv, "flat_"sv, "buffer_"sv, "tbuffer_"sv, "scratch_"sv,
                              "image_"sv})) {
    return;
  }
  ++resources[resource::k_instructions];
  if (const char* kind = class_of_gcn(text)) ++resources[kind];
  if (is_matrix_instruction(text)) ++resources[resource::k_matrix_instructions];
}

void reset_instruction_mix(KernelResources& resources) {
  remove_instruction_mix(resources);
  for (const char* name : k_counts) resources[name] = 0;
}

void remove_instruction_mix(KernelResources& resources) {
  for (const char* name : k_counts) resources.erase(name);
  resources.erase(resource::k_matrix_instructions);
}

Result<Resources> code_object_resources(const Bytes& code_object) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(code_object.data(), code_object.size()), "code object"));
  if (!file) return fail(ErrorKind::k_crash, "the linker wrote no ELF file: " + llvm::toString(file.takeError()));
  const auto* elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->get());
  if (elf == nullptr) return fail(ErrorKind::k_crash, "the linker wrote an ELF file of the wrong kind");
  return read_notes(*elf);
}

Result<Resources> r600_resources(const Bytes& object, std::string_view text) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), "object"));
  if (!file)
    return fail(ErrorKind::k_crash, "the code generator wrote no ELF file: " + llvm::toString(file.takeError()));
  std::vector<std::string> kernels;
  for_each_line(text, [&](std::string_view line) {
    const auto name = label(line);
    if (name && name->find('$') == std::string::npos) kernels.push_back(*name);
  });
  Resources result;
  std::size_t next = 0;
  for (const auto& section : (*file)->sections()) {
    auto name = section.getName();
    auto contents = section.getContents();
    if (!name || !contents) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(contents.takeError());
      continue;
    }
    if (*name != ".AMDGPU.config") continue;
    for (std::size_t at = 0; at + 8 <= contents->size(); at += 8) {
      const std::uint32_t key = llvm::support::endian::read32le(contents->data() + at);
      const std::uint32_t value = llvm::support::endian::read32le(contents->data() + at + 4);
      if (key == k_sq_pgm_resources_ls || key == k_sq_pgm_resources_ps) ++next;
      if (next == 0 || next > kernels.size()) continue;
      auto& resources = result[kernels[next - 1]];
      if (key == k_sq_pgm_resources_ls || key == k_sq_pgm_resources_ps)
        resources[resource::k_general_registers] = value & 0xffU;
      if (key == k_sq_lds_alloc) resources[resource::k_local_bytes] = static_cast<std::int64_t>(value) * 4;
    }
  }
  for (auto& [kernel, resources] : result) {
    resources[resource::k_wave_size] = 64;
    resources[resource::k_scratch_bytes] = 0;  // on these chips LLVM keeps private memory in registers, or fails
  }
  return result;
}

void count_instructions(std::string_view text, InstructionSet set, Resources& into) {
  for (auto& [kernel, resources] : into) reset_instruction_mix(resources);
  KernelResources* resources = nullptr;
  for_each_line(text, [&](std::string_view line) {
    if (const auto name = label(line)) {
      const auto found = into.find(*name);
      // A function that was not inlined counts for the kernel before it.
      if (found != into.end()) resources = &found->second;
      return;
    }
    if (line.find(".section") != std::string_view::npos || line.find("; -- End function") != std::string_view::npos)
      resources = nullptr;
    if (resources == nullptr) return;
    if (set == InstructionSet::k_gcn) {
      count_instruction(trimmed(line), *resources);
    } else {
      count_r600_line(line, *resources);
    }
  });
}

}  // namespace clc::worker
