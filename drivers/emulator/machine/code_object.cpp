#include "machine/code_object.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/elf.h"
#include "base/json.h"
#include "clc/base/bytes.h"
#include "machine/fault.h"

namespace clc::emulator {
namespace {

constexpr unsigned k_em_amdgpu = 224, k_osabi_hsa = 64, k_nt_metadata = 32;
constexpr std::uint32_t k_relocation_abs32_lo = 1, k_relocation_abs32_hi = 2, k_relocation_abs64 = 3,
                        k_relocation_relative64 = 13;
// e_flags, AMDGPUUsage "AMDGPU ELF Header e_flags".
constexpr std::uint32_t k_mach_mask = 0xff, k_xnack_mask = 0x300, k_xnack_off = 0x200, k_xnack_on = 0x300,
                        k_sramecc_mask = 0xc00, k_sramecc_off = 0x800, k_sramecc_on = 0xc00;
// Generic targets stand in code objects of version 6, and have a version of their own in the highest byte.
constexpr std::uint32_t k_mach_gfx9_4_generic = 0x5f, k_mach_gfx11_generic = 0x54, k_mach_gfx12_generic = 0x59,
                        k_generic_version = 0x01000000;
constexpr unsigned k_abi_of_version_6 = 4;

class Reader {
 public:
  Reader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  CodeObject read() {
    read_header();
    load_segments();
    read_dynamic_symbols();
    read_metadata();
    return std::move(result_);
  }

 private:
  template <class T>
  T at(std::uint64_t offset) const {
    if (offset > size_ || size_ - offset < sizeof(T)) throw Fault("the code object is cut off");
    T value;
    std::memcpy(&value, bytes_ + offset, sizeof value);
    return value;
  }
  template <class T>
  T in_image(std::uint64_t address) const {
    const auto& image = result_.image;
    if (address > image.size() || image.size() - address < sizeof(T))
      throw Fault("the code object refers to what is not loaded");
    T value;
    std::memcpy(&value, image.data() + address, sizeof value);
    return value;
  }

  // The text that begins there; a zero ends it.
  std::string text_at(std::uint64_t address) const {
    const auto& image = result_.image;
    if (address >= image.size()) throw Fault("the code object refers to what is not loaded");
    const auto* text = reinterpret_cast<const char*>(image.data()) + address;
    return std::string(text, strnlen(text, image.size() - address));
  }

  void read_header() {
    header_ = at<elf::Header>(0);
    if (std::memcmp(header_.e_ident, elf::k_magic.data(), elf::k_magic.size()) != 0 ||
        header_.e_ident[elf::k_class] != elf::k_class_64 || header_.e_machine != k_em_amdgpu ||
        header_.e_ident[elf::k_os_abi] != k_osabi_hsa) {
      throw Fault("this is no AMD code object");
    }
    if (header_.e_type != elf::k_shared_object) throw Fault("the code object is not linked");
    const std::uint32_t mach = header_.e_flags & k_mach_mask;
    const bool is_generic =
        mach == k_mach_gfx9_4_generic || mach == k_mach_gfx11_generic || mach == k_mach_gfx12_generic;
    const bool is_version_6 = header_.e_ident[elf::k_abi_version] == k_abi_of_version_6;
    const std::uint32_t generic_version = is_version_6 ? header_.e_flags & ~0x00ffffffU : 0;
    if (generic_version != (is_generic ? k_generic_version : 0)) {
      throw Fault("the code object is of another version of the generic target");
    }
    result_.is_generic = is_generic;
    result_.chip = chip_of(mach);
    result_.needs_xnack = (header_.e_flags & k_xnack_mask) == k_xnack_on;
    result_.refuses_xnack = (header_.e_flags & k_xnack_mask) == k_xnack_off;
    result_.needs_sramecc = (header_.e_flags & k_sramecc_mask) == k_sramecc_on;
    result_.refuses_sramecc = (header_.e_flags & k_sramecc_mask) == k_sramecc_off;
  }

  // A generic target gives its first chip; instructions that one chip alone has are not in its code.
  Chip chip_of(std::uint32_t mach) const {
    if (mach == k_mach_gfx9_4_generic) return Chip::k_gfx942;
    if (mach == k_mach_gfx11_generic) return Chip::k_gfx1100;
    if (mach == k_mach_gfx12_generic) return Chip::k_gfx1200;
    const auto found = std::ranges::find(k_all_chips, mach, &ChipFacts::machine);
    if (found == k_all_chips.end())
      throw Fault("the code object is for another chip (e_flags " + hex(header_.e_flags) + ")");
    return found->chip;
  }

