// Judges the module that Clang made of a source, while the places of its functions in the source are still known.
#pragma once

#include <memory>

#include <clang/AST/ASTConsumer.h>

namespace clang {
class CodeGenerator;
}  // namespace clang

namespace clc::worker {

// Errors: kernels that call functions which call themselves, and kernels that use variables which nothing defines,
// unless the source `is_linked` with others. To be asked after `generator`, which made the module.
std::unique_ptr<clang::ASTConsumer> make_module_judge(clang::CodeGenerator& generator, bool is_linked);

}  // namespace clc::worker
