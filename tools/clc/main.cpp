#include "commands/command.h"

int main(int argc, char** argv) {
  static constexpr clc::Command k_commands[] = {
      {"compile", "compiles files for targets into a package", clc::compile_command},
      {"link", "merges packages", clc::link_command},
      {"inspect", "shows what is in a package", clc::inspect_command},
      {"disasm", "shows what kernels became", clc::disasm_command},
      {"report", "shows registers, memory and occupancy of kernels", clc::report_command},
      {"check", "holds kernels against limits", clc::check_command},
      {"diff", "compares the kernels of two packages", clc::diff_command},
      {"verify", "checks every digest of a package, and its signature", clc::verify_command},
      {"sign", "signs a package with a key", clc::sign_command},
      {"pack", "turns a package folder into one file", clc::pack_command},
      {"unpack", "turns a package file into a folder", clc::unpack_command},
      {"embed", "makes a source file that holds a package", clc::embed_command},
      {"header", "makes a C++ header of typed launchers for a package", clc::header_command},
      {"audit", "shows that a package holds nothing of its sources", clc::audit_command},
      {"cache", "shows, prunes, clears and verifies the binary cache", clc::cache_command},
      {"explain", "says why a compilation is or is not in the cache", clc::explain_command},
      {"targets", "lists what can be compiled for here", clc::targets_command},
  };
  return clc::run_command(k_commands, {argv + 1, argv + argc});
}
