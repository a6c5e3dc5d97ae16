#include "worker/frontend/frontend.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Rewrite/Frontend/Rewriters.h>

#include "clc/base/digest.h"
#include "clc/internal/coverage.h"
#include "protocol/analysis.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "worker/frontend/absolute_names.h"
#include "worker/frontend/announced.h"
#include "worker/frontend/cooperative_matrices.h"
#include "worker/frontend/corrected_action.h"
#include "worker/frontend/diagnostics.h"
#include "worker/frontend/driver_source.h"
#include "worker/frontend/inline_assembly.h"
#include "worker/frontend/judge/dropped_lists.h"
#include "worker/frontend/judge/matrix_checker.h"
#include "worker/frontend/judge/module_judge.h"
#include "worker/frontend/judge/vector_functions.h"
#include "worker/frontend/reflection.h"
#include "worker/frontend/suggestions.h"
#include "worker/ir/matrix_type.h"

extern "C" const char clc_opencl_c_base_h[], clc_opencl_c_base_h_end[], clc_opencl_c_h[], clc_opencl_c_h_end[];

namespace clc::worker {
namespace {

std::unique_ptr<llvm::MemoryBuffer> embedded(const char* begin, const char* end, const char* name) {
  return llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(begin, static_cast<std::size_t>(end - begin)), name);
}

// The functions of Intel's extensions for sub-groups, which Clang declares in its large header only.
llvm::StringRef find_intel_subgroups() noexcept {
  const llvm::StringRef header(clc_opencl_c_h, static_cast<std::size_t>(clc_opencl_c_h_end - clc_opencl_c_h));
  const std::size_t begin = header.find("#if defined(cl_intel_subgroups)\n");
  return header.slice(begin, header.find("#ifdef cl_intel_device_side_avc_motion_estimation\n", begin));
}

// Found before jobs are forked: each of them would read the whole header for it.
const llvm::StringRef intel_subgroups = find_intel_subgroups();

// Clang's own headers.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> builtin_headers(const std::string& nvidia_header) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const std::string folder = std::string(k_resource_folder) + "/include/";
  files->addFile(folder + "opencl-c-base.h", 0,
                 embedded(clc_opencl_c_base_h, clc_opencl_c_base_h_end, "opencl-c-base.h"));
  files->addFile(folder + "opencl-c-intel.h", 0,
                 llvm::MemoryBuffer::getMemBufferCopy(intel_subgroups, "opencl-c-intel.h"));
  if (!nvidia_header.empty())
    files->addFile(folder + "opencl-c-nvidia.h", 0, llvm::MemoryBuffer::getMemBufferCopy(nvidia_header));
  files->addFile(folder + "opencl-c.h", 0, embedded(clc_opencl_c_h, clc_opencl_c_h_end, "opencl-c.h"));
  return files;
}

// Finds where kernels and inline assembly stand, for errors of code generators.
class PlaceConsumer final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  PlaceConsumer(const SourceRoots& roots, KernelPlaces& into, AssemblyPlaces& assembly)
      : roots_(roots), into_(into), assembly_(assembly) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && function->hasBody()) TraverseDecl(declaration);
      if (function == nullptr || !function->hasAttr<clang::DeviceKernelAttr>()) continue;
      const clang::SourceManager& sources = function->getASTContext().getSourceManager();
      const clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(function->getLocation()));
      if (place.isInvalid()) continue;
      Diagnostic& found = into_[function->getNameAsString()];
      found.file = roots_.rooted(place.getFilename());
      found.line = place.getLine();
      found.column = place.getColumn();
    }
    return true;
  }

  void Initialize(clang::ASTContext& context) override {
    context_ = &context;
    sources_ = &context.getSourceManager();
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt* statement) override {
    const auto* text = llvm::dyn_cast<clang::StringLiteral>(statement->getAsmStringExpr());
    if (text == nullptr) return true;
    Diagnostic place;
    set_place(*sources_, statement->getAsmLoc(), roots_, /*are_mapped=*/false, place);
    assembly_[text->getBeginLoc().getRawEncoding()] = place;
    // Clang gives each line a number of its own.
    const llvm::StringRef bytes = text->getBytes();
    for (std::size_t end = bytes.find('\n'); end < bytes.size(); end = bytes.find('\n', end + 1)) {
      const auto line = text->getLocationOfByte(static_cast<unsigned>(end + 1), *sources_, context_->getLangOpts(),
                                                context_->getTargetInfo());
      assembly_[line.getRawEncoding()] = place;
    }
    return true;
  }

 private:
  const SourceRoots& roots_;
  KernelPlaces& into_;
  AssemblyPlaces& assembly_;
  const clang::ASTContext* context_ = nullptr;
  const clang::SourceManager* sources_ = nullptr;
};

