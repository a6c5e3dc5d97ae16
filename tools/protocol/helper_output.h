// Common to the helpers that load drivers, which print to standard output, too.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// For errno, of a standard stream.
Failure stream_failure(const char* stream);

// Makes standard output the same as standard error, because drivers print to it. Returns the descriptor of the real
// standard output.
Result<int> take_standard_output();

// Reads standard input to its end.
Result<Bytes> read_input();

// Writes an answer to that descriptor.
Result<void> write_answer(int output, BytesView bytes);

// The main function of a helper: `run` gets the words behind the program's name; a failure goes to standard error.
int helper_main(int argc, char** argv, Result<void> (*run)(const std::vector<std::string>& words));

}  // namespace clc
