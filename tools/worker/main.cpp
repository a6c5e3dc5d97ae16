// clc-worker: LLVM and Clang behind a pipe. docs/architecture.md says why it is a process of its own.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

#include <clang/Basic/Version.h>

#include "protocol/farm/compiler_name.h"
#include "worker/server/own_name.h"
#include "worker/server/questions.h"
#include "worker/server/server.h"

namespace {

int usage() {
  std::fputs(
      "usage: clc-worker -j N | --batch REQUESTS REPLIES INPUTS [NAME BUILTINS…] | --ask [QUESTION ANSWER] | "
      "--version\n"
      "clc starts it; requests, or a question, come on standard input.\n",
      stderr);
  return 2;
}

// Reads standard input from a file, and writes standard output to another: build farms give a command no input.
bool take_files(const char* input, const char* output) {
  if (std::freopen(input, "rb", stdin) != nullptr && std::freopen(output, "wb", stdout) != nullptr) return true;
  std::perror("clc-worker");
  return false;
}

// True when this program is the compiler that is named, with the libraries that follow its name.
bool is_meant(std::span<const char* const> name_and_builtins) {
  if (clc::worker::own_name(name_and_builtins.subspan(1)) == name_and_builtins.front()) return true;
  std::fputs("clc-worker: another compiler is meant\n", stderr);
  return false;
}

}  // namespace

#ifdef __SANITIZE_ADDRESS__
// LLVM's headers poison memory that its library, which is not sanitized, uses.
extern "C" const char* __asan_default_options() {
  return "allow_user_poisoning=0";
}
#endif

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::printf("clc-worker %s (%s)\n", CLC_VERSION, clang::getClangFullVersion().c_str());
    return 0;
  }
  if (argc == 2 && std::strcmp(argv[1], "--ask") == 0) return clc::worker::answer_question();
  if (argc == 4 && std::strcmp(argv[1], "--ask") == 0)
    return take_files(argv[2], argv[3]) ? clc::worker::answer_question() : 1;
  // LLD would write the first into its output, and with the second a file beside it.
  for (const char* setting : {"LLD_VERSION", "LLD_REPRODUCE"}) unsetenv(setting);
  if (argc >= 5 && std::strcmp(argv[1], "--batch") == 0) {
    const std::span<const char* const> named(argv + 5, static_cast<std::size_t>(argc - 5));
    if (!named.empty() && !is_meant(named)) return clc::k_is_another_compiler;
    return take_files(argv[2], argv[3]) ? clc::worker::serve(1, argv[4]) : 1;
  }
  if (argc != 3 || std::strcmp(argv[1], "-j") != 0) return usage();
  unsigned jobs = 0;
  const std::string_view text = argv[2];
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (error != std::errc() || end != text.data() + text.size() || jobs == 0) return usage();
  return clc::worker::serve(jobs);
}
