#include "worker/targets/kernel_symbols.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <llvm/Object/ELFObjectFile.h>

#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {

KernelNames kernels_of_spirv(const std::string& binary) {
  std::vector<std::uint32_t> words(binary.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), binary.data(), words.size() * sizeof(std::uint32_t));
  std::map<std::uint32_t, std::string> entries;
  KernelNames names;
  std::uint32_t function = 0;
  spirv_words::for_each_instruction(words, [&](spirv_words::Instruction i) {
    const spv::Op op = spirv_words::opcode(i);
    if (op == spv::OpEntryPoint) entries[spirv_words::word(i, 2)] = spirv_words::literal_string(i, 3);
    if (op == spv::OpFunction) function = spirv_words::word(i, 2);
    if (op == spv::OpLabel && entries.contains(function)) names.insert(entries[function]);
  });
  return names;
}

KernelNames kernels_of_ptx(const std::string& binary) {
  const std::string_view text = binary;
  constexpr std::string_view k_entry = ".entry ";
  KernelNames names;
  for (std::size_t at = text.find(k_entry); at != std::string_view::npos; at = text.find(k_entry, at)) {
    at += k_entry.size();
    names.emplace(text.substr(at, text.find_first_of("(\n", at) - at));
  }
  return names;
}

static void add_global_function(const llvm::object::ELFSymbolRef& symbol, KernelNames& into) {
  auto name = symbol.getName();
  if (!name) {
    llvm::consumeError(name.takeError());
  } else if (symbol.getELFType() == llvm::ELF::STT_FUNC && symbol.getBinding() != llvm::ELF::STB_LOCAL) {
    into.insert(name->str());
  }
}

// In AMD's machine code, no other functions are global. Stripped code objects have dynamic symbols alone.
KernelNames kernels_of_elf(const std::string& binary) {
  auto object = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(binary, "binary"));
  if (!object) {
    llvm::consumeError(object.takeError());
    return {};
  }
  KernelNames names;
  for (const llvm::object::SymbolRef symbol : (*object)->symbols()) add_global_function(symbol, names);
  if (const auto* file = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(object->get())) {
    for (const llvm::object::ELFSymbolRef symbol : file->getDynamicSymbolIterators())
      add_global_function(symbol, names);
  }
  return names;
}

Result<void> check_kernels_match(const Interface& interface, KernelNames found) {
  for (const KernelInterface& kernel : interface.kernels) {
    if (found.erase(kernel.name) == 0) return fail(ErrorKind::k_crash, "the binary has no kernel " + kernel.name);
  }
  if (found.empty()) return {};
  return fail(ErrorKind::k_crash, "the binary has a kernel that the source does not have: " + *found.begin());
}

}  // namespace clc::worker
