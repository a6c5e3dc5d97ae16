// The commands of clc-worker that compile nothing.
#pragma once

namespace clc::worker {

// `clc-worker --strings`: reads a binary from standard input and writes its strings, encoded, to standard output.
int print_strings();
// `clc-worker --builtin-names`: prints the identifiers of Clang's OpenCL headers, one a line.
int print_builtin_names();

}  // namespace clc::worker
