#include "worker/passes/nvptx_make_names_valid.h"

#include <initializer_list>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include "worker/ir/failure.h"

namespace clc::worker {
namespace {

// The only predefined identifier of PTX that does not begin with '%'. ptxas takes the names of instructions for
// functions and variables, too.
constexpr const char* k_predefined = "WARP_SZ";

// PTX has ASCII names only, and LLVM's backend crashes on others. A single '_' or '$' is no name.
bool is_name_of_ptx(llvm::StringRef name) {
  return llvm::all_of(name, [](char c) { return llvm::isASCII(c); }) && name != "_" && name != "$" &&
         name != k_predefined;
}

// Returns "k" for "k_param_0"; empty for other names.
llvm::StringRef function_with_parameter(llvm::StringRef name) {
  const llvm::StringRef stem = name.rtrim("0123456789");
  llvm::StringRef function = stem;
  return stem != name && function.consume_back("_param_") ? function : llvm::StringRef();
}

// LLVM's backend gives such names to labels, parameters, results and stacks, and they would hide the source's. ptxas
// crashes on some, and takes others for labels.
bool is_name_of_backend(llvm::StringRef name) {
  const llvm::StringRef stem = name.rtrim("0123456789");
  return stem != name &&
         (name.starts_with("$L__") || llvm::is_contained({"param", "retval", "func_retval", "__local_depot"}, stem));
}

}  // namespace

llvm::PreservedAnalyses NvptxMakeNamesValid::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::GlobalValue& value : module.global_values()) {
    const llvm::StringRef name = value.getName();
    const bool is_valid = is_name_of_ptx(name) && !is_name_of_backend(name);
    const llvm::StringRef other = function_with_parameter(name);
    if (value.hasLocalLinkage()) {
      if (!is_valid || !other.empty()) value.setName("clc_renamed");  // LLVM adds a number
      continue;
    }
    if (!is_valid) {
      report_failure(module.getContext(), ErrorKind::k_compile,
                     "PTX cannot have a kernel of the name " + name.str() +
                         ", which is reserved or has characters that PTX does not have in names; "
                         "give it another one");
    }
    if (!other.empty() && module.getFunction(other) != nullptr) {
      report_failure(module.getContext(), ErrorKind::k_compile,
                     "PTX cannot have a kernel of the name " + name.str() + ", which a parameter of " + other.str() +
                         " has; give it another one");
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
