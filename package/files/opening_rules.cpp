#include "files/opening_rules.h"

#include "base/ownership.h"

namespace clc {

std::string distrust(const OpeningRules& rules, const platform::FileStatus& status) {
  if (!rules.must_be_ours) return {};
  if (!status.owner) return "its writer is unknown here, so it is used only where keys are demanded";
  // A link has no mode of its own.
  const bool is_writable = status.kind != platform::FileKind::k_link && others_can_write(*status.owner);
  const bool is_believed = belongs_to_us_or_root(*status.owner) || status.owner->user == rules.also_believed;
  if (is_believed && !is_writable) return {};
  return "others can have written it: " + describe_owner(*status.owner) +
         "; only your own and root's are used, which nobody else may write (chmod go-w), unless keys are demanded";
}

}  // namespace clc
