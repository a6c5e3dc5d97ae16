// clrun: lists, verifies and benchmarks the algorithm set from a package.
#include "base/platform/process.h"
#include "commands.h"
#include "support/command_table.h"

int main(int argc, char** argv) {
  static constexpr clc::Command k_commands[] = {
      {"list", "lists the algorithms and their variants", clc::clrun::list_algorithms},
      {"verify", "compares all algorithms, or those named, with a CPU reference", clc::clrun::verify_algorithms},
      {"run", "runs an algorithm on files", clc::clrun::run_algorithm},
      {"bench", "measures all algorithms, or those named", clc::clrun::bench_algorithms},
      {"profile", "records every memory access, and shows what they cost on a chip that is not here",
       clc::clrun::profile_kernels},
      {"sanitize", "runs kernels with checks, and shows what they found", clc::clrun::sanitize_kernels},
      {"tune", "times the configurations of a package, and writes one that chooses by device",
       clc::clrun::tune_kernels},
      {"devices", "lists the OpenCL devices of this machine", clc::clrun::list_all_devices},
  };
  static constexpr clc::CommandTable k_table = {
      {"clrun", true},
      "clrun lists, verifies and benchmarks the algorithm set from a package that clc made.",
      "",
      "0 done, 2 usage, 3 package or file, 4 no device or nothing fits, 5 OpenCL, 6 a verification failed",
      k_commands};
  clc::platform::prepare_terminal();
  return clc::run_named_command(k_table, clc::platform::words_of_main(argc, argv));
}
