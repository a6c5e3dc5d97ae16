// JSON for the codecs of this project: strict reading, canonical writing.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "clc/base/result.h"

namespace clc {

using Json = nlohmann::json;

// Reads JSON whose top value is an object and that holds only objects, arrays, strings and 64-bit
// integers, no key twice, nested at most 32 deep. `what` names the text in the error.
Result<Json> parse_json(std::string_view text, const std::string& what);

// Reads MessagePack, which is JSON in fewer bytes, just as strictly, except that it may hold truth values.
Result<Json> parse_message_pack(std::string_view bytes, const std::string& what);

// False when the value is nested so deeply that parse_json would refuse its text.
bool is_readable(const Json& json);

// Sorted keys and no white space: equal values have equal text.
std::string canonical_text(const Json& json);

// Writes the same for people, on several lines.
std::string readable_text(const Json& json);

// Adds the keys of a canonical object text (an `extra` member) that `json` does not have yet.
void put_extra(Json& json, const std::string& extra);

// Fields that may be absent are left out when they are empty or 0.
void put_optional(Json& json, const char* key, const std::string& text);
void put_optional(Json& json, const char* key, std::uint64_t number);
void put_optional(Json& json, const char* key, Json array_or_object);

// Text from outside need not be UTF-8, which JSON demands: such a string becomes {"hex": "…"}.
Json any_text(const std::string& text);
Json any_texts(const std::vector<std::string>& texts);

// Reads the fields of one object. The first problem is kept, with its place; after it every getter returns an empty
// value, so that callers check only once, at the end.
class ObjectReader {
 public:
  ObjectReader(const Json& json, std::string where, std::string& problem);

  std::string text(const char* key);
  std::string optional_text(const char* key);
  std::string any_text(const char* key);
  std::vector<std::string> texts(const char* key);
  std::vector<std::string> any_texts(const char* key);
  std::uint64_t number(const char* key, std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max());
  std::uint64_t optional_number(const char* key, std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max());
  std::int64_t signed_number(const char* key);
  bool flag(const char* key) { return number(key, 1) == 1; }
  bool optional_flag(const char* key) { return optional_number(key, 1) == 1; }

  // The value of a key, if it has the right type, or nullptr. A required one must be there; an optional one must not be
  // empty, so that a value has only one spelling.
  const Json* object(const char* key, bool required);
  const Json* array(const char* key, bool required);

  // Calls `read(element, where)` for each element of an array.
  template <class F>
  void each(const char* key, bool required, F&& read) {
    const Json* elements = array(key, required);
    if (elements == nullptr) return;
    for (std::size_t i = 0; i < elements->size() && ok(); ++i)
      read((*elements)[i], where_ + "." + key + "[" + std::to_string(i) + "]");
  }

  bool has(const char* key) const { return ok() && json_.contains(key); }

  // The index of text(key) in a list of names.
  std::size_t one_of(const char* key, const std::vector<const char*>& names);

  // The canonical text of the keys that were not asked for, or empty.
  std::string extra() const;
  // Unknown keys are a problem.
  void no_extra();

  void complain(const std::string& text);
  bool ok() const { return problem_.empty(); }
  const std::string& where() const { return where_; }

 private:
  const Json* find(const char* key, bool required);
  void complain_of_empty(const char* key);
  std::string decode_any_text(const Json& value, const std::string& where);

  const Json& json_;
  std::string where_;
  std::string& problem_;
  std::vector<std::string_view> known_;  // the keys that were asked for, which are literals
};

// Per kernel: numbers by name.
using Resources = std::map<std::string, std::map<std::string, std::int64_t>>;
Json resources_to_json(const Resources& resources);
Resources resources_from_json(const Json& json, const std::string& where, std::string& problem);

}  // namespace clc
