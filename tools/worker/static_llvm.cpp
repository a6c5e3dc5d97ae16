// Functions that the static libraries ask for, and that the worker has no use for.
#include <cerrno>
#include <cstddef>

#include <pwd.h>

#include <llvm/Plugins/PassPlugin.h>

// Polly, the optimizer of loops that Debian's LLVM registers in every pipeline: it does nothing unless it is asked to.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "", [](llvm::PassBuilder&) {}};
}

// Looks for no home folder: glibc's function would load libraries of the system, which a static program cannot rely on.
int getpwuid_r(uid_t, passwd*, char*, std::size_t, passwd** found) {
  *found = nullptr;
  return ENOENT;
}