  void load_segments() {
    constexpr std::uint64_t k_most = std::uint64_t{1} << 27U;  // a code object says what memory it takes
    for (unsigned i = 0; i < header_.e_phnum; ++i) {
      const auto segment = at<elf::Segment>(header_.e_phoff + i * sizeof(elf::Segment));
      if (segment.p_type == elf::k_dynamic) dynamic_ = segment;
      if (segment.p_type == elf::k_note) notes_ = segment;
      if (segment.p_type == elf::k_gnu_relro) result_.variable_bytes -= segment.p_memsz;  // a part that is the linker's
      if (segment.p_type != elf::k_load) continue;
      if (segment.p_vaddr > k_most || segment.p_memsz > k_most || segment.p_filesz > segment.p_memsz ||
          segment.p_offset > size_ || segment.p_filesz > size_ - segment.p_offset) {
        throw Fault("a segment of the code object lies outside of it");
      }
      auto& image = result_.image;
      image.resize(std::max<std::uint64_t>(image.size(), segment.p_vaddr + segment.p_memsz));
      std::copy_n(bytes_ + segment.p_offset, segment.p_filesz,
                  image.begin() + static_cast<std::ptrdiff_t>(segment.p_vaddr));
      if ((segment.p_flags & elf::k_writable) != 0) result_.variable_bytes += segment.p_memsz;
      if ((segment.p_flags & elf::k_executable) != 0) {
        result_.text_begin = segment.p_vaddr;
        result_.text_end = segment.p_vaddr + segment.p_filesz;
      }
    }
    // LLVM reads 16 bytes for a table's last 12 that are aligned to 8; GPUs map whole pages.
    constexpr std::size_t k_unit = 8;
    result_.image.resize((result_.image.size() + k_unit - 1) / k_unit * k_unit);
  }

  void read_dynamic_symbols() {
    std::uint64_t symbols = 0, strings = 0, hash = 0, relocations = 0, relocation_bytes = 0, count = 0;
    for (std::uint64_t i = 0; i + sizeof(elf::Dynamic) <= dynamic_.p_memsz; i += sizeof(elf::Dynamic)) {
      const auto entry = in_image<elf::Dynamic>(dynamic_.p_vaddr + i);
      if (entry.d_tag == elf::k_symbols) symbols = entry.d_value;
      if (entry.d_tag == elf::k_strings) strings = entry.d_value;
      if (entry.d_tag == elf::k_hash) hash = entry.d_value;
      if (entry.d_tag == elf::k_rela) relocations = entry.d_value;
      if (entry.d_tag == elf::k_rela_size) relocation_bytes = entry.d_value;
    }
    if (hash != 0) count = in_image<std::uint32_t>(hash + 4);
    std::uint64_t names = 0;  // their bytes: symbols may have one text in common
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto symbol = in_image<elf::Symbol>(symbols + i * sizeof(elf::Symbol));
      std::string name = text_at(strings + symbol.st_name);
      names += name.size();
      if (names > result_.image.size()) throw Fault("the names in the code object are longer than it");
      addresses_[std::move(name)] = symbol.st_value;
    }
    for (std::uint64_t i = 0; i + sizeof(elf::Relocation) <= relocation_bytes; i += sizeof(elf::Relocation)) {
      const auto one = in_image<elf::Relocation>(relocations + i);
      const std::uint32_t type = elf::type_of(one);
      std::uint64_t value = static_cast<std::uint64_t>(one.r_addend);
      if (type != k_relocation_relative64) {
        value += in_image<elf::Symbol>(symbols + elf::symbol_of(one) * sizeof(elf::Symbol)).st_value;
      }
      if (type != k_relocation_relative64 && type != k_relocation_abs64 && type != k_relocation_abs32_lo &&
          type != k_relocation_abs32_hi) {
        throw Fault("the code object has a relocation of type " + std::to_string(type));
      }
      result_.relocations.push_back({one.r_offset, type, value});
    }
  }

  void read_metadata() {
    std::uint64_t offset = notes_.p_offset;
    const std::uint64_t end = offset + notes_.p_filesz;
    while (offset + sizeof(elf::Note) <= end) {
      const auto note = at<elf::Note>(offset);
      const std::uint64_t name = offset + sizeof(elf::Note);
      const std::uint64_t data = name + (note.n_namesz + 3U) / 4U * 4U;
      if (data > size_ || note.n_descsz > size_ - data) throw Fault("a note of the code object is cut off");
      if (note.n_type == k_nt_metadata && note.n_namesz == sizeof "AMDGPU" &&
          std::memcmp(bytes_ + name, "AMDGPU", sizeof "AMDGPU") == 0) {
        read_note({reinterpret_cast<const char*>(bytes_ + data), note.n_descsz});
      }
      offset = data + (note.n_descsz + 3U) / 4U * 4U;
    }
    if (result_.kernels.empty() && result_.target.empty()) throw Fault("the code object has no metadata");
  }

