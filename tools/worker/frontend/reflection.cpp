#include "worker/frontend/reflection.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceManager.h>

#include "worker/frontend/judge/kernel_limits.h"
#include "worker/frontend/layouts.h"

namespace clc::worker {
namespace {

AddressSpace address_space_of(clang::LangAS space) {
  switch (space) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::opencl_global_device:
    case clang::LangAS::opencl_global_host:
      return AddressSpace::k_global;
    case clang::LangAS::opencl_constant:
      return AddressSpace::k_constant;
    case clang::LangAS::opencl_local:
      return AddressSpace::k_local;
    default:
      return AddressSpace::k_private;
  }
}

Access access_of(const clang::ParmVarDecl& parameter) {
  const auto* attribute = parameter.getAttr<clang::OpenCLAccessAttr>();
  if (attribute == nullptr || attribute->isReadOnly()) return Access::k_read_only;
  return attribute->isWriteOnly() ? Access::k_write_only : Access::k_read_write;
}

std::string image_type_name(clang::QualType type, const clang::PrintingPolicy& policy) {
  std::string text = type.getUnqualifiedType().getAsString(policy);
  for (const char* prefix :
       {"__read_only ", "__write_only ", "__read_write ", "read_only ", "write_only ", "read_write "}) {
    if (text.rfind(prefix, 0) == 0) text = text.substr(std::string(prefix).size());
  }
  return text;
}

void describe_pointer(Argument& argument, clang::QualType type, const clang::PrintingPolicy& policy) {
  const clang::QualType pointee = type->getPointeeType();
  argument.address_space = address_space_of(pointee.getAddressSpace());
  argument.kind = argument.address_space == AddressSpace::k_local ? ArgumentKind::k_local : ArgumentKind::k_buffer;
  argument.type = spelling(pointee.getLocalUnqualifiedType().getUnqualifiedType(), policy) + "*";
  argument.is_const = pointee.isConstQualified();
  argument.is_volatile = pointee.isVolatileQualified();
  argument.is_restrict = type.isRestrictQualified();
}

Argument describe_argument(const clang::ParmVarDecl& parameter, const clang::ASTContext& context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  const clang::QualType type = parameter.getType();
  Argument argument;
  argument.name = parameter.getNameAsString();
  argument.size = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  argument.alignment = static_cast<std::uint64_t>(context.getTypeAlignInChars(type).getQuantity());
  std::string plain_type;
  if (type->isPipeType()) {
    argument.kind = ArgumentKind::k_pipe;
    argument.access = access_of(parameter);
    const clang::QualType packet = type->castAs<clang::PipeType>()->getElementType();
    argument.type = spelling(packet, policy);
    plain_type = plain_spelling(packet, context);
  } else if (type->isImageType()) {
    argument.kind = ArgumentKind::k_image;
    argument.address_space = AddressSpace::k_global;
    argument.access = access_of(parameter);
    argument.type = image_type_name(type, policy);
    plain_type = image_type_name(type.getCanonicalType(), policy);
  } else if (type->isSamplerT()) {
    argument.kind = ArgumentKind::k_sampler;
    argument.type = "sampler_t";
  } else if (type->isQueueT()) {
    argument.kind = ArgumentKind::k_queue;
    argument.type = "queue_t";
  } else if (type->isPointerType()) {
    describe_pointer(argument, type, policy);
    plain_type = plain_spelling(type, context);
  } else {
    argument.type = spelling(type, policy);
    plain_type = plain_spelling(type, context);
  }
  if (plain_type != argument.type) argument.resolved_type = plain_type;
  return argument;
}

std::uint64_t constant(const clang::Expr* expression, const clang::ASTContext& context) {
  const auto value = expression->getIntegerConstantExpr(context);
  return value ? value->getZExtValue() : 0;
}

KernelInterface describe_kernel(const clang::FunctionDecl& kernel, const clang::ASTContext& context) {
  KernelInterface result;
  result.name = kernel.getNameAsString();
  for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
    result.arguments.push_back(describe_argument(*parameter, context));
  }
  if (const auto* size = kernel.getAttr<clang::ReqdWorkGroupSizeAttr>()) {
    result.required_work_group_size = {constant(size->getXDim(), context), constant(size->getYDim(), context),
                                       constant(size->getZDim(), context)};
  }
  if (const auto* hint = kernel.getAttr<clang::WorkGroupSizeHintAttr>()) {
    result.work_group_size_hint = {constant(hint->getXDim(), context), constant(hint->getYDim(), context),
                                   constant(hint->getZDim(), context)};
  }
  if (const auto* hint = kernel.getAttr<clang::VecTypeHintAttr>()) {
    result.vec_type_hint = spelling(hint->getTypeHint(), context.getPrintingPolicy());
  }
  if (const auto* size = kernel.getAttr<clang::OpenCLIntelReqdSubGroupSizeAttr>()) {
    result.required_sub_group_size = size->getSubGroupSize();
  }
  return result;
}

