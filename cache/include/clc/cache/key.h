// The name of a cache entry: a digest over everything that may change what the entry holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clc::cache {

// Typed, named, length-prefixed fields below a domain, so that no two lists of fields share a digest.
// The fields are kept: `clc explain` shows them, and names the one that differs.
class Key {
 public:
  struct Field {
    std::string name;
    std::string value;  // numbers in decimal
    bool is_number = false;
  };

  // `domain` keeps purposes and format versions apart: "clc.compile.1".
  explicit Key(std::string domain);

  Key& add(std::string name, std::string_view value);
  Key& add(std::string name, std::uint64_t value);

  const std::string& domain() const { return domain_; }
  const std::vector<Field>& fields() const { return fields_; }
  // The fields as text for people, a line each.
  std::string text() const;
  // SHA-256 as 64 hexadecimal digits.
  std::string hex() const;

 private:
  std::string domain_;
  std::vector<Field> fields_;
};

}  // namespace clc::cache
