#include "base/platform/base64.h"

#include <openssl/evp.h>

namespace clc::platform {
namespace {

unsigned char* raw(char* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::size_t encode_base64(BytesView bytes, char* digits) {
  return static_cast<std::size_t>(EVP_EncodeBlock(raw(digits), raw(bytes), static_cast<int>(bytes.size())));
}

std::ptrdiff_t decode_base64(std::string_view digits, char* bytes) {
  return EVP_DecodeBlock(raw(bytes), raw(digits), static_cast<int>(digits.size()));
}

}  // namespace clc::platform
