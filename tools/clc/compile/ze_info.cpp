#include "compile/ze_info.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

#include "support/elf_sections.h"

namespace clc {
namespace {

// "[ 8, 2, 1 ]"
std::array<std::uint64_t, 3> three_numbers(std::string text) {
  std::array<std::uint64_t, 3> numbers{0, 0, 0};
  for (char& c : text) {
    if (c < '0' || c > '9') c = ' ';
  }
  std::istringstream words(text);
  for (std::uint64_t& number : numbers) {
    std::string word;
    if (!(words >> word)) break;
    number = static_cast<std::uint64_t>(ze_info_number(word).value_or(0));
  }
  return numbers;
}

// True for char to double and their vectors, which are aligned to their sizes.
bool is_builtin(std::string type) {
  while (!type.empty() && type.back() >= '0' && type.back() <= '9') type.pop_back();
  constexpr std::array k_builtin{"char", "uchar", "short", "ushort", "int",   "uint",
                                 "long", "ulong", "float", "half",   "double"};
  return std::ranges::find(k_builtin, type) != k_builtin.end();
}

// "float4*;8": the type as the source spells it, and bytes.
void take_type(Argument& argument, const std::string& value) {
  const std::size_t semicolon = value.rfind(';');
  argument.type = value.substr(0, semicolon);
  for (const std::string_view tag : {"struct ", "union ", "enum "}) {
    if (argument.type.starts_with(tag)) argument.type.erase(0, tag.size());
  }
  if (semicolon == std::string::npos) return;
  argument.size = static_cast<std::uint64_t>(ze_info_number(value.substr(semicolon + 1)).value_or(0));
}

void take_field(Argument& argument, const ZeInfoEntry& entry) {
  if (entry.key == "name") argument.name = entry.value;
  if (entry.key == "type_name") take_type(argument, entry.value);
  if (entry.key == "address_qualifier") {
    argument.address_space = entry.value == "__global"     ? AddressSpace::k_global
                             : entry.value == "__constant" ? AddressSpace::k_constant
                             : entry.value == "__local"    ? AddressSpace::k_local
                                                           : AddressSpace::k_private;
  } else if (entry.key == "access_qualifier") {
    argument.access = entry.value == "__read_only"    ? Access::k_read_only
                      : entry.value == "__write_only" ? Access::k_write_only
                      : entry.value == "__read_write" ? Access::k_read_write
                                                      : Access::k_none;
  } else if (entry.key == "type_qualifiers") {
    argument.is_const = entry.value.find("const") != std::string::npos;
    argument.is_volatile = entry.value.find("volatile") != std::string::npos;
    argument.is_restrict = entry.value.find("restrict") != std::string::npos;
    if (entry.value.find("pipe") != std::string::npos) argument.kind = ArgumentKind::k_pipe;
  }
}

void finish(Argument& argument) {
  if (argument.kind == ArgumentKind::k_pipe) return;
  if (argument.type.starts_with("image")) argument.kind = ArgumentKind::k_image;
  if (argument.type == "sampler_t") argument.kind = ArgumentKind::k_sampler;
  if (argument.type == "queue_t") argument.kind = ArgumentKind::k_queue;
  if (argument.type.ends_with('*'))
    argument.kind = argument.address_space == AddressSpace::k_local ? ArgumentKind::k_local : ArgumentKind::k_buffer;
  const bool has_size_of_power = argument.size != 0 && (argument.size & (argument.size - 1)) == 0;
  if (has_size_of_power && (argument.kind != ArgumentKind::k_value || is_builtin(argument.type)))
    argument.alignment = argument.size;
}

void take_attribute(KernelInterface& kernel, const ZeInfoEntry& entry) {
  if (entry.key == "reqd_work_group_size") kernel.required_work_group_size = three_numbers(entry.value);
  if (entry.key == "work_group_size_hint") kernel.work_group_size_hint = three_numbers(entry.value);
  if (entry.key == "vec_type_hint") kernel.vec_type_hint = entry.value;
  if (entry.key == "intel_reqd_sub_group_size")
    kernel.required_sub_group_size = static_cast<std::uint64_t>(entry.number().value_or(0));
}

// The kernels by name: their attributes in one list, their arguments in another.
class ZeInfoReader {
 public:
  void take(const ZeInfoEntry& entry) {
    if (entry.depth == 0) {
      list_ = entry.key;
      name_.clear();
    } else if (entry.depth == 2 && entry.begins_item) {
      name_ = entry.key == "name" ? entry.value : "";
      if (!name_.empty()) kernels_[name_].name = name_;
      block_.clear();
    } else if (entry.depth == 4 && !entry.begins_item) {
      block_ = entry.key;
    } else if (!name_.empty() && list_ == "kernels" && block_ == "user_attributes") {
      take_attribute(kernels_[name_], entry);
    } else if (!name_.empty() && list_ == "kernels" && entry.key == "arg_index") {
      std::size_t& least = least_[name_];
      least = std::max(least, static_cast<std::size_t>(entry.number().value_or(0)) + 1);
    } else if (!name_.empty() && list_ == "kernels_misc_info" && block_ == "args_info") {
      take_argument(kernels_[name_], entry);
    }
  }

  std::optional<Interface> interface() {
    if (is_damaged_) return std::nullopt;
    Interface interface;
    for (auto& [name, kernel] : kernels_) {
      if (kernel.arguments.size() < least_[name]) return std::nullopt;
      for (Argument& argument : kernel.arguments) finish(argument);
      interface.kernels.push_back(std::move(kernel));
    }
    return interface;
  }

 private:
  void take_argument(KernelInterface& kernel, const ZeInfoEntry& entry) {
    if (entry.begins_item) {
      const std::int64_t index = entry.key == "index" ? entry.number().value_or(-1) : -1;
      is_damaged_ = is_damaged_ || index != static_cast<std::int64_t>(kernel.arguments.size());
      kernel.arguments.emplace_back();
    } else if (!kernel.arguments.empty()) {
      take_field(kernel.arguments.back(), entry);
    }
  }

  std::string list_, name_, block_;
  std::map<std::string, KernelInterface> kernels_;
  std::map<std::string, std::size_t> least_;  // how many arguments the code itself takes, or more
  bool is_damaged_ = false;
};

}  // namespace

std::optional<std::int64_t> ze_info_number(const std::string& text) {
  if (text.empty() || text.size() > 15 || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoll(text);
}

std::optional<std::int64_t> ZeInfoEntry::number() const {
  return ze_info_number(value);
}

ZeInfoEntry ze_info_entry(const std::string& line) {
  const auto indentation = [](const std::string& text) { return std::min(text.find_first_not_of(' '), text.size()); };
  ZeInfoEntry entry;
  entry.depth = indentation(line);
  std::string text = line.substr(entry.depth);
  if (text.starts_with("- ")) {
    entry.begins_item = true;
    text = text.substr(2);
    text.erase(0, indentation(text));
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return entry;
  entry.key = text.substr(0, colon);
  entry.value = text.substr(colon + 1);
  entry.value.erase(0, indentation(entry.value));
  if (entry.value.size() >= 2 && entry.value.front() == '\'')
    entry.value = entry.value.substr(1, entry.value.size() - 2);
  return entry;
}

std::optional<Interface> intel_interface(BytesView zebin) {
  for (const ElfSection& section : elf_sections(zebin)) {
    if (section.name != ".ze_info") continue;
    std::istringstream lines{std::string(section.bytes)};
    ZeInfoReader reader;
    for (std::string line; std::getline(lines, line);) reader.take(ze_info_entry(line));
    return reader.interface();
  }
  return std::nullopt;
}

}  // namespace clc
