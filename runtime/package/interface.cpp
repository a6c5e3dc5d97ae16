#include "clc/package/interface.h"

#include <algorithm>
#include <tuple>

namespace clc {

namespace {

auto fields(const Argument& a) {
  return std::tie(a.name, a.kind, a.address_space, a.access, a.type, a.is_const, a.is_volatile, a.is_restrict, a.size,
                  a.alignment, a.extra);
}

auto fields(const KernelInterface& k) {
  return std::tie(k.name, k.arguments, k.required_work_group_size, k.work_group_size_hint, k.vec_type_hint,
                  k.required_sub_group_size, k.extra);
}

}  // namespace

bool Argument::operator==(const Argument& other) const {
  return fields(*this) == fields(other);
}

bool KernelInterface::operator==(const KernelInterface& other) const {
  return fields(*this) == fields(other);
}

bool Interface::operator==(const Interface& other) const {
  return kernels == other.kernels && extra == other.extra;
}

const KernelInterface* Interface::find(const std::string& name) const {
  auto found = std::find_if(kernels.begin(), kernels.end(), [&](const KernelInterface& k) { return k.name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

}  // namespace clc
