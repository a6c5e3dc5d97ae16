#include "base/platform/base64.h"

#include <windows.h>

#include <wincrypt.h>

namespace clc::platform {

std::size_t encode_base64(BytesView bytes, char* digits) {
  auto size = static_cast<DWORD>((bytes.size() + 2) / 3 * 4 + 1);
  const auto* const data = reinterpret_cast<const BYTE*>(bytes.data());
  constexpr DWORD k_flags = CRYPT_STRING_BASE64 | CRYPT_STRING_NOCRLF;
  return ::CryptBinaryToStringA(data, static_cast<DWORD>(bytes.size()), k_flags, digits, &size) != 0 ? size : 0;
}

std::ptrdiff_t decode_base64(std::string_view digits, char* bytes) {
  if (digits.empty()) return 0;
  auto size = static_cast<DWORD>(digits.size() / 4 * 3);
  auto* const data = reinterpret_cast<BYTE*>(bytes);
  const auto count = static_cast<DWORD>(digits.size());
  if (::CryptStringToBinaryA(digits.data(), count, CRYPT_STRING_BASE64, data, &size, nullptr, nullptr) == 0) return -1;
  return static_cast<std::ptrdiff_t>((size + 2) / 3 * 3);
}

}  // namespace clc::platform
