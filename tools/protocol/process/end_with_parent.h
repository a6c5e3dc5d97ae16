// For programs that run drivers, which start programs of their own.
#pragma once

namespace clc {

// When the parent goes, however it ends, this process and all of its process group go, too. SIGCHLD has its usual
// effect, which drivers expect.
void end_with_parent();

}  // namespace clc
