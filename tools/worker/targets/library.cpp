#include "worker/targets/library.h"

#include <algorithm>

#include <clang/Basic/Version.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "worker/ir/access_types.h"
#include "worker/passes/strip_names.h"

namespace clc::worker {
namespace {

// Names the compiler that made a library: what the front end leaves to the back ends is no format.
constexpr const char* k_compiler = "clc.compiler";

std::string this_compiler() {
  return std::string("clc ") + CLC_VERSION + ", " + clang::getClangFullVersion();
}

// Functions that every source may define stay, though nothing here calls them.
void keep_exports(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.hasLinkOnceODRLinkage()) function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
  }
}

// Types keep no names. What accesses are known to mean goes, too: it is told by the names of types, by which the other
// sources of a link must be able to know the same types again.
void strip_types(llvm::Module& module) {
  for (llvm::StructType* type : module.getIdentifiedStructTypes()) {
    const llvm::StringRef name = type->getName();
    if (name.starts_with("struct.") || name.starts_with("union.") || name.starts_with("class.")) type->setName("");
  }
  drop_access_types(module);
}

// The freedom that options of a link give to arithmetic.
llvm::FastMathFlags freedom_of(const BuildOptions& options) {
  if (has_option(options, Option::k_fast_math)) return llvm::FastMathFlags::getFast();
  llvm::FastMathFlags flags;
  if (has_option(options, Option::k_no_signed_zeros)) flags.setNoSignedZeros();
  if (has_option(options, Option::k_finite_math)) {
    flags.setNoNaNs();
    flags.setNoInfs();
  }
  if (has_option(options, Option::k_unsafe_math)) {
    flags.setAllowReassoc();
    flags.setAllowReciprocal();
    flags.setAllowContract(true);
    flags.setApproxFunc();
    flags.setNoSignedZeros();
  }
  return flags;
}

void apply_link_options(llvm::Module& module, const BuildOptions& options) {
  const llvm::FastMathFlags freedom = freedom_of(options);
  const bool are_denorms_zero = has_option(options, Option::k_zero_denorms);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (are_denorms_zero) function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(instruction))
        instruction.setFastMathFlags(instruction.getFastMathFlags() | freedom);
    }
  }
}

std::string maker_of(const llvm::Module& module) {
  const llvm::NamedMDNode* node = module.getNamedMetadata(k_compiler);
  if (node == nullptr || node->getNumOperands() == 0 || node->getOperand(0)->getNumOperands() == 0) return "";
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(0)->getOperand(0));
  return text == nullptr ? "" : text->getString().str();
}

}  // namespace

Bytes write_library(llvm::Module& module, const Language& language, Library& symbols) {
  keep_exports(module);
  llvm::ModuleAnalysisManager none;
  llvm::GlobalDCEPass().run(module, none);
  if (language.strips_names) {
    StripNames(language.strips_arguments).run(module, none);
    strip_types(module);
  }
  module.setSourceFileName("");  // the path where it was compiled, which would make the same library differ elsewhere
  std::erase_if(symbols.exports, [&](const LibrarySymbol& symbol) {
    const llvm::GlobalValue* value = module.getNamedValue(symbol.symbol);
    return value == nullptr || value->isDeclaration();
  });
  llvm::LLVMContext& context = module.getContext();
  module.getOrInsertNamedMetadata(k_compiler)
      ->addOperand(llvm::MDNode::get(context, llvm::MDString::get(context, this_compiler())));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return {bytes.begin(), bytes.end()};
}

Result<std::unique_ptr<llvm::Module>> read_library(const RequestedLibrary& library, const BuildOptions& made_with,
                                                   const BuildOptions& link_options, llvm::LLVMContext& context) {
  const std::string what = "library " + library.module;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(library.code, library.module), context);
  if (!module) {
    return fail(ErrorKind::k_unavailable, what + " cannot be read, so that another version of clc made it: " +
                                              llvm::toString(module.takeError()) + "; make it again");
  }
  if (const std::string maker = maker_of(**module); maker != this_compiler()) {
    return fail(ErrorKind::k_unavailable,
                what + " was made by " + (maker.empty() ? "something else" : maker) + "; make it again");
  }
  (*module)->eraseNamedMetadata((*module)->getNamedMetadata(k_compiler));
  if (has_option(made_with, Option::k_enable_link_options)) apply_link_options(**module, link_options);
  return std::move(*module);
}

}  // namespace clc::worker
