#include "protocol/fitting_variants.h"

#include "protocol/byte_codec.h"

namespace clc {

Bytes encode_fitting_variants(const std::vector<FittingVariant>& variants) {
  ByteWriter writer;
  writer.number(variants.size());
  for (const FittingVariant& variant : variants) {
    for (const std::uint64_t number : {variant.module, variant.variant, variant.device}) writer.number(number);
    writer.text(variant.device_name);
    writer.text(variant.platform);
  }
  return writer.take();
}

Result<std::vector<FittingVariant>> decode_fitting_variants(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<FittingVariant> variants;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    FittingVariant variant;
    for (std::uint64_t* number : {&variant.module, &variant.variant, &variant.device}) *number = reader.number();
    variant.device_name = reader.text();
    variant.platform = reader.text();
    variants.push_back(std::move(variant));
  }
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of variants that fit is damaged");
  return variants;
}

}  // namespace clc
