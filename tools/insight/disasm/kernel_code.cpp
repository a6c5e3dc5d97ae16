#include "insight/disasm/kernel_code.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/text.h"
#include "insight/disasm/disasm.h"
#include "support/code_parts.h"
#include "support/elf_sections.h"

namespace clc {
namespace {

using Codes = std::map<std::string, Bytes>;

// Collects the code of each kernel, and the code that belongs to no kernel.
class Parts {
 public:
  explicit Parts(const std::vector<std::string>& kernels) {
    for (const std::string& kernel : kernels) own_[kernel];
  }

  void add(const std::string& name, BytesView code) {
    const auto own = own_.find(name);
    Bytes& to = own == own_.end() ? shared_ : own->second;
    to.append(name).append(1, '\0').append(code).append(1, '\0');
  }

  // Returns the codes; nothing when a kernel has none, because the binary was not understood then.
  std::optional<Codes> codes() && {
    for (auto& [name, code] : own_) {
      if (code.empty()) return std::nullopt;
      code += shared_;
    }
    return std::move(own_);
  }

 private:
  Codes own_;
  Bytes shared_;
};

void add_sections(BytesView elf, Parts& parts) {
  constexpr std::string_view k_code = ".text.";
  for (const ElfSection& section : elf_sections(elf)) {
    if (section.name.starts_with(k_code)) parts.add(section.name.substr(k_code.size()), section.bytes);
  }
}

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

std::size_t hex_digits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789abcdefABCDEF"), text.size());
}

std::string_view trimmed_left(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// An instruction as a disassembler prints it, without address and bytes; nothing for lines without code.
std::optional<std::string_view> without_place(std::string_view line) {
  const std::string_view text = trimmed_left(line);
  if (text.starts_with(".loc\t") || text.starts_with("/* 0x")) return std::nullopt;
  const std::size_t digits = hex_digits(text);
  const std::string_view rest = text.substr(digits);
  if (digits != 0 && rest.starts_with(": ")) {  // llvm-objdump of CPUs: address, bytes, tab
    const std::size_t tab = rest.find('\t');
    return tab == std::string_view::npos ? std::string_view() : rest.substr(tab);
  }
  if (digits == 16 && rest.starts_with(" <")) return rest;
  if (text.starts_with("/*")) {  // NVIDIA: the address before, bytes behind
    const std::size_t end = text.find("*/"), bytes = text.find("/* 0x");
    if (end != std::string_view::npos)
      return text.substr(end + 2, bytes == std::string_view::npos ? bytes : bytes - end - 2);
  }
  constexpr std::size_t k_address = 12;
  const std::size_t comment = line.find("// ");  // llvm-objdump of AMD's chips
  if (comment != std::string_view::npos && hex_digits(line.substr(comment + 3)) == k_address)
    return line.substr(0, comment);
  return line;
}

// Numbers local labels in the order of the text. Their own numbers are addresses, or count through a whole file.
class LabelNumbers {
 public:
  std::string renumber(std::string_view line) {
    std::string result;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t length = at == 0 || !is_in_name(line[at - 1]) ? label_at(line.substr(at)) : 0;
      if (length == 0) {
        result += line[at++];
        continue;
      }
      const std::string label(line.substr(at, length));
      result += label.substr(0, label.find_first_of("0123456789"));
      result += std::to_string(order_.try_emplace(label, order_.size()).first->second);
      at += length;
    }
    return result;
  }

 private:
  // The length of the label at the beginning of the text, or 0: one of PTX ($L__BB0_2, numbered by function and block),
  // nvdisasm or iga64.
  static std::size_t label_at(std::string_view text) {
    for (const std::string_view prefix :
         {"$L__BB", "$L__tmp", "$L__func_begin", "$L__func_end", "__local_depot", ".L_x_", "L"}) {
      if (!text.starts_with(prefix)) continue;
      const char* const numbers = prefix == "$L__BB" ? "0123456789_" : "0123456789";
      const std::size_t length = std::min(text.find_first_not_of(numbers, prefix.size()), text.size());
      const bool ends = length == text.size() || !is_in_name(text[length]);
      return length > prefix.size() && ends ? length : 0;
    }
    return 0;
  }

  std::map<std::string, std::size_t> order_;
};

}  // namespace

std::vector<std::string> unfinished_kernels(BytesView binary, const std::vector<std::string>& kernels) {
  if (recognize(binary) != BinaryFormat::k_pocl) return {};
  const Result<std::vector<CodePart>> objects = pocl_objects(binary);
  std::vector<std::string> unfinished;
  for (const std::string& kernel : kernels) {
    if (!objects || std::ranges::find(*objects, kernel, &CodePart::kernel) == objects->end())
      unfinished.push_back(kernel);
  }
  return unfinished;
}

std::optional<Codes> kernel_code(BytesView binary, const std::vector<std::string>& kernels) {
  const std::vector<std::string> unfinished = unfinished_kernels(binary, kernels);
  std::vector<std::string> finished;
  std::ranges::copy_if(kernels, std::back_inserter(finished), [&](const std::string& kernel) {
    return std::ranges::find(unfinished, kernel) == unfinished.end();
  });
  Parts parts(finished);
  switch (recognize(binary)) {
    case BinaryFormat::k_cubin:
      add_sections(binary, parts);
      break;
    case BinaryFormat::k_intel_elf:
    case BinaryFormat::k_intel_patch_tokens:
    case BinaryFormat::k_zebin: {
      const Result<IntelCode> code = intel_code(binary);
      if (!code) return std::nullopt;
      for (const CodePart& part : code->kernels) parts.add(part.kernel, part.code);
      break;
    }
    case BinaryFormat::k_amdgcn:
      for (const ElfFunction& function : elf_functions(binary)) parts.add(function.name, function.bytes);
      break;
    case BinaryFormat::k_pocl: {
      const Result<std::vector<CodePart>> objects = pocl_objects(binary);
      if (!objects) return std::nullopt;
      for (const CodePart& object : *objects) parts.add(object.kernel, object.code);
      break;
    }
    case BinaryFormat::k_ptx:
      for (const FunctionText& function : split_functions(TextForm::k_ptx, binary).functions)
        parts.add(function.name, comparable_text(function.text));
      break;
    default:
      return std::nullopt;
  }
  return std::move(parts).codes();
}

std::string comparable_text(std::string_view text) {
  std::string result;
  LabelNumbers labels;
  for (const std::string_view printed : lines_of(text)) {
    const std::optional<std::string_view> line = without_place(printed);
    if (line) result += labels.renumber(line->substr(0, line->find_last_not_of(" \t") + 1)) + "\n";
  }
  return result;
}

}  // namespace clc
