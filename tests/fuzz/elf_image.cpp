// Programs and libraries, as the dynamic linker reads them.
#include "identity/dynamic_linker/elf_image.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  (void)read_elf_image([&](std::uint64_t offset, std::size_t length) {
    return offset < input.size() ? Bytes(input.substr(offset, length)) : Bytes();
  });
  return 0;
}
