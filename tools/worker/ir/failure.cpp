#include "worker/ir/failure.h"

#include <memory>
#include <utility>

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>

namespace clc::worker {
namespace {

int kind_of_failures() {
  static const int kind = llvm::getNextAvailablePluginDiagnosticKind();
  return kind;
}

class FailureDiagnostic final : public llvm::DiagnosticInfo {
 public:
  FailureDiagnostic(ErrorKind kind, std::string message)
      : DiagnosticInfo(kind_of_failures(), llvm::DS_Error), error_(kind, std::move(message)) {}

  const Error& error() const { return error_; }
  void print(llvm::DiagnosticPrinter& printer) const override { printer << error_.message; }

 private:
  Error error_;
};

class FailureHandler final : public llvm::DiagnosticHandler {
 public:
  FailureHandler(std::unique_ptr<llvm::DiagnosticHandler> others, std::optional<Error>& first)
      : others_(std::move(others)), first_(first) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getKind() != kind_of_failures()) return others_ != nullptr && others_->handleDiagnostics(info);
    if (!first_) first_ = static_cast<const FailureDiagnostic&>(info).error();
    return true;
  }

  std::unique_ptr<llvm::DiagnosticHandler> take_others() { return std::move(others_); }

 private:
  std::unique_ptr<llvm::DiagnosticHandler> others_;
  std::optional<Error>& first_;
};

}  // namespace

void report_failure(llvm::LLVMContext& context, ErrorKind kind, const std::string& message) {
  context.diagnose(FailureDiagnostic(kind, message));
}

void report_failure(llvm::LLVMContext& context, const Error& error) {
  report_failure(context, error.kind, error.message);
}

Result<void> catch_failure(llvm::LLVMContext& context, llvm::function_ref<void()> run) {
  std::optional<Error> failure;
  auto handler = std::make_unique<FailureHandler>(context.getDiagnosticHandler(), failure);
  FailureHandler& catcher = *handler;
  context.setDiagnosticHandler(std::move(handler));
  run();
  context.setDiagnosticHandler(catcher.take_others());
  if (failure) return fail(*failure);
  return {};
}

}  // namespace clc::worker
