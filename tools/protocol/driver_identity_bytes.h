// The identity of a driver as a part of memos: the fields of its JSON, as bytes.
#pragma once

#include "base/fields/byte_fields.h"
#include "protocol/protocol.h"

namespace clc {

void fields(ByteFieldWriter& f, const DriverIdentity& identity);
void fields(ByteFieldReader& f, DriverIdentity& identity);

}  // namespace clc
