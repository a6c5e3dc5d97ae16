// Text that disassemblers made of a foreign binary, whose symbols' names may be anything. The first byte says whose.
#include "fuzz.h"
#include "insight/disasm/disasm_text.h"
#include "insight/disasm/kernel_code.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const auto form =
      static_cast<TextForm>(fuzz::take_choice(input) % (static_cast<unsigned>(TextForm::k_cuobjdump) + 1));
  const SplitText split = split_functions(form, input);
  std::size_t length = split.header.size() + split.trailer.size();
  for (const FunctionText& function : split.functions) length += function.text.size();
  fuzz::require(length <= input.size() || form == TextForm::k_ptx);
  for (const FunctionText& function : split.functions) {
    (void)text_of_kernel(split, function.name, {function.name, "other"});
  }
  (void)comparable_text(input);
  return 0;
}
