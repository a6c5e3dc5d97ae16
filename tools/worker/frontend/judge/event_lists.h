// Lists of events with a 0, which Clang drops.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace clc::worker {

// Refuses numbers in `(event_t[2]){0, 0}` while the source is read. In C, Clang 22 rejects them, does not say so, and
// leaves out a whole statement such as `list = (event_t[2]){0, 0};`.
void refuse_numbers_in_event_lists(clang::Preprocessor& preprocessor);

}  // namespace clc::worker