// Applications ask for kernels by the names that they have in the source.
void judge_name(const clang::FunctionDecl& kernel, clang::ASTContext& context) {
  const std::string name = clang::ASTNameGenerator(context).getName(&kernel);
  const bool has_label = kernel.hasAttr<clang::AsmLabelAttr>();
  if (name == kernel.getName() && !has_label) return;
  const std::string remedy = has_label                                   ? ": remove the __asm__ label"
                             : kernel.hasAttr<clang::OverloadableAttr>() ? ": remove the attribute overloadable"
                                                                         : "";
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  diagnostics.Report(
      kernel.getLocation(),
      diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                  "the binary would call kernel %0 '%1', and applications would not find it%2"))
      << kernel.getName() << name << remedy;
}

void refuse_alias(const clang::FunctionDecl& kernel) {
  clang::DiagnosticsEngine& diagnostics = kernel.getASTContext().getDiagnostics();
  const unsigned id = diagnostics.getCustomDiagID(
      clang::DiagnosticsEngine::Error,
      "kernel %0 is an alias, which binaries do not have: write a kernel that calls the same function");
  diagnostics.Report(kernel.getLocation(), id) << kernel.getName();
}

// Kernels may stand inside `extern "C"` and namespaces in C++ for OpenCL.
class KernelFinder : public clang::DynamicRecursiveASTVisitor {
 public:
  KernelFinder(clang::ASTContext& context, Interface& into) : context_(context), into_(into) {}

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->hasAttr<clang::DeviceKernelAttr>()) return true;
    if (function->hasAttr<clang::AliasAttr>()) refuse_alias(*function);
    if (function->isThisDeclarationADefinition()) {
      judge_name(*function, context_);
      into_.kernels.push_back(describe_kernel(*function, context_));
      judge_limits(*function, into_.kernels.back());
      for (const clang::ParmVarDecl* parameter : function->parameters()) {
        add_layouts(parameter->getType(), context_, into_.structs);
      }
    }
    return true;
  }
  // Clang puts the function that the attribute names in the place of the argument.
  bool VisitParmVarDecl(clang::ParmVarDecl* parameter) override {
    if (!parameter->hasAttr<clang::WeakRefAttr>()) return true;
    clang::DiagnosticsEngine& diagnostics = context_.getDiagnostics();
    diagnostics.Report(parameter->getLocation(), diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                                             "weakref is for functions: remove it"));
    return true;
  }
  bool TraverseStmt(clang::Stmt*) override { return true; }  // no kernels in there

 private:
  clang::ASTContext& context_;
  Interface& into_;
};

// A file without kernels is allowed, but hardly meant: its package can launch nothing.
void warn_of_no_kernels(const clang::ASTContext& context) {
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  const clang::SourceManager& sources = context.getSourceManager();
  const auto level = level_of_warnings(diagnostics);
  if (!level) return;
  const unsigned id = diagnostics.getCustomDiagID(*level, "no kernels in this file");
  diagnostics.Report(sources.getLocForStartOfFile(sources.getMainFileID()), id);
}

void sort(Interface& interface) {
  const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::sort(interface.kernels.begin(), interface.kernels.end(), by_name);
  std::sort(interface.structs.begin(), interface.structs.end(), by_name);
}

class Reflector final : public clang::ASTConsumer {
 public:
  Reflector(Interface& into, bool is_linked) : into_(into), is_linked_(is_linked) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    KernelFinder(context, into_).TraverseDecl(context.getTranslationUnitDecl());
    for (const StructLayout& layout : into_.structs) judge_limits(layout, context);
    if (into_.kernels.empty() && !is_linked_) warn_of_no_kernels(context);
    sort(into_);
  }

 private:
  Interface& into_;
  bool is_linked_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_reflector(Interface& into, bool is_linked) {
  return std::make_unique<Reflector>(into, is_linked);
}

Interface merged(std::vector<Interface> interfaces) {
  Interface all = std::move(interfaces.front());
  std::set<std::string> different;
  for (std::size_t i = 1; i < interfaces.size(); ++i) {
    std::move(interfaces[i].kernels.begin(), interfaces[i].kernels.end(), std::back_inserter(all.kernels));
    for (StructLayout& layout : interfaces[i].structs) {
      const auto known = std::find_if(all.structs.begin(), all.structs.end(),
                                      [&](const StructLayout& other) { return other.name == layout.name; });
      if (known == all.structs.end()) {
        all.structs.push_back(std::move(layout));
      } else if (!(*known == layout)) {
        different.insert(layout.name);
      }
    }
  }
  std::erase_if(all.structs, [&](const StructLayout& layout) { return different.contains(layout.name); });
  sort(all);
  return all;
}

}  // namespace clc::worker
