// The commands of clc-worker that compile nothing: what `clc audit` asks of it.
#pragma once

namespace clc::worker {

// `clc-worker --strings`: reads a binary from standard input and writes its strings, encoded, to standard output.
int print_strings();
// `clc-worker --tokens`: reads sources from standard input and writes their tokens to standard output; both are encoded
// (protocol/source_tokens.h).
int print_tokens();
// `clc-worker --builtin-names`: prints the identifiers of Clang's OpenCL headers, one a line.
int print_builtin_names();

}  // namespace clc::worker
