// Notices inline assembly in a source for a driver, whose assembler may read files that nobody knows of.
#pragma once

#include <memory>
#include <string_view>

#include <clang/AST/ASTConsumer.h>

namespace clc::worker {

// True where a keyword of inline assembly is anywhere in the text, also where our own preprocessor leaves it out.
bool names_assembly(std::string_view text);

// Sets `seen` where a complete translation unit has inline assembly, however its keyword was put together.
std::unique_ptr<clang::ASTConsumer> make_assembly_finder(bool& seen);

}  // namespace clc::worker
