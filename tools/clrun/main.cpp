// clrun: lists, verifies and benchmarks the algorithm set from a package.
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "base/printable.h"
#include "commands.h"
#include "options.h"
#include "output.h"

namespace {

constexpr const char* k_name = "clrun:";  // begins its errors

clc::Result<int> run(const clc::clrun::Options& options, clc::clrun::Output& output) {
  using clc::clrun::Command;
  switch (options.command) {
    case Command::k_list:
      return list_algorithms(options, output);
    case Command::k_devices:
      return list_all_devices(options, output);
    case Command::k_verify:
      return verify_algorithms(options, output);
    case Command::k_bench:
      return bench_algorithms(options, output);
    case Command::k_profile:
      return profile_kernels(options, output);
    case Command::k_tune:
      return tune_kernels(options, output);
    case Command::k_run:
      return run_algorithm(options, output);
  }
  return clc::fail(clc::ErrorKind::k_usage, "unknown command");
}

int unwritten() {
  std::fprintf(stderr, "clrun: standard output could not be written\n");
  return clc::exit_code(clc::ErrorKind::k_io);
}

}  // namespace

int main(int argc, char** argv) try {
  const auto parsed = clc::clrun::parse_command_line({argv + 1, argv + argc});
  const std::string name = clc::painted(clc::Tone::k_bad, k_name, clc::wants_color(STDERR_FILENO, parsed.color));
  if (!parsed.options) {
    const bool is_error = parsed.exit_code != 0;
    const bool is_named = is_error && parsed.text.rfind(k_name, 0) == 0;
    const std::string text = is_named ? name + parsed.text.substr(std::string(k_name).size()) : parsed.text;
    std::FILE* stream = is_error ? stderr : stdout;
    const bool is_written = std::fputs(text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
    return is_written || is_error ? parsed.exit_code : unwritten();
  }
  clc::clrun::Output output(parsed.options->kernel_output, parsed.color);
  const auto code = run(*parsed.options, output);
  if (!code) {
    std::fprintf(stderr, "%s %s\n", name.c_str(), clc::printable_lines(code.error().message).c_str());
    return clc::exit_code(code.error().kind);
  }
  return output.failed() ? unwritten() : *code;
} catch (const std::exception& error) {
  std::fprintf(stderr, "clrun: not enough memory on this machine: %s\n", error.what());
  return 4;
}
