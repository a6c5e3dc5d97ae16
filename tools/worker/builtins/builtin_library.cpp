#include "worker/builtins/builtin_library.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <map>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "base/try.h"
#include "protocol/builtin_files.h"
#include "worker/ir/access_types.h"

namespace clc::worker {
namespace {

Result<std::unique_ptr<llvm::Module>> load_library(const std::filesystem::path& file, llvm::LLVMContext& context) {
  auto bytes = llvm::MemoryBuffer::getFile(file.string(), false, false);
  if (!bytes) {
    return fail(ErrorKind::k_unavailable,
                "builtin library " + file.string() + " could not be read: " + bytes.getError().message());
  }
  const auto damaged = [&](llvm::Error error) {
    return fail(ErrorKind::k_unavailable,
                "builtin library " + file.string() + " is damaged: " + llvm::toString(std::move(error)));
  };
  auto module = llvm::getOwningLazyBitcodeModule(std::move(*bytes), context, /*ShouldLazyLoadMetadata=*/true);
  if (!module) return damaged(module.takeError());
  if (llvm::Error error = (*module)->materializeMetadata()) return damaged(std::move(error));
  return std::move(*module);
}

// Moves what a module needs of a library into a module of its own. LLVM's linker would look at each of the library's
// many thousand names, twice, and then destroy the library, which takes longer than compiling a kernel.
class Slice {
 public:
  explicit Slice(llvm::Module& library) : library_(library) {}

  Result<std::unique_ptr<llvm::Module>> cut_for(const llvm::Module& module) {
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (!value.isDeclaration()) continue;
      llvm::GlobalValue* definition = library_.getNamedValue(value.getName());
      if (definition != nullptr && !definition->isDeclaration()) take(definition);
    }
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (llvm::Error error = taken_[i]->materialize()) {
        return fail(ErrorKind::k_unavailable, "a builtin library is damaged: " + llvm::toString(std::move(error)));
      }
      follow(*taken_[i]);
      if (auto* function = llvm::dyn_cast<llvm::Function>(taken_[i])) {
        for (llvm::Instruction& instruction : llvm::instructions(*function)) follow(instruction);
      }
    }
    auto slice = std::make_unique<llvm::Module>(library_.getName(), library_.getContext());
    slice->setDataLayout(module.getDataLayout());
    slice->setTargetTriple(module.getTargetTriple());
    for (llvm::NamedMDNode& from : library_.named_metadata()) {
      llvm::NamedMDNode* to = slice->getOrInsertNamedMetadata(from.getName());
      for (llvm::MDNode* node : from.operands()) to->addOperand(node);
    }
    for (llvm::GlobalValue* value : taken_) move(value, *slice);
    return slice;
  }

 private:
  void take(llvm::GlobalValue* value) {
    if (seen_.insert(value).second) taken_.push_back(value);
  }

  // Operands are functions and variables, or constants that contain some.
  void follow(llvm::User& user) {
    for (llvm::Value* operand : user.operand_values()) {
      if (auto* value = llvm::dyn_cast<llvm::GlobalValue>(operand)) {
        take(value);
      } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) {
        if (constant->getNumOperands() != 0 && seen_.insert(constant).second) follow(*constant);
      }
    }
  }

  void move(llvm::GlobalValue* value, llvm::Module& to) {
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      function->removeFromParent();
      to.getFunctionList().push_back(function);
    } else if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      variable->removeFromParent();
      to.insertGlobalVariable(variable);
    } else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
      alias->removeFromParent();
      to.insertAlias(alias);
    }
  }

  llvm::Module& library_;
  std::vector<llvm::GlobalValue*> taken_;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
};

constexpr llvm::StringLiteral k_generic_space = "U3AS0";

bool names_generic_space(const llvm::Function& function) {
  return function.isDeclaration() && function.getName().contains(k_generic_space);
}

// A mangled name without generic spaces. They are counted among the parts that a name can repeat, so that "S4_" in one
// name is "S5_" in another one: the numbers are left out, too.
std::string without_generic_space(llvm::StringRef name) {
  std::string result;
  while (!name.empty()) {
    if (name.consume_front(k_generic_space)) continue;
    const llvm::StringRef rest =
        name.drop_front().drop_while([](char c) { return llvm::isDigit(c) || llvm::isUpper(c); });
    const bool is_repetition = name.front() == 'S' && rest.starts_with("_");
    result += name.front();
    name = is_repetition ? rest : name.drop_front();
  }
  return result;
}

// Where the default address space is the private one, Clang writes AMD's generic one into names, "AS0", and a library
// that was compiled otherwise does not have it. Gives declarations the names that the library has, before any library
// is linked: AMD's own has old atomics under the others.
void name_as_in(const llvm::Module& library, llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!names_generic_space(function)) continue;
    const std::string wanted = without_generic_space(function.getName());
    const llvm::StringRef start = function.getName().take_until([](char c) { return c == 'P'; });
    const auto known = llvm::find_if(library, [&](const llvm::Function& candidate) {
      const llvm::StringRef name = candidate.getName();
      return name.starts_with(start) && !name.contains(k_generic_space) && without_generic_space(name) == wanted;
    });
    if (known == library.end()) continue;
    if (llvm::Function* same = module.getFunction(known->getName())) {
      function.replaceAllUsesWith(same);
      function.eraseFromParent();
    } else {
      function.setName(known->getName());
    }
  }
}

