#include "protocol/fitting_variants.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, FittingVariant>& variant) {
  f.number(variant.module);
  f.number(variant.variant);
  f.number(variant.device);
  f.text(variant.device_name);
  f.text(variant.platform);
}

Bytes encode_fitting_variants(const std::vector<FittingVariant>& variants) {
  return encode_list(variants);
}

Result<std::vector<FittingVariant>> decode_fitting_variants(BytesView bytes) {
  return decode_list<FittingVariant>(bytes, "the list of variants that fit");
}

}  // namespace clc
