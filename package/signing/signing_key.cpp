#include "clc/package/signing_key.h"

#include <algorithm>

#include "base/encoding/hex.h"
#include "base/platform/base64.h"
#include "base/platform/process.h"
#include "base/try.h"
#include "clc/internal/key_file.h"

namespace clc {
namespace {

// The bytes before the 32 of the key in DER (RFC 8410).
constexpr BytesView k_public_prefix("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12);
// These follow the length and the version. There are two versions; the second one also holds the public key.
constexpr BytesView k_private_prefix("\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20", 11);
constexpr std::size_t k_private_prefix_at = 5;
constexpr std::size_t k_key_size = 32;

constexpr const char* k_how_to_make = "; make one with openssl genpkey -algorithm ed25519";

// Bytes that may be secret, and are overwritten at the end of their life.
class Wiped {
 public:
  explicit Wiped(std::size_t size) : bytes(size, '\0') {}
  ~Wiped() { platform::wipe(bytes.data(), bytes.size()); }
  Wiped(const Wiped&) = delete;
  Wiped& operator=(const Wiped&) = delete;

  Bytes bytes;
};

// "PUBLIC KEY" of "-----BEGIN PUBLIC KEY-----"; empty when this is no PEM. Errors show it, so it never holds key bytes.
BytesView label_of(BytesView text) {
  constexpr BytesView k_begin = "-----BEGIN ";
  const std::size_t begin = text.find(k_begin);
  if (begin == BytesView::npos) return {};
  text.remove_prefix(begin + k_begin.size());
  const std::size_t end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ ");
  return end == BytesView::npos || text.substr(end, 5) != "-----" ? BytesView() : text.substr(0, end);
}

// Decodes the bytes between the lines of PEM. False: they are not Base64, or the last line is missing. No copy of a
// secret may stay in memory, so this does not use from_base64().
bool decode_pem(BytesView text, BytesView label, Wiped& out) {
  const std::string begin = "-----BEGIN " + std::string(label) + "-----";
  const std::string end = "-----END " + std::string(label) + "-----";
  text.remove_prefix(text.find(begin) + begin.size());
  const std::size_t size = text.find(end);
  if (size == BytesView::npos) return false;
  Wiped base64(size);
  base64.bytes.clear();  // keeps its memory
  for (char c : text.substr(0, size)) {
    if (c != '\n' && c != '\r' && c != ' ') base64.bytes += c;
  }
  const std::size_t digits = base64.bytes.size();
  const std::size_t padding = digits - (base64.bytes.find_last_not_of('=') + 1);
  if (digits == 0 || digits % 4 != 0 || padding > 2 || digits > 4096) return false;
  out.bytes.resize(digits / 4 * 3);
  const std::ptrdiff_t decoded = platform::decode_base64(base64.bytes, out.bytes.data());
  if (decoded < 0) return false;
  out.bytes.resize(static_cast<std::size_t>(decoded) - padding);
  return true;
}

Failure not_a_key(const std::string& what) {
  return fail(ErrorKind::k_damaged, what);
}

Failure wrong_label(BytesView label, const char* wanted) {
  if (label.empty()) return not_a_key("holds no key in PEM (no line -----BEGIN " + std::string(wanted) + "-----)");
  const bool wants_private = std::string_view(wanted) == "PRIVATE KEY";
  if (label == "ENCRYPTED PRIVATE KEY" && wants_private) {
    return not_a_key(
        "holds a private key behind a password; give it without: openssl pkey -in FILE | clc sign … --key -");
  }
  if (label == "PRIVATE KEY" || label == "ENCRYPTED PRIVATE KEY")
    return not_a_key("holds a private key, and a public one is needed; openssl pkey -in FILE -pubout writes it");
  if (label == "PUBLIC KEY") return not_a_key("holds a public key, and the private one is needed");
  return not_a_key("holds a '" + std::string(label) + "', and a '" + wanted + "' is needed" + k_how_to_make);
}

}  // namespace

std::string PublicKey::hex() const {
  return to_hex(BytesView(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Result<PublicKey> parse_public_key(BytesView bytes) {
  PublicKey key;
  if (bytes.size() != k_key_size) {
    constexpr BytesView k_label = "PUBLIC KEY";
    if (const BytesView label = label_of(bytes); label != k_label) return wrong_label(label, "PUBLIC KEY");
    Wiped der(0);
    if (!decode_pem(bytes, k_label, der)) return not_a_key("holds PEM that is damaged");
    if (der.bytes.size() != k_public_prefix.size() + k_key_size ||
        der.bytes.compare(0, k_public_prefix.size(), k_public_prefix) != 0) {
      return not_a_key(std::string("holds a public key of another kind than Ed25519") + k_how_to_make);
    }
    std::copy(der.bytes.begin() + k_public_prefix.size(), der.bytes.end(), key.bytes.begin());
    return key;
  }
  std::ranges::copy(bytes, key.bytes.begin());
  return key;
}

Result<PublicKey> read_public_key(const std::string& path) {
  const Bytes bytes = CLC_TRY(read_key_file(path));
  Result<PublicKey> key = parse_public_key(bytes);
  if (!key) return fail(key.error().kind, path + " " + key.error().message);
  return key;
}

PrivateKey::~PrivateKey() {
  platform::wipe(seed.data(), seed.size());
}

PrivateKey::PrivateKey(PrivateKey&& other) noexcept : seed(other.seed) {
  platform::wipe(other.seed.data(), other.seed.size());
}

Result<PrivateKey> parse_private_key(BytesView pem) {
  constexpr BytesView k_label = "PRIVATE KEY";
  if (const BytesView label = label_of(pem); label != k_label) return wrong_label(label, "PRIVATE KEY");
  Wiped der(0);
  if (!decode_pem(pem, k_label, der)) return not_a_key("holds PEM that is damaged");
  const std::size_t begin = k_private_prefix_at + k_private_prefix.size();
  const bool is_whole =
      der.bytes.size() >= begin + k_key_size && static_cast<unsigned char>(der.bytes[1]) == der.bytes.size() - 2;
  if (!is_whole || der.bytes.compare(k_private_prefix_at, k_private_prefix.size(), k_private_prefix) != 0)
    return not_a_key(std::string("holds a private key of another kind than Ed25519") + k_how_to_make);
  PrivateKey key;
  std::copy_n(der.bytes.begin() + static_cast<std::ptrdiff_t>(begin), k_key_size, key.seed.begin());
  return key;
}

}  // namespace clc