// Keeps from Clang's code generator what it would die of, or compile wrongly.
class Precaution final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit Precaution(clang::ASTContext& context) : context_(context) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      if (!context_.getSourceManager().isInSystemHeader(declaration->getLocation())) TraverseDecl(declaration);
    }
    return true;
  }

  void HandleTagDeclDefinition(clang::TagDecl* definition) override { correct_record(*definition); }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (function->hasAttr<clang::NakedAttr>()) {
      refuse(function->getLocation(), "attribute 'naked' is not supported: functions need their prologue and epilogue");
    }
    // Attributes without a meaning here leave their mark on the type, and some of them another way to be called.
    if (!function->hasAttr<clang::DeviceKernelAttr>()) return true;
    const auto* type = function->getType()->castAs<clang::FunctionType>();
    const clang::FunctionType::ExtInfo called = type->getExtInfo().withCallingConv(clang::CC_DeviceKernel);
    function->setType(clang::QualType(context_.adjustFunctionType(type, called), 0));
    return true;
  }

  bool VisitAsmStmt(clang::AsmStmt* assembly) override { return refuse_assembly(assembly->getAsmLoc()); }
  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* assembly) override {
    return refuse_assembly(assembly->getAsmLoc());
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (context_.getBaseElementType(variable->getType())->isEventT()) start_of_events_ = variable->getInit();
    if (!variable->hasGlobalStorage() || variable->getType()->isDependentType()) return true;
    if (variable->needsDestruction(context_) != clang::QualType::DK_cxx_destructor) return true;
    refuse(variable->getLocation(), "the destructor of " + variable->getQualifiedNameAsString() +
                                        " would have to run after the kernels, which no driver does");
    return true;
  }

  // In C, Clang rejects a 0 in a list of events and does not say so; its code generator dies of what is left.
  bool VisitRecoveryExpr(clang::RecoveryExpr* expression) override {
    if (context_.getDiagnostics().hasErrorOccurred()) return true;
    const bool is_of_events = expression == start_of_events_;
    refuse(expression->getBeginLoc(),
           std::string("Clang cannot compile this") +
               (is_of_events ? "; in a list of events, write (event_t)0 in the place of 0" : " and does not say why"));
    return true;
  }

 private:
  bool refuse_assembly(clang::SourceLocation place) {
    const llvm::Triple& triple = context_.getTargetInfo().getTriple();
    if (!triple.isSPIROrSPIRV()) return true;
    const char* const target = triple.isArch64Bit() ? "spirv64" : "spirv32";
    report_of_target(context_.getDiagnostics(), place, std::string("inline assembly is not supported for ") + target);
    return true;
  }

  void refuse(clang::SourceLocation place, const std::string& text) {
    clang::DiagnosticsEngine& diagnostics = context_.getDiagnostics();
    diagnostics.Report(place, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << text;
  }

  clang::ASTContext& context_;
  const clang::Expr* start_of_events_ = nullptr;  // the value that the last variable for events begins with
};

