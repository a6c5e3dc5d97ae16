#include "clc/cache/key.h"

#include "base/encoding/hex.h"
#include "clc/base/digest.h"

namespace clc::cache {
namespace {

// Quoted text is one line, and different texts stay different.
std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += "\\x" + to_hex({&c, 1});
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

Key::Key(std::string domain) : domain_(std::move(domain)) {}

Key& Key::add(std::string name, std::string_view value) {
  fields_.push_back({std::move(name), std::string(value), false});
  return *this;
}

Key& Key::add(std::string name, std::uint64_t value) {
  fields_.push_back({std::move(name), std::to_string(value), true});
  return *this;
}

std::string Key::text() const {
  std::string text = in_quotes(domain_) + "\n";
  for (const Field& field : fields_)
    text += in_quotes(field.name) + ": " + (field.is_number ? field.value : in_quotes(field.value)) + "\n";
  return text;
}

std::string Key::hex() const {
  FieldDigest digest(domain_);
  for (const Field& field : fields_) {
    if (field.is_number) {
      digest.add(field.name, static_cast<std::uint64_t>(std::stoull(field.value)));
    } else {
      digest.add(field.name, field.value);
    }
  }
  return digest.hex();
}

}  // namespace clc::cache
