// Clang: source in, LLVM module and interface out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "clc/package/artifact.h"
#include "worker/frontend/inclusions.h"
#include "worker/frontend/invocation.h"
#include "worker/frontend/judge/shared_names.h"
#include "worker/frontend/judge/source_calls.h"
#include "worker/frontend/nvidia_dialect.h"
#include "worker/frontend/recording_file_system.h"
#include "worker/frontend/time_macros.h"

namespace clang {
class CompilerInstance;
class FrontendAction;
}  // namespace clang

namespace clc::worker {

class DiagnosticCollector;

// The names in a source.
struct DeclaredNames {
  std::set<std::string> declared;           // functions, variables, types, members, labels, …
  std::set<std::string> vector_components;  // which have a meaning in OpenCL C, even if the source declares them, too
};

// One of the sources of a module, compiled.
struct CompiledSource {
  std::unique_ptr<llvm::Module> module;
  Interface interface;
  SharedNames shared;                  // only where several sources are linked
  std::vector<CallingFunction> calls;  // the same, or without a module
};

// Where kernels stand in the source: diagnostics without a text, by the kernel's name.
using KernelPlaces = std::map<std::string, Diagnostic>;
// The same of inline assembly, by Clang's number for the place, which errors of LLVM's assembler have.
using AssemblyPlaces = std::map<std::uint64_t, Diagnostic>;

// Runs Clang over the sources of a module, as often as needed, and collects what it reads and reports.
class FrontEnd {
 public:
  FrontEnd(const CompileRequest& request, const SourceRoots& roots, const Machine& machine);

  // All of these take one of the request's sources, and return false when Clang reported an error, which diagnostics()
  // has.
  bool compile(const RequestedSource& source, llvm::LLVMContext& context, CompiledSource& result);
  // Goes through the source for the files that it reads, as compile() or a driver's compiler would, and no further.
  bool find_reads(const RequestedSource& source);
  // The source with its includes expanded and everything else left as it is.
  bool expand_includes(const RequestedSource& source, std::string& text);
  // The source with everything expanded, like `-E`.
  bool preprocess(const RequestedSource& source, std::string& text);
  // The same for a driver, with the diagnostics of the preprocessor and without mapped line markers.
  bool expand_all(const RequestedSource& source, std::string& text);
  // Which files the source asks for. Files that it asks for in ways of which nothing is known make that unknown.
  bool find_inclusions(const RequestedSource& source, Inclusions& found);
  // The names in `text`, which stands for the source.
  bool find_names(const RequestedSource& source, const std::string& text, DeclaredNames& names);
  // All but the module of `text`, which stands for the source.
  bool reflect(const RequestedSource& source, const std::string& text, CompiledSource& result);

  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }
  const KernelPlaces& kernel_places() const { return kernel_places_; }        // of compile()
  const AssemblyPlaces& assembly_places() const { return assembly_places_; }  // of compile()
  // The first source first, then by root and name.
  std::vector<Input> inputs() const;
  FileFacts facts() const;
  // tells_time: the time goes into the source; pastes_time: by a macro that does not stand in the text.
  bool tells_time() const { return time_.is_there; }
  const std::map<std::string, RecordingFileSystem::Lookup>& answers() const { return files_->answers(); }
  bool pastes_time() const { return time_.is_pasted; }

 private:
  // Parses a source by `attempt`, again where it is in NVIDIA's dialect and the target takes that.
  bool parse(const RequestedSource& source, llvm::function_ref<bool()> attempt);
  bool takes_nvidia_dialect(const RequestedSource& source) const;
  // Refuses, in C++, what Clang would die of while it parses; true when nothing is.
  bool can_be_parsed(const RequestedSource& source, const std::string* text);
  // Adds to the errors of a run, from an index on, what is known of them.
  void explain(const clang::CompilerInstance& compiler, const DiagnosticCollector& collector, std::size_t before);
  // Tells which files and folders the source could not see.
  void explain_hidden();
  bool run(const RequestedSource& source, clang::FrontendAction& action, bool with_opencl_header,
           const std::string* main_text);

  const CompileRequest& request_;
  const SourceRoots& roots_;
  Machine machine_;
  llvm::IntrusiveRefCntPtr<RecordingFileSystem> files_;
  std::vector<Diagnostic> diagnostics_;
  KernelPlaces kernel_places_;
  AssemblyPlaces assembly_places_;
  NvidiaDialect nvidia_dialect_{true};
  bool names_absolute_ = false;
  TimeUse time_;
  bool has_assembly_ = false;  // known only for text that reflect() saw
};

// Lets instructions keep their places from now on, for a job that is done again to find one of them.
void keep_all_places();

// Where a FrontEnd reads at this moment, for a job that cannot go on; nothing before and after that.
std::optional<Diagnostic> place_being_read(const SourceRoots& roots);

}  // namespace clc::worker
