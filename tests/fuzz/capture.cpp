// A capture: any bytes, or a description and contents of memory, separated by lines that say "--", whose seals and
// names are made right.
#include "recording/capture.h"
#include "clc/base/digest.h"
#include "clc/package/container.h"
#include "fuzz.h"

using namespace clc;

namespace {

constexpr BytesView k_between = "\n--\n";

Bytes sealed_parts(BytesView input) {
  std::vector<ContainerImage> images;
  for (bool is_last = false; !is_last;) {
    const std::size_t end = input.find(k_between);
    is_last = end == BytesView::npos;
    Bytes part(input.substr(0, end));
    const std::string name = images.empty() ? "capture.clc.json" : "memory/" + sha256_hex(part);
    std::string seal = FieldDigest("clc.capture.1").add("name", name).add("contents", part).hex();
    images.push_back({name, "clc-capture", std::move(seal), std::move(part)});
    if (!is_last) input.remove_prefix(end + k_between.size());
  }
  return encode_container(images);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const bool is_sealed = fuzz::take_choice(input) % 2 != 0;
  const Bytes bytes = is_sealed ? sealed_parts(input) : Bytes(input);
  const Result<Capture> capture = decode_capture(bytes);
  if (!capture) return 0;
  const Bytes again = encode_capture(*capture);
  const Result<Capture> same = decode_capture(again);
  fuzz::require(same && encode_capture(*same) == again);
  for (const CapturedMemory& memory : capture->memory) {
    if (memory.size > (1U << 20U)) continue;
    fuzz::require(capture->contents_of(memory.before, memory.size).size() == memory.size);
    fuzz::require(capture->contents_of(memory.after, memory.size).size() == memory.size);
  }
  return 0;
}
