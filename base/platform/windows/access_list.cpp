#include "base/platform/windows/access_list.h"

#include <aclapi.h>
#include <sddl.h>

#include <memory>
#include <vector>

#include "base/platform/windows/handle.h"

namespace clc::platform {
namespace {

constexpr std::uint32_t k_another_user = 1;
constexpr std::uint32_t k_for_us = 0700, k_others_write = 0022;
// Rights by which somebody changes what is in a folder, or who may.
constexpr DWORD k_changes =
    FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY | FILE_DELETE_CHILD | WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;

// The user of this process; empty: nobody can tell.
std::vector<char> our_token() {
  HANDLE opened = nullptr;
  if (::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &opened) == 0) return {};
  const Handle token(opened);
  DWORD size = 0;
  ::GetTokenInformation(token.get(), TokenUser, nullptr, 0, &size);
  std::vector<char> room(size);
  if (::GetTokenInformation(token.get(), TokenUser, room.data(), size, &size) == 0) room.clear();
  return room;
}

// This user, those who may do everything anyway, and who owns a file, of whichever it is asked.
bool is_trusted(PSID who) {
  static std::vector<char> token = our_token();
  if (!token.empty() && ::EqualSid(who, reinterpret_cast<TOKEN_USER*>(token.data())->User.Sid) != 0) return true;
  for (const WELL_KNOWN_SID_TYPE one :
       {WinLocalSystemSid, WinBuiltinAdministratorsSid, WinCreatorOwnerSid, WinCreatorOwnerRightsSid}) {
    if (::IsWellKnownSid(who, one) != 0) return true;
  }
  return false;
}

bool is_denial(BYTE type) {
  return type == ACCESS_DENIED_ACE_TYPE || type == ACCESS_DENIED_OBJECT_ACE_TYPE ||
         type == ACCESS_DENIED_CALLBACK_ACE_TYPE || type == ACCESS_DENIED_CALLBACK_OBJECT_ACE_TYPE;
}

// Who is allowed something. Null: an entry of another kind.
PSID allowed_one(void* entry) {
  switch (static_cast<const ACE_HEADER*>(entry)->AceType) {
    case ACCESS_ALLOWED_ACE_TYPE:
    case ACCESS_ALLOWED_CALLBACK_ACE_TYPE:  // with a condition behind the user
      return &static_cast<ACCESS_ALLOWED_ACE*>(entry)->SidStart;
    case ACCESS_ALLOWED_OBJECT_ACE_TYPE:
    case ACCESS_ALLOWED_CALLBACK_OBJECT_ACE_TYPE: {
      auto* const allowed = static_cast<ACCESS_ALLOWED_OBJECT_ACE*>(entry);
      char* user = reinterpret_cast<char*>(&allowed->ObjectType);
      for (const DWORD flag : {DWORD{ACE_OBJECT_TYPE_PRESENT}, DWORD{ACE_INHERITED_OBJECT_TYPE_PRESENT}})
        user += (allowed->Flags & flag) != 0 ? sizeof(GUID) : 0;
      return user;
    }
    default:
      return nullptr;
  }
}

}  // namespace

bool lets_others_change(PACL list) {
  if (list == nullptr) return true;  // everybody may do everything
  for (DWORD i = 0; i < list->AceCount; ++i) {
    void* entry = nullptr;
    if (::GetAce(list, i, &entry) == 0) return true;
    if (is_denial(static_cast<const ACE_HEADER*>(entry)->AceType)) continue;
    const PSID user = allowed_one(entry);
    if (user == nullptr) return true;
    // The mask follows the header in each kind.
    if ((static_cast<const ACCESS_ALLOWED_ACE*>(entry)->Mask & k_changes) != 0 && !is_trusted(user)) return true;
  }
  return false;
}

std::optional<Owner> owner_of(HANDLE folder) {
  PSID owner = nullptr;
  PACL list = nullptr;
  PSECURITY_DESCRIPTOR descriptor = nullptr;
  constexpr SECURITY_INFORMATION k_wanted = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
  if (::GetSecurityInfo(folder, SE_FILE_OBJECT, k_wanted, &owner, nullptr, &list, nullptr, &descriptor) != 0)
    return std::nullopt;
  const std::unique_ptr<void, HLOCAL (*)(HLOCAL)> held(descriptor, &::LocalFree);
  Owner found;
  found.user = owner != nullptr && is_trusted(owner) ? our_user() : k_another_user;
  found.mode = k_for_us | (lets_others_change(list) ? k_others_write : 0);
  return found;
}

}  // namespace clc::platform
