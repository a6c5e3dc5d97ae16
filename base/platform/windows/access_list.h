// Owners and access lists, as the rest of the project knows them: as an owner's number and permissions.
#pragma once

#include <windows.h>

#include <optional>

#include "base/platform/files.h"

namespace clc::platform {

// The owner is our_user() where it is this user, the administrators or the system, and else another number; the
// permissions let others write where the list lets anybody else change the folder. None: it cannot be told, as on disks
// without access lists. The handle needs READ_CONTROL.
std::optional<Owner> owner_of(HANDLE folder);

// True where anybody but this user, the administrators and the system may change a folder of this list, or may where a
// condition holds. An entry whose kind is not known lets everybody.
bool lets_others_change(PACL list);

}  // namespace clc::platform
