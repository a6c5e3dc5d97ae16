// The fields of Match, for JSON and for bytes.
#pragma once

#include "base/fields/fields.h"
#include "clc/package/manifest.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, Match>& match) {
  f.optional_text("platform_version", match.platform_version);
  f.optional_text("driver_version", match.driver_version);
  f.optional_text("device_version", match.device_version);
  f.optional_text("device_name", match.device_name);
  f.optional_text("inspection_only", match.inspection_only);
  f.extra(match.extra);
}

}  // namespace clc
