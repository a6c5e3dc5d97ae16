#include "commands/commands.h"
#include "support/command_table.h"

int main(int argc, char** argv) {
  static constexpr clc::Command k_commands[] = {
      {"compile", "compiles files for targets into a package", clc::compile_command},
      {"link", "merges packages", clc::link_command},
      {"inspect", "shows what is in a package", clc::inspect_command},
      {"disasm", "shows the code of kernels: SPIR-V, PTX, machine code", clc::disasm_command},
      {"report", "shows registers, memory and occupancy of kernels", clc::report_command},
      {"check", "checks registers, memory and occupancy against limits", clc::check_command},
      {"diff", "compares the kernels of two packages", clc::diff_command},
      {"verify", "checks every digest of a package, and its signature", clc::verify_command},
      {"sign", "signs a package with a key", clc::sign_command},
      {"pack", "turns a package folder into one file", clc::pack_command},
      {"unpack", "turns a package file into a folder", clc::unpack_command},
      {"embed", "writes a C or C++ source file that holds a package", clc::embed_command},
      {"header", "writes a C++ header of typed launchers for a package", clc::header_command},
      {"serve", "shows a folder of kernels on a page, compiled as they are saved", clc::serve_command},
      {"record", "runs a program and records what it compiles", clc::record_command},
      {"run", "runs a program with binaries from packages", clc::run_with_packages_command},
      {"layer", "turns the OpenCL layer on and off for your programs", clc::layer_command},
      {"warm", "fills the caches of this machine's drivers ahead of time", clc::warm_command},
      {"audit", "checks that a package reveals nothing of its sources", clc::audit_command},
      {"cache", "shows, prunes, clears and verifies the binary cache", clc::cache_command},
      {"explain", "says what is in the cache, and why the rest is not", clc::explain_command},
      {"new", "begins a CMake project with a kernel, a program and a test", clc::new_command},
      {"targets", "lists the targets, and which are available here", clc::targets_command},
  };
  static constexpr clc::CommandTable k_table = {
      {},
      "clc compiles OpenCL C ahead of time, for devices that need not be present.",
      " Pages that\nthey name, such as docs/targets.md, lie in share/doc/clc where clc is installed.",
      "0 done, 1 a kernel did not compile, 2 usage, 3 file or package unusable,\n"
      "            4 target unknown or unavailable, 5 a compiler crashed or timed out, 6 a check failed",
      k_commands};
  return clc::run_command(k_table, {argv + 1, argv + argc});
}
