// NAME.test.json and NumPy's files, which come with kernels of others.
#include "commands/test/sizes.h"
#include "commands/test/test_file.h"
#include "fuzz.h"
#include "support/argument_words.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  if (fuzz::take_choice(input) % 2 != 0) {
    const Result<BufferContents> contents = read_npy(input, "a.npy");
    if (!contents) return 0;
    std::uint64_t bytes = contents->type.number->bytes;
    for (const std::uint64_t length : contents->shape) bytes *= length;
    fuzz::require(contents->bytes.size() == bytes);
    return 0;
  }
  const Result<TestFile> file = parse_test_file(input, "k.test.json");
  if (!file) {
    fuzz::require(file.error().message.starts_with("k.test.json:"));
    return 0;
  }
  fuzz::require(!file->tests.empty());
  for (const KernelTest& test : file->tests) {
    const Result<std::vector<Sizes>> all = sizes_of(test, {0, 0, 0});
    if (!all) continue;
    for (const Sizes& sizes : *all) fuzz::require(are_allowed(test, sizes).value_or(false));
  }
  return 0;
}
