// The section .ze_info of Intel's binaries, which is YAML in the form that their compiler writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/package/interface.h"

namespace clc {

// The `key: value` of a line, `- ` before it or not; without a key where the line is something else.
struct ZeInfoEntry {
  std::size_t depth = 0;  // blanks before it
  bool begins_item = false;
  std::string key, value;

  std::optional<std::int64_t> number() const;
};
ZeInfoEntry ze_info_entry(const std::string& line);
std::optional<std::int64_t> ze_info_number(const std::string& text);

// The kernels that a binary describes, which -cl-kernel-arg-info makes complete but for the members and alignment of
// structs and for what typedefs stand for. Nothing when it does not, as an archive of several chips' binaries.
std::optional<Interface> intel_interface(BytesView zebin);

}  // namespace clc
