// Gives every file of the folders on the command line to a fuzz target, for builds without libFuzzer.
//
// usage: clc_fuzz_NAME FOLDER…
#include <cstdio>
#include <filesystem>

#include "clc/base/file.h"
#include "fuzz.h"

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const clc::Result<clc::Bytes> bytes = clc::read_file(entry.path().string());
      if (!bytes) return std::fprintf(stderr, "%s\n", bytes.error().message.c_str()), 1;
      // The last thing that is seen of a file that ends the process.
      std::fprintf(stderr, "%s\n", entry.path().c_str());
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
      ++count;
    }
  }
  if (count == 0) return std::fprintf(stderr, "no inputs\n"), 1;
  std::printf("%d inputs\n", count);
  return 0;
}
