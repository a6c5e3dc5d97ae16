// Clang: source in, LLVM module and interface out.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "clc/package/artifact.h"
#include "worker/frontend/invocation.h"
#include "worker/frontend/recording_file_system.h"

namespace clang {
class CompilerInstance;
class FrontendAction;
}  // namespace clang

namespace clc::worker {

struct DeclaredNames {
  std::set<std::string> ours;   // of functions, variables, types, members, labels, …
  std::set<std::string> taken;  // of vectors' components
};

// What a pass of Clang over a source saw and said.
class FrontEnd {
 public:
  FrontEnd(const CompileRequest& request, const SourceRoots& roots, const Machine& machine);

  // Both return false when Clang reported an error; diagnostics() has it.
  bool compile(llvm::LLVMContext& context, std::unique_ptr<llvm::Module>& module, Interface& interface);
  // With includes expanded, everything else left as it is.
  bool expand_includes(std::string& text);
  // With everything expanded, as `-E` gives it.
  bool preprocess(std::string& text);
  // The same for a driver: without line markers of its own, so that what the preprocessor says is kept.
  bool expand_all(std::string& text);
  // Names that `text`, standing for the main source, declares, and those that mean something of OpenCL C's in it.
  bool find_names(const std::string& text, DeclaredNames& names);
  // Interface only, of `text` standing for the main source.
  bool reflect(const std::string& text, Interface& interface);

  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }
  // Main source first, then by root and name.
  std::vector<Input> inputs() const;
  FileFacts facts() const;

 private:
  bool run(clang::FrontendAction& action, bool with_opencl_header, const std::string* main_text);

  const CompileRequest& request_;
  const SourceRoots& roots_;
  std::vector<std::string> arguments_;
  llvm::IntrusiveRefCntPtr<RecordingFileSystem> files_;
  std::vector<Diagnostic> diagnostics_;
  bool names_absolute_ = false;
};

}  // namespace clc::worker