class CompileAction : public clang::EmitLLVMOnlyAction {
 public:
  CompileAction(llvm::LLVMContext& context, CompiledSource& into, bool is_linked, const SourceRoots& roots,
                KernelPlaces& places, AssemblyPlaces& assembly, NvidiaDialect& dialect)
      : EmitLLVMOnlyAction(&context),
        into_(into),
        is_linked_(is_linked),
        roots_(roots),
        places_(places),
        assembly_(assembly),
        dialect_(dialect) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    auto lists = std::make_unique<DroppedLists>();
    consumers.push_back(
        dialect_.begin(compiler, [&lists = *lists](const clang::Token& token) { lists.take_token(token); }));
    consumers.push_back(std::move(lists));
    consumers.push_back(make_reflector(into_.interface, is_linked_));
    consumers.push_back(make_finder_of_shared_names(roots_, /*are_mapped=*/false, into_.shared));
    if (is_linked_) consumers.push_back(make_finder_of_calls(roots_, /*are_mapped=*/false, into_.calls));
    consumers.push_back(std::make_unique<PlaceConsumer>(roots_, places_, assembly_));
    consumers.push_back(std::make_unique<Precaution>(compiler.getASTContext()));
    consumers.push_back(make_matrix_checker(compiler.getASTContext()));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    consumers.push_back(make_module_judge(*getCodeGenerator(), is_linked_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  CompiledSource& into_;
  bool is_linked_;
  const SourceRoots& roots_;
  KernelPlaces& places_;
  AssemblyPlaces& assembly_;
  NvidiaDialect& dialect_;
};

class ReflectAction : public clang::ASTFrontendAction {
 public:
  ReflectAction(CompiledSource& into, bool is_linked, const SourceRoots& roots, bool& has_assembly,
                NvidiaDialect& dialect)
      : into_(into), is_linked_(is_linked), roots_(roots), has_assembly_(has_assembly), dialect_(dialect) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(dialect_.begin(compiler));
    consumers.push_back(make_reflector(into_.interface, is_linked_));
    if (is_linked_) consumers.push_back(make_finder_of_shared_names(roots_, /*are_mapped=*/true, into_.shared));
    consumers.push_back(make_finder_of_calls(roots_, /*are_mapped=*/true, into_.calls));
    consumers.push_back(make_assembly_finder(has_assembly_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  CompiledSource& into_;
  bool is_linked_;
  const SourceRoots& roots_;
  bool& has_assembly_;
  NvidiaDialect& dialect_;
};

class ExpandAction : public clang::PreprocessorFrontendAction {
 public:
  explicit ExpandAction(std::string& into) : into_(into) {}

 protected:
  void ExecuteAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    clang::PreprocessorOutputOptions options;
    options.ShowLineMarkers = true;
    llvm::raw_string_ostream stream(into_);
    clang::RewriteIncludesInInput(compiler.getPreprocessor(), &stream, options);
  }

 private:
  std::string& into_;
};

class PreprocessAction : public clang::PreprocessorFrontendAction {
 public:
  explicit PreprocessAction(std::string& into) : into_(into) {}

 protected:
  void ExecuteAction() override {
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = true;
    options.ShowLineMarkers = true;
    llvm::raw_string_ostream stream(into_);
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &stream, options);
  }

 private:
  std::string& into_;
};

// Collects the names that the main file declares; the OpenCL header is included before it.
class NameVisitor final : public clang::DynamicRecursiveASTVisitor {
 public:
  NameVisitor(const clang::SourceManager& sources, DeclaredNames& into) : sources_(sources), into_(into) {}

  bool VisitNamedDecl(clang::NamedDecl* declaration) override {
    add(declaration);
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt* label) override {
    add(label->getDecl());
    return true;
  }
  bool VisitExtVectorElementExpr(clang::ExtVectorElementExpr* expression) override {
    into_.vector_components.insert(expression->getAccessor().getName().str());
    return true;
  }

 private:
  void add(const clang::NamedDecl* declaration) {
    const clang::IdentifierInfo* name = declaration->getIdentifier();
    // isInMainFile() would obey line markers.
    const clang::FileID file = sources_.getFileID(sources_.getExpansionLoc(declaration->getLocation()));
    if (name != nullptr && file == sources_.getMainFileID()) into_.declared.insert(name->getName().str());
  }

  const clang::SourceManager& sources_;
  DeclaredNames& into_;
};

class NameConsumer final : public clang::ASTConsumer {
 public:
  explicit NameConsumer(DeclaredNames& into) : into_(into) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    NameVisitor(context.getSourceManager(), into_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  DeclaredNames& into_;
};

class NameAction : public clang::ASTFrontendAction {
 public:
  explicit NameAction(DeclaredNames& into) : into_(into) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<NameConsumer>(into_);
  }

 private:
  DeclaredNames& into_;
};

// Not by arguments, in which the first '=' ends a folder's name.
void add_prefix_maps(const SourceRoots& roots, clang::CompilerInvocation& invocation) {
  auto& macros = invocation.getLangOpts().MacroPrefixMap;
  auto& debug = invocation.getCodeGenOpts().DebugPrefixMap;
  auto& coverage = invocation.getCodeGenOpts().CoveragePrefixMap;
  for (const auto& [folder, replacement] : roots.prefix_map()) {
    macros[folder] = replacement;
    debug.insert(debug.begin(), {folder, replacement});  // Clang tries the last one first: the user's
    coverage.insert(coverage.begin(), {folder, replacement});
  }
}

// Instructions keep their places in the source for the analysis, and nothing of them reaches the binary.
void keep_places(clang::CompilerInvocation& invocation) {
  if (invocation.getCodeGenOpts().getDebugInfo() != llvm::codegenoptions::NoDebugInfo) return;
  invocation.getCodeGenOpts().setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
}

// Clang counts regions and maps them to the source.
void add_coverage(const RequestedSource& source, clang::CompilerInvocation& invocation) {
  clang::CodeGenOptions& options = invocation.getCodeGenOpts();
  options.setProfileInstr(llvm::driver::ProfileClangInstr);
  options.CoverageMapping = true;
  options.CoverageCompilationDir = ".";
  options.MainFileName = source.name;  // part of the names of static functions
}

bool keeps_all_places = false;

const clang::CompilerInstance* running_compiler = nullptr;
bool has_running_compiler_mapped_names = false;

}  // namespace

void keep_all_places() {
  keeps_all_places = true;
}

std::optional<Diagnostic> place_being_read(const SourceRoots& roots) {
  if (running_compiler == nullptr || !running_compiler->hasPreprocessor()) return std::nullopt;
  // All of those for files are such ones.
  auto* lexer = static_cast<clang::Lexer*>(running_compiler->getPreprocessor().getCurrentFileLexer());
  if (lexer == nullptr) return std::nullopt;
  Diagnostic place;
  set_place(running_compiler->getSourceManager(), lexer->getSourceLocation(), roots, has_running_compiler_mapped_names,
            place);
  return place;
}

FrontEnd::FrontEnd(const CompileRequest& request, const SourceRoots& roots, const Machine& machine)
    : request_(request),
      roots_(roots),
      machine_(machine),
      files_(llvm::makeIntrusiveRefCnt<RecordingFileSystem>(
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(llvm::vfs::createPhysicalFileSystem()),
          Readable(request.readable))) {
  files_->setCurrentWorkingDirectory(request.working_folder);
  // Sources, too: Clang looks for an embedded file beside a source that it finds.
  for (const GivenFile& file : request.given_files) files_->give(file.path, file.text);
}

bool FrontEnd::run(const RequestedSource& source, clang::FrontendAction& action, bool with_opencl_header,
                   const std::string* main_text) {
  const std::vector<std::string> words = front_end_arguments(request_, source, roots_, machine_);
  std::vector<const char*> arguments;
  // By its full name, so that no file of that name in the user's include folders is taken.
  const std::string header = std::string(k_resource_folder) + "/include/opencl-c-base.h";
  const std::string nvidia_header = std::string(k_resource_folder) + "/include/opencl-c-nvidia.h";
  if (with_opencl_header) arguments = {"-include", header.c_str()};
  const bool is_for_nvidia = with_opencl_header && takes_nvidia_dialect(source);
  if (is_for_nvidia) arguments.insert(arguments.end(), {"-include", nvidia_header.c_str()});
  for (const std::string& word : words) arguments.push_back(word.c_str());
  // Normalised like the roots: "/work/kernels/../a.cl" would not begin with a folder of the prefix map.
  const std::string main = roots_.path_of_source(source);
  arguments.push_back(main.c_str());

  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files_);
  files->pushOverlay(builtin_headers(is_for_nvidia ? nvidia_dialect_.header() : ""));