  void read_note(BytesView bytes) {
    const Result<Json> read = parse_message_pack(bytes, "the metadata of the code object");
    if (!read) throw Fault(read.error().message);
    const Json& note = *read;
    result_.target = note.value("amdhsa.target", std::string());
    for (const auto& kernel : note.value("amdhsa.kernels", Json::array())) read_kernel(kernel);
    for (const auto& line : note.value("amdhsa.printf", Json::array())) {
      const std::string text = line.get<std::string>();
      std::uint32_t number = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        throw Fault("the code object has a format of printf without a number");
      result_.printf_formats[number] = text.substr(text.find(':') + 1);
    }
  }

  void read_kernel(const Json& from) {
    KernelCode kernel;
    kernel.name = from.at(".name").get<std::string>();
    const auto symbol = addresses_.find(from.at(".symbol").get<std::string>());
    if (symbol == addresses_.end()) throw Fault("the kernel '" + kernel.name + "' has no descriptor");
    read_descriptor(kernel, symbol->second);
    kernel.max_group_size = std::min(from.value(".max_flat_workgroup_size", 1024U), 1024U);
    kernel.wave_size = from.value(".wavefront_size", 64U);
    if (kernel.max_group_size == 0 || (kernel.wave_size != 32 && kernel.wave_size != 64))
      throw Fault("the kernel '" + kernel.name + "' has groups or waves of no size");
    kernel.has_uniform_groups = from.value(".uniform_work_group_size", 0) != 0;
    if (from.contains(".reqd_workgroup_size")) from.at(".reqd_workgroup_size").get_to(kernel.required_group_size);
    if (from.contains(".workgroup_size_hint")) from.at(".workgroup_size_hint").get_to(kernel.group_size_hint);
    kernel.vector_type_hint = from.value(".vec_type_hint", std::string());
    for (const auto& argument : from.value(".args", Json::array())) {
      KernelArgument one;
      one.name = argument.value(".name", std::string());
      one.type_name = argument.value(".type_name", std::string());
      one.kind = argument.value(".value_kind", std::string());
      one.address_space = argument.value(".address_space", std::string());
      one.access = argument.value(".access", std::string());
      one.offset = argument.at(".offset").get<std::uint32_t>();
      one.size = argument.at(".size").get<std::uint32_t>();
      if (one.offset + one.size < one.size) throw Fault("an argument of the kernel '" + kernel.name + "' has no place");
      one.alignment = argument.value(".pointee_align", 16U);
      one.is_const = argument.value(".is_const", false);
      one.is_restrict = argument.value(".is_restrict", false);
      one.is_volatile = argument.value(".is_volatile", false);
      kernel.arguments.push_back(std::move(one));
    }
    result_.kernels[kernel.name] = std::move(kernel);
  }

  void read_descriptor(KernelCode& kernel, std::uint64_t address) const {
    KernelDescriptor& descriptor = kernel.descriptor;
    descriptor.lds_bytes = in_image<std::uint32_t>(address);
    descriptor.scratch_bytes = in_image<std::uint32_t>(address + 4);
    descriptor.kernarg_bytes = in_image<std::uint32_t>(address + 8);
    kernel.descriptor_address = address;
    kernel.entry = address + in_image<std::uint64_t>(address + 16);
    descriptor.rsrc3 = in_image<std::uint32_t>(address + 44);
    descriptor.rsrc1 = in_image<std::uint32_t>(address + 48);
    descriptor.rsrc2 = in_image<std::uint32_t>(address + 52);
    descriptor.properties = in_image<std::uint16_t>(address + 56);
    descriptor.preload = in_image<std::uint16_t>(address + 58);
    kernel.is_wgp_mode = !is_cdna(result_.chip) && KernelDescriptor::bits(descriptor.rsrc1, 29, 1) != 0;
  }

  const std::uint8_t* bytes_;
  std::size_t size_;
  elf::Header header_{};
  elf::Segment dynamic_{}, notes_{};
  std::map<std::string, std::uint64_t> addresses_;
  CodeObject result_;
};

}  // namespace

std::uint32_t KernelCode::visible_arguments() const {
  return static_cast<std::uint32_t>(
      std::count_if(arguments.begin(), arguments.end(), [](const KernelArgument& one) { return !one.is_hidden(); }));
}

CodeObject read_code_object(const std::uint8_t* bytes, std::size_t size) {
  try {
    return Reader(bytes, size).read();
  } catch (const Json::exception& error) {
    throw Fault(std::string("the metadata of the code object cannot be read: ") + error.what());
  }
}

}  // namespace clc::emulator
