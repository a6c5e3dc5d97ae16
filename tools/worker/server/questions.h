// The questions of protocol/question.h, each answered by a process of its own.
#pragma once

namespace clc::worker {

// `clc-worker --ask`: reads a question from standard input and writes the answer to standard output (or from a file
// into another), or to standard error why there is none. The process is confined to computing before it reads. Returns
// the exit code.
int answer_question();

}  // namespace clc::worker