  const std::size_t before = diagnostics_.size();
  const bool has_mapped_markers = main_text != nullptr;
  DiagnosticCollector collector(roots_, has_mapped_markers, diagnostics_);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions early_options;
  const auto early = clang::CompilerInstance::createDiagnostics(*files, early_options, &collector, false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, *early)) return false;
  add_prefix_maps(roots_, *invocation);
  // An expansion begins with the files of -include.
  if (main_text != nullptr)
    std::erase_if(invocation->getPreprocessorOpts().Includes,
                  [&](const auto& file) { return file != header && file != nvidia_header; });
  if (keeps_all_places || std::any_of(request_.sections.begin(), request_.sections.end(), [](const auto& section) {
        return section == k_profile_section || !checks_of(section).empty() || analysis_request(section).has_value();
      })) {
    keep_places(*invocation);
  }
  if (request_.wants(k_coverage_section)) add_coverage(source, *invocation);
  if (main_text == nullptr) main_text = request_.text_of(source);
  invocation->getPreprocessorOpts().SourceDateEpoch = static_cast<std::uint64_t>(request_.source_date_epoch);
  if (main_text != nullptr) {
    invocation->getPreprocessorOpts().addRemappedFile(main,
                                                      llvm::MemoryBuffer::getMemBufferCopy(*main_text, main).release());
  }
  clang::CompilerInstance compiler(std::move(invocation));
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  show_few_candidates(compiler.getDiagnostics());
  compiler.addDependencyCollector(std::make_shared<AbsoluteNameDetector>(names_absolute_));
  compiler.addDependencyCollector(std::make_shared<TimeDetector>(time_));
  running_compiler = &compiler;
  has_running_compiler_mapped_names = has_mapped_markers;
  const bool is_good = compiler.ExecuteAction(action) && !has_errors(std::span(diagnostics_).subspan(before));
  running_compiler = nullptr;
  if (!is_good) explain(compiler, collector, before);
  return is_good;
}

