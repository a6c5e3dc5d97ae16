// The question of the OpenCL layer to clc-worker.
#pragma once

namespace clc::worker {

// `clc-worker --inclusions`: reads a request for a driver: target from standard input, and writes to standard output as
// JSON which files its source asks for.
int print_inclusions();

}  // namespace clc::worker
