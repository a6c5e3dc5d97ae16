#include "package/code_object.h"

#include <cstdint>

#include "clc/package/amd_chips.h"
#include "clc/package/binary_format.h"

namespace clc {
namespace {

// The text that follows a key of MessagePack.
std::string text_behind(BytesView bytes, BytesView key) {
  std::size_t at = bytes.find(key);
  if (at == BytesView::npos) return {};
  at += key.size();
  constexpr unsigned char k_short = 0xa0, k_short_mask = 0xe0, k_eight_bits = 0xd9;
  if (at + 2 > bytes.size()) return {};
  const auto first = static_cast<unsigned char>(bytes[at]), second = static_cast<unsigned char>(bytes[at + 1]);
  if ((first & k_short_mask) == k_short) return std::string(bytes.substr(at + 1, first & ~k_short_mask & 0xffU));
  return first == k_eight_bits ? std::string(bytes.substr(at + 2, second)) : std::string();
}

// The header's two bits of a setting: 0 the chip has none, 1 any, 2 off, 3 on.
void add_setting(unsigned bits, const char* name, std::string& target) {
  if (bits >= 2) target += std::string(",") + name + (bits == 2 ? "-" : "+");
}

}  // namespace

std::optional<CodeObject> read_code_object(BytesView hsaco) {
  constexpr std::size_t k_abi_at = 8, k_flags_at = 48;
  constexpr unsigned k_oldest = 2, k_newest = 4, k_oldest_version = 4;  // of the ABI; the versions are two more
  constexpr unsigned k_xnack_shift = 8, k_sramecc_shift = 10;
  constexpr BytesView k_triple = "amdgcn-amd-amdhsa--";
  if (recognize(hsaco) != BinaryFormat::k_amdgcn) return std::nullopt;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(hsaco[at])); };
  const unsigned abi = byte(k_abi_at);
  const std::string name = text_behind(hsaco, "amdhsa.target");
  if (abi < k_oldest || abi > k_newest || name.compare(0, k_triple.size(), k_triple) != 0) return std::nullopt;
  const std::string chip = name.substr(k_triple.size(), name.find(':') - k_triple.size());
  const unsigned flags = byte(k_flags_at) | byte(k_flags_at + 1) << 8U;
  CodeObject object;
  object.version = abi - k_oldest + k_oldest_version;
  object.target = "amdgcn:" + chip;
  add_setting(flags >> k_sramecc_shift & 3U, "sramecc", object.target);
  add_setting(flags >> k_xnack_shift & 3U, "xnack", object.target);
  return object;
}

std::string first_rocm_of(const CodeObject& object) {
  // 6.3 reads version 6, and 6.4 is the first that knows all generic targets: see runtime/choose.cpp.
  if (!chips_meant(object.target).empty()) return "ROCm 6.4";
  if (object.version == 6) return "ROCm 6.3";
  return object.version == 5 ? "ROCm 5.6" : "";
}

}  // namespace clc