void FrontEnd::explain(const clang::CompilerInstance& compiler, const DiagnosticCollector& collector,
                       std::size_t before) {
  for (const auto& [place, index] : collector.errors()) {
    if (const std::string why = nvidia_dialect_.explain(place); !why.empty())
      diagnostics_[index].text += " (" + why + ")";
  }
  if (compiler.hasTarget()) {
    explain_unknown_names(std::span(diagnostics_).subspan(before),
                          {request_.target, compiler.getTarget().getSupportedOpenCLOpts(),
                           compiler.getLangOpts().getOpenCLCompatibleVersion(), request_.absent});
    suggest_names(diagnostics_, before);
  }
  explain_hidden();
}

void FrontEnd::explain_hidden() {
  for (const std::string& file : files_->hidden()) {
    Diagnostic note;
    note.severity = Severity::k_note;
    note.text = file + " is hidden from the source by --confine";
    diagnostics_.push_back(std::move(note));
  }
}

bool FrontEnd::can_be_parsed(const RequestedSource& source, const std::string* text) {
  if (!language_of(request_, source).is_cpp) return true;
  std::vector<Diagnostic> before = diagnostics_;
  bool found = false;
  CorrectedAction<VectorFunctionAction> action(found);
  run(source, action, true, text);
  if (!found) diagnostics_ = std::move(before);  // the parser reports the same
  return !found;
}

bool FrontEnd::takes_nvidia_dialect(const RequestedSource& source) const {
  if (language_of(request_, source).is_cpp) return false;
  return request_.dialect ? std::ranges::any_of(request_.dialect->macros,
                                                [](const std::string& macro) { return macro.starts_with("__NV_CL_C"); })
                          : makes_ptx(request_.target.family);
}

bool FrontEnd::parse(const RequestedSource& source, llvm::function_ref<bool()> attempt) {
  const BuildOptions options = request_.options_of(source);
  nvidia_dialect_ = NvidiaDialect(std::ranges::none_of(options, [](const BuildOption& option) {
    return option.is(Option::k_warning) && option.value == std::string("no-") + k_nvidia_dialect_warning;
  }));
  const std::size_t before = diagnostics_.size();
  while (!attempt()) {
    if (!takes_nvidia_dialect(source) || !nvidia_dialect_.learn()) return false;
    diagnostics_.resize(before);
  }
  return true;
}

bool FrontEnd::compile(const RequestedSource& source, llvm::LLVMContext& context, CompiledSource& result) {
  if (!can_be_parsed(source, nullptr)) return false;
  return parse(source, [&] {
    result = {};
    CorrectedAction<CompileAction> action(context, result, request_.is_linked(), roots_, kernel_places_,
                                          assembly_places_, nvidia_dialect_);
    if (!run(source, action, true, nullptr)) return false;
    result.module = action.takeModule();
    if (result.module != nullptr && has_matrices()) result.module->getOrInsertNamedMetadata(k_matrix_metadata);
    return result.module != nullptr;
  });
}

bool FrontEnd::find_reads(const RequestedSource& source) {
  CorrectedAction<clang::PreprocessOnlyAction> action;
  return run(source, action, !request_.dialect, nullptr);
}