// The same module in another context. Jobs share one with their libraries, but clc-opt does not.
std::unique_ptr<llvm::Module> copy_into(llvm::LLVMContext& context, const llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return llvm::cantFail(llvm::parseBitcodeFile({llvm::StringRef(bytes.data(), bytes.size()), "builtins"}, context));
}

Result<void> link_needed(llvm::Module& module, llvm::Module& library) {
  auto slice = Slice(library).cut_for(module);
  if (!slice) return fail(slice);
  if (&module.getContext() != &library.getContext()) slice = copy_into(module.getContext(), **slice);
  if (llvm::NamedMDNode* compiler = (*slice)->getNamedMetadata("llvm.ident")) (*slice)->eraseNamedMetadata(compiler);
  // vstore3 of half stores shorts, which the program reads as half.
  drop_access_types(**slice);
  if (llvm::Linker::linkModules(module, std::move(*slice), llvm::Linker::Flags::LinkOnlyNeeded)) {
    return fail(ErrorKind::k_crash, "linking a builtin library failed");
  }
  return {};
}

bool is_undefined(const llvm::Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty();
}

}  // namespace

std::vector<std::string> builtin_paths(const Target& target) {
  // Where /proc is missing, the name by which clc started it.
  const std::filesystem::path folder =
      builtins_folder(llvm::sys::fs::getMainExecutable(program_invocation_name, nullptr));
  std::vector<std::string> paths;
  for (const std::string& file : builtin_files(target)) paths.push_back(folder / file);
  return paths;
}

Builtins& builtins_of(const Target& target) {
  // Never destroyed: jobs leave by _exit.
  static auto* all = new std::map<std::vector<std::string>, std::unique_ptr<Builtins>>;
  std::unique_ptr<Builtins>& found = (*all)[builtin_files(target)];
  if (found != nullptr) return *found;
  found = std::make_unique<Builtins>();
  std::vector<std::string> files = builtin_paths(target);
  if (files.size() > 1) {
    found->last_library = files.back();
    files.pop_back();
  }
  for (const std::string& file : files) {
    auto library = load_library(file, found->context);
    if (!library) {
      found->error = library.error().message;
      break;
    }
    found->libraries.push_back(std::move(*library));
  }
  return *found;
}

namespace {

constexpr std::array k_denormal_modes{"denormal-fp-math", "denormal-fp-math-f32"};

// Clang's choices for the program. It makes the same ones for each of its functions.
std::vector<llvm::Attribute> denormal_modes_of(const llvm::Module& module) {
  std::vector<llvm::Attribute> modes;
  const auto own = llvm::find_if(module, [](const llvm::Function& function) { return !function.isDeclaration(); });
  for (const char* mode : k_denormal_modes) {
    if (own != module.end() && own->hasFnAttribute(mode)) modes.push_back(own->getFnAttribute(mode));
  }
  return modes;
}

// LLVM inlines no function into one that treats denormal numbers otherwise.
void set_denormal_modes(llvm::Module& module, const std::vector<llvm::Attribute>& modes) {
  for (llvm::Function& function : module) {
    for (const llvm::Attribute& mode : modes) {
      if (!function.isDeclaration()) function.addFnAttr(mode);
    }
  }
}

Result<void> link_libraries(llvm::Module& module, Builtins& builtins) {
  const auto load_last = [&]() -> Result<void> {
    builtins.libraries.push_back(CLC_TRY(load_library(builtins.last_library, builtins.context)));
    builtins.last_library.clear();
    return {};
  };
  for (const auto& library : builtins.libraries) name_as_in(*library, module);
  if (!builtins.last_library.empty() && llvm::any_of(module, names_generic_space)) {
    CLC_TRY(load_last());
    name_as_in(*builtins.libraries.back(), module);
  }
  for (const auto& library : builtins.libraries) {
    CLC_TRY(link_needed(module, *library));
  }
  if (builtins.last_library.empty() || llvm::none_of(module, is_undefined)) return {};
  CLC_TRY(load_last());
  return link_needed(module, *builtins.libraries.back());
}

}  // namespace

Result<void> link_builtins(llvm::Module& module, const Target& target) {
  Builtins& builtins = builtins_of(target);
  if (!builtins.error.empty()) return fail(ErrorKind::k_unavailable, builtins.error);
  const std::vector<llvm::Attribute> modes = denormal_modes_of(module);
  auto linked = link_libraries(module, builtins);
  set_denormal_modes(module, modes);
  return linked;
}

Result<void> refuse_undefined(const llvm::Module& module, std::string_view supplied) {
  std::string names;
  for (const llvm::Function& function : module) {
    if (!is_undefined(function)) continue;
    if (!supplied.empty() && std::string_view(function.getName()) == supplied) continue;
    names += (names.empty() ? "" : ", ") + llvm::demangle(function.getName().str());
  }
  if (names.empty()) return {};
  return fail(ErrorKind::k_compile, "called but not defined for this target: " + names);
}

}  // namespace clc::worker
