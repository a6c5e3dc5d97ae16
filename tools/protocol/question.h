// The questions that clc-worker answers besides compiling. `clc-worker --ask` takes a frame with the number of the
// question in its first byte and then what it is about, and prints the answer; with `--ask QUESTION ANSWER` from a file
// into another.
#pragma once

namespace clc {

enum class Question : char {
  k_strings,         // of a binary: embedded_strings.h
  k_tokens,          // of sources: source_tokens.h
  k_builtin_names,   // the identifiers of Clang's OpenCL headers, one a line
  k_inclusions,      // of a compile request for a driver: recording/inclusion_list.h
  k_live_registers,  // of an AMD code object: live_registers.h
  k_machine_steps,   // of an AMD code object: machine/machine_steps.h
};

}  // namespace clc
