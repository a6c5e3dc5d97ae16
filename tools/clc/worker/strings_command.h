// What clc-worker answers instead of compiling.
#pragma once

namespace clc::worker {

// `clc-worker --texts`: standard input is a binary, standard output the encoded list.
int print_texts();
// `clc-worker --builtin-names`: the identifiers of Clang's OpenCL headers, a line each.
int print_builtin_names();

}  // namespace clc::worker