bool FrontEnd::expand_includes(const RequestedSource& source, std::string& text) {
  CorrectedAction<ExpandAction> action(text);
  return run(source, action, false, nullptr);
}

bool FrontEnd::expand_all(const RequestedSource& source, std::string& text) {
  CorrectedAction<PreprocessAction> action(text);
  return run(source, action, false, nullptr);
}

bool FrontEnd::find_inclusions(const RequestedSource& source, Inclusions& found) {
  InclusionsAction action(found);
  if (!run(source, action, false, nullptr)) return false;
  std::set<std::string> names;
  for (const Inclusion& asked : found.asked) names.insert(asked.name);
  const auto is_told = [&](const std::string& path) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return llvm::StringRef(path).ends_with(name) &&
             (path.size() == name.size() || name.starts_with('/') || path[path.size() - name.size() - 1] == '/');
    });
  };
  const std::string main = roots_.path_of_source(source);
  for (const auto& [path, answer] : files_->answers()) {
    const bool is_file = answer.kind == FileFact::Kind::k_read || answer.kind == FileFact::Kind::k_file;
    if (is_file && path != main && !is_told(path)) found.unknown = "it asks for " + path + " in an unusual way";
  }
  if (!files_->facts(roots_).is_repeatable) found.unknown = "its files cannot be read again";
  return true;
}

bool FrontEnd::find_names(const RequestedSource& source, const std::string& text, DeclaredNames& names) {
  std::vector<Diagnostic> before = diagnostics_;  // reflect() has reported the same
  CorrectedAction<NameAction> action(names);
  const bool is_good = run(source, action, true, &text);
  if (is_good) diagnostics_ = std::move(before);
  return is_good;
}

bool FrontEnd::preprocess(const RequestedSource& source, std::string& text) {
  // Without the OpenCL header, which is not part of the user's source. compile() has given the warnings.
  std::vector<Diagnostic> before = diagnostics_;
  CorrectedAction<PreprocessAction> action(text);
  const bool is_good = run(source, action, false, nullptr);
  if (is_good) diagnostics_ = std::move(before);
  text = map_line_markers(text, roots_);
  return is_good;
}

bool FrontEnd::reflect(const RequestedSource& source, const std::string& text, CompiledSource& result) {
  has_assembly_ = has_assembly_ || names_assembly(text);
  if (!can_be_parsed(source, &text)) return false;
  return parse(source, [&] {
    result = {};
    CorrectedAction<ReflectAction> action(result, request_.is_linked(), roots_, has_assembly_, nvidia_dialect_);
    return run(source, action, true, &text);
  });
}

std::vector<Input> FrontEnd::inputs() const {
  const RequestedSource& first = request_.sources.front();
  const bool is_text = request_.text_of(first) != nullptr;
  const RootedPath main = roots_.rooted(roots_.path_of_source(first));
  std::vector<Input> result;
  for (const auto& [path, answer] : files_->answers()) {
    if (answer.kind == FileFact::Kind::k_read)
      result.push_back({InputKind::k_file, roots_.rooted(path), answer.sha256});
  }
  for (const std::string& folder : files_->searched_folders()) {
    result.push_back({InputKind::k_folder, roots_.rooted(folder), ""});
  }
  for (std::size_t i = 0; i < request_.sources.size(); ++i) {
    const std::string* text = request_.text_of(request_.sources[i]);
    if (text == nullptr) continue;
    result.push_back({InputKind::k_file, {0, i == 0 ? "-" : "-" + std::to_string(i + 1)}, sha256_hex(*text)});
  }
  // The order must not depend on where the roots lie.
  const auto rank = [&](const Input& input) {
    const bool is_main = input.path.root == 0 && input.path.name == (is_text ? "-" : main.name);
    return std::tuple(!is_main, input.path.root < 0, input.path.root, std::string_view(input.path.name), input.kind);
  };
  std::sort(result.begin(), result.end(), [&](const Input& a, const Input& b) { return rank(a) < rank(b); });
  const auto same = [&](const Input& a, const Input& b) { return rank(a) == rank(b) && a.sha256 == b.sha256; };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

FileFacts FrontEnd::facts() const {
  FileFacts facts = files_->facts(roots_);
  facts.names_absolute = names_absolute_;
  facts.has_assembly = has_assembly_;
  return facts;
}

}  // namespace clc::worker
